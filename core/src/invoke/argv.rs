//! The only place where an argv is built.
//!
//! Order: the fixed words, then positionals, then flags; with `terminator` the fixed words, flags, `--`,
//! positionals. A value is one word, byte for byte (CWE-88).

use std::path::PathBuf;

use serde_json::Value;

use super::guard::{self, Place};
use super::{CallLimits, Inputs, Limits, Refusal, container};
use crate::node::Arg;
use crate::project::{Arm, Node, NodeInput};
use crate::registry::BadInput;

/// What will be run: a program, its words, its standard input, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argv {
    /// The program.
    pub program: PathBuf,
    /// The words after it.
    pub args: Vec<String>,
    /// What is written to its standard input; `None` is end of input at once.
    pub stdin: Option<String>,
    /// The folder it runs in: its own instance's.
    pub cwd: PathBuf,
    /// Environment variables that it is given besides the common ones.
    pub env: Vec<String>,
}

/// Builds the argv of a command from inputs that match their types.
///
/// # Errors
///
/// A value that would become an option or break the platform's limits, a positional left out before one
/// that is given, or a node that runs in process and so has no argv.
pub fn build_argv(node: &Node, inputs: &Inputs) -> Result<Argv, Refusal> {
    build_argv_within(node, inputs, &CallLimits::of(node, &Limits::default(), None))
}

/// Like [`build_argv`], within the limits of a call.
pub(super) fn build_argv_within(
    node: &Node,
    inputs: &Inputs,
    limits: &CallLimits,
) -> Result<Argv, Refusal> {
    let (program, mut args) = match &node.arm {
        Arm::Shell(command) => (command.program.clone(), command.words.clone()),
        Arm::Container(container) => (container.engine.clone(), container::words(node, container)),
        Arm::InProcess(_) => {
            return Err(Refusal::unavailable(format!(
                "{} runs in process: it is a function, and there is no argv to build",
                node.name
            )));
        }
    };
    let terminator = node.entry.node.invoke.terminator;
    let mut bad = Vec::new();
    let positionals = positionals(node, inputs, terminator, &mut bad);
    let flags = flags(node, inputs, &mut bad);
    let stdin = stdin(node, inputs, limits.stdin_bytes, &mut bad);
    if !bad.is_empty() {
        return Err(Refusal::inputs(node, bad));
    }
    let given: Vec<(&str, String)> = if terminator {
        let end = [("", "--".to_owned())];
        flags.into_iter().chain(end).chain(positionals).collect()
    } else {
        positionals.into_iter().chain(flags).collect()
    };
    guard::check_size(node, &program, &args, &given)?;
    args.extend(given.into_iter().map(|(_, word)| word));
    Ok(Argv {
        program,
        args,
        stdin,
        cwd: node.entry.instance.dir.clone(),
        env: node.entry.node.requires.env.clone(),
    })
}

type Words<'a> = Vec<(&'a str, String)>;

fn positionals<'a>(
    node: &'a Node,
    inputs: &Inputs,
    terminator: bool,
    bad: &mut Vec<BadInput>,
) -> Words<'a> {
    let mut declared: Vec<_> = node
        .inputs
        .iter()
        .filter_map(|input| match &input.arg {
            Some(Arg::Positional(arg)) => Some((arg, input)),
            _ => None,
        })
        .collect();
    declared.sort_by_key(|(arg, _)| arg.positional);
    let mut words = Vec::new();
    let mut hole: Option<&NodeInput> = None;
    for (arg, input) in declared {
        let values = elements(input, inputs);
        match (values.is_empty(), hole) {
            (true, _) => hole = Some(input),
            (false, Some(missing)) => bad.push(BadInput {
                name: missing.name.clone(),
                rule: format!(
                    "is left out although `{}`, which comes after it, is given",
                    input.name
                ),
                value: Value::Null,
            }),
            (false, None) => {}
        }
        let place = Place::Positional { lead: &arg.lead, terminator };
        words.extend(
            render(node, input, values, place, bad).map(|word| (input.name.as_str(), word)),
        );
    }
    words
}

fn flags<'a>(node: &'a Node, inputs: &Inputs, bad: &mut Vec<BadInput>) -> Words<'a> {
    let mut words: Words<'a> = Vec::new();
    for input in &node.inputs {
        let Some(Arg::Flag(arg)) = &input.arg else { continue };
        let values = elements(input, inputs);
        if values.iter().all(|value| value.is_boolean()) {
            let set = values.iter().filter(|value| value.as_bool() == Some(true));
            words.extend(set.map(|_| (input.name.as_str(), arg.flag.clone())));
            continue;
        }
        let place = if arg.joined { Place::Joined } else { Place::AfterFlag };
        for word in render(node, input, values, place, bad) {
            if arg.joined {
                words.push((&input.name, format!("{}={word}", arg.flag)));
            } else {
                words.push((&input.name, arg.flag.clone()));
                words.push((&input.name, word));
            }
        }
    }
    words
}

fn stdin(node: &Node, inputs: &Inputs, most: usize, bad: &mut Vec<BadInput>) -> Option<String> {
    let input = node.inputs.iter().find(|input| matches!(input.arg, Some(Arg::Stdin(_))))?;
    let text = match inputs.get(&input.name)? {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text.len() > most {
        bad.push(BadInput {
            name: input.name.clone(),
            rule: format!("has {} bytes, and standard input takes at most {most}", text.len()),
            value: Value::Null,
        });
    }
    Some(text)
}

/// The values of an input: none, one, or the elements of a repeated one.
fn elements<'a>(input: &NodeInput, inputs: &'a Inputs) -> Vec<&'a Value> {
    match inputs.get(&input.name) {
        None => Vec::new(),
        Some(Value::Array(items)) if input.repeated => items.iter().collect(),
        Some(value) => vec![value],
    }
}

fn render<'a>(
    node: &'a Node,
    input: &'a NodeInput,
    values: Vec<&'a Value>,
    place: Place<'a>,
    bad: &mut Vec<BadInput>,
) -> impl Iterator<Item = String> + use<> {
    let mut words = Vec::with_capacity(values.len());
    let mut first_fault = None;
    for value in values {
        match word(value).and_then(|word| {
            guard::check_word(&word, &place)?;
            guard::check_path(&word, input, &node.entry.instance.dir)?;
            Ok(word)
        }) {
            Ok(word) => words.push(word),
            Err(rule) if first_fault.is_none() => first_fault = Some((rule, value)),
            Err(_) => {}
        }
    }
    if let Some((rule, value)) = first_fault {
        let value = super::inputs::shortened(value);
        let mut refused = BadInput { name: input.name.clone(), rule, value };
        super::inputs::hush(node, &mut refused);
        bad.push(refused);
    }
    words.into_iter()
}

/// A value as a word. Its declared type admitted it; what is no word at all is refused here, too.
fn word(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) if number.is_i64() || number.is_u64() => Ok(number.to_string()),
        // JSON Schema counts 5.0 as an integer; a program need not.
        Value::Number(number) => match number.as_f64() {
            #[allow(clippy::cast_possible_truncation, reason = "checked to be whole and in range")]
            Some(float) if float.fract() == 0.0 && float.abs() < 9_007_199_254_740_992.0 => {
                Ok((float as i64).to_string())
            }
            _ => {
                Err("is a number that is no integer in range, and only integers are words"
                    .to_owned())
            }
        },
        Value::Bool(_) => Err("is a boolean, which has no word".to_owned()),
        Value::Null | Value::Array(_) | Value::Object(_) => {
            Err("is neither a string nor an integer, so it is no word".to_owned())
        }
    }
}
