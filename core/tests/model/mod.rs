//! A declaration and an input for it, and what their argv has to be, by a model a few lines long.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use toolnode::assemble::{Contribution, Owner, assemble};
use toolnode::fault::Location;
use toolnode::invoke::{build_argv, parse_inputs};
use toolnode::node::LoadedNode;
use toolnode::project::{ContainerSettings, Host, Node, Programs, project};
use toolnode::registry::Linked;
use toolnode::types::TypeStore;

const BASE: &str = "https://example.org/model/types.json";
const FIXED: [&str; 3] = ["--fixed", "word", "-f"];

/// An input as it is declared, and what a call gives for it.
#[derive(Clone, Debug)]
pub(crate) struct Port {
    pub(crate) place: Place,
    /// `Word`, `Number` or `On`.
    pub(crate) ty: &'static str,
    pub(crate) repeated: bool,
    pub(crate) value: Option<Value>,
}

#[derive(Clone, Debug)]
pub(crate) enum Place {
    Positional(Vec<&'static str>),
    Flag(bool),
    Short,
    Stdin,
    Nowhere,
}

fn node(ports: &[Port], terminator: bool) -> Node {
    let mut positional = 0;
    let inputs: Vec<_> = ports
        .iter()
        .enumerate()
        .map(|(number, port)| {
            let mut input = json!({
                "name": format!("in{number}"),
                "schema": format!("{BASE}#/$defs/{}", port.ty),
                "required": false,
                "repeated": port.repeated,
            });
            let arg = match &port.place {
                Place::Positional(lead) => {
                    positional += 1;
                    json!({"positional": positional - 1, "lead": lead})
                }
                Place::Flag(joined) => json!({"flag": flag(number, port), "joined": joined}),
                Place::Short => json!({"flag": flag(number, port)}),
                Place::Stdin => json!({"stdin": true}),
                Place::Nowhere => return input,
            };
            input["arg"] = arg;
            input
        })
        .collect();
    let node = json!({
        "id": "model-run",
        "summary": "A model: runs.",
        "satisfies": ["models"],
        "invoke": {"shell": ["demo", FIXED[0], FIXED[1], FIXED[2]], "terminator": terminator},
        "io": {"inputs": inputs},
    });
    let node = serde_json::from_value(node).expect("a node");
    let mut types = TypeStore::new();
    let document = json!({"$id": BASE, "$defs": {
        "Word": {"type": "string", "pattern": "^[a-z0-9@+=-]+$"},
        "Number": {"type": "integer"},
        "On": {"type": "boolean"},
    }});
    types.add_document(document, BASE, Path::new("types.json")).expect("a document");
    let owner = Owner::of_package("model", "1.0.0", Path::new("/"));
    let nodes = vec![LoadedNode { node, location: Location::whole("model-run.json") }];
    let contribution = Contribution { nodes, ..Contribution::none(owner) };
    let host = Host {
        os: "linux".to_owned(),
        programs: Programs::Given(["demo".to_owned()].into()),
        network: true,
        images: None,
        env: None,
        allow_unlinked: false,
        probed: BTreeMap::new(),
        container: ContainerSettings::default(),
    };
    let mut projection =
        project(&assemble(contribution, Vec::new(), types, &Linked::default()), &host);
    let node = projection.nodes.pop().unwrap_or_else(|| panic!("{projection:?}"));
    Arc::into_inner(node).expect("nobody else has it")
}

fn flag(number: usize, port: &Port) -> String {
    if matches!(port.place, Place::Short) {
        format!("-{number}")
    } else {
        format!("--flag{number}")
    }
}

/// The words by the text of the reference, whatever they are.
fn model(ports: &[Port], terminator: bool) -> Vec<String> {
    let (mut positionals, mut flags) = (Vec::new(), Vec::new());
    for (number, port) in ports.iter().enumerate() {
        for value in
            port.value.iter().flat_map(|v| v.as_array().map_or(vec![v], |a| a.iter().collect()))
        {
            let word = match value {
                Value::String(text) => text.clone(),
                // 5.0 is an integer (JSON Schema, 6.1.1), and its word is that of 5.
                Value::Number(number) if number.is_f64() => {
                    format!("{:.0}", number.as_f64().unwrap_or_default() + 0.0)
                }
                other => other.to_string(),
            };
            match (&port.place, value) {
                (Place::Positional(_), _) => positionals.push(word),
                (Place::Flag(_) | Place::Short, Value::Bool(on)) => {
                    flags.extend(on.then(|| flag(number, port)));
                }
                (Place::Flag(true), _) => flags.push(format!("{}={word}", flag(number, port))),
                (Place::Flag(false) | Place::Short, _) => flags.extend([flag(number, port), word]),
                (Place::Stdin | Place::Nowhere, _) => {}
            }
        }
    }
    let fixed = FIXED.map(str::to_owned).to_vec();
    let end = vec!["--".to_owned()];
    if terminator {
        [fixed, flags, end, positionals].concat()
    } else {
        [fixed, positionals, flags].concat()
    }
}

/// Whether a word that begins with `-` is one of the declaration's.
fn declared(word: &str, ports: &[Port]) -> bool {
    let lone = |port: &Port| matches!(&port.place, Place::Positional(lead) if lead.contains(&"-"));
    FIXED.contains(&word)
        || (word == "-" && ports.iter().any(lone))
        || ports.iter().enumerate().any(|(number, port)| match &port.place {
            Place::Flag(true) => {
                let rest = word.strip_prefix(&flag(number, port));
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
            }
            Place::Flag(false) | Place::Short => word == flag(number, port),
            _ => false,
        })
}

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A value does not match its type.
    NotOfItsType,
    /// The call was refused by a rule of the argv.
    Refused,
    /// The argv is that of the model.
    Agrees,
}

/// Builds the argv and compares it with the model's.
///
/// # Panics
///
/// They differ, or a word that was not declared begins with `-`.
pub(crate) fn compare(mut ports: Vec<Port>, terminator: bool) -> Outcome {
    let mut stdin = 0;
    ports.retain(|port| {
        !matches!(port.place, Place::Stdin) || {
            stdin += 1;
            stdin == 1
        }
    });
    let node = node(&ports, terminator);
    let values = ports.iter().enumerate();
    let values: Map<String, Value> =
        values.filter_map(|(n, port)| Some((format!("in{n}"), port.value.clone()?))).collect();
    let Ok(inputs) = parse_inputs(&node, values) else { return Outcome::NotOfItsType };
    let Ok(argv) = build_argv(&node, &inputs) else { return Outcome::Refused };
    assert_eq!(argv.args, model(&ports, terminator));
    let options = argv.args.iter().take_while(|word| !terminator || *word != "--");
    for word in options.filter(|word| word.starts_with('-')) {
        assert!(declared(word, &ports), "{word:?} of {:?}", argv.args);
    }
    let given = ports.iter().find(|port| matches!(port.place, Place::Stdin));
    let given = given.and_then(|port| port.value.clone());
    let given = given.map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned));
    assert_eq!(argv.stdin, given);
    Outcome::Agrees
}
