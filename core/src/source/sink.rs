//! What the three parsers share.

use std::collections::HashMap;

use serde_json::Number;

use crate::source::{Entry, Faults, MAX_DEPTH, Node, Parsed, Source, Span, Value};

/// Where a parser puts what is wrong. What is refused is [`Value::Refused`] in the tree.
#[derive(Debug)]
pub(super) struct Sink<'s> {
    faults: Faults<'s>,
    whole: bool,
}

impl<'s> Sink<'s> {
    pub(super) fn new(source: &'s Source) -> Self {
        Self { faults: Faults::new(source), whole: true }
    }

    pub(super) fn finish(self, root: Option<Node>) -> Parsed<'s> {
        Parsed { whole: self.whole && root.is_some(), root, faults: self.faults }
    }

    /// The text is not what its format demands; what follows may be lost.
    pub(super) fn broken(&mut self, span: Span, message: impl Into<String>) -> Value {
        self.whole = false;
        self.faults.unreadable(span, message, None);
        Value::Refused
    }

    /// The same, with a way to mend it.
    pub(super) fn broken_with(&mut self, span: Span, message: &str, help: &str) -> Value {
        self.whole = false;
        self.faults.unreadable(span, message, Some(help.into()));
        Value::Refused
    }

    /// The value is one that no model here can hold. The rest of the tree stands.
    pub(super) fn refuse(&mut self, span: Span, message: impl Into<String>) -> Value {
        self.faults.invalid(span, message);
        Value::Refused
    }

    /// The same, with a way to mend it.
    pub(super) fn refuse_with(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Value {
        self.faults.invalid_with(span, message, help);
        Value::Refused
    }

    /// Whether something at this depth is still read.
    pub(super) fn admits(&mut self, depth: usize, span: Span) -> bool {
        if depth > MAX_DEPTH {
            self.broken(span, format!("this is nested more than {MAX_DEPTH} levels deep"));
        }
        depth <= MAX_DEPTH
    }

    pub(super) fn integer(&mut self, digits: &str, radix: u32, span: Span) -> Value {
        i64::from_str_radix(digits, radix)
            .map(Number::from)
            .or_else(|_| u64::from_str_radix(digits, radix).map(Number::from))
            .map_or_else(
                |_| self.refuse(span, "the integer does not fit into 64 bits"),
                Value::Number,
            )
    }

    pub(super) fn float(&mut self, text: &str, span: Span) -> Value {
        text.parse().ok().and_then(Number::from_f64).map_or_else(
            || self.refuse(span, format!("`{text}` is not a finite number")),
            Value::Number,
        )
    }

    /// The entries of a table, each key once; a second value for a key is a fault.
    pub(super) fn unique(&mut self, entries: Vec<Entry>) -> Value {
        let mut spans = HashMap::with_capacity(entries.len());
        let mut unique = Vec::with_capacity(entries.len());
        for entry in entries {
            if let Some(first) = spans.get(&entry.key) {
                let message = format!("the key `{}` is written twice", entry.key);
                let help = format!("it has a value in line {} already", self.faults.line(*first));
                self.refuse_with(entry.key_span, message, help);
            } else {
                spans.insert(entry.key.clone(), entry.key_span);
                unique.push(entry);
            }
        }
        Value::Table(unique)
    }

    /// Whether nothing is wrong yet.
    pub(super) fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }
}
