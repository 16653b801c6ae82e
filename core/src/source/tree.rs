//! The tree that all formats are parsed into.

use serde_json::Number;

/// Bytes of the source's body, from the first to behind the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) value: Value,
}

/// What stands there.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Something that is a fault already; nothing more is said about it.
    Refused,
    Null,
    Bool(bool),
    Number(Number),
    String(String),
    Array(Vec<Node>),
    /// Entries as written; a key that is written twice is a fault, and here once.
    Table(Vec<Entry>),
}

/// A key and its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_span: Span,
    pub(crate) value: Node,
}

impl Node {
    pub(crate) fn new(span: impl Into<Span>, value: Value) -> Self {
        Self { span: span.into(), value }
    }

    /// The entry of a table.
    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key == key)
    }

    /// The value of a key of a table.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The entries of a table; none for anything else.
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Table(entries) => entries,
            _ => &[],
        }
    }

    /// The elements of an array; none for anything else.
    pub(crate) fn items(&self) -> &[Node] {
        match &self.value {
            Value::Array(items) => items,
            _ => &[],
        }
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn as_u64(&self) -> Option<u64> {
        match &self.value {
            Value::Number(number) => number.as_u64(),
            _ => None,
        }
    }

    /// What a JSON pointer (RFC 6901) leads to, with the last entry on the way.
    pub(crate) fn pointer(&self, pointer: &str) -> Option<(Option<&Entry>, &Node)> {
        let mut found = (None, self);
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            found = match &found.1.value {
                Value::Table(_) => {
                    let entry = found.1.entry(&token)?;
                    (Some(entry), &entry.value)
                }
                Value::Array(items) => (None, items.get(token.parse::<usize>().ok()?)?),
                _ => return None,
            };
        }
        Some(found)
    }

    /// The same value without places.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Refused | Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Number(number) => number.clone().into(),
            Value::String(text) => text.clone().into(),
            Value::Array(items) => items.iter().map(Self::to_json).collect(),
            Value::Table(entries) => {
                entries.iter().map(|entry| (entry.key.clone(), entry.value.to_json())).collect()
            }
        }
    }

    /// What it is, in words.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.value {
            Value::Refused | Value::Null => "nothing (null)",
            Value::Bool(true) => "true",
            Value::Bool(false) => "false",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}
