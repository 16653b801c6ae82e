//! YAML into the tree.
//!
//! Built on the parser's events rather than on serde-saphyr: that crate stops at its first error,
//! expands aliases and merge keys and forgets tags before anybody sees them, and reads more as
//! numbers than the core schema does (`0b101`, `1_000`). Here all of these are faults with a place, or strings.
//!
//! Anchors, aliases, tags and merge keys are refused: a node is data that two people must read the
//! same way, and TOML and JSON have none of them.

use std::borrow::Cow;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle};

use crate::source::sink::Sink;
use crate::source::{Entry, Node, Parsed, Source, Span, Value};

pub(super) fn parse(source: &Source) -> Parsed<'_> {
    let mut builder = Builder {
        offsets: Offsets::new(source.body()),
        sink: Sink::new(source),
        open: Vec::new(),
        root: None,
        documents: 0,
    };
    for event in Parser::new_from_str(source.body()) {
        match event {
            Ok((event, span)) => {
                let span = builder.offsets.span(span);
                if !builder.take(event, span) {
                    break;
                }
            }
            Err(error) => {
                let at = builder.offsets.at(*error.marker());
                let message = format!("this is not YAML: {}", error.info());
                builder.sink.broken((at..at).into(), message);
                break;
            }
        }
    }
    builder.finish()
}

/// The parser counts characters; spans count bytes.
struct Offsets<'s> {
    body: &'s str,
    /// Byte offset of each character; empty where all characters are one byte.
    bytes: Vec<usize>,
}

impl<'s> Offsets<'s> {
    fn new(body: &'s str) -> Self {
        let bytes = if body.is_ascii() {
            Vec::new()
        } else {
            body.char_indices().map(|(at, _)| at).collect()
        };
        Self { body, bytes }
    }

    fn at(&self, marker: Marker) -> usize {
        let index = marker.index();
        let at = if self.bytes.is_empty() { Some(&index) } else { self.bytes.get(index) };
        at.copied().unwrap_or(usize::MAX).min(self.body.len())
    }

    fn span(&self, span: saphyr_parser::Span) -> Span {
        let start = self.at(span.start);
        (start..self.at(span.end).max(start)).into()
    }
}

/// A key whose value has not come yet; `None` for one that is a fault, whose value is passed over.
type Key = Option<(String, Span)>;

/// A list or table whose end has not come yet.
enum Open {
    List { start: usize, items: Vec<Node> },
    Table { start: usize, entries: Vec<Entry>, key: Option<Key> },
}

struct Builder<'s> {
    offsets: Offsets<'s>,
    sink: Sink<'s>,
    open: Vec<Open>,
    root: Option<Node>,
    documents: usize,
}

impl<'s> Builder<'s> {
    /// Takes an event; false when it makes no sense to go on.
    fn take(&mut self, event: Event<'_>, span: Span) -> bool {
        match event {
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    let help = "put each into a file of its own";
                    self.sink.broken_with(span, "the file holds more than one YAML document", help);
                    return false;
                }
            }
            Event::Alias(_) => {
                let help = "write the value again";
                let value = self.sink.broken_with(span, "YAML aliases are not read", help);
                self.place(Node::new(span, value));
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.plain_node(anchor, tag.is_some(), span);
                let node = self.scalar(text, style, span);
                self.place(node);
            }
            Event::SequenceStart(anchor, tag) => {
                self.plain_node(anchor, tag.is_some(), span);
                self.open.push(Open::List { start: span.start, items: Vec::new() });
                return self.sink.admits(self.open.len(), span);
            }
            Event::MappingStart(anchor, tag) => {
                self.plain_node(anchor, tag.is_some(), span);
                self.open.push(Open::Table { start: span.start, entries: Vec::new(), key: None });
                return self.sink.admits(self.open.len(), span);
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(span.end),
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
        true
    }

    fn plain_node(&mut self, anchor: usize, tagged: bool, span: Span) {
        if anchor > 0 {
            self.sink.broken_with(span, "YAML anchors are not read", "leave out the `&name`");
        }
        if tagged {
            self.sink.broken_with(span, "YAML tags are not read", "leave out the `!tag`");
        }
    }

    fn close(&mut self, end: usize) {
        let Some(open) = self.open.pop() else { return };
        let (start, value) = match open {
            Open::List { start, items } => (start, Value::Array(items)),
            Open::Table { start, entries, .. } => (start, self.sink.unique(entries)),
        };
        // A block ends where the next thing begins.
        let text = self.offsets.body.get(start..end.max(start)).unwrap_or_default();
        self.place(Node::new(start..start + text.trim_end().len(), value));
    }

    /// Puts a finished node where it belongs.
    fn place(&mut self, node: Node) {
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open::List { items, .. }) => items.push(node),
            Some(Open::Table { entries, key, .. }) => match key.take() {
                Some(key) => {
                    entries.extend(key.map(|(key, key_span)| Entry { key, key_span, value: node }));
                }
                None => *key = Some(key_of(node, &mut self.sink)),
            },
        }
    }

    fn scalar(&mut self, text: Cow<'_, str>, style: ScalarStyle, span: Span) -> Node {
        let in_key = matches!(self.open.last(), Some(Open::Table { key: None, .. }));
        let value = match style {
            ScalarStyle::Plain if in_key && text == "<<" => {
                let help = "write the keys out; a key of this name must be quoted";
                self.sink.broken_with(span, "YAML merge keys are not read", help)
            }
            ScalarStyle::Plain => plain_scalar(text, span, &mut self.sink),
            _ => Value::String(text.into_owned()),
        };
        Node::new(span, value)
    }

    fn finish(mut self) -> Parsed<'s> {
        // After an error, what is open is closed, so that the id can still be found.
        while !self.open.is_empty() {
            self.close(self.offsets.body.len());
        }
        if self.root.is_none() {
            self.sink.broken(Span::default(), "the file holds no value");
        }
        self.sink.finish(self.root)
    }
}

fn key_of(node: Node, sink: &mut Sink<'_>) -> Key {
    match node.value {
        Value::String(text) => Some((text, node.span)),
        Value::Refused => None,
        _ => {
            sink.refuse_with(node.span, "a key must be a string", "quote it");
            None
        }
    }
}

/// A plain scalar by the core schema (YAML 1.2.2, 10.3.2).
fn plain_scalar(text: Cow<'_, str>, span: Span, sink: &mut Sink<'_>) -> Value {
    match &*text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(&text);
    let all = |digits: &str, admitted: fn(&u8) -> bool| {
        !digits.is_empty() && digits.as_bytes().iter().all(admitted)
    };
    if let Some(digits) = text.strip_prefix("0o").filter(|d| all(d, |b| matches!(b, b'0'..=b'7'))) {
        return sink.integer(digits, 8, span);
    }
    if let Some(digits) = text.strip_prefix("0x").filter(|d| all(d, u8::is_ascii_hexdigit)) {
        return sink.integer(digits, 16, span);
    }
    if all(unsigned, u8::is_ascii_digit) {
        return sink.integer(&text, 10, span);
    }
    if matches!(unsigned, ".inf" | ".Inf" | ".INF")
        || matches!(&*text, ".nan" | ".NaN" | ".NAN")
        || is_float(unsigned)
    {
        return sink.float(&text, span);
    }
    Value::String(text.into_owned())
}

/// `( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
fn is_float(text: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) =
        text.split_once(['e', 'E']).map_or((text, None), |(m, e)| (m, Some(e)));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    !(whole.is_empty() && fraction.is_empty()) && digits(whole) && digits(fraction) && exponent
}
