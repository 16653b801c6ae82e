//! Words that messages share.

use toolnode_rules::{suggest, text};

/// Words that are compared or listed; where there are more, it is a program's work and no slip.
const MAX_WORDS: usize = 200;

/// `did you mean …?`, where one of the known words is near.
pub(crate) fn did_you_mean(written: &str, known: &[&str]) -> Option<String> {
    let word = suggest::did_you_mean(written, known.iter().copied().take(MAX_WORDS))?;
    Some(format!("did you mean `{word}`?"))
}

/// What is wrong with text that is served, and how to mend it: what a model reads must be what a person sees
/// (CVE-2021-42574).
pub(crate) fn hidden(prose: &str) -> Option<(String, String)> {
    let controls =
        prose.char_indices().filter(|(_, c)| c.is_control() && !matches!(c, '\n' | '\t'));
    let mut hidden: Vec<_> = text::hidden_characters(prose).chain(controls).collect();
    hidden.sort_unstable();
    let (at, character) = hidden.first()?;
    let place = prose[..*at].chars().count() + 1;
    let code = u32::from(*character);
    let message = format!("character {place} of this text is U+{code:04X}, which nobody sees");
    let help = match hidden.len() {
        1 => "take it out".to_owned(),
        count => format!("take it out, and {} more", count - 1),
    };
    Some((message, help))
}

/// Words in a row: `` `a`, `b` and `c` ``.
pub(crate) fn listed<S: AsRef<str>>(words: &[S]) -> String {
    let mut quoted: Vec<String> =
        words.iter().take(MAX_WORDS).map(|word| format!("`{}`", word.as_ref())).collect();
    if words.len() > MAX_WORDS {
        quoted.push(format!("{} more", words.len() - MAX_WORDS));
    }
    match quoted.split_last() {
        None => "nothing".into(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}
