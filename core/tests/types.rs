//! Types documents: finding a type by its IRI, and writing it out.
#![cfg(feature = "runtime")]

use std::path::Path;

use serde_json::{Value, json};
use toolnode::fault;
use toolnode::types::{BUILT_IN, DocumentId, TypeError, TypeStore};

const BASE: &str = "https://example.org/types.json";

#[allow(clippy::needless_pass_by_value, reason = "the callers write `json!`")]
fn add(store: &mut TypeStore, iri: &str, defs: Value) -> DocumentId {
    let document = json!({ "$id": iri, "$defs": defs });
    store
        .add_document(document, iri, Path::new("types"))
        .unwrap_or_else(|faults| panic!("{}", fault::render(&faults)))
}

/// A store with one document of these types.
fn store(defs: Value) -> TypeStore {
    let mut store = TypeStore::new();
    add(&mut store, BASE, defs);
    store
}

fn resolve(store: &TypeStore, name: &str) -> Result<Value, TypeError> {
    store.resolve(&format!("{BASE}#/$defs/{name}")).map(|ty| ty.schema.clone())
}

fn written_out(defs: Value, name: &str) -> Value {
    resolve(&store(defs), name).expect("a type")
}

#[test]
fn references_are_written_out() {
    let defs = json!({
        "Slug": { "type": "string", "pattern": "^[a-z]+$" },
        "List": { "type": "array", "items": { "$ref": "#/$defs/Slug" } },
        "Nested": { "anyOf": [{ "$ref": "#/$defs/List" }, { "not": { "$ref": "#/$defs/Slug" } }] },
    });
    let slug = json!({ "type": "string", "pattern": "^[a-z]+$" });
    let list = json!({ "type": "array", "items": slug });
    assert_eq!(written_out(defs.clone(), "List"), list);
    assert_eq!(written_out(defs, "Nested"), json!({ "anyOf": [list, { "not": slug }] }));
}

#[test]
fn references_in_all_their_forms_lead_to_the_type() {
    let slug = json!({ "type": "string" });
    let mut store = store(json!({
        "Slug": { "$anchor": "slug", "type": "string" },
        "a/b~c d%é": { "type": "string" },
        "ByPointer": { "$ref": "#/$defs/Slug" },
        "ByAnchor": { "$ref": "#slug" },
        "ByName": { "$ref": "types.json#/$defs/Slug" },
        "ByPath": { "$ref": "/types.json#slug" },
        "Absolute": { "$ref": "https://EXAMPLE.org/./types.json#/$defs/Slug" },
        "Escaped": { "$ref": "#/$defs/a~1b~0c%20d%25%C3%A9" },
        "Built": { "$ref": "urn:toolnode:types:1#/$defs/Flag" },
        "Other": { "$ref": "more/types.json#/$defs/Slug" },
        "Part": { "$ref": "#/$defs/Whole/properties/part" },
        "Whole": { "properties": { "part": { "type": "string" } } },
        "Embedded": { "$id": "embedded.json", "$defs": { "Inner": { "type": "string" } }, "$ref": "#/$defs/Inner" },
        "IntoEmbedded": { "$ref": "embedded.json#/$defs/Inner" },
    }));
    add(
        &mut store,
        "https://example.org/more/types.json",
        json!({ "Slug": { "$ref": "../types.json#/$defs/Slug" } }),
    );
    for name in [
        "ByPointer",
        "ByAnchor",
        "ByName",
        "ByPath",
        "Absolute",
        "Escaped",
        "Other",
        "Part",
        "Embedded",
        "IntoEmbedded",
    ] {
        assert_eq!(resolve(&store, name).expect(name), slug, "{name}");
    }
    assert_eq!(resolve(&store, "Built").expect("Flag")["type"], "boolean");
    assert_eq!(
        store.resolve("https://example.org/types.json#slug").expect("an anchor").schema,
        slug
    );
}

#[test]
fn definitions_of_older_drafts_are_defs() {
    let mut store = TypeStore::new();
    let document = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://example.org/old.json",
        "definitions": { "Slug": { "type": "string" }, "Twice": { "$ref": "#/definitions/Slug" } },
    });
    let id = store.add_document(document, "", Path::new("old.json")).expect("a document");
    let iri = store.short_name(&[id], "Twice").expect("a name");
    assert_eq!(iri, "https://example.org/old.json#/$defs/Twice");
    assert_eq!(store.resolve(&iri).expect("a type").schema, json!({ "type": "string" }));
}

#[test]
fn what_names_a_schema_is_left_out_and_what_it_says_stays() {
    let defs = json!({
        "Record": {
            "title": "Record", "$comment": "noise", "$anchor": "record",
            "description": "A record.", "type": "object",
            "properties": {
                "title": { "type": "string", "title": "Title" },
                "$id": { "type": "string" },
                "$defs": { "type": "string" },
            },
            "required": ["title"],
            "$defs": { "Unused": { "type": "null" } },
            "enum": [{ "title": "kept", "$ref": "kept" }],
            "default": { "title": "kept" },
            "x-hint": { "title": "kept" },
        },
    });
    let expected = json!({
        "description": "A record.", "type": "object",
        "properties": {
            "title": { "type": "string" },
            "$id": { "type": "string" },
            "$defs": { "type": "string" },
        },
        "required": ["title"],
        "enum": [{ "title": "kept", "$ref": "kept" }],
        "default": { "title": "kept" },
        "x-hint": { "title": "kept" },
    });
    assert_eq!(written_out(defs, "Record"), expected);
}

#[test]
fn what_stands_beside_a_reference_holds_too() {
    let base = json!({ "type": "string", "description": "Any.", "minLength": 1 });
    let beside = |siblings: Value| {
        let mut schema = siblings;
        schema["$ref"] = "#/$defs/Base".into();
        written_out(json!({ "Base": base, "Name": schema }), "Name")
    };
    // Said flat where that means the same.
    assert_eq!(
        beside(json!({ "description": "A name.", "maxLength": 9, "minLength": 1 })),
        json!({ "type": "string", "description": "A name.", "minLength": 1, "maxLength": 9 })
    );
    // With `allOf` where both say something about the same.
    assert_eq!(
        beside(json!({ "minLength": 3 })),
        json!({ "description": "Any.", "minLength": 3, "allOf": [{ "type": "string", "minLength": 1 }] })
    );
    // Keywords that look at each other are not put together.
    let open = json!({
        "Base": { "properties": { "a": { "type": "string" } } },
        "Closed": { "$ref": "#/$defs/Base", "additionalProperties": false },
        "Late": { "$ref": "#/$defs/Base", "unevaluatedProperties": false },
    });
    let base = json!({ "properties": { "a": { "type": "string" } } });
    assert_eq!(
        written_out(open.clone(), "Closed"),
        json!({ "allOf": [base], "additionalProperties": false })
    );
    assert_eq!(
        written_out(open, "Late"),
        json!({ "allOf": [base], "unevaluatedProperties": false })
    );
    let bools = json!({
        "Any": true, "None": false,
        "A": { "$ref": "#/$defs/Any", "type": "string" }, "B": { "$ref": "#/$defs/None", "type": "string" },
    });
    assert_eq!(written_out(bools.clone(), "A"), json!({ "type": "string" }));
    assert_eq!(written_out(bools, "B"), json!(false));
}

#[test]
fn recursive_types_keep_definitions_and_only_they() {
    let defs = json!({
        "Tree": {
            "type": "object", "description": "A tree.",
            "properties": { "name": { "$ref": "#/$defs/Name" }, "children": { "$ref": "#/$defs/Forest" } },
        },
        "Forest": { "type": "array", "items": { "$ref": "#/$defs/Tree" } },
        "Name": { "type": "string" },
        "Garden": { "type": "object", "properties": { "trees": { "$ref": "#/$defs/Forest" } } },
    });
    let tree = json!({
        "type": "object", "description": "A tree.",
        "properties": { "name": { "type": "string" }, "children": { "$ref": "#/$defs/Forest" } },
    });
    let forest = json!({ "type": "array", "items": { "$ref": "#/$defs/Tree" } });
    let definitions = json!({ "Forest": forest, "Tree": tree });
    assert_eq!(
        written_out(defs.clone(), "Garden"),
        json!({ "type": "object", "properties": { "trees": { "$ref": "#/$defs/Forest" } }, "$defs": definitions })
    );
    assert_eq!(
        written_out(defs, "Tree"),
        json!({ "$ref": "#/$defs/Tree", "description": "A tree.", "$defs": definitions })
    );
    let loops = json!({ "A": { "$ref": "#/$defs/B" }, "B": { "$ref": "#/$defs/A" }, "S": { "$ref": "#/$defs/S" } });
    for name in ["A", "S"] {
        let schema = written_out(loops.clone(), name);
        assert_eq!(schema["$ref"], format!("#/$defs/{name}"));
    }
}

#[test]
fn a_document_that_is_itself_recursive_can_be_named() {
    let mut store = TypeStore::new();
    let document = json!({
        "$id": "https://example.org/list.json", "type": "array", "items": { "$ref": "#" },
    });
    store.add_document(document, "", Path::new("list.json")).expect("a document");
    let list = json!({ "type": "array", "items": { "$ref": "#/$defs/list" } });
    assert_eq!(
        store.resolve("https://example.org/list.json").expect("a type").schema,
        json!({ "$ref": "#/$defs/list", "$defs": { "list": list } })
    );
}

#[test]
fn doubling_and_depth_are_bounded() {
    let mut defs = serde_json::Map::new();
    let mut chain = serde_json::Map::new();
    let many = 5_000;
    for step in 0..40 {
        let next = json!({ "$ref": format!("#/$defs/D{}", step + 1) });
        defs.insert(format!("D{step}"), json!({ "anyOf": [next, next] }));
    }
    for step in 0..many {
        chain.insert(
            format!("C{step}"),
            json!({ "items": { "$ref": format!("#/$defs/C{}", step + 1) } }),
        );
    }
    defs.insert("D40".into(), json!({ "type": "string" }));
    chain.insert(format!("C{many}"), json!({ "type": "string" }));
    for (defs, name) in [(defs, "D0"), (chain, "C0")] {
        let error = resolve(&store(defs.into()), name).expect_err(name);
        assert!(error.to_string().contains("too large"), "{error}");
    }
    // Every type of a dense cycle is written once, not once for each way around.
    let dense: serde_json::Map<String, Value> = (0..40)
        .map(|from| {
            let all: Vec<Value> =
                (0..40).map(|to| json!({ "$ref": format!("#/$defs/N{to}") })).collect();
            (format!("N{from}"), json!({ "prefixItems": all }))
        })
        .collect();
    let schema = written_out(dense.into(), "N0");
    assert_eq!(schema["$defs"].as_object().map(serde_json::Map::len), Some(40));
}

#[test]
fn what_cannot_be_had_says_why() {
    let mut store = store(json!({
        "BeanId": { "type": "string" },
        "Broken": { "properties": { "id": { "$ref": "#/$defs/BeenId" } } },
        "Far": { "$ref": "https://elsewhere.example/types.json" },
    }));
    let why = |iri: &str| store.resolve(iri).expect_err(iri).to_string();
    let reasons = [
        why("https://example.org/types.json#/$defs/bean_id"),
        why("https://example.org/types.json#/$defs/Nothing"),
        why("https://example.org/Types.json#/$defs/BeanId"),
        why("https://elsewhere.example/types.json#/$defs/BeanId"),
        why("https://example.org/types.json#/$defs/Broken"),
        why("https://example.org/types.json#/$defs/Far"),
        why("https://example.org/types.json#/$id"),
        why("types.json#/$defs/BeanId"),
        store.short_name(&[], "bean_id").expect_err("no such name").to_string(),
        store.short_name(&[], "repo-path").expect_err("no such name").to_string(),
    ];
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(reasons.join("\n")) });
    // What comes later is found then.
    add(&mut store, "https://elsewhere.example/types.json", json!({ "BeanId": true }));
    store.resolve("https://elsewhere.example/types.json#/$defs/BeanId").expect("a type");
}

#[test]
fn a_slip_in_the_rule_for_paths_is_told_wherever_it_is_found() {
    let slip = json!({ "$id": BASE, "$defs": { "In": { "x-toolnode": { "paths": "inside" } } } });
    let faults = TypeStore::new().add_document(slip, BASE, Path::new("types")).expect_err("a slip");
    assert_eq!(
        fault::render(&faults),
        "types: `x-toolnode` has no key `paths`; did you mean `path`?\n"
    );
    // Under a keyword that is data until somebody refers to it.
    let hidden = json!({
        "$id": BASE,
        "$defs": { "In": { "then": { "$ref": "#/components/In" } } },
        "components": { "In": { "x-toolnode": { "path": "insde" } } },
    });
    let mut store = TypeStore::new();
    store.add_document(hidden, BASE, Path::new("types")).expect("a document");
    assert_eq!(
        resolve(&store, "In").expect_err("a slip").to_string(),
        "in `https://example.org/types.json#/$defs/In`, `path` in `x-toolnode` is not \"insde\"; did you mean `inside`?"
    );
}

#[test]
fn short_names_are_those_of_the_instance_and_then_the_built_in() {
    let mut store = TypeStore::new();
    let one = add(&mut store, BASE, json!({ "Slug": { "type": "string" }, "a b": true }));
    let two =
        add(&mut store, "https://example.org/more.json", json!({ "Slug": true, "Other": true }));
    let name = |own: &[DocumentId], name: &str| {
        store.short_name(own, name).map_err(|error| error.to_string())
    };
    assert_eq!(name(&[one], "Slug").expect("own"), format!("{BASE}#/$defs/Slug"));
    assert_eq!(name(&[], "Slug").expect("built in"), format!("{BUILT_IN}#/$defs/Slug"));
    assert_eq!(name(&[one], "Flag").expect("built in"), format!("{BUILT_IN}#/$defs/Flag"));
    assert_eq!(name(&[one, one], "Slug").expect("own"), format!("{BASE}#/$defs/Slug"));
    assert!(
        name(&[one, two], "Slug").expect_err("two").contains("more than one type is called `Slug`")
    );
    let spaced = name(&[one], "a b").expect("a name");
    assert_eq!(spaced, format!("{BASE}#/$defs/a%20b"));
    store.resolve(&spaced).expect("a type");
}

#[test]
fn one_iri_is_one_document() {
    let mut store = TypeStore::new();
    let defs = json!({ "Slug": { "type": "string" } });
    let first = add(&mut store, BASE, defs.clone());
    assert_eq!(add(&mut store, BASE, defs), first, "a copy is no second document");
    let other = json!({ "$id": BASE, "$defs": {} });
    let faults = store.add_document(other, BASE, Path::new("other.json")).expect_err("another");
    assert_eq!(
        fault::render(&faults),
        "other.json: another document has the IRI `https://example.org/types.json`: types; give each document an `$id` of its own\n"
    );
}

#[test]
fn each_bad_document_is_told_about_in_full() {
    let mut files: Vec<_> = std::fs::read_dir("tests/fixtures/bad-types")
        .expect("the fixtures")
        .map(|entry| entry.expect("the fixtures").path())
        .collect();
    files.sort();
    for path in files {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name");
        let faults = TypeStore::new().read_file(&path, &path, None).expect_err(name);
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("types_{}", name.replace('.', "_")), fault::render(&faults));
        });
    }
}
