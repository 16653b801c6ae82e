//! `io`: names and types of ports, and what the command prints.

use toolnode_rules::{header, text};

use crate::node::semantics::check_unique;
use crate::node::semantics::head::check_prose;
use crate::source::{Faults, Node, Span, Value};
use crate::types::iri;

pub(super) fn check(io: &Node, faults: &mut Faults<'_>) {
    for (key, what) in [("inputs", "an input"), ("outputs", "an output")] {
        let ports = io.get(key).map(Node::items).unwrap_or_default();
        check_unique(ports.iter().filter_map(|port| port.get("name")), what, faults);
        for port in ports.iter().filter(|port| matches!(port.value, Value::Table(_))) {
            check_type(port, faults);
            check_prose(port.get("description"), faults);
            check_name(port, faults);
        }
    }
    for input in io.get("inputs").map(Node::items).unwrap_or_default() {
        check_default(input, faults);
        check_secret(input, faults);
    }
    check_headers(io, faults);
    check_whole(io, faults);
    check_stdout(io, faults);
}

fn check_name(port: &Node, faults: &mut Faults<'_>) {
    if let Some((node, name)) = port.get("name").and_then(|node| Some((node, node.as_str()?)))
        && let Some((_, character)) = text::unprintable(name)
    {
        let message = format!("the name holds U+{:04X}, which nobody sees", u32::from(character));
        faults.invalid_with(node.span, message, "take it out");
    }
}

fn check_type(port: &Node, faults: &mut Faults<'_>) {
    let schema = port.entry("schema");
    let short = port.entry("type");
    match (schema, short) {
        (None, None) => {
            let help =
                "write `schema` with an absolute IRI, or `type` with a short name such as `Text`";
            let span = port.entry("name").map_or(port.span, |name| name.key_span);
            faults.invalid_with(span, "this port has no type", help);
        }
        (Some(_), Some(short)) => {
            let message = "this port has two types: `schema` and `type`";
            faults.invalid_with(short.key_span, message, "keep one of them");
        }
        _ => {}
    }
    if let Some((node, text)) = schema.and_then(|entry| Some((&entry.value, entry.value.as_str()?)))
        && !iri::is_absolute(text)
    {
        let help = if text.contains(['/', '#', ':']) || text.is_empty() {
            "write it with its scheme, as in `https://example.org/types.json#/$defs/Name`".into()
        } else {
            format!("for a short name write `type`: `{text}`")
        };
        faults.invalid_with(node.span, "`schema` must be an absolute IRI", help);
    }
    if let Some((node, text)) = short.and_then(|entry| Some((&entry.value, entry.value.as_str()?)))
    {
        if iri::is_absolute(text) {
            faults.invalid_with(node.span, "`type` is a short name", "for an IRI write `schema`");
        } else if text.trim().is_empty() {
            faults.invalid(node.span, "the name of the type is empty");
        }
    }
}

fn check_default(input: &Node, faults: &mut Faults<'_>) {
    let Some(default) = input.entry("default") else { return };
    // The line of the default would show what is secret.
    let place = |span: Span| secret(input).unwrap_or(span);
    if input.get("required").and_then(Node::as_bool) == Some(true) {
        let message = "an input that is required never takes its default";
        faults.invalid_with(
            place(default.key_span),
            message,
            "leave out `default`, or write `required = false`",
        );
    }
    let repeated = input.get("repeated").and_then(Node::as_bool) == Some(true);
    match &default.value.value {
        Value::Null => {
            faults.invalid_with(
                place(default.value.span),
                "null is no default",
                "leave the key out",
            );
        }
        Value::Array(_) | Value::Refused => {}
        _ if repeated => {
            faults.invalid(
                place(default.value.span),
                "the default of a repeated input must be a list",
            );
        }
        _ => {}
    }
}

/// Where an input says that it is secret.
fn secret(input: &Node) -> Option<Span> {
    input
        .entry("secret")
        .filter(|entry| entry.value.as_bool() == Some(true))
        .map(|entry| entry.key_span)
}

fn check_secret(input: &Node, faults: &mut Faults<'_>) {
    let Some(secret) = secret(input) else { return };
    if input.entry("header").is_some() {
        let message = "what is secret is repeated in no header: whatever is between client and server keeps those in its logs";
        faults.invalid_with(secret, message, "leave out `header`");
    }
}

fn check_headers(io: &Node, faults: &mut Faults<'_>) {
    let inputs = io.get("inputs").map(Node::items).unwrap_or_default();
    let mut names: Vec<&str> = Vec::new();
    for input in inputs {
        let Some((node, name)) = input.get("header").and_then(|node| Some((node, node.as_str()?)))
        else {
            continue;
        };
        if let Err(fault) = header::check(name) {
            faults.invalid(node.span, fault.to_string());
        } else if input.get("repeated").and_then(Node::as_bool) == Some(true) {
            let message = "a list cannot be repeated in a header";
            faults.invalid_with(node.span, message, "leave the key out");
        }
        names.push(name);
        if header::twice(names.iter().copied()).is_some() {
            names.pop();
            let message = format!(
                "another input has the header `{name}` already, and headers do not differ by case"
            );
            faults.invalid_with(node.span, message, "give each a header of its own");
        }
    }
}

fn check_whole(io: &Node, faults: &mut Faults<'_>) {
    let outputs = io.get("outputs").map(Node::items).unwrap_or_default();
    if outputs.len() < 2 {
        return;
    }
    for whole in outputs.iter().filter_map(|output| output.entry("whole")) {
        if whole.value.as_bool() == Some(true) {
            let message = "an output that is the whole value must be the only one";
            faults.invalid(whole.key_span, message);
        }
    }
}

fn check_stdout(io: &Node, faults: &mut Faults<'_>) {
    let stdout = io.entry("stdout");
    let is_bytes = stdout.is_some_and(|entry| entry.value.as_str() == Some("bytes"));
    match (stdout, io.entry("media_type")) {
        (Some(stdout), None) if is_bytes => {
            let help = "write one, for example `media_type = \"image/png\"`";
            faults.invalid_with(stdout.value.span, "bytes need a `media_type`", help);
        }
        (_, Some(media)) if !is_bytes => {
            let help = "write `stdout = \"bytes\"`, or leave it out";
            faults.invalid_with(
                media.key_span,
                "`media_type` is for `stdout = \"bytes\"` only",
                help,
            );
        }
        (_, Some(media)) if media.value.as_str().is_some_and(|text| !is_media_type(text)) => {
            let message = "this is not a media type";
            faults.invalid_with(
                media.value.span,
                message,
                "write `type/subtype`, as in `image/png`",
            );
        }
        _ => {}
    }
}

/// `type/subtype` of RFC 6838 4.2, with parameters.
fn is_media_type(text: &str) -> bool {
    let essence = text.split(';').next().unwrap_or_default().trim_end();
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "!#$&-^_.+".contains(c))
    };
    essence.split_once('/').is_some_and(|(kind, subtype)| is_name(kind) && is_name(subtype))
        && !text.chars().any(char::is_control)
}
