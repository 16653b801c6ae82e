//! The proof that no value of a type is more than a plain word, by the rules that the runtime uses too.

use toolnode_rules::argv::{
    Decision, Strings, Undecided, admits_leading_dash, admits_payload, matches, propose,
};

use super::model::{Dashes, Member};
use crate::faults::Faults;
use crate::keys::Text;

const PLAIN: &str = "an argv word may hold letters, digits and _ . / : @ % + = , - only";

/// Proves a pattern, and says which of its values begin with `-`.
pub(super) fn pattern(
    pattern: &Text,
    min: Option<u64>,
    max: Option<u64>,
    faults: &Faults,
) -> Dashes {
    let strings = |min: u64| {
        Strings::All(vec![Strings::Pattern(pattern.value.clone()), Strings::Length { min, max }])
    };
    let least = min.unwrap_or(0);
    match admits_payload(&strings(least)) {
        Decision::Never => {}
        Decision::Admits { witness } => {
            let instead = match propose(&pattern.value) {
                Some(better) => format!("try {better:?}"),
                None => "name the characters that may stand there; prose goes to standard input, and needs no pattern"
                    .to_owned(),
            };
            let error = format!("this pattern admits {witness:?}: {PLAIN}; {instead}");
            faults.push(syn::Error::new(pattern.span, error));
            return Dashes::default();
        }
        Decision::Undecided { reason } => {
            undecided(pattern, &reason, faults);
            return Dashes::default();
        }
    }
    let dash = |min: u64| match admits_leading_dash(&strings(min)) {
        Decision::Never => None,
        Decision::Admits { witness } => Some(witness),
        Decision::Undecided { .. } => Some("-".to_owned()),
    };
    Dashes { any: dash(least), longer: dash(least.max(2)) }
}

/// Whether a pattern can be matched; it need not be proven, since it only takes away.
pub(super) fn can_match(not: &Text, faults: &Faults) {
    if let Err(reason) = matches(&not.value, "") {
        undecided(not, &reason, faults);
    }
}

/// A second pattern, which the text may propose, is for types documents.
fn undecided(pattern: &Text, reason: &Undecided, faults: &Faults) {
    let reason = reason.to_string();
    let here = reason.split_once(", or add under `allOf`").map_or(&*reason, |(here, _)| here);
    faults.note_rule(pattern, here);
}

/// Proves the words of an enum.
pub(super) fn words(members: &[Member], faults: &Faults) {
    for (number, member) in members.iter().enumerate() {
        let word = &member.word;
        if word.value.is_empty() {
            faults.note(word, "this word is empty", "write what is put on the command line");
        }
        let alone = Strings::OneOfWords(vec![word.value.clone()]);
        if let Decision::Admits { .. } = admits_payload(&alone) {
            let what = format!("{:?} is more than a plain word: {PLAIN}", word.value);
            faults.note(word, what, "give it another with `#[serde(rename = \"…\")]`");
        }
        if let Some(other) = members[..number].iter().find(|other| other.word.value == word.value) {
            let what = format!("{:?} is the word of `{}` already", word.value, other.ident);
            faults.note(word, what, "give each variant a word of its own");
        }
    }
}

/// Which words begin with `-`.
pub(super) fn dashes(members: &[Member]) -> Dashes {
    let words = || members.iter().map(|m| &m.word.value).filter(|word| word.starts_with('-'));
    let longer = words().find(|word| word.chars().count() > 1);
    Dashes { any: words().next().cloned(), longer: longer.cloned() }
}
