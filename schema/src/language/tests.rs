//! Every string of a small alphabet, up to some length, by an engine of ECMA-262 and by the automaton.

use super::{Languages, has_length, of_length, samples};

const ALPHABET: [char; 6] = ['a', 'b', '-', '1', '\n', 'é'];

fn strings(longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|text| ALPHABET.iter().map(move |c| format!("{text}{c}")))
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

fn agrees(pattern: &str) {
    let engine = regress::Regex::with_flags(pattern, "u").expect("a pattern of ECMA-262");
    let language = Languages::default().pattern(&pattern.into()).expect("it has an automaton");
    for text in strings(4) {
        assert_eq!(
            language.is_match(&text),
            engine.find(&text).is_some(),
            "{pattern:?} on {text:?}"
        );
    }
}

#[test]
fn patterns_mean_what_ecma_262_says() {
    for pattern in [
        "",
        "a",
        "^a",
        "a$",
        "^a$",
        "^$",
        "$^",
        "a^",
        "$a",
        "^a|b$",
        "(^a|b)-",
        "a(-|$)",
        "(a|^)b",
        "^(a|b$)",
        ".",
        "^.$",
        "^.*$",
        "^[^a]*$",
        r"\d",
        r"^\w+$",
        r"\W",
        r"^\s",
        r"^\S*$",
        "a{2}",
        "^a{1,2}b?$",
        "(?:ab|a)*$",
        "^(?:a|b)+-?$",
        r"\b",
        r"\B",
        r"^\b",
        r"a\b",
        r"\ba",
        r"a\Bb",
        r"^\Ba|^$",
        r"\b-\b",
        r"(a|-)\b(b|-)",
        r"^(\w\b|-)",
        r"\b$",
        "(?=a)",
        "(?!a)",
        "^(?!a)",
        "^(?!.*b)",
        "^(?=.*a)(?=.*1).{2,3}$",
        "a(?!b)",
        "a(?=b|$)",
        "(?!a)(?!b).",
        "^(?!a$).*$",
        "^(?!(?=a).b)",
        "^((?!ab).)*$",
        "^((?=a|1).)*$",
        "^-?((?!b.)[^-])*$",
        r"^(?!\b)",
        r"(?=\b1)",
        "(^a)?b",
        "(a$)?",
        "(^|-)a{2}",
        "^(a|(?!b).){2}$",
        "()",
        "(?:)*a",
        "(?<n>a)b",
        r"\x61",
        r"\u{e9}",
        r"[\d-]",
        "^(?:^a|b)?$",
    ] {
        agrees(pattern);
    }
}

#[test]
fn what_is_no_regular_language_or_too_much_is_refused() {
    for pattern in [r"(a)\1", "(?<=a)b", "(^a|b)*c", "(", "[b-a]"] {
        assert!(Languages::default().pattern(&pattern.into()).is_err(), "{pattern}");
    }
}

#[test]
fn lengths_are_bounds_of_a_language() {
    let even = Languages::default().pattern(&"^(aa)*$".into()).unwrap();
    assert_eq!(has_length(&even, 3, Some(3)), Ok(false));
    assert_eq!(has_length(&even, 3, Some(4)), Ok(true));
    assert_eq!(has_length(&even, 9_001, None), Ok(true));
    assert_eq!(samples(&even, 1, 3, None).unwrap(), ["aaaa"]);
    let two = of_length(2, Some(2)).unwrap();
    assert!(two.is_match("é\n") && !two.is_match("a"));
}
