//! JSON into the tree.

use jsonc_parser::ast;
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Number;

use crate::source::sink::Sink;
use crate::source::{Entry, Node, Parsed, Source, Span, Value};

const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

pub(super) fn parse(source: &Source) -> Parsed<'_> {
    let text = source.body();
    let mut sink = Sink::new(source);
    let value = match parse_to_ast(text, &CollectOptions::default(), &STRICT) {
        Ok(result) => result.value,
        Err(error) => {
            let message = format!("this is not JSON: {}", error.kind().to_string().to_lowercase());
            sink.broken(span(error.range()), message);
            return sink.finish(None);
        }
    };
    let root = value.map(|value| read_node(value, 0, &mut sink));
    // jsonc-parser gives the places; serde_json is the stricter reader (leading zeros, control
    // characters in strings, lone surrogates, white space), so that both have to agree.
    if sink.is_clean()
        && let Err(error) = serde_json::from_str::<serde_json::Value>(text)
    {
        let line = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len);
        let at = (line.sum::<usize>() + error.column().saturating_sub(1)).min(text.len());
        let message = error.to_string();
        let message = message.split(" at line").next().unwrap_or(&message);
        sink.broken((at..at).into(), format!("this is not JSON: {message}"));
    }
    sink.finish(root)
}

fn read_node(value: ast::Value<'_>, depth: usize, sink: &mut Sink<'_>) -> Node {
    let span = span(value.range());
    if !sink.admits(depth, span) {
        return Node::new(span, Value::Refused);
    }
    let value = match value {
        ast::Value::StringLit(text) => Value::String(text.value.into_owned()),
        ast::Value::BooleanLit(literal) => Value::Bool(literal.value),
        ast::Value::NullKeyword(_) => Value::Null,
        ast::Value::NumberLit(literal) => read_number(literal.value, span, sink),
        ast::Value::Array(array) => {
            let items = array.elements.into_iter().map(|item| read_node(item, depth + 1, sink));
            Value::Array(items.collect())
        }
        ast::Value::Object(object) => {
            let entries = object.properties.into_iter().map(|property| Entry {
                key_span: self::span(property.name.range()),
                key: property.name.into_string(),
                value: read_node(property.value, depth + 1, sink),
            });
            let entries = entries.collect();
            sink.unique(entries)
        }
    };
    Node::new(span, value)
}

fn read_number(literal: &str, span: Span, sink: &mut Sink<'_>) -> Value {
    if literal.contains(['.', 'e', 'E']) {
        literal.parse::<Number>().map_or_else(|_| sink.float(literal, span), Value::Number)
    } else {
        sink.integer(literal, 10, span)
    }
}

fn span(range: Range) -> Span {
    (range.start..range.end).into()
}
