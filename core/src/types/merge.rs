//! A reference and the keywords beside it as one schema.

use serde_json::{Map, Value, json};

/// Keywords that say nothing about which values are valid; the nearer one counts.
const ANNOTATIONS: [&str; 6] =
    ["default", "deprecated", "description", "examples", "readOnly", "writeOnly"];

/// Keywords that look at each other, so that joining two schemas would change what they say.
const GROUPS: [&[&str]; 4] = [
    &["additionalProperties", "patternProperties", "properties"],
    &["contains", "items", "maxContains", "minContains", "prefixItems"],
    &["else", "if", "then"],
    &["contentEncoding", "contentMediaType", "contentSchema"],
];

/// In 2020-12 `$ref` is a keyword like others: both it and its siblings must hold. The two are written as one
/// flat schema where that says the same, and with `allOf` where it does not.
pub(super) fn merge(target: Value, siblings: Map<String, Value>) -> Value {
    let mut target = match target {
        Value::Object(target) => target,
        Value::Bool(true) => return Value::Object(siblings),
        refused => return refused,
    };
    if fits(&target, &siblings) {
        target.extend(siblings);
        return Value::Object(target);
    }
    let mut outer = siblings;
    for annotation in ANNOTATIONS {
        // They are said once, outside, where clients look.
        if let Some(value) = target.remove(annotation) {
            outer.entry(annotation).or_insert(value);
        }
    }
    match outer.get_mut("allOf") {
        Some(Value::Array(all)) => all.insert(0, Value::Object(target)),
        _ => {
            outer.insert("allOf".into(), json!([target]));
        }
    }
    Value::Object(outer)
}

fn fits(target: &Map<String, Value>, siblings: &Map<String, Value>) -> bool {
    siblings.iter().all(|(keyword, value)| {
        if ANNOTATIONS.contains(&keyword.as_str()) {
            return true;
        }
        // What is unevaluated depends on everything beside it.
        let open = !keyword.starts_with("unevaluated")
            && !target.keys().any(|other| other.starts_with("unevaluated"));
        let apart = GROUPS
            .iter()
            .filter(|group| group.contains(&keyword.as_str()))
            .all(|group| !group.iter().any(|other| target.contains_key(*other)));
        match target.get(keyword) {
            Some(same) => same == value && open && !in_group(keyword),
            None => open && apart,
        }
    })
}

fn in_group(keyword: &str) -> bool {
    GROUPS.iter().any(|group| group.contains(&keyword))
}
