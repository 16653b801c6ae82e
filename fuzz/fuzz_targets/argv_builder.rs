//! Any declaration with any input: the argv is that of the model, or the call is refused.
#![no_main]

#[path = "../../core/tests/model/mod.rs"]
mod model;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use model::{Place, Port, compare};
use serde_json::Value;

#[derive(Arbitrary, Debug)]
struct Case<'a> {
    terminator: bool,
    ports: Vec<Input<'a>>,
}

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    place: Position,
    ty: Type,
    repeated: bool,
    values: Vec<Given<'a>>,
}

#[derive(Arbitrary, Debug)]
enum Position {
    Positional { at: bool, plus: bool, dash: bool },
    Flag { joined: bool },
    Short,
    Stdin,
    Nowhere,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Type {
    Word,
    Number,
    On,
}

#[derive(Arbitrary, Debug)]
enum Given<'a> {
    Text(&'a str),
    Integer(i64),
    Float(f64),
    Boolean(bool),
    Null,
}

fuzz_target!(|case: Case<'_>| {
    if case.ports.len() > 8 {
        return;
    }
    compare(case.ports.iter().map(port).collect(), case.terminator);
});

fn port(input: &Input<'_>) -> Port {
    let place = match input.place {
        Position::Positional { at, plus, dash } => {
            let leads = [(at, "@"), (plus, "+"), (dash, "-")];
            Place::Positional(leads.into_iter().filter_map(|(on, lead)| on.then_some(lead)).collect())
        }
        Position::Flag { joined } => Place::Flag(joined),
        Position::Short => Place::Short,
        Position::Stdin => Place::Stdin,
        Position::Nowhere => Place::Nowhere,
    };
    // A boolean has no word, and standard input takes one value.
    let ty = match (input.ty, &place) {
        (Type::On, Place::Positional(_)) | (Type::Word, _) => "Word",
        (Type::Number, _) => "Number",
        (Type::On, _) => "On",
    };
    let repeated = input.repeated && !matches!(place, Place::Stdin);
    let mut values: Vec<Value> = input.values.iter().take(8).map(value).collect();
    let value = if repeated {
        (!values.is_empty()).then(|| values.into())
    } else {
        values.pop()
    };
    Port { place, ty, repeated, value }
}

fn value(given: &Given<'_>) -> Value {
    match *given {
        Given::Text(text) => text.into(),
        Given::Integer(number) => number.into(),
        Given::Float(number) => number.into(),
        Given::Boolean(on) => on.into(),
        Given::Null => Value::Null,
    }
}
