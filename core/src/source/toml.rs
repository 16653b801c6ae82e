//! TOML into the tree.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::source::sink::Sink;
use crate::source::{Entry, Node, Parsed, Source, Span, Value};

pub(super) fn parse(source: &Source) -> Parsed<'_> {
    let (table, errors) = DeTable::parse_recoverable(source.body());
    let mut sink = Sink::new(source);
    for error in errors {
        let span = error.span().map(Span::from).unwrap_or_default();
        // Nothing is lost with a second value for a key; after any other error, what follows may be.
        if error.message() == "duplicate key" {
            let key = source.body().get(span.start..span.end).unwrap_or_default();
            sink.refuse(span, format!("the key `{key}` is written twice"));
        } else {
            sink.broken(span, format!("this is not TOML: {}", error.message()));
        }
    }
    let span = Span::from(table.span());
    let root = read_table(table.into_inner(), 0, &mut sink);
    sink.finish(Some(Node::new(span, root)))
}

fn read_table(table: DeTable<'_>, depth: usize, sink: &mut Sink<'_>) -> Value {
    let mut entries: Vec<Entry> = table
        .into_iter()
        .map(|(key, value)| Entry {
            key_span: key.span().into(),
            key: key.into_inner().into_owned(),
            value: read_node(value, depth + 1, sink),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_span.start);
    Value::Table(entries)
}

fn read_node(value: Spanned<DeValue<'_>>, depth: usize, sink: &mut Sink<'_>) -> Node {
    let span = Span::from(value.span());
    if !sink.admits(depth, span) {
        return Node::new(span, Value::Refused);
    }
    let value = match value.into_inner() {
        // The specification lets a reader normalise line ends, so that a checkout's do not matter.
        DeValue::String(text) => Value::String(text.replace("\r\n", "\n")),
        DeValue::Boolean(value) => Value::Bool(value),
        DeValue::Integer(integer) => sink.integer(integer.as_str(), integer.radix(), span),
        DeValue::Float(float) => sink.float(float.as_str(), span),
        DeValue::Datetime(date) => {
            let help = format!("write it as a string: \"{date}\"");
            sink.refuse_with(span, "a date has no place here", help)
        }
        DeValue::Array(items) => {
            Value::Array(items.into_iter().map(|item| read_node(item, depth + 1, sink)).collect())
        }
        DeValue::Table(table) => read_table(table, depth, sink),
    };
    Node::new(span, value)
}
