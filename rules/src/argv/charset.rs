//! Sets of characters: the fixed ones, and those that `\p{…}` names.
//!
//! The tables are those of `regex-syntax`, which the run-time validator uses too (through `regex` and `fancy-regex`), so
//! that both mean the same version of Unicode by "a letter".

use std::sync::LazyLock;

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

/// The characters, apart from letters, marks and digits, that an argv word may hold.
pub(super) const SAFE_PUNCTUATION: &str = "_./:@%+=,-";

/// Every character that an argv word may hold: `\p{L}\p{M}\p{N}` and [`SAFE_PUNCTUATION`].
pub(super) fn safe() -> &'static ClassUnicode {
    static SAFE: LazyLock<ClassUnicode> = LazyLock::new(|| {
        let mut set = ClassUnicode::empty();
        for name in ["L", "M", "N"] {
            set.union(&property(name).expect("the tables of general categories are built in"));
        }
        set.union(&of_chars(SAFE_PUNCTUATION.chars()));
        set
    });
    &SAFE
}

/// Every character outside [`safe`]: what makes a string a payload (CWE-78, CWE-88).
pub(super) fn payload() -> &'static ClassUnicode {
    static PAYLOAD: LazyLock<ClassUnicode> = LazyLock::new(|| negated(safe().clone()));
    &PAYLOAD
}

/// Every character.
pub(super) fn any() -> ClassUnicode {
    of_ranges(&[('\0', char::MAX)])
}

/// ECMA-262 `\d`.
pub(super) fn digit() -> ClassUnicode {
    of_ranges(&[('0', '9')])
}

/// ECMA-262 `\w` without the `i` flag, which a schema's pattern cannot carry.
pub(super) fn word() -> ClassUnicode {
    of_ranges(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')])
}

/// ECMA-262 `\s`: *`WhiteSpace`* (`Zs` and the byte order mark among them) and *`LineTerminator`*.
pub(super) fn space() -> ClassUnicode {
    of_ranges(&[
        ('\t', '\r'),
        (' ', ' '),
        ('\u{a0}', '\u{a0}'),
        ('\u{1680}', '\u{1680}'),
        ('\u{2000}', '\u{200a}'),
        ('\u{2028}', '\u{2029}'),
        ('\u{202f}', '\u{202f}'),
        ('\u{205f}', '\u{205f}'),
        ('\u{3000}', '\u{3000}'),
        ('\u{feff}', '\u{feff}'),
    ])
}

/// ECMA-262 `.` without the `s` flag: all but *`LineTerminator`*.
pub(super) fn dot() -> ClassUnicode {
    negated(of_ranges(&[('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')]))
}

/// The set that `\p{name}` stands for, or `None` where no such property is known.
///
/// `name` must be letters, digits and `_`, with at most one `=`: the caller checks, since the parser behind this knows
/// spellings that ECMA-262 does not.
pub(super) fn property(name: &str) -> Option<ClassUnicode> {
    let hir = regex_syntax::parse(&format!(r"\p{{{name}}}")).ok()?;
    match hir.into_kind() {
        HirKind::Class(Class::Unicode(set)) => Some(set),
        // A class of one character comes back as that character.
        HirKind::Literal(literal) => Some(of_chars(std::str::from_utf8(&literal.0).ok()?.chars())),
        _ => None,
    }
}

/// The set of these ranges, both ends included.
pub(super) fn of_ranges(ranges: &[(char, char)]) -> ClassUnicode {
    ClassUnicode::new(ranges.iter().map(|&(first, last)| ClassUnicodeRange::new(first, last)))
}

/// The set of these characters.
pub(super) fn of_chars(chars: impl Iterator<Item = char>) -> ClassUnicode {
    ClassUnicode::new(chars.map(|c| ClassUnicodeRange::new(c, c)))
}

/// Every character outside `set`.
pub(super) fn negated(mut set: ClassUnicode) -> ClassUnicode {
    set.negate();
    set
}

/// `left` without the characters of `right`.
pub(super) fn minus(left: &ClassUnicode, right: &ClassUnicode) -> ClassUnicode {
    let mut set = left.clone();
    set.difference(right);
    set
}

/// The characters in both.
pub(super) fn both(left: &ClassUnicode, right: &ClassUnicode) -> ClassUnicode {
    let mut set = left.clone();
    set.intersect(right);
    set
}

/// Whether `set` holds `c`.
pub(super) fn contains(set: &ClassUnicode, c: char) -> bool {
    set.ranges()
        .binary_search_by(|range| {
            if range.end() < c {
                std::cmp::Ordering::Less
            } else if range.start() > c {
                std::cmp::Ordering::Greater
            } else {
                std::cmp::Ordering::Equal
            }
        })
        .is_ok()
}
