//! Which arguments clients repeat in headers (`x-mcp-header`, MCP 2026-07-28, *Custom Headers from Tool Parameters*), in a
//! schema as a whole: a client drops a tool whose schema breaks one of these rules.

use serde_json::{Map, Value};
use toolnode_rules::header;

/// The keyword.
pub(crate) const KEYWORD: &str = "x-mcp-header";

/// All that is wrong with the headers of an input schema, as sentences.
pub(crate) fn faults(schema: &Map<String, Value>) -> Vec<String> {
    let mut found = Found::default();
    if schema.contains_key(KEYWORD) {
        found.faults.push(format!("`{KEYWORD}` is for an input, and not for all of them"));
    }
    found.below(schema, &mut Vec::new(), true);
    if let Some(name) = header::twice(found.names.iter().copied()) {
        found.faults.push(format!(
            "two inputs have the header `{name}`, and headers do not differ by case; give each one of its own"
        ));
    }
    found.faults
}

/// Whether clients repeat a value of a schema, or a part of it.
pub(crate) fn repeats(schema: &Map<String, Value>) -> bool {
    let mut found = Found::default();
    found.below(schema, &mut Vec::new(), true);
    schema.contains_key(KEYWORD) || !found.names.is_empty()
}

/// Whether values of a schema can be repeated in a header.
pub(crate) fn admits(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str).is_some_and(|ty| header::TYPES.contains(&ty))
}

#[derive(Default)]
struct Found<'s> {
    names: Vec<&'s str>,
    faults: Vec<String>,
}

impl<'s> Found<'s> {
    /// `reached` says that a caller's value is here for certain: only `properties` were gone through.
    fn below(&mut self, schema: &'s Map<String, Value>, path: &mut Vec<&'s str>, reached: bool) {
        for (keyword, value) in schema {
            match keyword.as_str() {
                // These hold values and names, whatever they look like.
                KEYWORD | "const" | "default" | "dependentRequired" | "enum" | "examples" => {}
                "properties" => self.named(value, path, reached),
                "$defs" | "definitions" | "dependencies" | "dependentSchemas"
                | "patternProperties" => self.named(value, path, false),
                // A client looks into keywords that it does not know, too.
                _ => self.any(value, path),
            }
        }
    }

    fn named(&mut self, schemas: &'s Value, path: &mut Vec<&'s str>, reached: bool) {
        for (name, schema) in schemas.as_object().into_iter().flatten() {
            let Value::Object(object) = schema else { continue };
            path.push(name);
            if let Some(given) = object.get(KEYWORD) {
                self.annotated(schema, given, path, reached);
            }
            self.below(object, path, reached);
            path.pop();
        }
    }

    fn any(&mut self, value: &'s Value, path: &mut Vec<&'s str>) {
        match value {
            Value::Object(schema) => {
                if let Some(given) = schema.get(KEYWORD) {
                    self.annotated(value, given, path, false);
                }
                self.below(schema, path, false);
            }
            Value::Array(items) => items.iter().for_each(|item| self.any(item, path)),
            _ => {}
        }
    }

    fn annotated(&mut self, schema: &Value, given: &'s Value, path: &[&str], reached: bool) {
        let place = path.join(".");
        let fault = match given.as_str() {
            _ if !reached => Some(
                "is not always there: a header is for an input, or for a property of one that no reference and no choice is in front of"
                    .to_owned(),
            ),
            None => Some(format!("has a `{KEYWORD}` that is no string")),
            Some(name) => match header::check(name) {
                Err(fault) => Some(format!("has the header {name:?}: {fault}")),
                Ok(()) if !admits(schema) => Some(format!(
                    "has the header `{name}`, and its `type` is none of {}",
                    header::TYPES.join(", ")
                )),
                Ok(()) => None,
            },
        };
        self.names.extend(given.as_str().filter(|_| reached));
        self.faults.extend(fault.map(|fault| format!("`{place}` {fault}")));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn faults_of(schema: Value) -> Vec<String> {
        let Value::Object(schema) = schema else { panic!("an object") };
        faults(&schema)
    }

    #[test]
    fn an_input_and_a_property_of_one_can_have_a_header() {
        let schema = json!({
            "type": "object",
            "properties": {
                "region": {"type": "string", "x-mcp-header": "Region"},
                "x-mcp-header": {"type": "string"},
                "at": {"type": "object", "properties": {"zone": {"type": "integer", "x-mcp-header": "Zone"}}},
                "set": {"type": "object", "default": {"x-mcp-header": "data"}},
            },
            "dependentRequired": {"x-mcp-header": ["region"]},
        });
        assert_eq!(faults_of(schema), Vec::<String>::new());
    }

    #[test]
    fn what_makes_a_client_drop_a_tool_is_found() {
        let header = |name: &str| json!({"type": "string", "x-mcp-header": name});
        for (schema, part) in [
            (json!({"x-mcp-header": "Root"}), "not for all"),
            (json!({"properties": {"a": header("")}}), "empty"),
            (json!({"properties": {"a": header("a b")}}), "' '"),
            (json!({"properties": {"a": {"type": "string", "x-mcp-header": 5}}}), "no string"),
            (json!({"properties": {"a": header("A"), "b": header("a")}}), "differ by case"),
            (json!({"properties": {"a": {"type": "number", "x-mcp-header": "A"}}}), "`type`"),
            (
                json!({"properties": {"a": {"type": ["string", "null"], "x-mcp-header": "A"}}}),
                "`type`",
            ),
            (json!({"properties": {"a": {"x-mcp-header": "A"}}}), "`type`"),
            (json!({"properties": {"a": {"type": "array", "items": header("A")}}}), "always there"),
            (json!({"anyOf": [{"properties": {"a": header("A")}}]}), "always there"),
            (json!({"$defs": {"t": header("A")}}), "always there"),
            (json!({"x-own": {"t": header("A")}}), "always there"),
            (
                json!({"dependencies": {"default": {"properties": {"a": header("A")}}}}),
                "always there",
            ),
        ] {
            let found = faults_of(schema.clone());
            assert!(found.len() == 1 && found[0].contains(part), "{schema}: {found:?}");
        }
    }
}
