//! What a schema admits as a word of a command line.

use serde_json::{Map, Value};
use toolnode_rules::argv::Strings;

/// What a schema admits, as far as a command line is concerned.
#[derive(Clone, Debug, PartialEq)]
pub enum Words {
    /// `true` and `false`: a bare flag, or nothing.
    Boolean,
    /// Integers: their digits are always safe.
    Integer,
    /// Strings, and maybe integers and booleans too; [`toolnode_rules::argv`] judges the strings.
    Strings(Strings),
    /// Something that has no form as a word.
    NotAWord {
        /// What it is, to follow "the type admits": `a number`, `an object`.
        why: String,
    },
}

/// Says what a schema admits. The schema is one that stands by itself, as [`Type::schema`](crate::types::Type::schema) is.
///
/// It errs on the safe side: a keyword that is not understood admits more, never less.
pub fn words(schema: &Value) -> Words {
    let admitted = admitted(schema);
    if let Some(why) = admitted.other {
        return Words::NotAWord { why: why.into() };
    }
    match (admitted.strings, admitted.integer, admitted.boolean) {
        (Strings::Nothing, false, true) => Words::Boolean,
        (Strings::Nothing, true, false) => Words::Integer,
        (strings, ..) => Words::Strings(strings),
    }
}

/// What a schema admits, by kind of value.
#[derive(Clone, Debug)]
struct Admitted {
    boolean: bool,
    integer: bool,
    strings: Strings,
    /// Of values that are no words, one kind, in words.
    other: Option<&'static str>,
}

const NOTHING: Admitted =
    Admitted { boolean: false, integer: false, strings: Strings::Nothing, other: None };

fn anything() -> Admitted {
    Admitted {
        boolean: true,
        integer: true,
        strings: Strings::Any,
        other: Some("any value, objects and lists too"),
    }
}

fn admitted(schema: &Value) -> Admitted {
    let schema = match schema {
        Value::Object(schema) => schema,
        Value::Bool(false) => return NOTHING,
        _ => return anything(),
    };
    let mut all = of_types(schema);
    if let Some(members) = schema.get("enum").and_then(Value::as_array) {
        all = both(all, members.iter().map(of_member).fold(NOTHING, either));
    }
    if let Some(member) = schema.get("const") {
        all = both(all, of_member(member));
    }
    for branch in branches(schema, "allOf") {
        all = both(all, branch);
    }
    for keyword in ["anyOf", "oneOf"] {
        if schema.contains_key(keyword) {
            // `oneOf` admits less than `anyOf`; which is less is for the proof to say.
            all = both(all, branches(schema, keyword).fold(NOTHING, either));
        }
    }
    if schema.contains_key("$ref") {
        all.other = Some("a recursive structure");
    }
    all.strings = simple(all.strings);
    all
}

fn branches<'s>(
    schema: &'s Map<String, Value>,
    keyword: &str,
) -> impl Iterator<Item = Admitted> + 's {
    schema.get(keyword).and_then(Value::as_array).into_iter().flatten().map(admitted)
}

/// By `type`, with the keywords for strings beside it.
fn of_types(schema: &Map<String, Value>) -> Admitted {
    let strings = of_string_keywords(schema);
    let one = |name: &str| match name {
        "boolean" => Admitted { boolean: true, ..NOTHING },
        "integer" => Admitted { integer: true, ..NOTHING },
        "string" => Admitted { strings: strings.clone(), ..NOTHING },
        "number" => Admitted { integer: true, other: Some("a number"), ..NOTHING },
        "object" => Admitted { other: Some("an object"), ..NOTHING },
        "array" => Admitted { other: Some("a list"), ..NOTHING },
        "null" => Admitted { other: Some("null"), ..NOTHING },
        _ => anything(),
    };
    match schema.get("type") {
        Some(Value::String(name)) => one(name),
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).map(one).fold(NOTHING, either)
        }
        _ => Admitted { strings, ..anything() },
    }
}

fn of_string_keywords(schema: &Map<String, Value>) -> Strings {
    let mut all = Vec::new();
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        all.push(Strings::Pattern(pattern.to_owned()));
    }
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
    let (min, max) = (bound("minLength"), bound("maxLength"));
    if min.is_some() || max.is_some() {
        all.push(Strings::Length { min: min.unwrap_or(0), max });
    }
    // `not` never makes a type safe, and is left out.
    match all.len() {
        0 => Strings::Any,
        1 => all.remove(0),
        _ => Strings::All(all),
    }
}

fn of_member(member: &Value) -> Admitted {
    match member {
        Value::Bool(_) => Admitted { boolean: true, ..NOTHING },
        Value::Number(number) if is_integer(number) => Admitted { integer: true, ..NOTHING },
        Value::String(word) => {
            Admitted { strings: Strings::OneOfWords(vec![word.clone()]), ..NOTHING }
        }
        Value::Number(_) => Admitted { other: Some("a number"), ..NOTHING },
        Value::Null => Admitted { other: Some("null"), ..NOTHING },
        Value::Array(_) => Admitted { other: Some("a list"), ..NOTHING },
        Value::Object(_) => Admitted { other: Some("an object"), ..NOTHING },
    }
}

fn is_integer(number: &serde_json::Number) -> bool {
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|value| value.fract() == 0.0)
}

fn either(a: Admitted, b: Admitted) -> Admitted {
    let strings = match (a.strings, b.strings) {
        (Strings::Nothing, other) | (other, Strings::Nothing) => other,
        (Strings::OneOfWords(mut words), Strings::OneOfWords(more)) => {
            words.extend(more);
            Strings::OneOfWords(words)
        }
        (Strings::AnyOf(mut branches), other) => {
            branches.push(other);
            Strings::AnyOf(branches)
        }
        (one, other) => Strings::AnyOf(vec![one, other]),
    };
    Admitted {
        boolean: a.boolean || b.boolean,
        integer: a.integer || b.integer,
        strings,
        other: a.other.or(b.other),
    }
}

fn both(a: Admitted, b: Admitted) -> Admitted {
    let strings = match (a.strings, b.strings) {
        (Strings::Nothing, _) | (_, Strings::Nothing) => Strings::Nothing,
        (Strings::Any, other) | (other, Strings::Any) => other,
        (Strings::All(mut parts), Strings::All(more)) => {
            parts.extend(more);
            Strings::All(parts)
        }
        (Strings::All(mut parts), other) | (other, Strings::All(mut parts)) => {
            parts.push(other);
            Strings::All(parts)
        }
        (one, other) => Strings::All(vec![one, other]),
    };
    Admitted {
        boolean: a.boolean && b.boolean,
        integer: a.integer && b.integer,
        strings,
        other: a.other.and(b.other),
    }
}

/// A union of nothing is nothing.
fn simple(strings: Strings) -> Strings {
    match strings {
        Strings::AnyOf(branches) if branches.is_empty() => Strings::Nothing,
        Strings::OneOfWords(words) if words.is_empty() => Strings::Nothing,
        other => other,
    }
}
