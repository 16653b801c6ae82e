//! A command line, split into words as a POSIX shell splits it, and refused where a shell would do more than split.
//!
//! No shell ever runs (CWE-78). So that a command written for one does not come to mean something else, everything that a
//! shell would act on is an error that names it: operators, expansions, patterns, comments, assignments and reserved words.
//! What remains is quoting alone (POSIX XCU 2.2): `'…'`, `"…"` and `\`, and for that the words are those that `sh` makes.
//!
//! The crates `shlex` and `shell-words` split by the same rules, but say neither where a quote begins nor which characters
//! were quoted; the scan that finds shell syntax knows both and would have to be kept in step with them. So it collects the
//! words as well, and the tests compare them with `shell-words` and with `sh`.

use std::fmt;

/// Words that make a compound command where they are unquoted and come first: those of POSIX XCU 2.4, and two of those it
/// lets shells add. `{` and `!` are refused as characters already; `in` means something in its place only, and `time` is a
/// program too, which does the same.
const RESERVED: [&str; 15] = [
    "case", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "select", "then",
    "until", "while", "}",
];

/// Why a command line has no words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordsFault {
    command: String,
    kind: WordsFaultKind,
}

/// The kinds of [`WordsFault`]. Offsets are bytes of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WordsFaultKind {
    /// A character on which a shell would act: an operator, an expansion, a pattern, or a `#` that begins a comment.
    NeedsShell {
        /// Which.
        character: char,
        /// Where.
        offset: usize,
    },
    /// `NAME=value` before the program: a shell sets a variable for it.
    Assignment {
        /// The name.
        name: String,
        /// Where the word begins.
        offset: usize,
    },
    /// The first word is one of the shell's language, as `if` is.
    Reserved {
        /// Which.
        word: String,
        /// Where it begins.
        offset: usize,
    },
    /// A `'` or `"` without its partner.
    UnterminatedQuote {
        /// Which.
        quote: char,
        /// Where it stands.
        offset: usize,
    },
    /// The command line ends with a `\` that quotes nothing.
    TrailingBackslash {
        /// Where.
        offset: usize,
    },
    /// There are no words.
    Empty,
    /// It holds NUL, which no word can.
    Nul {
        /// Where.
        offset: usize,
    },
}

/// The words of a command line.
///
/// ```
/// use toolnode_rules::words::split;
///
/// assert_eq!(split(r#"git log --format='%h %s' "a b""#).unwrap(), ["git", "log", "--format=%h %s", "a b"]);
///
/// let fault = split("git log | head").unwrap_err();
/// assert!(fault.needs_shell());
/// ```
///
/// # Errors
///
/// Where a shell would do more than split ([`WordsFault::needs_shell`]), where quoting is unfinished, and where there is
/// nothing.
pub fn split(command: &str) -> Result<Vec<String>, WordsFault> {
    Scan { command, words: Vec::new(), word: None }
        .run()
        .map_err(|kind| WordsFault { command: command.to_owned(), kind })
}

struct Scan<'c> {
    command: &'c str,
    words: Vec<String>,
    /// The word at hand, if one has begun.
    word: Option<Word>,
}

#[derive(Default)]
struct Word {
    text: String,
    offset: usize,
    /// Whether any of it was quoted; a reserved word that is quoted is a word like others.
    quoted: bool,
    /// Where the first unquoted `=` stands, if everything before it is unquoted.
    equals: Option<usize>,
}

impl Scan<'_> {
    fn run(mut self) -> Result<Vec<String>, WordsFaultKind> {
        if let Some(offset) = self.command.find('\0') {
            return Err(WordsFaultKind::Nul { offset });
        }
        let mut chars = self.command.char_indices();
        while let Some((offset, character)) = chars.next() {
            match character {
                // XCU 2.3: blanks part words. A line end would part commands and is refused below.
                ' ' | '\t' => self.end_word()?,
                '\'' => {
                    let word = self.quoted_word(offset);
                    loop {
                        match chars.next() {
                            None => return Err(unterminated(character, offset)),
                            Some((_, '\'')) => break,
                            Some((_, c)) => word.text.push(c),
                        }
                    }
                }
                '"' => self.double_quotes(offset, &mut chars)?,
                '\\' => match chars.next() {
                    None => return Err(WordsFaultKind::TrailingBackslash { offset }),
                    // XCU 2.2.1: the line goes on, and neither character is there.
                    Some((_, '\n')) => {}
                    Some((_, c)) => self.quoted_word(offset).text.push(c),
                },
                '|' | '&' | ';' | '<' | '>' | '(' | ')' | '*' | '?' | '[' | '{' | '~' | '!'
                | '\n' | '$' | '`' => {
                    return Err(WordsFaultKind::NeedsShell { character, offset });
                }
                '#' if self.word.is_none() => {
                    return Err(WordsFaultKind::NeedsShell { character, offset });
                }
                _ => {
                    let word = self.word_at(offset);
                    if character == '=' && !word.quoted && word.equals.is_none() {
                        word.equals = Some(word.text.len());
                    }
                    word.text.push(character);
                }
            }
        }
        self.end_word()?;
        if self.words.is_empty() {
            return Err(WordsFaultKind::Empty);
        }
        Ok(self.words)
    }

    /// XCU 2.2.3: `$` and `` ` `` keep their meaning, and `\` quotes these two, itself, `"` and a line end.
    fn double_quotes(
        &mut self,
        start: usize,
        chars: &mut std::str::CharIndices<'_>,
    ) -> Result<(), WordsFaultKind> {
        let word = self.quoted_word(start);
        loop {
            match chars.next() {
                None => return Err(unterminated('"', start)),
                Some((_, '"')) => return Ok(()),
                Some((offset, character @ ('$' | '`'))) => {
                    return Err(WordsFaultKind::NeedsShell { character, offset });
                }
                Some((_, '\\')) => match chars.next() {
                    None => return Err(unterminated('"', start)),
                    Some((_, '\n')) => {}
                    Some((_, c @ ('$' | '`' | '"' | '\\'))) => word.text.push(c),
                    Some((_, c)) => word.text.extend(['\\', c]),
                },
                Some((_, c)) => word.text.push(c),
            }
        }
    }

    fn word_at(&mut self, offset: usize) -> &mut Word {
        self.word.get_or_insert_with(|| Word { offset, ..Word::default() })
    }

    fn quoted_word(&mut self, offset: usize) -> &mut Word {
        let word = self.word_at(offset);
        word.quoted = true;
        word
    }

    fn end_word(&mut self) -> Result<(), WordsFaultKind> {
        let Some(word) = self.word.take() else {
            return Ok(());
        };
        if self.words.is_empty() {
            if let Some(equals) = word.equals
                && is_variable(&word.text[..equals])
            {
                return Err(WordsFaultKind::Assignment {
                    name: word.text[..equals].to_owned(),
                    offset: word.offset,
                });
            }
            if !word.quoted && RESERVED.contains(&word.text.as_str()) {
                return Err(WordsFaultKind::Reserved { word: word.text, offset: word.offset });
            }
        }
        self.words.push(word.text);
        Ok(())
    }
}

/// XBD 3.216: a name of the shell.
fn is_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '+')
        && name.find('+').is_none_or(|plus| plus == name.len() - 1)
}

fn unterminated(quote: char, offset: usize) -> WordsFaultKind {
    WordsFaultKind::UnterminatedQuote { quote, offset }
}

impl WordsFault {
    /// What is wrong, and where.
    pub fn kind(&self) -> &WordsFaultKind {
        &self.kind
    }

    /// Whether a shell would understand this command line and do more with it than split it.
    pub fn needs_shell(&self) -> bool {
        matches!(
            self.kind,
            WordsFaultKind::NeedsShell { .. }
                | WordsFaultKind::Assignment { .. }
                | WordsFaultKind::Reserved { .. }
        )
    }
}

impl fmt::Display for WordsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SCRIPT: &str = "no shell is run; put the pipeline in a script and name the script";
        let command = self.command.escape_debug();
        match &self.kind {
            WordsFaultKind::NeedsShell { character, offset } => write!(
                f,
                "`{command}` needs a shell: {character:?} at offset {offset}; {SCRIPT}, or quote the character where it is \
                 meant as itself (in '…')"
            ),
            WordsFaultKind::Assignment { name, offset } => write!(
                f,
                "`{command}` needs a shell: the assignment to `{name}` at offset {offset}; {SCRIPT}, or begin with `env`"
            ),
            WordsFaultKind::Reserved { word, offset } => write!(
                f,
                "`{command}` needs a shell: the reserved word `{word}` at offset {offset}; {SCRIPT}"
            ),
            WordsFaultKind::UnterminatedQuote { quote, offset } => write!(
                f,
                "`{command}` has a {quote} at offset {offset} without its partner; close the quotation, or write `\\{quote}` \
                 for the character"
            ),
            WordsFaultKind::TrailingBackslash { offset } => write!(
                f,
                "`{command}` ends at offset {offset} with a `\\` that quotes nothing; take it away, or write `\\\\` for the \
                 character"
            ),
            WordsFaultKind::Empty => f.write_str("the command line has no words; name a program"),
            WordsFaultKind::Nul { offset } => write!(
                f,
                "`{command}` holds NUL at offset {offset}, which no word can hold; take it away"
            ),
        }
    }
}

impl std::error::Error for WordsFault {}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &str) -> Vec<String> {
        split(command).unwrap_or_else(|fault| panic!("{fault}"))
    }

    #[test]
    fn quoting() {
        assert_eq!(words("  bun run\tdemo "), ["bun", "run", "demo"]);
        assert_eq!(words(r"a '' b"), ["a", "", "b"]);
        assert_eq!(words(r#"a 'b "c' "d 'e""#), ["a", "b \"c", "d 'e"]);
        assert_eq!(words(r#"a x'y'"z"\ w"#), ["a", "xyz w"]);
        assert_eq!(words(r#"a "\$\`\"\\\n""#), ["a", "$`\"\\\\n"]);
        assert_eq!(
            words(r"a '|&;<>()*?[{~!$`#' \| \$ \#"),
            ["a", "|&;<>()*?[{~!$`#", "|", "$", "#"]
        );
        assert_eq!(words("a\\\nb 'c\nd' \"e\\\nf\""), ["ab", "c\nd", "ef"]);
        assert_eq!(
            words("a b#c --x=1 NAME=2 } ] % ^ @ , :"),
            ["a", "b#c", "--x=1", "NAME=2", "}", "]", "%", "^", "@", ",", ":"]
        );
        assert_eq!(words("é\u{a0}ü"), ["é\u{a0}ü"]);
        assert_eq!(words("'if' x"), ["if", "x"]);
        assert_eq!(words("'A=1' x"), ["A=1", "x"]);
        assert_eq!(words("1A=1 x"), ["1A=1", "x"]);
        assert_eq!(words("env A=1 x"), ["env", "A=1", "x"]);
    }

    #[test]
    fn what_a_shell_would_act_on() {
        for (command, character, offset) in [
            ("a | b", '|', 2),
            ("a&", '&', 1),
            ("a; b", ';', 1),
            ("a <b", '<', 2),
            ("a 2>b", '>', 3),
            ("(a)", '(', 0),
            ("a)", ')', 1),
            ("a *.md", '*', 2),
            ("a b?", '?', 3),
            ("a [b]", '[', 2),
            ("a {b,c}", '{', 2),
            ("~/a", '~', 0),
            ("a b~", '~', 3),
            ("! a", '!', 0),
            ("a\nb", '\n', 1),
            ("a\n", '\n', 1),
            ("a $B", '$', 2),
            ("a \"$B\"", '$', 3),
            ("a `b`", '`', 2),
            ("a \"`b`\"", '`', 3),
            ("a # b", '#', 2),
            ("# a", '#', 0),
        ] {
            let fault = split(command).unwrap_err();
            assert_eq!(
                fault.kind(),
                &WordsFaultKind::NeedsShell { character, offset },
                "{command}"
            );
            assert!(fault.needs_shell());
            assert!(fault.to_string().contains("script"));
        }
        for command in ["A=1 b", "_a=", "A='x y' b", "A+=1 b", "if a", "while true", "} x"] {
            assert!(split(command).unwrap_err().needs_shell(), "{command}");
        }
    }

    #[test]
    fn unfinished() {
        let kind = |command| split(command).unwrap_err().kind().clone();
        assert_eq!(kind("a 'b"), WordsFaultKind::UnterminatedQuote { quote: '\'', offset: 2 });
        assert_eq!(kind("a \"b\\\""), WordsFaultKind::UnterminatedQuote { quote: '"', offset: 2 });
        assert_eq!(kind("a \"b\\"), WordsFaultKind::UnterminatedQuote { quote: '"', offset: 2 });
        assert_eq!(kind("a \\"), WordsFaultKind::TrailingBackslash { offset: 2 });
        assert_eq!(kind(""), WordsFaultKind::Empty);
        assert_eq!(kind(" \t "), WordsFaultKind::Empty);
        assert_eq!(kind("\\\n"), WordsFaultKind::Empty);
        assert_eq!(kind("a 'b\0'"), WordsFaultKind::Nul { offset: 4 });
        assert!(!split("a 'b").unwrap_err().needs_shell());
    }
}
