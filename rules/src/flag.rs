//! Flags: the words by which a program's options are named.
//!
//! A flag comes from a declaration and never from a value. It is checked all the same, so that it is one word and one
//! option: no `=` that could carry a value along, no white space, and neither `-` nor `--`, which programs take for standard
//! input and for the end of the options (POSIX XBD 12.2, guidelines 10 and 13; CWE-88).

use std::fmt;

use crate::text::is_in_no_word;

/// A flag that was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flag<'a> {
    text: &'a str,
    kind: FlagKind,
}

/// How a flag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlagKind {
    /// `--base-url`
    Long,
    /// `-R`, or a single dash with a longer name (`-out`), as some programs have it.
    Short,
}

/// What is wrong with a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagFault {
    flag: String,
    kind: FlagFaultKind,
}

/// The kinds of [`FlagFault`]. Offsets are bytes of the flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlagFaultKind {
    /// There is nothing.
    Empty,
    /// It does not begin with `-`.
    NoDash,
    /// It is `-` or `--`, or a name is missing behind more dashes.
    NoName,
    /// It holds `=`.
    Equals {
        /// Where.
        offset: usize,
    },
    /// It holds white space, a control or a character that is not seen, or its name begins with a third dash.
    Character {
        /// Which.
        character: char,
        /// Where.
        offset: usize,
    },
}

impl<'a> Flag<'a> {
    /// Checks a flag as a declaration writes it.
    ///
    /// ```
    /// use toolnode_rules::flag::Flag;
    ///
    /// assert!(Flag::parse("--base-url").unwrap().is_long());
    /// assert!(!Flag::parse("-R").unwrap().is_long());
    /// assert_eq!(
    ///     Flag::parse("--out=x").unwrap_err().to_string(),
    ///     "`--out=x` is no flag: `=` at offset 5; leave it out, and declare a value that is to be joined by `=` as `joined`"
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// Where the text is not one word that names one option; the fault says what is wrong and what to write.
    pub fn parse(text: &'a str) -> Result<Self, FlagFault> {
        let fault = |kind| Err(FlagFault { flag: text.to_owned(), kind });
        if text.is_empty() {
            return fault(FlagFaultKind::Empty);
        }
        let (name, kind) = if let Some(name) = text.strip_prefix("--") {
            (name, FlagKind::Long)
        } else if let Some(name) = text.strip_prefix('-') {
            (name, FlagKind::Short)
        } else {
            return fault(FlagFaultKind::NoDash);
        };
        if name.chars().all(|c| c == '-') {
            return fault(FlagFaultKind::NoName);
        }
        let name_offset = text.len() - name.len();
        for (offset, character) in name.char_indices() {
            let offset = offset + name_offset;
            if character == '=' {
                return fault(FlagFaultKind::Equals { offset });
            }
            let third_dash = offset == name_offset && character == '-';
            if third_dash || character.is_whitespace() || is_in_no_word(character) {
                return fault(FlagFaultKind::Character { character, offset });
            }
        }
        Ok(Self { text, kind })
    }

    /// The flag as it goes onto the command line, dashes included.
    pub fn as_str(&self) -> &'a str {
        self.text
    }

    /// How it is written.
    pub fn kind(&self) -> FlagKind {
        self.kind
    }

    /// Whether it begins with `--`; only then can a value be joined to it by `=`.
    pub fn is_long(&self) -> bool {
        self.kind == FlagKind::Long
    }
}

impl fmt::Display for Flag<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl FlagFault {
    /// What is wrong, and where.
    pub fn kind(&self) -> FlagFaultKind {
        self.kind
    }
}

impl fmt::Display for FlagFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flag = self.flag.escape_debug();
        match self.kind {
            FlagFaultKind::Empty => {
                f.write_str("a flag is empty; write it with its dashes, as in `--out` or `-o`")
            }
            FlagFaultKind::NoDash => {
                write!(f, "`{flag}` is no flag: it does not begin with `-`; ")?;
                if Flag::parse(&format!("--{}", self.flag)).is_ok() {
                    write!(f, "write `--{flag}`")
                } else {
                    f.write_str("write it with its dashes, as in `--out`")
                }
            }
            FlagFaultKind::NoName => write!(
                f,
                "`{flag}` is no flag: nothing is named; write a name behind the dashes, and for `--` before the positionals \
                 declare `terminator`"
            ),
            FlagFaultKind::Equals { offset } => write!(
                f,
                "`{flag}` is no flag: `=` at offset {offset}; leave it out, and declare a value that is to be joined by `=` \
                 as `joined`"
            ),
            FlagFaultKind::Character { character, offset } => write!(
                f,
                "`{flag}` is no flag: {character:?} at offset {offset}; a flag is one word, `-` or `--` and a name, and \
                 what follows it belongs in a word of its own"
            ),
        }
    }
}

impl std::error::Error for FlagFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags() {
        for text in ["--x", "--base-url", "--no_color", "--Werror", "--log.level", "--3way"] {
            assert_eq!(Flag::parse(text).map(|flag| flag.kind()), Ok(FlagKind::Long), "{text}");
        }
        for text in ["-R", "-x", "-1", "-out", "-std", "-?", "-#", "-@"] {
            assert_eq!(Flag::parse(text).map(|flag| flag.kind()), Ok(FlagKind::Short), "{text}");
        }
    }

    #[test]
    fn faults() {
        use FlagFaultKind::{Character, Empty, Equals, NoDash, NoName};
        for (text, kind) in [
            ("", Empty),
            ("out", NoDash),
            ("\u{2013}out", NoDash),
            ("-", NoName),
            ("--", NoName),
            ("---", NoName),
            ("--a=b", Equals { offset: 3 }),
            ("-o=", Equals { offset: 2 }),
            ("--a b", Character { character: ' ', offset: 3 }),
            ("---a", Character { character: '-', offset: 2 }),
            ("--a\n", Character { character: '\n', offset: 3 }),
            ("--a\0", Character { character: '\0', offset: 3 }),
            ("--a\u{200b}", Character { character: '\u{200b}', offset: 3 }),
        ] {
            assert_eq!(Flag::parse(text).map_err(|fault| fault.kind()), Err(kind), "{text:?}");
        }
    }

    #[test]
    fn a_fault_says_what_to_write() {
        let message = |text| Flag::parse(text).unwrap_err().to_string();
        assert_eq!(message("out"), "`out` is no flag: it does not begin with `-`; write `--out`");
        assert!(message("--").contains("`terminator`"));
        assert!(message("--a b").contains("' ' at offset 3"));
    }
}
