//! What types admit on a command line, the built-in ones among them.
#![cfg(feature = "runtime")]

use serde_json::{Value, json};
use toolnode::types::{BUILT_IN, TypeStore, Words, words};
use toolnode_rules::argv::{Decision, Strings, admits_payload};

#[test]
fn the_built_in_vocabulary_is_what_it_says() {
    let store = TypeStore::new();
    let words_of = |name: &str| {
        let iri = store.short_name(&[], name).expect(name);
        words(&store.resolve(&iri).expect(name).schema)
    };
    assert_eq!(words_of("Flag"), Words::Boolean);
    assert_eq!(words_of("Count"), Words::Integer);
    assert_eq!(words_of("Port"), Words::Integer);
    for name in ["Slug", "RepoPath", "Branch", "CommitSha", "Locale", "Timestamp", "HttpUrl"] {
        let Words::Strings(strings) = words_of(name) else { panic!("{name} is no string") };
        assert_eq!(admits_payload(&strings), Decision::Never, "{name}");
    }
    for name in ["Markdown", "Text"] {
        let Words::Strings(strings) = words_of(name) else { panic!("{name} is no string") };
        assert!(matches!(admits_payload(&strings), Decision::Admits { .. }), "{name}");
    }
    let admits = |name: &str, text: &str| {
        let schema = &store.resolve(&format!("{BUILT_IN}#/$defs/{name}")).expect(name).schema;
        jsonschema::draft202012::is_valid(schema, &text.into())
    };
    assert!(
        admits("RepoPath", "docs/a..b.md")
            && !admits("RepoPath", "docs/../x")
            && !admits("RepoPath", "/etc")
    );
    assert!(admits("HttpUrl", "https://example.org/ä/b@c") && !admits("HttpUrl", "http://x/?q=1"));
    assert!(
        admits("Text", "") && !admits("Text", "two\nlines") && admits("Markdown", "two\nlines")
    );
}
#[test]
fn words_errs_on_the_safe_side() {
    let pattern = || Strings::Pattern("^[a-z]+$".into());
    let one_of =
        |words: &[&str]| Strings::OneOfWords(words.iter().map(|word| (*word).into()).collect());
    let strings = |schema: Value| match words(&schema) {
        Words::Strings(strings) => strings,
        other => panic!("{schema}: {other:?}"),
    };
    let not_a_word = |schema: Value| match words(&schema) {
        Words::NotAWord { why } => why,
        other => panic!("{schema}: {other:?}"),
    };
    assert_eq!(strings(json!({ "type": "string" })), Strings::Any);
    assert_eq!(strings(json!({ "type": "string", "format": "uri" })), Strings::Any);
    assert_eq!(strings(json!({ "type": "string", "pattern": "^[a-z]+$" })), pattern());
    assert_eq!(strings(json!({ "type": ["string", "integer"], "pattern": "^[a-z]+$" })), pattern());
    assert_eq!(strings(json!({ "enum": ["a", 1, true] })), one_of(&["a"]));
    assert_eq!(strings(json!({ "const": "a" })), one_of(&["a"]));
    assert_eq!(strings(json!({ "type": "string", "not": { "pattern": "x" } })), Strings::Any);
    assert_eq!(strings(json!(false)), Strings::Nothing);
    assert_eq!(
        strings(
            json!({ "anyOf": [{ "type": "string", "pattern": "^[a-z]+$" }, { "type": "integer" }] })
        ),
        pattern()
    );
    assert_eq!(
        strings(
            json!({ "allOf": [{ "type": "string" }, { "pattern": "^[a-z]+$" }], "minLength": 2 })
        ),
        Strings::All(vec![Strings::Length { min: 2, max: None }, pattern()])
    );
    assert_eq!(words(&json!({ "type": "boolean" })), Words::Boolean);
    assert_eq!(words(&json!({ "enum": [1, 2] })), Words::Integer);
    assert_eq!(words(&json!({ "type": "number", "enum": [1, 2.0] })), Words::Integer);
    assert_eq!(words(&json!({ "type": ["integer", "null"], "const": 3 })), Words::Integer);
    assert_eq!(not_a_word(json!({ "type": "number" })), "a number");
    assert_eq!(not_a_word(json!({ "enum": ["a", 1.5] })), "a number");
    assert_eq!(not_a_word(json!({ "type": ["string", "null"] })), "null");
    assert_eq!(not_a_word(json!({ "type": "array", "items": { "type": "integer" } })), "a list");
    assert_eq!(
        not_a_word(json!({ "anyOf": [{ "type": "string" }, { "type": "object" }] })),
        "an object"
    );
    assert!(not_a_word(json!({ "pattern": "^[a-z]+$" })).contains("any value"));
    assert!(not_a_word(json!({})).contains("any value"));
    assert_eq!(
        not_a_word(json!({ "$ref": "#/$defs/A", "$defs": { "A": true } })),
        "a recursive structure"
    );
}
