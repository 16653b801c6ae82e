//! What a command printed, made fit to be read: by a model, in a terminal, in a log.

use std::borrow::Cow;
use std::fmt::Write as _;

use toolnode_rules::text::{hidden_characters, is_unprintable};

/// Text that holds nothing but what is seen.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Clean {
    pub(super) text: String,
    /// Bytes that were no UTF-8; `U+FFFD` stands for them.
    pub(super) replaced: usize,
}

/// Replaces what is no UTF-8, removes terminal escapes and control characters except tabs and line breaks (CWE-150), and
/// shows hidden characters as escapes.
pub(super) fn clean(bytes: Vec<u8>) -> Clean {
    let (text, replaced) = match String::from_utf8(bytes) {
        Ok(text) => (text, 0),
        Err(error) => replace(error.as_bytes()),
    };
    // Most output is clean, and need not be copied.
    if text.bytes().all(|byte| matches!(byte, b'\t' | b'\n' | b' '..=b'~')) {
        return Clean { text, replaced };
    }
    let text = match without_controls(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(text) => text,
    };
    Clean { text: show_hidden(text), replaced }
}

fn replace(bytes: &[u8]) -> (String, usize) {
    let mut text = String::with_capacity(bytes.len());
    let mut replaced = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        replaced += chunk.invalid().len();
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    (text, replaced)
}

fn without_controls(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n')) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '\u{1b}' => after_escape(after),
            '\u{9b}' => after_control_sequence(after),
            '\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}' => after_string(after),
            '\r' => {
                // By itself it has a terminal write over what stands there.
                clean.push(if after.starts_with('\n') { c } else { '\n' });
                after
            }
            '\t' | '\n' => {
                clean.push(c);
                after
            }
            c if c.is_control() => after,
            c => {
                clean.push(c);
                after
            }
        };
    }
    Cow::Owned(clean)
}

/// What comes after an escape sequence (ECMA-48, 5.3 to 5.6); the introducer is gone already.
fn after_escape(text: &str) -> &str {
    let mut chars = text.chars();
    match chars.next() {
        Some('[') => after_control_sequence(chars.as_str()),
        Some(']' | 'P' | 'X' | '^' | '_') => after_string(chars.as_str()),
        Some(' '..='/') => {
            let rest = text.trim_start_matches(|c| matches!(c, ' '..='/'));
            rest.strip_prefix(|c| matches!(c, '0'..='~')).unwrap_or(rest)
        }
        Some('0'..='~') => chars.as_str(),
        _ => text,
    }
}

/// Parameter bytes, intermediate bytes, one final byte.
fn after_control_sequence(text: &str) -> &str {
    let rest = text.trim_start_matches(|c| matches!(c, '0'..='?'));
    let rest = rest.trim_start_matches(|c| matches!(c, ' '..='/'));
    rest.strip_prefix(|c| matches!(c, '@'..='~')).unwrap_or(rest)
}

/// A command string goes up to its terminator, or as terminals have it to a bell. Without one it is text: nothing is lost.
fn after_string(text: &str) -> &str {
    let Some(end) = text.find(['\u{7}', '\u{9c}', '\u{1b}', '\n']) else { return text };
    let terminators = ["\u{7}", "\u{9c}", "\u{1b}\\"];
    terminators.iter().find_map(|t| text[end..].strip_prefix(t)).unwrap_or(text)
}

fn show_hidden(text: String) -> String {
    let mut shown = String::new();
    let mut from = 0;
    for (at, c) in hidden_or_separating(&text) {
        shown.push_str(&text[from..at]);
        let _ = write!(shown, "{}", c.escape_unicode());
        from = at + c.len_utf8();
    }
    if from == 0 {
        return text;
    }
    shown.push_str(&text[from..]);
    shown
}

/// Hidden characters, and the separators that some readers take for line ends.
fn hidden_or_separating(text: &str) -> impl Iterator<Item = (usize, char)> {
    let separators = text.char_indices().filter(|(_, c)| matches!(c, '\u{2028}' | '\u{2029}'));
    let mut all: Vec<_> = hidden_characters(text).chain(separators).collect();
    all.sort_unstable();
    all.into_iter()
}

/// JSON as text in which nothing is hidden: the same value, with escapes.
pub(super) fn json(value: &serde_json::Value) -> String {
    visible_json(value.to_string())
}

/// The same for what is text already, without a line break.
pub(crate) fn visible_json(text: String) -> String {
    if text.is_ascii() || !text.chars().any(is_unprintable) {
        return text;
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unprintable(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(text: &str) -> String {
        clean(text.as_bytes().to_vec()).text
    }

    #[test]
    fn what_is_seen_stays() {
        for text in
            ["", "plain\ttext\n", "naïve — 日本\n", "👩\u{200d}💻 ❤\u{fe0f}", "می\u{200c}خواهم"]
        {
            assert_eq!(cleaned(text), text);
        }
    }

    #[test]
    fn terminal_escapes_are_removed() {
        for (text, expected) in [
            ("\u{1b}[31mred\u{1b}[0m", "red"),
            ("\u{1b}[1;38;2;1;2;3mx", "x"),
            ("\u{9b}31mred", "red"),
            ("a\u{1b}[2 qb", "ab"),
            ("\u{1b}]0;title\u{7}after", "after"),
            ("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\", "link"),
            ("\u{9d}0;title\u{9c}after", "after"),
            ("\u{1b}(Bx\u{1b}Mx\u{1b}=x", "xxx"),
            ("\u{1b}Pq#0\u{1b}\\after", "after"),
            // Not ended: what follows is kept.
            ("\u{1b}]0;title\nafter", "0;title\nafter"),
            ("\u{1b}]0;title", "0;title"),
            ("\u{1b}[31", ""),
            ("\u{1b}", ""),
            ("\u{1b}é", "é"),
        ] {
            assert_eq!(cleaned(text), expected, "{text:?}");
        }
    }

    #[test]
    fn controls_are_removed_and_line_breaks_kept() {
        assert_eq!(cleaned("a\u{0}b\u{8}c\u{7f}d\u{85}e\n\tf\r\ng\rh"), "abcde\n\tf\r\ng\nh");
    }

    #[test]
    fn hidden_characters_are_shown() {
        assert_eq!(cleaned("pay\u{202e}load\u{200b}"), "pay\\u{202e}load\\u{200b}");
        assert_eq!(cleaned("a\u{2028}b\u{e0041}"), "a\\u{2028}b\\u{e0041}");
    }

    #[test]
    fn bytes_that_are_no_utf_8_are_counted() {
        let clean = super::clean(b"a\x85b\xff\xfe\xc3".to_vec());
        assert_eq!(clean, Clean { text: "a\u{fffd}b\u{fffd}\u{fffd}\u{fffd}".into(), replaced: 4 });
    }

    #[test]
    fn json_with_hidden_characters_is_the_same_value() {
        let value = serde_json::json!({"a": "x\u{202e}\u{e0041}\u{85}\u{1b}\n", "b": "ü"});
        let text = json(&value);
        assert!(!text.chars().any(is_unprintable), "{text:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"), value);
    }
}
