//! What follows a `\`, and what stands inside `[…]`.

use regex_syntax::hir::ClassUnicode;

use super::ast::{Item, Node, Shape};
use super::charset;
use super::parse::{Fault, Parser};
use super::property;
use super::undecided::Obstacle;

/// What an escape stands for.
pub(super) enum Escape {
    Char(char),
    Set(ClassUnicode),
}

impl Parser<'_> {
    /// An escape, from its `\` on.
    pub(super) fn escape(&mut self, in_class: bool) -> Result<Escape, Fault> {
        let start = self.at;
        self.bump();
        let Some(c) = self.bump() else {
            return Err(Self::invalid_at(
                start,
                "a `\\` ends the pattern; for the character write `\\\\`",
            ));
        };
        let obstacle = |obstacle| Err(Fault { obstacle, offset: start });
        Ok(match c {
            'd' => Escape::Set(charset::digit()),
            'D' => Escape::Set(charset::negated(charset::digit())),
            's' => Escape::Set(charset::space()),
            'S' => Escape::Set(charset::negated(charset::space())),
            'w' => Escape::Set(charset::word()),
            'W' => Escape::Set(charset::negated(charset::word())),
            'p' => Escape::Set(self.property(start)?),
            'P' => Escape::Set(charset::negated(self.property(start)?)),
            'b' if in_class => Escape::Char('\u{8}'),
            'b' | 'B' if !in_class => return obstacle(Obstacle::WordBoundary),
            'k' | '1'..='9' if !in_class => return obstacle(Obstacle::BackReference),
            'f' => Escape::Char('\u{c}'),
            'n' => Escape::Char('\n'),
            'r' => Escape::Char('\r'),
            't' => Escape::Char('\t'),
            'v' => Escape::Char('\u{b}'),
            '0' if !matches!(self.peek(), Some('0'..='9')) => Escape::Char('\0'),
            'c' => match self.bump() {
                // ECMA-262: the code of the letter modulo 32.
                Some(letter) if letter.is_ascii_alphabetic() => {
                    Escape::Char(char::from(letter as u8 % 32))
                }
                _ => {
                    return Err(Self::invalid_at(
                        start,
                        "a `\\c` without a letter; write `\\cA` to `\\cZ`",
                    ));
                }
            },
            'x' => Escape::Char(self.scalar(start, 2)?),
            'u' => Escape::Char(self.unicode(start)?),
            c if stands_for_itself(c) => Escape::Char(c),
            _ => {
                return Err(Self::invalid_at(
                    start,
                    "an escape that ECMA-262 does not know under the `u` flag; write the character itself",
                ));
            }
        })
    }

    /// The rest of `\p{…}`, from the `{` on.
    fn property(&mut self, start: usize) -> Result<ClassUnicode, Fault> {
        let unknown = Self::invalid_at(
            start,
            "a property that is not known; write a general category (`\\p{L}`), `\\p{Script=…}` or a binary property",
        );
        let rest = &self.text[self.at..];
        let Some((name, _)) = rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) else {
            return Err(unknown);
        };
        self.at += name.len() + 2;
        let set = self
            .properties
            .entry(name.to_owned())
            .or_insert_with(|| property::find(name))
            .clone()
            .ok_or(unknown)?;
        self.count(&set)?;
        Ok(set)
    }

    /// The rest of `\uHHHH` (or a pair of them) or `\u{…}`, from behind the `u` on.
    fn unicode(&mut self, start: usize) -> Result<char, Fault> {
        if self.eat("{") {
            let digits = self.text[self.at..].split('}').next().unwrap_or_default();
            let value = u32::from_str_radix(digits, 16)
                .ok()
                .filter(|_| digits.chars().all(|c| c.is_ascii_hexdigit()));
            self.at += digits.len();
            return match value.and_then(char::from_u32) {
                Some(c) if self.eat("}") => Ok(c),
                _ => Err(Self::invalid_at(
                    start,
                    "a `\\u{…}` that holds no character's code in hexadecimal; write it as in `\\u{1F600}`",
                )),
            };
        }
        let high = self.hex(4).ok_or_else(|| hex_fault(start))?;
        if let Some(c) = char::from_u32(high) {
            return Ok(c);
        }
        let behind = self.at;
        if (0xD800..0xDC00).contains(&high)
            && self.eat("\\u")
            && let Some(low) = self.hex(4)
            && (0xDC00..0xE000).contains(&low)
            && let Some(c) = char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        {
            return Ok(c);
        }
        self.at = behind;
        Err(Self::invalid_at(
            start,
            "half of a surrogate pair, which is no character; write the character as `\\u{…}`",
        ))
    }

    fn scalar(&mut self, start: usize, digits: usize) -> Result<char, Fault> {
        self.hex(digits).and_then(char::from_u32).ok_or_else(|| hex_fault(start))
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let text = self.text.get(self.at..self.at + digits)?;
        if !text.chars().all(|c| c.is_ascii_hexdigit()) {
            return None;
        }
        self.at += digits;
        u32::from_str_radix(text, 16).ok()
    }

    /// `[…]`. A `[` inside is a character, and so are `&&` and `--`: set operations need the `v` flag.
    pub(super) fn class(&mut self) -> Result<Node, Fault> {
        let start = self.at;
        self.bump();
        let negated = self.eat("^");
        if self.peek() == Some(']') {
            // `[]a]` is an empty class and more for ECMA-262, the class of `]` and `a` for the validator at run time.
            return Err(Fault {
                obstacle: Obstacle::EnginesDiffer(
                    "a class that begins with `]`, which validators read in two ways; for the character write `\\]`",
                ),
                offset: start,
            });
        }
        let mut items = Vec::new();
        loop {
            match self.peek() {
                None => {
                    return Err(Self::invalid_at(
                        start,
                        "a `[` is never closed; close it, or for the character write `\\[`",
                    ));
                }
                Some(']') => break,
                Some(_) => items.push(self.class_item()?),
            }
        }
        self.bump();
        // All at once: to add one by one sorts the whole again and again.
        let mut set = ClassUnicode::new(items.iter().flat_map(|item| item.set.iter().copied()));
        self.count(&set)?;
        if negated {
            set.negate();
        }
        Ok(self.atom(set, start, Shape::Class { negated, items }))
    }

    /// A character, an escape, or a range.
    fn class_item(&mut self) -> Result<Item, Fault> {
        let start = self.at;
        let first = self.class_atom()?;
        let rest = &self.text[self.at..];
        let set = if rest.starts_with('-') && !rest.starts_with("-]") && rest.len() > 1 {
            self.bump();
            match (first, self.class_atom()?) {
                (Escape::Char(from), Escape::Char(to)) if from <= to => {
                    charset::of_ranges(&[(from, to)])
                }
                _ => {
                    return Err(Self::invalid_at(
                        start,
                        "a range without two characters in order as its ends; for the character `-` write `\\-`",
                    ));
                }
            }
        } else {
            match first {
                Escape::Char(c) => charset::of_ranges(&[(c, c)]),
                Escape::Set(set) => set,
            }
        };
        Ok(Item { set, span: start..self.at })
    }

    fn class_atom(&mut self) -> Result<Escape, Fault> {
        match self.peek() {
            Some('\\') => self.escape(true),
            Some(c) => {
                self.bump();
                Ok(Escape::Char(c))
            }
            None => Err(self.invalid("a `[` is never closed; close it, or write `\\[`")),
        }
    }
}

fn hex_fault(start: usize) -> Fault {
    Fault {
        obstacle: Obstacle::Invalid(
            "a `\\x` or `\\u` without its two or four hexadecimal digits; write `\\x41` or `\\u0041`",
        ),
        offset: start,
    }
}

/// Escapes that are the character itself. `<`, `>` and `` ` `` are not among them: some engines read `\<` as an edge of a
/// word, and `` \` `` as the start of the text.
fn stands_for_itself(c: char) -> bool {
    matches!(c, '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/')
        // Not of the grammar, see the module `parse`.
        || matches!(c, '-' | '_' | ':' | '@' | '%' | '=' | ',' | ';' | '!' | '#' | '&' | '~' | '"' | '\'')
}
