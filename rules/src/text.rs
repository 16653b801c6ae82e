//! Characters that a reader does not see, or that a terminal, a log or a line-based program takes for something else.
//!
//! Two questions: what is hidden in prose that people and models read ([`hidden_characters`]), and what may not stand in a
//! word of a command line whatever its type admits ([`unprintable`]). [`escaped`] shows somebody else's text on one line.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The characters that show nothing, or that change the order in which others are shown, with their offsets in bytes.
///
/// These are the format controls of Unicode (zero-width ones, and those for bidirectional text, by which what is read
/// differs from what is run: CVE-2021-42574, "Trojan Source"), the tags U+E0000 to U+E007F (which carry text that a model
/// reads and a person does not see), variation selectors beyond the one for emoji, and the fillers that look like
/// nothing. A zero-width joiner or non-joiner between two visible characters that are not ASCII is part of writing in
/// several scripts and of emoji, and is not reported.
///
/// ```
/// use toolnode_rules::text::hidden_characters;
///
/// let found: Vec<_> = hidden_characters("pay\u{202e}load").collect();
/// assert_eq!(found, [(3, '\u{202e}')]);
/// ```
pub fn hidden_characters(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    text.char_indices().filter(|&(offset, c)| is_hidden(c) && !is_joiner_in_place(text, offset, c))
}

/// The first character that may not stand in a word of a command line, with its offset in bytes.
///
/// NUL ends a word early (CWE-158); line ends make two lines of one (CWE-93); the other controls of C0 and C1 drive
/// terminals (CWE-150); hidden characters make the word another than the one that is read. Joiners and the variation selectors
/// for emoji are no exception here.
///
/// ```
/// use toolnode_rules::text::unprintable;
///
/// assert_eq!(unprintable("a b"), None);
/// assert_eq!(unprintable("a\nb"), Some((1, '\n')));
/// ```
pub fn unprintable(word: &str) -> Option<(usize, char)> {
    word.char_indices().find(|&(_, c)| is_in_no_word(c))
}

/// Text on one line, in which all that [`unprintable`] would report is shown as an escape: `\u{1b}`.
///
/// ```
/// use toolnode_rules::text::escaped;
///
/// assert_eq!(escaped("a\nb"), "a\\u{a}b");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    let Some((mut at, _)) = unprintable(text) else { return Cow::Borrowed(text) };
    let mut shown = text[..at].to_owned();
    let mut rest = &text[at..];
    while let Some(c) = rest.chars().next() {
        // A string takes whatever is written to it.
        let _ = write!(shown, "{}", c.escape_unicode());
        rest = &rest[c.len_utf8()..];
        at = unprintable(rest).map_or(rest.len(), |(at, _)| at);
        shown.push_str(&rest[..at]);
        rest = &rest[at..];
    }
    Cow::Owned(shown)
}

/// Whether [`unprintable`] would report this character.
pub(crate) fn is_in_no_word(c: char) -> bool {
    is_unprintable(c) || matches!(c, '\u{fe00}'..='\u{fe0f}')
}

/// Whether this character is a control, ends a line or is hidden, in prose as in a word.
pub fn is_unprintable(c: char) -> bool {
    // `is_control` is C0, delete and C1; U+2028 and U+2029 end lines without being controls.
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') || is_hidden(c)
}

/// Whether this character shows nothing or reorders others, wherever it stands.
///
/// Unicode's `Default_Ignorable_Code_Point` without the variation selectors U+FE00 to U+FE0F, and the interlinear
/// annotation controls, which are not of that property but show nothing either.
pub fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}'                    // soft hyphen
        | '\u{34f}'                 // combining grapheme joiner
        | '\u{61c}'                 // Arabic letter mark
        | '\u{115f}'..='\u{1160}'   // Hangul fillers
        | '\u{17b4}'..='\u{17b5}'   // Khmer inherent vowels
        | '\u{180b}'..='\u{180f}'   // Mongolian selectors and vowel separator
        | '\u{200b}'..='\u{200f}'   // zero width; left-to-right and right-to-left marks
        | '\u{202a}'..='\u{202e}'   // bidirectional embeddings and overrides
        | '\u{2060}'..='\u{206f}'   // word joiner, invisible operators, bidirectional isolates, deprecated
        | '\u{3164}'                // Hangul filler
        | '\u{feff}'                // byte order mark
        | '\u{ffa0}'                // halfwidth Hangul filler
        | '\u{fff0}'..='\u{fffb}'   // unassigned, and interlinear annotation
        | '\u{1bca0}'..='\u{1bca3}' // shorthand format controls
        | '\u{1d173}'..='\u{1d17a}' // musical format controls
        | '\u{e0000}'..='\u{e0fff}' // tags, more variation selectors, and what is set aside for such
    )
}

/// A joiner that does what it is for: it stands between two characters beyond ASCII that are seen.
fn is_joiner_in_place(text: &str, offset: usize, c: char) -> bool {
    let is_seen = |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && !is_unprintable(c));
    matches!(c, '\u{200c}' | '\u{200d}')
        && is_seen(text[..offset].chars().next_back())
        && is_seen(text[offset + c.len_utf8()..].chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_ignorables_are_hidden() {
        let hir =
            regex_syntax::parse(r"\p{Default_Ignorable_Code_Point}").expect("a known property");
        let regex_syntax::hir::HirKind::Class(regex_syntax::hir::Class::Unicode(set)) = hir.kind()
        else {
            panic!("a class")
        };
        for range in set.iter() {
            for c in range.start()..=range.end() {
                assert!(
                    is_hidden(c) || ('\u{fe00}'..='\u{fe0f}').contains(&c),
                    "U+{:04X}",
                    u32::from(c)
                );
            }
        }
        let listed = ('\0'..=char::MAX).filter(|&c| is_hidden(c)).count();
        let ignorable: usize = set.iter().map(|r| (r.start()..=r.end()).count()).sum();
        // Sixteen selectors less, three annotation controls more.
        assert_eq!(listed, ignorable - 16 + 3);
    }

    #[test]
    fn what_people_write_is_not_hidden() {
        for text in [
            "",
            "plain",
            "naïve — “quoted”",
            "日本語\nنص",
            "👩\u{200d}💻 ❤\u{fe0f}",
            "می\u{200c}خواهم",
        ] {
            assert_eq!(hidden_characters(text).next(), None, "{text:?}");
        }
    }

    #[test]
    fn what_people_do_not_see_is() {
        for text in [
            "a\u{200b}b",
            "a\u{200d}b",
            "\u{feff}a",
            "\u{2066}a\u{2069}",
            "a\u{e0041}",
            "\u{200d}é",
            "a\u{ad}",
        ] {
            assert!(hidden_characters(text).next().is_some(), "{text:?}");
        }
        assert_eq!(
            hidden_characters("x\u{e0041}y\u{e007f}").map(|(offset, _)| offset).collect::<Vec<_>>(),
            [1, 6]
        );
    }

    #[test]
    fn escaped_text_is_one_line_of_what_is_seen() {
        assert!(matches!(escaped("naïve “日本”"), Cow::Borrowed(_)));
        assert_eq!(
            escaped("x\n\u{1b}[31m\u{202e}y\u{200b}\u{9b}é\r"),
            "x\\u{a}\\u{1b}[31m\\u{202e}y\\u{200b}\\u{9b}é\\u{d}"
        );
    }

    #[test]
    fn words() {
        for word in ["", "a b", "naïve", "日本", "❤", "\u{a0}"] {
            assert_eq!(unprintable(word), None, "{word:?}");
        }
        for c in [
            '\0',
            '\t',
            '\n',
            '\r',
            '\u{1b}',
            '\u{7f}',
            '\u{85}',
            '\u{9b}',
            '\u{2028}',
            '\u{2029}',
            '\u{202e}',
            '\u{200d}',
            '\u{fe00}',
            '\u{fe0f}',
            '\u{180b}',
            '\u{e0100}',
        ] {
            assert_eq!(unprintable(&format!("é{c}b")), Some((2, c)), "{c:?}");
        }
    }
}
