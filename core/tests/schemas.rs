//! The committed schemas are those of the models.
//!
//! `TOOLNODE_BLESS=1 cargo test -p toolnode --test schemas` writes them anew.
#![cfg(feature = "runtime")]

use serde_json::Value;

fn compare(name: &str, schema: &Value) {
    let path = format!("schema/{name}");
    if std::env::var_os("TOOLNODE_BLESS").is_some() {
        let text = serde_json::to_string_pretty(schema).expect("a schema is JSON");
        std::fs::write(&path, text + "\n").expect("the folder core/schema");
    }
    let committed =
        std::fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str(&text).ok());
    assert!(
        committed.as_ref() == Some(schema),
        "core/{path} is not the model's schema; if the model is right, run\n\n    \
         TOOLNODE_BLESS=1 cargo test -p toolnode --test schemas\n"
    );
    jsonschema::draft202012::meta::validate(schema).expect("a schema");
}

#[test]
fn node() {
    compare("tool-node.schema.json", toolnode::node::schema());
}

#[test]
fn instance() {
    compare("instance.schema.json", toolnode::instance::schema());
}

#[test]
fn deployment() {
    compare("deployment.schema.json", toolnode::deploy::schema());
}

#[test]
fn roles() {
    compare("roles.schema.json", toolnode::authority::schema());
}

#[test]
fn audit_record() {
    compare("audit-record.schema.json", &toolnode::audit::schema());
}

#[test]
fn check_report() {
    compare("check-report.schema.json", &toolnode::contract::schema());
}

#[test]
fn no_key_is_null_and_every_table_is_closed() {
    fn walk(schema: &Value, path: &str) {
        if let Some(table) = schema.as_object() {
            assert_ne!(table.get("type"), Some(&Value::from("null")), "{path}");
            if table.contains_key("properties") {
                assert_eq!(table.get("additionalProperties"), Some(&Value::Bool(false)), "{path}");
            }
            for (key, value) in table {
                walk(value, &format!("{path}/{key}"));
            }
        } else if let Some(list) = schema.as_array() {
            for item in list {
                walk(item, path);
            }
        }
    }
    walk(toolnode::node::schema(), "node");
    walk(toolnode::instance::schema(), "instance");
    walk(toolnode::deploy::schema(), "deployment");
    walk(toolnode::authority::schema(), "roles");
    walk(&toolnode::audit::schema(), "audit record");
    walk(&toolnode::contract::schema(), "check report");
}
