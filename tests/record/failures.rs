//! What happens where the record cannot be kept as it should.

use super::*;

#[test]
fn two_servers_do_not_share_a_log_and_a_listing_needs_none() {
    let instance = instance("group", None);
    let mut first = serve(&instance, &[]);
    let second = program(&instance, &["serve"]).stdin(Stdio::null()).output().expect("it runs");
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8(second.stderr).expect("UTF-8");
    assert!(said.contains("is being written by another process"), "{said}");
    // `check` asks a server of its own, beside the one that runs.
    let checked = program(&instance, &["check", "--json"]).output().expect("it runs");
    let report: Value = serde_json::from_slice(&checked.stdout).expect("JSON");
    let coverage =
        report["rows"].as_array().expect("rows").iter().find(|row| row["name"] == "coverage");
    assert_eq!(coverage.expect("a row")["state"], "agrees", "{report}");
    first.call("word_list", json!({"text": "a"}));
    first.end();
    assert_eq!(kept(&instance).len(), 1);
}

/// A disk that is full: a file that may not grow.
#[test]
fn where_nothing_can_be_written_nothing_runs() {
    for sync in ["group", "always"] {
        let instance = instance(sync, None);
        let touch = instance.path().join("touched");
        instance.command("x-run", Path::new("/usr/bin/touch"), &[&touch.display().to_string()], "");
        let command = program(&instance, &["serve"]);
        // A file may have 4 KiB; the signal for more is ignored, so that writing fails as on a disk that is full.
        let limit = "trap '' XFSZ; ulimit -f 4; exec \"$@\"";
        let mut limited = Command::new("bash");
        limited.args(["-c", limit, "bash"]).arg(command.get_program()).args(command.get_args());
        let mut server = Server::start(limited.current_dir("/")).0;
        let (mut answered, mut held_back) = (0, 0);
        let refused = loop {
            assert!(answered < 100, "the file is full at some time");
            let result = server.call("word_list", json!({"text": "a"}));
            if result["isError"] != true {
                answered += 1;
                continue;
            }
            let said = result["content"][0]["text"].as_str().expect("text").to_owned();
            if !said.contains("its answer is held back") {
                break said;
            }
            // It ran, and with `always` an end that is not on the disk is not acknowledged.
            held_back += 1;
        };
        let why = "word_list was not called: the call cannot be recorded:";
        assert!(refused.starts_with(why), "{refused}");
        assert!(held_back <= u64::from(sync == "always"), "{sync}: {held_back}");
        assert!(server.failure("x_run", json!({})).contains("cannot be recorded"));
        assert!(!touch.exists(), "nothing ran");
        server.end();
        let kept = kept(&instance);
        let ended = kept.iter().filter(|record| record.outcome == Outcome::Ran).count() as u64;
        assert_eq!(kept.len() as u64, answered + held_back, "{sync}");
        if sync == "always" {
            assert_eq!(ended, answered);
        }
    }
}

#[test]
fn a_folder_that_cannot_be_written_stops_the_start() {
    let instance = Instance::new();
    instance.file("toolnode.deploy.toml", "[audit]\nfile = \"/proc/none/audit.jsonl\"\n");
    let output = program(&instance, &["serve"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("/proc/none/audit.jsonl"), "{said}");
}

#[test]
fn a_line_that_was_cut_is_mended_at_the_next_start() {
    let instance = instance("group", None);
    let mut server = serve(&instance, &[]);
    server.call("word_list", json!({"text": "a"}));
    server.kill();
    let text = fs::read_to_string(log(&instance)).expect("a log");
    // Half of one more: a line that was whole may be known to have been there.
    let half = &text.lines().last().expect("lines")[..40];
    fs::write(log(&instance), text.clone() + half).expect("written");
    let mut server = serve(&instance, &[]);
    server.call("word_list", json!({"text": "b"}));
    let said = server.end();
    assert!(
        said.contains("audit.jsonl was repaired: a line that was not whole was cut off"),
        "{said}"
    );
    let kept = kept(&instance);
    assert_eq!(kept.iter().filter(|record| record.inputs["text"] == "b").count(), 1);
}
