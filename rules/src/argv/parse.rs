//! From the text of a pattern to its tree: ECMA-262 §22.2.1 with the `u` flag, as JSON Schema asks for.
//!
//! What the grammar refuses is refused here too, so that no validator's leniency can widen what was proven. One thing is
//! added: outside a class, punctuation may be escaped that needs no escape (`\-`, `\_`), since files in the wild do so and
//! every engine that accepts it reads the character itself.

use std::collections::HashMap;

use regex_syntax::hir::ClassUnicode;

use super::ast::{Atom, Node, Pattern, Shape};
use super::charset;
use super::escape::Escape;
use super::undecided::Obstacle;

/// Groups within groups; beyond it a hostile pattern could exhaust the stack.
const MAX_DEPTH: usize = 100;
/// Bytes of one pattern.
const MAX_LENGTH: usize = 64 * 1024;

/// Ranges of all the sets of one pattern together; `\p{L}` has some seven hundred.
const MAX_RANGES: usize = 100_000;

/// Why a pattern has no tree, and at which byte.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) obstacle: Obstacle,
    pub(super) offset: usize,
}

/// Refuses look-around and word boundaries, which the proof cannot take.
pub(super) fn parse(text: &str) -> Result<Pattern, Fault> {
    tree(text, false)
}

/// With look-ahead and word boundaries in the tree where `assertions`.
pub(super) fn tree(text: &str, assertions: bool) -> Result<Pattern, Fault> {
    if text.len() > MAX_LENGTH {
        return Err(Fault {
            obstacle: Obstacle::OverBound("a pattern of more than 65536 bytes"),
            offset: 0,
        });
    }
    let mut parser = Parser {
        text,
        at: 0,
        atoms: Vec::new(),
        literals: HashMap::new(),
        properties: HashMap::new(),
        ranges: 0,
        assertions,
    };
    let root = parser.disjunction(0)?;
    if parser.peek().is_some() {
        return Err(parser.invalid("a `)` closes nothing; for the character write `\\)`"));
    }
    Ok(Pattern { root, atoms: parser.atoms })
}

pub(super) struct Parser<'p> {
    pub(super) text: &'p str,
    pub(super) at: usize,
    pub(super) atoms: Vec<Atom>,
    literals: HashMap<char, usize>,
    /// The sets of `\p{…}` by name; to look one up is to parse and to sort.
    pub(super) properties: HashMap<String, Option<ClassUnicode>>,
    /// How many ranges all the sets so far came to.
    ranges: usize,
    /// Whether look-ahead and word boundaries are taken into the tree.
    assertions: bool,
}

impl Parser<'_> {
    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn eat(&mut self, expected: &str) -> bool {
        let found = self.text[self.at..].starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    pub(super) fn invalid(&self, problem: &'static str) -> Fault {
        Self::invalid_at(self.at, problem)
    }

    pub(super) fn invalid_at(offset: usize, problem: &'static str) -> Fault {
        Fault { obstacle: Obstacle::Invalid(problem), offset }
    }

    fn disjunction(&mut self, depth: usize) -> Result<Node, Fault> {
        if depth > MAX_DEPTH {
            return Err(Fault {
                obstacle: Obstacle::OverBound("more than 100 groups within one another"),
                offset: self.at,
            });
        }
        let mut branches = vec![self.alternative(depth)?];
        while self.eat("|") {
            branches.push(self.alternative(depth)?);
        }
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Alternation(branches) })
    }

    fn alternative(&mut self, depth: usize) -> Result<Node, Fault> {
        let mut terms = Vec::new();
        while let Some(c) = self.peek() {
            if c == '|' || c == ')' {
                break;
            }
            terms.push(self.term(c, depth)?);
        }
        Ok(match terms.len() {
            0 => Node::Empty,
            1 => terms.remove(0),
            _ => Node::Concat(terms),
        })
    }

    fn term(&mut self, first: char, depth: usize) -> Result<Node, Fault> {
        let start = self.at;
        let atom = match first {
            '^' | '$' => {
                self.bump();
                if matches!(self.peek(), Some('*' | '+' | '?' | '{')) {
                    return Err(self.invalid(
                        "a quantifier follows an anchor, which has nothing to repeat; take it away or group the anchor",
                    ));
                }
                return Ok(if first == '^' { Node::Start } else { Node::End });
            }
            '(' => self.group(depth)?,
            '.' => {
                self.bump();
                self.atom(charset::dot(), start, Shape::Escape)
            }
            '[' => self.class()?,
            '\\' if self.assertions && self.eat("\\b") => {
                return Ok(Node::Boundary { negated: false });
            }
            '\\' if self.assertions && self.eat("\\B") => {
                return Ok(Node::Boundary { negated: true });
            }
            '\\' => match self.escape(false)? {
                Escape::Char(c) => self.literal(c, start),
                Escape::Set(set) => self.atom(set, start, Shape::Escape),
            },
            '*' | '+' | '?' => {
                return Err(self.invalid(
                    "a quantifier has nothing to repeat; for the character put `\\` before it",
                ));
            }
            '{' => {
                return Err(
                    self.invalid("a `{` has nothing to repeat; for the character write `\\{`")
                );
            }
            '}' => return Err(self.invalid("a `}` closes nothing; for the character write `\\}`")),
            ']' => return Err(self.invalid("a `]` closes nothing; for the character write `\\]`")),
            c => {
                self.bump();
                self.literal(c, start)
            }
        };
        self.quantified(atom)
    }

    /// One atom for each character: nobody asks where a literal stands, and a list of words has thousands.
    fn literal(&mut self, c: char, start: usize) -> Node {
        if let Some(&atom) = self.literals.get(&c) {
            return Node::Set(atom);
        }
        self.literals.insert(c, self.atoms.len());
        self.atom(charset::of_ranges(&[(c, c)]), start, Shape::Literal)
    }

    /// Counts a set that was made, so that a small pattern cannot ask for a lot of work.
    pub(super) fn count(&mut self, set: &ClassUnicode) -> Result<(), Fault> {
        self.ranges += set.ranges().len();
        if self.ranges > MAX_RANGES {
            return Err(Fault {
                obstacle: Obstacle::OverBound("classes that together have more than 100000 ranges"),
                offset: self.at,
            });
        }
        Ok(())
    }

    pub(super) fn atom(&mut self, set: ClassUnicode, start: usize, shape: Shape) -> Node {
        self.atoms.push(Atom { set, span: start..self.at, shape });
        Node::Set(self.atoms.len() - 1)
    }

    fn group(&mut self, depth: usize) -> Result<Node, Fault> {
        let start = self.at;
        self.bump();
        let mut ahead = None;
        if self.eat("?") {
            if self.assertions && self.eat("=") {
                ahead = Some(false);
            } else if self.assertions && self.eat("!") {
                ahead = Some(true);
            } else if ["=", "!", "<=", "<!"].iter().any(|mark| self.eat(mark)) {
                return Err(Fault { obstacle: Obstacle::LookAround, offset: start });
            } else if self.eat("<") {
                self.group_name(start)?;
            } else if !self.eat(":") {
                return Err(Self::invalid_at(
                    start,
                    "a `(?` that is none of `(?:`, `(?<name>` and look-around; flags and comments are not of ECMA-262",
                ));
            }
        }
        let inner = self.disjunction(depth + 1)?;
        if !self.eat(")") {
            return Err(Self::invalid_at(
                start,
                "a `(` is never closed; close it, or for the character write `\\(`",
            ));
        }
        Ok(match ahead {
            Some(negated) => Node::Ahead { node: Box::new(inner), negated },
            None => inner,
        })
    }

    fn group_name(&mut self, start: usize) -> Result<(), Fault> {
        let name_start = self.at;
        while let Some(c) = self.bump() {
            if c == '>' && self.at > name_start + 1 {
                return Ok(());
            }
            let first = self.at == name_start + c.len_utf8();
            if !(c == '_' || c == '$' || c.is_alphabetic() || (!first && c.is_alphanumeric())) {
                break;
            }
        }
        Err(Self::invalid_at(
            start,
            "a group's name is no identifier followed by `>`; write `(?<name>`",
        ))
    }

    fn quantified(&mut self, atom: Node) -> Result<Node, Fault> {
        let start = self.at;
        let (min, max) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => self.braces()?,
            _ => return Ok(atom),
        };
        if self.at == start {
            self.bump();
        }
        self.eat("?");
        if matches!(self.peek(), Some('*' | '+' | '?' | '{')) {
            return Err(
                self.invalid("a quantifier follows a quantifier; put the first in a group `(?:…)`")
            );
        }
        Ok(Node::Repeat { node: Box::new(atom), min, max })
    }

    /// `{n}`, `{n,}` or `{n,m}`.
    fn braces(&mut self) -> Result<(u32, Option<u32>), Fault> {
        let start = self.at;
        self.bump();
        let fault = Self::invalid_at(
            start,
            "a `{` that is none of `{n}`, `{n,}` and `{n,m}` with n not above m; for the character write `\\{`",
        );
        let Some(min) = self.number() else {
            return Err(fault);
        };
        let max = if self.eat(",") {
            if self.peek() == Some('}') { None } else { self.number() }
        } else {
            Some(min)
        };
        if !self.eat("}") || max.is_some_and(|max| max < min) {
            return Err(fault);
        }
        Ok((min, max))
    }

    /// A decimal number; one too large for the type is as good as the largest, which no bound lets through.
    fn number(&mut self) -> Option<u32> {
        let mut value: Option<u32> = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            self.bump();
            value = Some(value.unwrap_or(0).saturating_mul(10).saturating_add(digit));
        }
        value
    }
}
