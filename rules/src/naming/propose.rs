//! A name that follows the rule, near to one that does not.

use super::words::{VERBS, verb_of};
use super::{Name, breaches, taken_apart};
use crate::name::{MAX_SERVED, check_id};

/// What else is known of a tool whose name is to be mended.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints<'a> {
    /// Its summary: the first verb of it is the verb of the name, where the name has none.
    pub summary: &'a str,
    /// A skill that it satisfies: the subject, where nothing is left of the name.
    pub skill: &'a str,
}

/// An id that follows the rule, for one that does not; `None` where nothing is left to make one of.
///
/// What has no place in a name is left out; a verb in front is put last; a synonym becomes the verb that it stands for; and
/// where there is no verb at all, the summary gives it, and `run` where that has none either. Of the ids that come out so,
/// the first that is not `taken`.
///
/// ```
/// use toolnode_rules::naming::{Hints, Name, propose};
///
/// let propose = |id, summary| {
///     let name = Name { id, programs: &["gh"], verbs: &[] };
///     propose(&name, &Hints { summary, skill: "pull-requests" }, |id| id == "pr-list")
/// };
/// assert_eq!(propose("github-fetch-pr", "").as_deref(), Some("pr-get"));
/// assert_eq!(propose("pr-queue", "Lists what waits.").as_deref(), Some("pr-queue-list"));
/// assert_eq!(propose("list-pr", "").as_deref(), Some("pr-get"));
/// assert_eq!(propose("gh-cli", "").as_deref(), Some("pull-requests-run"));
/// ```
pub fn propose(name: &Name<'_>, hints: &Hints<'_>, taken: impl Fn(&str) -> bool) -> Option<String> {
    let mut subject = taken_apart(name).kept;
    let verb = verb(name, &mut subject, hints.summary);
    if subject.is_empty() {
        let skill = Name { id: hints.skill, ..*name };
        subject = taken_apart(&skill).kept;
        subject.retain(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
    }
    if subject.is_empty() {
        return None;
    }
    let others = VERBS.iter().copied().filter(|other| *other != verb);
    std::iter::once(verb.as_str())
        .chain(others)
        .map(|verb| format!("{}-{verb}", subject.join("-")))
        .find(|id| {
            let proposed = Name { id, ..*name };
            check_id(id).is_ok()
                && id.len() <= MAX_SERVED
                && id != name.id
                && !taken(id)
                && breaches(&proposed).is_empty()
        })
}

/// The verb, which is taken out of the words.
fn verb(name: &Name<'_>, words: &mut Vec<String>, summary: &str) -> String {
    if let Some(verb) = words.pop_if(|word| name.is_verb(word)) {
        return verb;
    }
    if words.len() > 1 {
        if let Some(verb) = words.last().and_then(|word| verb_of(word)) {
            words.pop();
            return verb.to_owned();
        }
        // Only what is surely a verb in front: `test-coverage` begins with a noun.
        let first = words.first().filter(|word| name.is_verb(word) || in_front(word)).cloned();
        if let Some(first) = first {
            words.remove(0);
            return verb_of(&first).map_or(first.clone(), str::to_owned);
        }
    }
    verb_of_summary(summary).unwrap_or("run").to_owned()
}

/// Synonyms that begin a name as a verb and hardly ever as a noun.
fn in_front(word: &str) -> bool {
    const NOUNS: [&str; 12] = [
        "audit", "build", "change", "document", "name", "new", "patch", "query", "record",
        "report", "store", "test",
    ];
    verb_of(word).is_some() && !NOUNS.contains(&word)
}

/// The verb with which a summary says what is done: the first word, or the first after a colon.
fn verb_of_summary(summary: &str) -> Option<&'static str> {
    let of = |text: &str| {
        let word: String = text.trim_start().chars().take_while(|c| c.is_alphabetic()).collect();
        let word = word.to_lowercase();
        let stem = |end: &str| word.strip_suffix(end).and_then(verb_of);
        verb_of(&word).or_else(|| stem("s")).or_else(|| stem("es"))
    };
    summary.split_once(':').and_then(|(_, rest)| of(rest)).or_else(|| of(summary))
}
