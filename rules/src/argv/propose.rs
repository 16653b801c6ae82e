//! A pattern that would do, for the author of one that does not.

use regex_syntax::hir::ClassUnicode;

use super::ast::{Atom, Item, Node, Shape};
use super::decide::compile;
use super::search::{Automaton, Budget, Conditions, Question, shortest};
use super::{Decision, Strings, admits_payload, charset};

/// What stands where "anything" was written: every ASCII character of an argv word.
const SAFE_RANGES: [(char, char); 3] = [('A', 'Z'), ('a', 'z'), ('0', '9')];

/// What stands where nothing was written.
const BEGINNING: &str = "^[a-z]+$";

/// A pattern near to this one that is proven to admit no payload: with anchors at both ends, and without the offending
/// characters where a class or a `.` lets them in. `None` where the pattern cannot be decided, where a payload character is
/// written out, so that only its author can say what should stand there, or where nothing would be left.
///
/// A pattern that needs no change is given back as it is. For one with nothing between its anchors there is none near, and
/// the one that is given is a beginning.
///
/// ```
/// use toolnode_rules::argv::propose;
///
/// assert_eq!(propose("[a-z]+").as_deref(), Some("^[a-z]+$"));
/// assert_eq!(propose("^https?://.+$").as_deref(), Some("^https?://[A-Za-z0-9_./:@%+=,-]+$"));
/// assert_eq!(propose("^").as_deref(), Some("^[a-z]+$"));
/// assert_eq!(propose("^a b$"), None);
/// ```
pub fn propose(pattern: &str) -> Option<String> {
    let admits = |candidate: &str, least: u64| {
        let strings = Strings::Pattern(candidate.to_owned());
        admits_payload(&strings) == Decision::Never
            && compile(candidate).is_ok_and(|automaton| admits_anything(&automaton, least))
    };
    if admits(pattern, 0) {
        return Some(pattern.to_owned());
    }
    // The empty word alone is not what anybody meant.
    let would_do = |candidate: &str| admits(candidate, 1);
    let automaton = compile(pattern).ok()?;
    if automaton.pattern.atoms.is_empty() {
        return Some(BEGINNING.to_owned());
    }
    let anchored = anchored(pattern, &automaton.pattern.root);
    if would_do(&anchored) {
        return Some(anchored);
    }
    let narrowed = narrowed(pattern, &automaton.pattern.atoms)?;
    let narrowed_root = compile(&narrowed).ok()?.pattern.root;
    [narrowed.clone(), self::anchored(&narrowed, &narrowed_root)]
        .into_iter()
        .find(|candidate| would_do(candidate))
}

fn admits_anything(automaton: &Automaton, min: u64) -> bool {
    let conditions = Conditions { automata: &[automaton], min, max: None };
    shortest(&conditions, Question::Anything, &mut Budget::new()).is_ok_and(|found| found.is_some())
}

/// The pattern, with the anchors that it lacks at its ends.
fn anchored(pattern: &str, root: &Node) -> String {
    let (first, last) = match root {
        Node::Alternation(_) => return format!("^(?:{pattern})$"),
        Node::Concat(terms) => (terms.first(), terms.last()),
        term => (Some(term), Some(term)),
    };
    let start = if matches!(first, Some(Node::Start)) { "" } else { "^" };
    let end = if matches!(last, Some(Node::End)) { "" } else { "$" };
    format!("{start}{pattern}{end}")
}

/// The pattern, each class of it without the characters that make a payload.
fn narrowed(pattern: &str, atoms: &[Atom]) -> Option<String> {
    let mut text = String::new();
    let mut copied = 0;
    for atom in atoms {
        if charset::both(&atom.set, charset::payload()).ranges().is_empty() {
            continue;
        }
        let safe = match &atom.shape {
            Shape::Literal => return None,
            Shape::Class { negated: false, items } => narrowed_class(pattern, items)?,
            Shape::Class { negated: true, .. } | Shape::Escape => {
                let ranges = safe_ranges(&atom.set);
                if ranges.is_empty() {
                    return None;
                }
                class(vec![ranges])
            }
        };
        text.push_str(&pattern[copied..atom.span.start]);
        text.push_str(&safe);
        copied = atom.span.end;
    }
    text.push_str(&pattern[copied..]);
    Some(text)
}

/// Items without a payload character stay as they are written; of the others, what is safe and ASCII stays.
fn narrowed_class(pattern: &str, items: &[Item]) -> Option<String> {
    let parts: Vec<String> = items
        .iter()
        .map(|item| {
            if charset::both(&item.set, charset::payload()).ranges().is_empty() {
                pattern[item.span.clone()].to_owned()
            } else {
                safe_ranges(&item.set)
            }
        })
        .filter(|part| !part.is_empty())
        .collect();
    (!parts.is_empty()).then(|| class(parts))
}

/// `[…]` of these parts. A bare `-` moves to the end, where it cannot make a range.
fn class(parts: Vec<String>) -> String {
    let mut dash = "";
    let mut inner = String::new();
    for part in parts {
        // Not `\-`, and not the `-` that ends a range.
        let rest = part.strip_suffix('-').filter(|rest| !rest.ends_with(['\\', '-']));
        if let Some(rest) = rest {
            dash = "-";
            inner.push_str(rest);
        } else {
            inner.push_str(&part);
        }
    }
    format!("[{inner}{dash}]")
}

/// The safe ASCII characters of a set, as they stand in a class; a `-` last.
fn safe_ranges(set: &ClassUnicode) -> String {
    let mut text = String::new();
    for range in SAFE_RANGES {
        for part in charset::both(set, &charset::of_ranges(&[range])).ranges() {
            text.push(part.start());
            if part.start() != part.end() {
                if u32::from(part.end()) - u32::from(part.start()) > 1 {
                    text.push('-');
                }
                text.push(part.end());
            }
        }
    }
    text.extend(charset::SAFE_PUNCTUATION.chars().filter(|&c| charset::contains(set, c)));
    text
}
