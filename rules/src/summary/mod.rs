//! What a summary says to the model that reads it.
//!
//! It is served word for word, and a model that shortened or reordered the list has nothing else to go by. So the first clause
//! names the subject, there is enough of it and not too much, and it speaks of the tool and not to the model.

mod instructs;

pub use instructs::instruction;

/// The longest summary, in characters. Clients that pass tools on as the function calls of another API
/// cut or refuse more than this in a description.
pub const MAX_SUMMARY: usize = 1024;

/// The first clause: up to a colon, a semicolon, a dash between spaces, the end of a sentence or of a paragraph.
///
/// ```
/// use toolnode_rules::summary::first_clause;
///
/// assert_eq!(first_clause("A bean: change its status."), "A bean");
/// assert_eq!(first_clause("Writes README.md anew. Then stops."), "Writes README.md anew");
/// ```
pub fn first_clause(summary: &str) -> &str {
    let summary = summary.trim_start();
    let ends = |rest: &str| rest.chars().next().is_none_or(char::is_whitespace);
    let end = summary.char_indices().find(|&(at, c)| {
        let rest = &summary[at + c.len_utf8()..];
        match c {
            ':' | ';' | '.' | '!' | '?' => ends(rest),
            '—' | '–' => summary[..at].ends_with(' ') && rest.starts_with(' '),
            '\n' => rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n'),
            _ => false,
        }
    });
    summary[..end.map_or(summary.len(), |(at, _)| at)].trim_end()
}

/// The words of the subject that the first clause does not name, in the order of the name. The subject is the name without its
/// last word, the verb; a name of one word is all subject.
///
/// A word is named by itself, by its plural, by a longer form of it (`stats` by "statistics"), and by its parts (`worktree` by
/// "work tree").
///
/// ```
/// use toolnode_rules::summary::unnamed;
///
/// assert_eq!(unnamed("bean-list", "Beans: list those on the plan."), [""; 0]);
/// assert_eq!(unnamed("bean-list", "List all of them; beans are few."), ["bean"]);
/// ```
pub fn unnamed<'n>(id: &'n str, summary: &str) -> Vec<&'n str> {
    let clause = words(first_clause(summary));
    let mut subject: Vec<&str> = id.split(['-', '_']).filter(|word| !word.is_empty()).collect();
    if subject.len() > 1 {
        subject.pop();
    }
    subject.retain(|word| !is_named(word, &clause));
    subject
}

/// Fewer than two words: nothing is said that the name does not say.
pub fn is_one_word(summary: &str) -> bool {
    words(summary).len() < 2
}

/// Whether two summaries say the same: case, white space and marks are no difference to a reader.
pub fn same_key(summary: &str) -> String {
    words(summary).join(" ")
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Words that are shorter stand for themselves only: `ci` is no beginning of "circle".
const LONG: usize = 4;

fn is_named(word: &str, clause: &[String]) -> bool {
    let word = stem(&word.to_lowercase());
    if word.len() >= LONG && clause.iter().any(|next| next.contains(&word)) {
        return true;
    }
    // Some words of the clause in a row, written as one.
    (0..clause.len()).any(|from| {
        let mut joined = String::new();
        clause[from..].iter().take(4).any(|next| {
            joined.push_str(next);
            let joined = stem(&joined);
            joined == word || (joined.len() >= LONG && word.starts_with(&joined))
        })
    })
}

/// The singular, roughly.
fn stem(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    let plain =
        word.strip_suffix('s').filter(|stem| stem.len() > 1 && !stem.ends_with(['s', 'u', 'i']));
    plain.unwrap_or(word).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_clauses() {
        for (summary, clause) in [
            ("A bean: list.", "A bean"),
            ("A bean; list.", "A bean"),
            ("A bean — list.", "A bean"),
            ("A well-known e.g.-case of urn:x:y. More.", "A well-known e.g.-case of urn:x:y"),
            ("  A bean\nof the plan\n\nMore.", "A bean\nof the plan"),
            ("", ""),
        ] {
            assert_eq!(first_clause(summary), clause, "{summary:?}");
        }
    }

    #[test]
    fn the_subject_is_named() {
        for (id, summary) in [
            ("bean-list", "A bean: list those on the plan."),
            ("bean-list", "Lists all BEANS."),
            ("stats-get", "The plan's statistics: how many."),
            ("worktree-get", "The work tree: list files."),
            ("work-plan-get", "The workplan: give it."),
            ("category-list", "Categories: list them."),
            ("status-get", "The status: give it."),
            ("bus-get", "A bus: give it."),
            ("discuss", "Discussion: begin one."),
            ("ci-check", "CI: check it."),
        ] {
            assert_eq!(unnamed(id, summary), [""; 0], "{id}: {summary}");
        }
        for (id, summary, missing) in [
            ("bean-list", "List them: all beans.", &["bean"][..]),
            ("bean-tag-list", "A tag: list those in use.", &["bean"]),
            ("ci-check", "A circle: check it.", &["ci"]),
            ("page-get", "", &["page"]),
        ] {
            assert_eq!(unnamed(id, summary), missing, "{id}: {summary}");
        }
    }

    #[test]
    fn too_little_and_twice() {
        for summary in ["Lists.", "", " — "] {
            assert!(is_one_word(summary), "{summary:?}");
        }
        assert!(!is_one_word("A bean."));
        assert_eq!(same_key("A bean:  list it."), same_key("a bean, list it"));
        assert_ne!(same_key("A bean: list it."), same_key("A bean: get it."));
    }
}
