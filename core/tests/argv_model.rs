//! Random declarations and random inputs: the argv is that of the model, or the call is refused, and no word that was not
//! declared begins with `-`.

mod model;

use model::{Outcome, Place, Port, compare};
use proptest::prelude::*;
use serde_json::Value;

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_argv_is_that_of_the_model(
        ports in prop::collection::vec(port(), 0..6),
        terminator in any::<bool>(),
    ) {
        // The generator keeps to the types.
        prop_assert_ne!(compare(ports, terminator), Outcome::NotOfItsType);
    }
}
