//! `#[serde(rename_all = "…")]` for variants, as serde means it.

/// The rules, as they are written.
pub(super) const RULES: [&str; 8] = [
    "lowercase",
    "UPPERCASE",
    "PascalCase",
    "camelCase",
    "snake_case",
    "SCREAMING_SNAKE_CASE",
    "kebab-case",
    "SCREAMING-KEBAB-CASE",
];

/// The name of a variant by a rule; `None` where there is no such rule.
pub(super) fn variant(rule: &str, name: &str) -> Option<String> {
    Some(match rule {
        "PascalCase" => name.to_owned(),
        "lowercase" => name.to_ascii_lowercase(),
        "UPPERCASE" => name.to_ascii_uppercase(),
        "camelCase" => match name.split_at_checked(1) {
            Some((first, rest)) => first.to_ascii_lowercase() + rest,
            None => name.to_owned(),
        },
        "snake_case" => snake(name),
        "SCREAMING_SNAKE_CASE" => snake(name).to_ascii_uppercase(),
        "kebab-case" => snake(name).replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => snake(name).to_ascii_uppercase().replace('_', "-"),
        _ => return None,
    })
}

fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (offset, character) in name.char_indices() {
        if offset > 0 && character.is_uppercase() {
            snake.push('_');
        }
        snake.push(character.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_serde_has_it() {
        let names = |name| RULES.map(|rule| variant(rule, name).unwrap());
        assert_eq!(
            names("VeryTasty"),
            [
                "verytasty",
                "VERYTASTY",
                "VeryTasty",
                "veryTasty",
                "very_tasty",
                "VERY_TASTY",
                "very-tasty",
                "VERY-TASTY",
            ]
        );
        assert_eq!(names("Z42")[6], "z42");
        assert_eq!(variant("Title Case", "A"), None);
    }
}
