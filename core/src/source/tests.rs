//! The three parsers against each other and against the readers of their formats.

use std::path::Path;

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

use crate::source::{Format, Node, Parsed, Source, Value, parse};

fn tree(text: &str, format: Format) -> Result<(Node, Source), String> {
    let source = Source::new(text.to_owned(), format, Path::new("text"));
    let Parsed { root, faults, .. } = parse(&source);
    match root {
        Some(root) if faults.is_empty() => Ok((root, source)),
        _ => Err(faults.finish().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")),
    }
}

fn value(text: &str, format: Format) -> Result<Json, String> {
    tree(text, format).map(|(root, _)| root.to_json())
}

fn scalar() -> impl Strategy<Value = Json> {
    prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        any::<String>().prop_map(Json::from),
        "[-+.:#&*!|>%@`~0-9a-zA-Z_ ]{0,8}".prop_map(Json::from),
    ]
}

fn any_json() -> impl Strategy<Value = Json> {
    scalar().prop_recursive(5, 40, 6, |inner| {
        let entries = prop::collection::vec((any::<String>(), inner.clone()), 0..6);
        prop_oneof![
            prop::collection::vec(inner, 0..6).prop_map(Json::from),
            entries.prop_map(|entries| entries.into_iter().collect::<Map<_, _>>().into()),
        ]
    })
}

proptest! {
    #[test]
    fn json_is_read_as_serde_json_reads_it(written in any_json()) {
        for text in [written.to_string(), format!("{written:#}")] {
            let expected: Json = serde_json::from_str(&text).expect("JSON");
            prop_assert_eq!(value(&text, Format::Json), Ok(expected));
        }
    }

    #[test]
    fn json_is_yaml(written in any_json()) {
        // YAML 1.2.2, 1.2: every JSON file is a YAML file. `<<` is refused only where it is not quoted.
        let text = written.to_string();
        let expected: Json = serde_json::from_str(&text).expect("JSON");
        prop_assert_eq!(value(&text, Format::Yaml), Ok(expected));
    }

    #[test]
    fn toml_is_read_as_toml_reads_it(
        names in prop::collection::btree_map("[a-z]{1,3}", prop::collection::vec(any::<String>(), 0..3), 0..4),
        number in any::<i64>(),
        fraction in -1e300..1e300,
    ) {
        let written = json!({ "names": names, "number": number, "fraction": fraction, "rows": [{ "a": 1 }, { "b": {} }] });
        let text = toml::to_string(&written).expect("TOML");
        // Line ends inside strings are normalised.
        let expected = written.to_string().replace("\\r\\n", "\\n");
        prop_assert_eq!(value(&text, Format::Toml), Ok(serde_json::from_str(&expected).expect("JSON")));
    }

    #[test]
    fn strict_json_is_what_serde_json_admits(text in r#"[\[\]{}:, "\\\n\t0-9eE+.truefalsn/\-]{0,12}"#) {
        // Nothing is read that is not JSON. The other way, numbers that do not fit and keys that stand twice are refused.
        if value(&text, Format::Json).is_ok() {
            prop_assert!(serde_json::from_str::<Json>(&text).is_ok());
        }
    }
}

/// The text of each scalar, by its span.
fn excerpts(node: &Node, source: &Source, found: &mut Vec<(String, String)>) {
    let text = source.body()[node.span.start..node.span.end].to_owned();
    match &node.value {
        Value::Array(items) => items.iter().for_each(|item| excerpts(item, source, found)),
        Value::Table(entries) => {
            for entry in entries {
                let key = &source.body()[entry.key_span.start..entry.key_span.end];
                found.push((entry.key.clone(), key.to_owned()));
                excerpts(&entry.value, source, found);
            }
        }
        _ => found.push((node.to_json().to_string(), text)),
    }
}

#[test]
fn spans_are_those_of_what_was_written() {
    let texts = [
        (Format::Toml, "a = 1\nb = [\"é\", true]\n[c]\nd = { e = 2.5 }\n[[f]]\ng = 'h'\n"),
        (
            Format::Json,
            "{\"a\": 1, \"b\": [\"é\", true],\n \"c\": {\"d\": {\"e\": 2.5}}, \"f\": [{\"g\": \"h\"}]}",
        ),
        (Format::Yaml, "a: 1\nb:\n- \"é\"\n- true\nc: {d: {e: 2.5}}\nf:\n  - g: 'h'\n"),
    ];
    for (format, text) in texts {
        let (root, source) = tree(text, format).expect("a tree");
        let mut found = Vec::new();
        excerpts(&root, &source, &mut found);
        let bare: Vec<_> =
            found.iter().map(|(value, text)| (&**value, text.trim_matches(['"', '\'']))).collect();
        let expected = [
            ("a", "a"),
            ("1", "1"),
            ("b", "b"),
            ("\"é\"", "é"),
            ("true", "true"),
            ("c", "c"),
            ("d", "d"),
            ("e", "e"),
            ("2.5", "2.5"),
            ("f", "f"),
            ("g", "g"),
            ("\"h\"", "h"),
        ];
        assert_eq!(bare, expected, "{format:?}");
    }
}

#[test]
fn yaml_scalars_are_those_of_the_core_schema() {
    let of = |text: &str| value(&format!("- {text}\n"), Format::Yaml).expect(text)[0].clone();
    for text in ["", "~", "null", "Null", "NULL"] {
        assert_eq!(of(text), Json::Null, "{text}");
    }
    for text in ["true", "True", "TRUE"] {
        assert_eq!(of(text), json!(true), "{text}");
    }
    for (text, number) in
        [("0", 0), ("-12", -12), ("+7", 7), ("007", 7), ("0o17", 15), ("0xfF", 255)]
    {
        assert_eq!(of(text), json!(number), "{text}");
    }
    for (text, number) in
        [("1.", 1.0), (".5", 0.5), ("-1.5e3", -1500.0), ("1e3", 1000.0), ("+.5E-1", 0.05)]
    {
        assert_eq!(of(text), json!(number), "{text}");
    }
    for text in [
        "yes",
        "no",
        "on",
        "off",
        "y",
        "tRUE",
        "1_000",
        "0b101",
        "0x",
        "0o8",
        "-0x1",
        "1e",
        "e3",
        ".",
        "+",
        "--1",
        "1.2.3",
        "12:30",
        "2026-01-02",
        "nan",
        "inf",
        "0X1",
        ".e1",
    ] {
        assert_eq!(of(text), json!(text), "{text}");
    }
    for text in ["\"1\"", "'true'", "|\n  1", ">-\n  1"] {
        assert!(of(text).is_string(), "{text}");
    }
}
