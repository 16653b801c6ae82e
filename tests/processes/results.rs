//! What becomes of the output.

use serde_json::json;

use super::{TYPES, add, contains, fails, instance, run, serve, succeeds};

#[test]
fn warnings_of_a_success_stay_available() {
    let result = run("warn careful print answer", "");
    assert_eq!(succeeds(&result), "answer\n");
    assert_eq!(result["_meta"]["toolnode/stderr"], "careful");
    assert_eq!(result["content"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_cut_document_is_never_passed_on() {
    for (stdout, more) in [("json", ""), ("jsonl", ""), ("bytes", "media_type = \"image/png\"\n")] {
        let rest =
            format!("limits = {{ output_bytes = 10 }}\n\n[io]\nstdout = \"{stdout}\"\n{more}");
        let result = run("print [1,2,3,4,5,6]", &rest);
        contains(fails(&result), &["14 bytes", "output_bytes"]);
        assert!(result.get("structuredContent").is_none(), "{result}");
    }
}

#[test]
fn lines_are_progress_and_elements() {
    let instance =
        instance("print {\"n\":1} sleep 0.1 print {\"n\":2}", "\n[io]\nstdout = \"jsonl\"\n");
    instance.file("types.json", TYPES);
    let outputs = "\n[io]\nstdout = \"jsonl\"\noutputs = [{ name = \"item\", type = \"Item\", whole = true }]\n";
    add(&instance, "typed-run", "print {\"n\":1} print {\"n\":\"x\"}", outputs);
    add(&instance, "half-run", "print {\"n\":1} print {\"n\":", "\n[io]\nstdout = \"jsonl\"\n");
    let mut server = serve(&instance);
    let id = server.begin(
        "tools/call",
        json!({"name": "case_run", "arguments": {}, "_meta": {"progressToken": "t"}}),
    );
    let (told, result) = server.result(id);
    let told: Vec<_> = told
        .iter()
        .map(|message| {
            (message["params"]["progress"].as_f64(), message["params"]["message"].as_str())
        })
        .collect();
    assert_eq!(told, [(Some(1.0), Some("{\"n\":1}")), (Some(2.0), Some("{\"n\":2}"))]);
    assert_eq!(succeeds(&result), "[{\"n\":1},{\"n\":2}]");
    contains(&server.failure("typed_run", json!({})), &["line 2", "/n", "integer"]);
    contains(&server.failure("half_run", json!({})), &["line 2"]);
    server.end();
}

#[test]
fn a_long_call_says_that_it_runs() {
    let instance = instance("sleep 2.5", "");
    let mut server = serve(&instance);
    let id = server.begin(
        "tools/call",
        json!({"name": "case_run", "arguments": {}, "_meta": {"progressToken": "t"}}),
    );
    let (told, _) = server.result(id);
    let message = told[0]["params"]["message"].as_str().unwrap();
    contains(message, &["running for"]);
    server.end();
}

#[test]
fn bytes_become_blocks_of_their_kind() {
    for (media_type, kind, part) in [
        ("image/png", "image", "data"),
        ("audio/wav", "audio", "data"),
        ("application/zip", "resource", "/resource/blob"),
    ] {
        let rest = format!("\n[io]\nstdout = \"bytes\"\nmedia_type = \"{media_type}\"\n");
        let result = run("bytes 00ff10", &rest);
        let block = &result["content"][0];
        assert_eq!(block["type"], kind, "{result}");
        let data =
            if part.starts_with('/') { &block.pointer(part).unwrap() } else { &&block[part] };
        assert_eq!(**data, json!("AP8Q"), "{result}");
    }
}
