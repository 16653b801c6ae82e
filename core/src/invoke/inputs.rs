//! From the arguments of a call to inputs that match their declared types, or to all that is wrong with them.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::{Map, Value};

use super::Refusal;
use crate::node::secrets;
use crate::project::Node;
use crate::registry::BadInput;

/// The inputs of a call: they match the declaration, and defaults are filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs(pub(super) Map<String, Value>);

impl Inputs {
    /// The value of an input, where the call or the declaration gives one.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Inputs from which nothing runs: an argv of them is shown to people, with other words for what is secret.
    pub(crate) fn veiled(inputs: Map<String, Value>) -> Self {
        Self(inputs)
    }

    /// The inputs as a JSON object.
    pub fn as_object(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// Parses the arguments of a call by the node's declared types.
///
/// # Errors
///
/// Every input that is missing, unknown, or does not match its type, by name.
pub fn parse_inputs(node: &Node, mut arguments: Map<String, Value>) -> Result<Inputs, Refusal> {
    for input in &node.inputs {
        if let Some(default) = &input.default
            && !arguments.contains_key(&input.name)
        {
            arguments.insert(input.name.clone(), default.clone());
        }
    }
    let validator = match node.input_validator() {
        Ok(validator) => validator,
        Err(message) => return Err(Refusal::unavailable(message)),
    };
    let arguments = Value::Object(arguments);
    if !validator.is_valid(&arguments) {
        let bad = validator.iter_errors(&arguments).flat_map(|error| bad_inputs(node, &error));
        return Err(Refusal::inputs(node, merged(bad.collect())));
    }
    match arguments {
        Value::Object(arguments) => Ok(Inputs(arguments)),
        _ => Ok(Inputs(Map::new())),
    }
}

fn bad_inputs(node: &Node, error: &ValidationError<'_>) -> Vec<BadInput> {
    let path = error.instance_path().to_string();
    let mut segments = path.split('/').skip(1);
    let Some(first) = segments.next() else {
        return at_the_top(node, error);
    };
    let name = first.replace("~1", "/").replace("~0", "~");
    let rest: Vec<_> = segments.collect();
    let place = if rest.is_empty() { String::new() } else { format!("at /{}: ", rest.join("/")) };
    let value = if secrets::is_one(&node.entry.node, &name) {
        Value::Null
    } else {
        shortened(error.instance())
    };
    let rule = match members(error.kind()) {
        Some(members) if members.len() <= 30 => {
            format!("the value is none of {}", members.join(", "))
        }
        _ => error.masked_with("the value").to_string(),
    };
    vec![BadInput { name, rule: format!("is refused: {place}{rule}"), value }]
}

/// The values that would have been right, where there is a choice of values: whoever chose wrongly chooses
/// again. An enum of Rust whose variants have doc comments is a `oneOf` of constants.
fn members(kind: &ValidationErrorKind) -> Option<Vec<String>> {
    match kind {
        ValidationErrorKind::Enum { options } => {
            Some(options.as_array()?.iter().map(Value::to_string).collect())
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            let constant = |error: &ValidationError<'_>| match error.kind() {
                ValidationErrorKind::Constant { expected_value } => {
                    Some(expected_value.to_string())
                }
                _ => None,
            };
            context.iter().map(|branch| branch.iter().find_map(constant)).collect()
        }
        _ => None,
    }
}

fn at_the_top(node: &Node, error: &ValidationError<'_>) -> Vec<BadInput> {
    match error.kind() {
        ValidationErrorKind::Required { property } => vec![BadInput {
            name: property.as_str().unwrap_or_default().to_owned(),
            rule: "is required and missing".to_owned(),
            value: Value::Null,
        }],
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            unexpected.iter().map(|name| unknown(node, name, error.instance())).collect()
        }
        _ => vec![BadInput {
            name: String::new(),
            rule: error.masked_with("the input").to_string(),
            value: Value::Null,
        }],
    }
}

/// Says nothing of the value of a secret input: rules may hold parts of it.
pub(super) fn hush(node: &Node, bad: &mut BadInput) {
    if secrets::is_one(&node.entry.node, &bad.name) {
        bad.value = Value::Null;
        "is refused; it is secret, so no more is said".clone_into(&mut bad.rule);
    }
}

fn unknown(node: &Node, name: &str, arguments: &Value) -> BadInput {
    let known = node.input_names();
    let rule = match toolnode_rules::suggest::did_you_mean(name, known.iter().copied()) {
        Some(meant) => format!("is not an input of {}; did you mean `{meant}`?", node.name),
        None if known.is_empty() => format!("is not an input of {}, which takes none", node.name),
        None => format!("is not an input of {}; its inputs are {}", node.name, known.join(", ")),
    };
    // The name may be that of a secret, written wrongly.
    let is_told = !secrets::has(&node.entry.node);
    let value = if is_told { shortened(&arguments[name]) } else { Value::Null };
    BadInput { name: name.to_owned(), rule, value }
}

/// One line an input, in the order in which they were found.
fn merged(found: Vec<BadInput>) -> Vec<BadInput> {
    let mut all: Vec<BadInput> = Vec::new();
    for bad in found {
        match all.iter_mut().find(|known| known.name == bad.name) {
            Some(known) => {
                known.rule.push_str("; ");
                known.rule.push_str(&bad.rule);
            }
            None => all.push(bad),
        }
    }
    all
}

/// A value for a message: a caller that sent a megabyte need not get it back.
pub(super) fn shortened(value: &Value) -> Value {
    const MOST: usize = 200;
    match value {
        Value::String(text) if text.chars().count() > MOST => {
            let head: String = text.chars().take(MOST).collect();
            Value::String(format!("{head}… ({} bytes)", text.len()))
        }
        Value::Array(items) if items.len() > 20 => {
            Value::String(format!("(a list of {} elements)", items.len()))
        }
        Value::Array(_) | Value::Object(_) if value.to_string().len() > 4 * MOST => {
            Value::String("(a large value)".to_owned())
        }
        other => other.clone(),
    }
}
