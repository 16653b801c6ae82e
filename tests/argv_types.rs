//! Types made by `#[derive(ArgvType)]`: what they admit, say and describe.
#![allow(missing_docs, reason = "a test")]

use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};
use toolnode::ArgvType;

/// Which bean.
#[derive(Clone, Debug, PartialEq, ArgvType)]
#[argv(pattern = r"^[\p{L}0-9][\p{L}0-9.-]*$", not = r"\.\.", min_len = 2, max_len = 8)]
struct BeanId(String);

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, ArgvType)]
#[serde(rename_all = "kebab-case", rename = "Status")]
enum BeanStatus {
    /// Not begun.
    Todo,
    InProgress,
    #[serde(rename = "done:ok")]
    r#Done,
}

#[derive(Clone, Copy, Debug, PartialEq, ArgvType)]
enum Plain {
    One,
    Two,
}

#[derive(Clone, Copy, Debug, PartialEq, ArgvType)]
#[argv(min = -3, max = 70_000)]
struct Times(i64);

#[derive(Clone, Copy, Debug, PartialEq, ArgvType)]
struct Port(u16);

#[derive(Clone, Copy, Debug, PartialEq, ArgvType)]
struct Big(u64);

#[derive(Clone, Copy, Debug, PartialEq, ArgvType)]
#[argv(max = 9)]
struct Some9(std::num::NonZeroU16);

#[derive(Clone, Copy, Debug, PartialEq, ArgvType)]
struct Size(std::num::NonZeroU64);

fn schema<T: JsonSchema>() -> Value {
    let mut schema = schema_for!(T);
    schema.remove("$schema");
    schema.remove("title");
    schema.to_value()
}

#[test]
fn texts() {
    for text in ["ab", "a.b", "été", "a-b.c-d"] {
        let id: BeanId = text.parse().unwrap();
        assert_eq!((id.as_ref(), id.to_string()), (text, text.to_owned()));
        assert_eq!(serde_json::to_value(&id).unwrap(), json!(text));
        assert_eq!(serde_json::from_value::<BeanId>(json!(text)).unwrap(), id);
        assert_eq!(BeanId::try_from(text.to_owned()).unwrap(), id);
        assert_eq!(String::from(id), text);
    }
    let refused = |text: &str| {
        let error = text.parse::<BeanId>().unwrap_err().to_string();
        assert!(
            serde_json::from_value::<BeanId>(json!(text)).unwrap_err().to_string().contains(&error)
        );
        error
    };
    let both = "it must match ^[\\p{L}0-9][\\p{L}0-9.-]*$, and \\.\\. must not be in it";
    assert_eq!(refused("a;"), format!("\"a;\" is no BeanId: {both}"));
    assert_eq!(refused("-a"), format!("\"-a\" is no BeanId: {both}"));
    assert_eq!(refused("ab\n"), format!("\"ab\\n\" is no BeanId: {both}"));
    assert_eq!(refused("a..b"), format!("\"a..b\" is no BeanId: {both}"));
    assert_eq!(refused("a"), "\"a\" is no BeanId: it has 1 characters, and 2 at least are needed");
    assert_eq!(
        refused(&"a".repeat(9)),
        "this is no BeanId: it has 9 characters, and 8 at most are admitted"
    );
    assert!(serde_json::from_value::<BeanId>(json!(5)).is_err());
    assert_eq!(format!("[{:>4}]", "ab".parse::<BeanId>().unwrap()), "[  ab]");
}

#[test]
fn words() {
    for (status, word) in [
        (BeanStatus::Todo, "todo"),
        (BeanStatus::InProgress, "in-progress"),
        (BeanStatus::Done, "done:ok"),
    ] {
        assert_eq!((status.as_ref(), status.to_string()), (word, word.to_owned()));
        assert_eq!(word.parse::<BeanStatus>().unwrap(), status);
        assert_eq!(serde_json::to_value(status).unwrap(), json!(word));
        assert_eq!(serde_json::from_value::<BeanStatus>(json!(word)).unwrap(), status);
    }
    assert_eq!(
        "Todo".parse::<BeanStatus>().unwrap_err().to_string(),
        "\"Todo\" is no Status: it is one of todo, in-progress, done:ok"
    );
    assert_eq!("Two".parse::<Plain>().unwrap(), Plain::Two);
    assert_eq!(Plain::One.as_ref(), "One");
}

#[test]
fn integers() {
    assert_eq!("-3".parse::<Times>().unwrap(), Times(-3));
    assert_eq!(Times::try_from(5).unwrap().to_string(), "5");
    assert!(Times::try_from(-4).is_err());
    assert_eq!(serde_json::from_value::<Times>(json!(70_000)).unwrap(), Times(70_000));
    assert_eq!(serde_json::to_value(Times(2)).unwrap(), json!(2));
    assert_eq!("-4".parse::<Times>().unwrap_err().to_string(), "-4 is no Times: it is -3 at least");
    assert_eq!(
        serde_json::from_value::<Times>(json!(70_001)).unwrap_err().to_string(),
        "70001 is no Times: it is 70000 at most"
    );
    assert_eq!(
        "five".parse::<Times>().unwrap_err().to_string(),
        "\"five\" is no Times: it is an integer"
    );
}

#[test]
fn schemas() {
    assert_eq!(
        (BeanId::schema_name(), BeanStatus::schema_name()),
        ("BeanId".into(), "Status".into())
    );
    assert_eq!(
        schema::<BeanId>(),
        json!({
            "description": "Which bean.", "type": "string",
            "pattern": r"^[\p{L}0-9][\p{L}0-9.-]*$", "not": {"pattern": r"\.\."},
            "minLength": 2, "maxLength": 8,
        })
    );
    assert_eq!(
        schema::<BeanStatus>(),
        json!({
            "description": "How far it is.", "type": "string",
            "oneOf": [{"const": "todo", "description": "Not begun."}, {"const": "in-progress"}, {"const": "done:ok"}],
        })
    );
    assert_eq!(schema::<Plain>(), json!({"type": "string", "enum": ["One", "Two"]}));
    assert_eq!(schema::<Times>(), json!({"type": "integer", "minimum": -3, "maximum": 70_000}));
    assert_eq!(schema::<Port>(), json!({"type": "integer", "minimum": 0, "maximum": 65_535}));
    assert_eq!(schema::<Big>(), json!({"type": "integer", "minimum": 0}));
    assert_eq!(schema::<Some9>(), json!({"type": "integer", "minimum": 1, "maximum": 9}));
    assert_eq!(schema::<Size>(), json!({"type": "integer", "minimum": 1}));
}

#[test]
fn integers_that_are_never_zero() {
    let nine: Some9 = "9".parse().unwrap();
    assert_eq!(serde_json::from_value::<Some9>(json!(9)).unwrap(), nine);
    assert_eq!("10".parse::<Some9>().unwrap_err().to_string(), "10 is no Some9: it is 9 at most");
    assert!("0".parse::<Some9>().is_err());
    assert!(serde_json::from_value::<Size>(json!(0)).is_err());
    assert_eq!(Some9::LEADING_DASH, None);
}

#[test]
fn leading_dashes() {
    assert_eq!((BeanId::LEADING_DASH, Plain::LEADING_DASH, Port::LEADING_DASH), (None, None, None));
    assert_eq!((Times::LEADING_DASH, i64::LEADING_DASH), (Some("-3"), Some("-1")));
}
