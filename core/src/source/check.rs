//! A tree against a JSON Schema: every error with a place and a way to mend it.

use std::collections::{HashMap, HashSet};

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, ValidationError, Validator};
use serde_json::Value as Json;

use crate::source::{Entry, Faults, Node, Span, Value, did_you_mean, listed};

/// A compiled schema.
#[derive(Debug)]
pub(crate) struct Checker {
    schema: Json,
    validator: Validator,
    /// For definitions that are unions: what they admit, in words.
    shapes: &'static [(&'static str, &'static str)],
    /// Where each key of the schema is known, as dotted paths.
    places: HashMap<String, Vec<String>>,
}

impl Checker {
    /// Compiles a schema that is this crate's own.
    pub(crate) fn new(schema: Json, shapes: &'static [(&'static str, &'static str)]) -> Self {
        let validator = jsonschema::draft202012::new(&schema).expect("this crate's own schema");
        let mut places = HashMap::new();
        index(&schema, &schema, "", 0, &mut places);
        Self { schema, validator, shapes, places }
    }

    pub(crate) fn schema(&self) -> &Json {
        &self.schema
    }

    /// Everything in which the tree departs from the schema.
    ///
    /// `value` is the tree's value without places.
    pub(crate) fn check(&self, root: &Node, value: &Json, faults: &mut Faults<'_>) {
        let mut report = Report { checker: self, root, faults };
        for error in self.validator.iter_errors(value) {
            report.explain(&error);
        }
    }
}

struct Report<'r, 's> {
    checker: &'r Checker,
    root: &'r Node,
    faults: &'r mut Faults<'s>,
}

impl Report<'_, '_> {
    fn explain(&mut self, error: &ValidationError<'_>) {
        let path = error.instance_path().as_str();
        let Some((entry, node)) = self.root.pointer(path) else { return };
        if matches!(node.value, Value::Refused) {
            return;
        }
        let name = if path.is_empty() { "the file".into() } else { format!("`{}`", dotted(path)) };
        match error.kind() {
            Kind::AdditionalProperties { unexpected } => self.unknown_keys(error, node, unexpected),
            Kind::Required { property } => self.missing_key(error, entry, node, property),
            Kind::Type { kind } => {
                let help = type_help(node, kind);
                let message = format!("{name} must be {}, and is {}", expected(kind), node.kind());
                self.push(node.span, message, help);
            }
            Kind::Enum { options } => {
                let options = options.as_array().into_iter().flatten();
                self.not_a_member(
                    node,
                    &name,
                    &options.filter_map(Json::as_str).collect::<Vec<_>>(),
                );
            }
            Kind::Constant { expected_value } => {
                self.push(node.span, format!("{name} must be {expected_value}"), None);
            }
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
                self.no_branch(error, node, &name, context);
            }
            Kind::MinItems { limit } => {
                let message = format!("{name} must have {limit} element or more");
                self.push(node.span, message, None);
            }
            Kind::MinLength { limit: 1 } => {
                self.push(node.span, format!("{name} must not be empty"), None);
            }
            Kind::Minimum { limit } => {
                self.push(node.span, format!("{name} must be {limit} or more"), None);
            }
            Kind::Maximum { limit } => {
                self.push(node.span, format!("{name} must be {limit} or less"), None);
            }
            Kind::ExclusiveMinimum { limit } => {
                self.push(node.span, format!("{name} must be more than {limit}"), None);
            }
            _ => self.push(node.span, format!("{name}: {}", error.masked_with("the value")), None),
        }
    }

    fn unknown_keys(&mut self, error: &ValidationError<'_>, node: &Node, unexpected: &[String]) {
        let checker = self.checker;
        let table = checker.schema.pointer(parent(error.schema_path().as_str()));
        let known: Vec<&str> = table.into_iter().flat_map(keys).collect();
        let unexpected: HashSet<&str> = unexpected.iter().map(String::as_str).collect();
        for entry in node.entries().iter().filter(|entry| unexpected.contains(&*entry.key)) {
            let message = format!("the key `{}` is not known here", entry.key);
            if self.faults.is_full() {
                self.faults.invalid(entry.key_span, message);
                continue;
            }
            let help = self
                .belongs_elsewhere(&entry.key)
                .or_else(|| did_you_mean(&entry.key, &known))
                .unwrap_or_else(|| format!("known here are {}", listed(&known)));
            self.faults.invalid_with(entry.key_span, message, help);
        }
    }

    /// A key that is known in one other table only is probably meant for that.
    fn belongs_elsewhere(&self, key: &str) -> Option<String> {
        if key.starts_with("x-") && self.checker.schema.get("patternProperties").is_some() {
            return Some("a key that begins with `x-` stands at the top of the file".into());
        }
        match self.checker.places.get(key)?.as_slice() {
            [place] => Some(format!("did you mean `{place}`?")),
            _ => None,
        }
    }

    fn missing_key(
        &mut self,
        error: &ValidationError<'_>,
        entry: Option<&Entry>,
        node: &Node,
        key: &Json,
    ) {
        let key = key.as_str().unwrap_or_default();
        let table = self.checker.schema.pointer(parent(error.schema_path().as_str()));
        let description = table
            .and_then(|table| table.pointer(&format!("/properties/{key}/description")))
            .and_then(Json::as_str);
        let help = description.map(|text| format!("`{key}`: {}", text.trim_end_matches('.')));
        let span = entry.map_or(node.span, |entry| entry.key_span);
        self.push(span, format!("the key `{key}` is missing"), help);
    }

    /// None of a union's branches fits: says what is wrong with the one that was meant, if that is clear.
    fn no_branch(
        &mut self,
        error: &ValidationError<'_>,
        node: &Node,
        name: &str,
        context: &[Vec<ValidationError<'static>>],
    ) {
        let checker = self.checker;
        let branches =
            checker.schema.pointer(error.schema_path().as_str()).and_then(Json::as_array);
        let branches: Vec<&Json> = branches.into_iter().flatten().collect();
        // An enum whose members have descriptions.
        let members: Option<Vec<&str>> =
            branches.iter().map(|branch| branch.get("const").and_then(Json::as_str)).collect();
        if let Some(members) = members.filter(|members| !members.is_empty()) {
            return self.not_a_member(node, name, &members);
        }
        let own = error.instance_path();
        let meant: Vec<_> = context
            .iter()
            .filter(|errors| {
                !errors.iter().any(|inner| {
                    inner.instance_path() == own
                        && matches!(inner.kind(), Kind::Type { .. } | Kind::Required { .. })
                })
            })
            .collect();
        if let [only] = meant.as_slice() {
            for inner in *only {
                self.explain(inner);
            }
            return;
        }
        let union = parent(error.schema_path().as_str());
        let shape = checker.shapes.iter().find(|(pointer, _)| *pointer == union);
        let shape = shape.map_or("of another shape", |(_, words)| words);
        let keys: Vec<&str> =
            branches.iter().flat_map(|branch| keys(deref(&checker.schema, branch))).collect();
        let help = node
            .entries()
            .iter()
            .filter(|entry| !keys.contains(&&*entry.key))
            .find_map(|entry| did_you_mean(&entry.key, &keys));
        self.push(node.span, format!("{name} must be {shape}"), help);
    }

    fn not_a_member(&mut self, node: &Node, name: &str, members: &[&str]) {
        let help = node.as_str().and_then(|text| did_you_mean(text, members));
        self.push(node.span, format!("{name} must be one of {}", listed(members)), help);
    }

    fn push(&mut self, span: Span, message: String, help: Option<String>) {
        match help {
            Some(help) => self.faults.invalid_with(span, message, help),
            None => self.faults.invalid(span, message),
        }
    }
}

fn keys(schema: &Json) -> impl Iterator<Item = &str> {
    let properties = schema.get("properties").and_then(Json::as_object);
    properties.into_iter().flat_map(|properties| properties.keys().map(String::as_str))
}

fn deref<'s>(root: &'s Json, schema: &'s Json) -> &'s Json {
    let target = schema.get("$ref").and_then(Json::as_str).and_then(|r| r.strip_prefix('#'));
    target.and_then(|pointer| root.pointer(pointer)).unwrap_or(schema)
}

/// Notes under which dotted path each key of a schema is known.
fn index(
    root: &Json,
    schema: &Json,
    path: &str,
    depth: usize,
    places: &mut HashMap<String, Vec<String>>,
) {
    let schema = deref(root, schema);
    if depth > 5 {
        return;
    }
    for branch in schema.get("anyOf").and_then(Json::as_array).into_iter().flatten() {
        index(root, branch, path, depth + 1, places);
    }
    for (name, property) in schema.get("properties").and_then(Json::as_object).into_iter().flatten()
    {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        places.entry(name.clone()).or_default().push(path.clone());
        match deref(root, property).get("items") {
            Some(items) => index(root, items, &format!("{path}[]"), depth + 1, places),
            None => index(root, property, &path, depth + 1, places),
        }
    }
}

/// `/io/inputs/0/arg` as people write it: `io.inputs[0].arg`.
pub(crate) fn dotted(pointer: &str) -> String {
    let mut path = String::new();
    for token in pointer.split('/').skip(1) {
        let token = token.replace("~1", "/").replace("~0", "~");
        if token.bytes().all(|byte| byte.is_ascii_digit()) && !path.is_empty() {
            path.extend(["[", &token, "]"]);
        } else {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(&token);
        }
    }
    path
}

fn parent(pointer: &str) -> &str {
    pointer.rsplit_once('/').map_or("", |(parent, _)| parent)
}

fn expected(kind: &TypeKind) -> String {
    let name = |kind: JsonType| match kind {
        JsonType::Null => "nothing",
        JsonType::Boolean => "true or false",
        JsonType::Integer => "an integer",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "a list",
        JsonType::Object => "a table",
    };
    match kind {
        TypeKind::Single(kind) => name(*kind).to_owned(),
        TypeKind::Multiple(kinds) => kinds.iter().map(name).collect::<Vec<_>>().join(" or "),
    }
}

/// What to write instead, where what is meant is plain.
fn type_help(node: &Node, kind: &TypeKind) -> Option<String> {
    let TypeKind::Single(kind) = kind else { return None };
    match (&node.value, kind) {
        (Value::Null, _) => Some("leave the key out, or give it a value".into()),
        (Value::Number(number), JsonType::String) => Some(format!("quote it: \"{number}\"")),
        (Value::Bool(value), JsonType::String) => Some(format!("quote it: \"{value}\"")),
        (Value::String(text), JsonType::Array) => Some(format!("write a list: [\"{text}\"]")),
        (Value::String(text), JsonType::Boolean) => match text.to_lowercase().as_str() {
            "true" | "yes" | "on" => Some("write true, without quotes".into()),
            "false" | "no" | "off" => Some("write false, without quotes".into()),
            _ => None,
        },
        (Value::String(text), JsonType::Integer | JsonType::Number)
            if text.parse::<f64>().is_ok() =>
        {
            Some(format!("write {text}, without quotes"))
        }
        _ => None,
    }
}
