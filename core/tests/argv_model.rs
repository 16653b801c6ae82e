//! Random declarations and random inputs: the argv is that of a model a few lines long, or the call is refused, and no word
//! that was not declared begins with `-`.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toolnode::assemble::{Contribution, Owner, assemble};
use toolnode::fault::Location;
use toolnode::invoke::{build_argv, parse_inputs};
use toolnode::node::LoadedNode;
use toolnode::project::{ContainerSettings, Host, Node, Programs, project};
use toolnode::types::TypeStore;

const BASE: &str = "https://example.org/model/types.json";
const FIXED: [&str; 3] = ["--fixed", "word", "-f"];

/// An input as it is declared, and what a call gives for it.
#[derive(Clone, Debug)]
struct Port {
    place: Place,
    ty: &'static str,
    repeated: bool,
    value: Option<Value>,
}

#[derive(Clone, Debug)]
enum Place {
    Positional(Vec<&'static str>),
    Flag(bool),
    Short,
    Stdin,
    Nowhere,
}

fn value(ty: &'static str) -> BoxedStrategy<Value> {
    let words =
        vec!["a", "b-c", "-", "--", "-x", "--out=f", "@file", "+cmd", "a=b", "0", "--flag0=x"];
    match ty {
        "Word" => prop::sample::select(words).prop_map(Value::from).boxed(),
        "Number" => (-3_i64..4).prop_map(Value::from).boxed(),
        _ => any::<bool>().prop_map(Value::from).boxed(),
    }
}

fn port() -> impl Strategy<Value = Port> {
    let place = prop_oneof![
        4 => prop::sample::subsequence(vec!["@", "+", "-"], 0..=3).prop_map(Place::Positional),
        3 => any::<bool>().prop_map(Place::Flag),
        1 => Just(Place::Short),
        1 => Just(Place::Stdin),
        1 => Just(Place::Nowhere),
    ];
    let types = prop::sample::select(vec!["Word", "Word", "Number", "On"]);
    (place, types, any::<bool>(), 0..4_usize).prop_flat_map(|(place, ty, repeated, count)| {
        // A boolean has no word, and standard input takes one value.
        let ty = if matches!(place, Place::Positional(_)) && ty == "On" { "Word" } else { ty };
        let repeated = repeated && !matches!(place, Place::Stdin);
        prop::collection::vec(value(ty), count).prop_map(move |mut values| {
            let value =
                if repeated { (!values.is_empty()).then(|| values.into()) } else { values.pop() };
            Port { place: place.clone(), ty, repeated, value }
        })
    })
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
        container: ContainerSettings::default(),
    };
    let mut projection = project(&assemble(contribution, types, &[]), &host);
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
            let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_argv_is_that_of_the_model(
        ports in prop::collection::vec(port(), 0..6),
        terminator in any::<bool>(),
    ) {
        let mut stdin = 0;
        let ports: Vec<_> = ports
            .into_iter()
            .filter(|port| !matches!(port.place, Place::Stdin) || { stdin += 1; stdin == 1 })
            .collect();
        let node = node(&ports, terminator);
        let values = ports.iter().enumerate();
        let values: Map<String, Value> =
            values.filter_map(|(n, port)| Some((format!("in{n}"), port.value.clone()?))).collect();
        let inputs = parse_inputs(&node, values).expect("the generator keeps to the types");
        let Ok(argv) = build_argv(&node, &inputs) else { return Ok(()) };
        prop_assert_eq!(&argv.args, &model(&ports, terminator));
        let options = argv.args.iter().take_while(|word| !terminator || *word != "--");
        for word in options.filter(|word| word.starts_with('-')) {
            prop_assert!(declared(word, &ports), "{:?} of {:?}", word, argv.args);
        }
        let given = ports.iter().find(|port| matches!(port.place, Place::Stdin));
        let given = given.and_then(|port| port.value.clone());
        prop_assert_eq!(argv.stdin, given.map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned)));
    }
}
