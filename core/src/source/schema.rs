//! JSON Schemas of what people write, from the derives on the models.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// The schema of a model, as it is committed under `core/schema/`.
pub(crate) fn generate<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12()
        .with_transform(RecursiveTransform(forbid_null))
        .with_transform(RecursiveTransform(bound_integers))
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

/// A key that may be left out is left out; `null` (which TOML cannot say) is no second way to do so.
fn forbid_null(schema: &mut Schema) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [single] = types.as_slice() {
            let single = single.clone();
            schema.insert("type".into(), single);
        }
    }
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
    let null = serde_json::json!({ "type": "null" });
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf")
        && branches.contains(&null)
    {
        branches.retain(|branch| *branch != null);
        if let [Value::Object(only)] = branches.as_slice() {
            let only = only.clone();
            schema.remove("anyOf");
            for (keyword, value) in only {
                schema.insert(keyword, value);
            }
        }
    }
}

/// serde refuses what does not fit into 32 bits; the schema says so first, with everything else that is wrong.
fn bound_integers(schema: &mut Schema) {
    if schema.get("format").is_some_and(|format| format == "uint32")
        && schema.get("maximum").is_none()
    {
        schema.insert("maximum".into(), u32::MAX.into());
    }
}
