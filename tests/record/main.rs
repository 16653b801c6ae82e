//! Who ran what, over a real server: the decision, the record, and what happens where there can be none.

mod failures;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use toolnode::audit::{Outcome, Record, records, verify};
use toolnode_tests::{Instance, Server, until};

const ROLES: &str = r#"{
 "permissions": [{"id": "shout", "includedIn": ["speak"]}, {"id": "speak"}],
 "actors": [
  {"id": "ana", "kind": "person", "roles": ["host", "guest"], "permissions": ["speak"]},
  {"id": "bot", "kind": "agent", "version": "7", "roles": ["guest"]},
  {"id": "nobody", "kind": "person"}
 ],
 "roles": [
  {"id": "host", "skills": ["misbehave"], "inherits": ["guest"], "actorKinds": ["person"]},
  {"id": "guest", "skills": ["greet"], "actorKinds": ["person", "agent"]}
 ]
}"#;

/// An instance with a log, whose functions are those of the test's own server.
fn instance(sync: &str, roles: Option<&str>) -> Instance {
    let instance = Instance::new();
    deploy(&instance, sync, "");
    if let Some(roles) = roles {
        instance.file("roles.json", roles);
    }
    instance
}

fn deploy(instance: &Instance, sync: &str, rest: &str) {
    instance.file(
        "toolnode.deploy.toml",
        &format!("[audit]\nfile = \"audit.jsonl\"\nsync = \"{sync}\"\n{rest}"),
    );
}

fn program(instance: &Instance, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_served"));
    command.args(words).arg("--instance").arg(instance.path()).current_dir("/");
    command
}

fn serve(instance: &Instance, words: &[&str]) -> Server {
    let mut all = vec!["serve"];
    all.extend(words);
    Server::start(&mut program(instance, &all)).0
}

fn log(instance: &Instance) -> std::path::PathBuf {
    instance.path().join("audit.jsonl")
}

fn kept(instance: &Instance) -> Vec<Record> {
    let verified = verify(&log(instance)).expect("a log");
    assert_eq!(verified.breaches, [], "{verified:?}");
    let mut kept = Vec::new();
    records(&log(instance), |record| kept.push(record)).expect("a log");
    kept
}

#[allow(clippy::needless_pass_by_value, reason = "json!(…) is written at the call")]
fn call_with(server: &mut Server, name: &str, arguments: Value, meta: Value) -> Value {
    let answer =
        server.request("tools/call", json!({"name": name, "arguments": arguments, "_meta": meta}));
    assert!(answer.get("error").is_none(), "{answer}");
    answer["result"].clone()
}

#[allow(clippy::needless_pass_by_value, reason = "json!(…) is written at the call")]
fn listed(server: &mut Server, params: Value) -> Vec<String> {
    let answer = server.request("tools/list", params);
    let tools = answer["result"]["tools"].as_array().expect("a list").iter();
    tools.map(|tool| tool["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn each_outcome_is_recorded_once_and_says_why() {
    let instance = instance("group", None);
    instance.command("gone-run", Path::new("/bin/sh"), &["-c", "exit 3"], "");
    instance.command(
        "unsure-run",
        Path::new("/bin/sh"),
        &["-c", "exit 4"],
        "\n[exit]\nundetermined = [4]\n",
    );
    let mut server = serve(&instance, &["--actor", "ana"]);
    server.call("greeting_get", json!({"name": "Bo"}));
    server.failure("greeting_get", json!({"name": "nobody"}));
    server.failure("greeting_get", json!({"name": 7}));
    server.failure("wait_run", json!({}));
    server.failure("panic_run", json!({}));
    server.failure("gone_run", json!({}));
    server.failure("unsure_run", json!({}));
    let cancelled = server.begin_call("cancel_run", json!({}));
    let runs = until(|| {
        let mut running = false;
        records(&log(&instance), |record| running |= record.tool == "cancel-run").expect("a log");
        running
    });
    assert!(runs, "its start is in the log");
    server.cancel(cancelled);
    let said = server.end();
    assert!(said.contains("authority: not configured"), "{said}");
    assert!(said.contains("sync group"), "{said}");

    let kept = kept(&instance);
    let told: Vec<_> = kept
        .iter()
        .map(|record| {
            assert_eq!(record.by.actor.as_deref(), Some("ana"));
            assert_eq!(record.authority, "not configured");
            (
                record.tool.as_str(),
                record.outcome,
                record.reason.as_deref().unwrap_or(""),
                record.exit,
            )
        })
        .collect();
    let name = |outcome| kept.iter().filter(|record| record.outcome == outcome).count();
    assert_eq!(told[0], ("greeting-get", Outcome::Ran, "", None));
    assert_eq!(told[1], ("greeting-get", Outcome::Failed, "it answered with an error", None));
    assert_eq!(told[2], ("greeting-get", Outcome::RefusedInput, "refused inputs: name", None));
    assert_eq!(told[3], ("wait-run", Outcome::TimedOut, "it ran into its time limit", None));
    assert_eq!(told[4], ("panic-run", Outcome::Failed, "it panicked", None));
    assert_eq!(told[5], ("gone-run", Outcome::Failed, "it exited with status 3", Some(3)));
    assert_eq!((told[6].1, told[6].3), (Outcome::Undetermined, Some(4)));
    assert_eq!((name(Outcome::Ran), kept.len()), (2, 8), "{told:?}");
    let first = &kept[0];
    assert_eq!(first.inputs, *json!({"name": "Bo"}).as_object().expect("an object"));
    assert_eq!((first.skill.as_deref(), first.arm.as_str()), (Some("greet"), "inProcess"));
    assert_eq!(first.output.as_ref().map(|output| output.bytes), Some(32));
    assert_eq!(
        kept[5].argv.as_deref(),
        Some(&["/bin/sh".into(), "-c".into(), "exit 3".into()][..])
    );
}

#[test]
fn who_may_what_is_decided_at_each_call() {
    let instance = instance("always", Some(ROLES));
    let mut server = serve(&instance, &["--actor", "bot"]);
    server.call("word_list", json!({"text": "a b"}));
    let said = server.failure("panic_run", json!({}));
    assert_eq!(
        said,
        "panic_run was not called: guest carries none of the skills that panic-run satisfies: `misbehave`"
    );
    // Its only role is implied; another is not its own, whatever it says.
    let refused =
        call_with(&mut server, "word_list", json!({"text": "a"}), json!({"toolnode/role": "host"}));
    assert_eq!(
        refused["content"][0]["text"],
        "word_list was not called: bot may not take the role host, only `guest`"
    );
    let refused =
        call_with(&mut server, "word_list", json!({"text": "a"}), json!({"toolnode/role": 7}));
    assert_eq!(
        refused["content"][0]["text"],
        "word_list was not called: `toolnode/role` in _meta must be a string"
    );
    let context = json!({"toolnode/role": "guest", "toolnode/skill": "greet", "toolnode/process": "release",
        "toolnode/task": "greeting", "toolnode/instance": "r-7"});
    call_with(&mut server, "word_list", json!({"text": "a"}), context);
    let seen = listed(&mut server, json!({}));
    assert!(
        seen.contains(&"word_list".to_owned()) && !seen.contains(&"panic_run".to_owned()),
        "{seen:?}"
    );
    let said = server.end();
    assert!(said.contains("authority: 3 actors, 2 roles, actor bot"), "{said}");

    let kept = kept(&instance);
    let outcomes: Vec<_> = kept.iter().map(|record| record.outcome.as_str()).collect();
    assert_eq!(
        outcomes,
        ["ran", "refused-permission", "refused-permission", "refused-input", "ran"]
    );
    let last = kept.last().expect("a record");
    assert_eq!(json!(last.by), json!({"actor": "bot", "role": "guest", "version": "7"}));
    assert_eq!(
        json!(last.context),
        json!({"process": "release", "task": "greeting", "instance": "r-7"})
    );
    assert_eq!(last.authority.len(), 64, "the digest of the roles");

    // A person of several roles names one, or is told which.
    let mut server = serve(&instance, &["--actor", "ana"]);
    let said = server.failure("word_list", json!({"text": "a"}));
    assert!(said.ends_with("no role is named, and ana may take `host` and `guest`"), "{said}");
    assert!(listed(&mut server, json!({})).contains(&"panic_run".to_owned()));
    let guest = json!({"_meta": {"toolnode/role": "guest"}});
    assert!(!listed(&mut server, guest).contains(&"panic_run".to_owned()));
    server.end();
    let mut server = serve(&instance, &[]);
    assert!(server.failure("word_list", json!({"text": "a"})).ends_with("nobody says who calls"));
    assert_eq!(listed(&mut server, json!({})), Vec::<String>::new());
    server.end();
}

/// What a caller says of itself is one word in a record, however it is written.
#[test]
fn a_caller_cannot_write_lines_or_escapes_into_what_is_shown() {
    let instance = instance("none", None);
    let mut server = serve(&instance, &["--actor", "ana"]);
    let forged = "x\n2026-01-01T00:00:00.000000Z ran panic_run by root \u{1b}[31m";
    for (key, text, why) in [
        ("toolnode/skill", forged, "has a character that is not seen (U+000A)"),
        ("toolnode/role", "a\u{202e}b", "has a character that is not seen (U+202E)"),
        ("toolnode/process", "a\u{200b}b", "has a character that is not seen (U+200B)"),
        ("toolnode/task", &"t".repeat(201), "has more than 200 characters"),
    ] {
        let refused = call_with(&mut server, "word_list", json!({"text": "a"}), json!({key: text}));
        let said = format!("word_list was not called: `{key}` in _meta {why}");
        assert_eq!(refused["content"][0]["text"], said);
    }
    let skill = json!({"toolnode/skill": "x by \"root\""});
    call_with(&mut server, "word_list", json!({"text": "a"}), skill);
    server.failure("word_list", json!({"text": 1, "b\nc": 1, "d".repeat(5000): 2}));
    server.failure("word_list", json!({"text": "a", "\u{1b}[31m": 1}));
    server.end();

    let kept = kept(&instance);
    let reasons: Vec<_> = kept.iter().filter_map(|record| record.reason.as_deref()).collect();
    assert_eq!(
        reasons[4],
        "word_list was not called: word-list does not satisfy the skill \"x by \\\"root\\\"\"; it satisfies `greet`"
    );
    assert_eq!(
        reasons[5..],
        ["refused inputs: text, 2 that are not declared", "refused inputs: 1 that is not declared"]
    );

    // A name that the deployment gives is shown the same way.
    let actor = format!("ana{forged}");
    let call = ["call", "word_list", "--arg", "text=a", "--actor", &actor];
    assert_eq!(program(&instance, &call).status().expect("it runs").code(), Some(0));
    for (words, escape) in [
        (&["audit", "show"][..], "anax\\u{a}2026"),
        (&["audit", "show", "--json"], "anax\\n2026"),
        (&["audit", "show", "--stats"], ""),
    ] {
        let output = program(&instance, words).output().expect("it runs");
        let shown = String::from_utf8(output.stdout).expect("UTF-8");
        let lines = if words.contains(&"--stats") { 1 } else { kept.len() + 1 };
        assert_eq!(shown.lines().count(), lines, "{shown}");
        assert!(shown.contains(escape) && !shown.contains('\u{1b}'), "{shown}");
    }
}

#[test]
fn several_skills_are_named_and_one_is_chosen() {
    let roles = r#"{"actors": [{"id": "a", "kind": "system", "roles": ["r"]}],
        "roles": [{"id": "r", "skills": ["one", "two"], "actorKinds": ["system"]}]}"#;
    let instance = instance("none", Some(roles));
    let node = "id = \"x-run\"\nsummary = \"X: run.\"\nsatisfies = [\"one\", \"two\", \"three\"]\n[invoke]\nshell = \"/bin/true\"\n";
    instance.file("tools/x.toml", node);
    let mut server = serve(&instance, &["--actor", "a"]);
    let said = server.failure("x_run", json!({}));
    assert_eq!(said, "x_run was not called: no skill is named, and r carries `one` and `two`");
    let meta = |skill: &str| json!({"toolnode/skill": skill});
    assert_ne!(call_with(&mut server, "x_run", json!({}), meta("two"))["isError"], true);
    assert_eq!(call_with(&mut server, "x_run", json!({}), meta("three"))["isError"], true);
    server.end();
    let skills: Vec<_> = kept(&instance).into_iter().map(|record| record.skill).collect();
    assert_eq!(skills, [None, Some("two".to_owned()), Some("three".to_owned())]);
}

#[test]
fn without_roles_a_server_may_be_told_not_to_start() {
    let instance = instance("none", None);
    let output = program(&instance, &["serve", "--require-authority"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("--require-authority: there is no roles file"), "{said}");
}

#[test]
fn a_call_from_the_command_line_is_judged_and_recorded() {
    let instance = instance("group", Some(ROLES));
    let call = |words: &[&str]| {
        let mut all = vec!["call", "word_list", "--arg", "text=a"];
        all.extend(words);
        let output = program(&instance, &all).output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    assert_eq!(call(&["--actor", "bot"]), (Some(0), String::new()));
    assert_eq!(call(&["--actor", "ana", "--role", "guest", "--skill", "greet"]).0, Some(0));
    let (status, said) = call(&["--actor", "nobody", "--role", "guest"]);
    assert_eq!(
        (status, said.trim()),
        (Some(3), "word_list was not called: nobody may take no role, and guest neither")
    );
    // What is no input at all is refused before there are arguments, and by who may call at that.
    for actor in ["bot", "nobody"] {
        assert_eq!(call(&["--actor", actor, "--role", "guest", "--input", "{x"]).0, Some(3));
        assert_eq!(call(&["--actor", actor, "--input", "{x", "--dry-run"]).0, Some(3));
    }
    let by: Vec<_> =
        kept(&instance).into_iter().map(|record| (record.by.actor, record.outcome)).collect();
    assert_eq!(by.len(), 5);
    assert_eq!(by[2], (Some("nobody".to_owned()), Outcome::RefusedPermission));
    assert_eq!(by[3], (Some("bot".to_owned()), Outcome::RefusedInput));
    assert_eq!(by[4], (Some("nobody".to_owned()), Outcome::RefusedPermission));
}

/// What is secret is in no log, listing, trace or error.
#[test]
fn nothing_secret_is_told_anywhere() {
    const SECRET: &str = "Sw0rdfish-7";
    const VALUE: &str = "ENVIRONMENT-VALUE-41";
    let instance = instance(
        "always",
        Some(
            r#"{"actors": [{"id": "a", "kind": "system", "roles": ["r"]}],
        "roles": [{"id": "r", "skills": ["cases"], "actorKinds": ["system"]}]}"#,
        ),
    );
    let port = |name: &str, arg: &str| {
        format!(
            "\n[[io.inputs]]\nname = \"{name}\"\ntype = \"Token\"\nrequired = false\nsecret = true\narg = {arg}\n"
        )
    };
    instance.file("types.json", r#"{"$id": "urn:case:types", "$defs": {"Token": {"type": "string", "pattern": "^[A-Za-z0-9-]+$"}}}"#);
    let rest = port("token", "{ flag = \"--token\" }")
        + &port("joined", "{ flag = \"--joined\", joined = true }")
        + &port("word", "{ positional = 0 }")
        + &port("text", "{ stdin = true }");
    instance.command(
        "secret-run",
        Path::new("/bin/true"),
        &[],
        &format!("\n[requires]\nenv = [\"CASE_VALUE\"]\n{rest}"),
    );
    let mut command = program(&instance, &["serve", "--actor", "a"]);
    let mut server = Server::start(command.env("CASE_VALUE", VALUE).env("RUST_LOG", "trace")).0;
    let mut told = String::new();
    for arguments in [
        json!({"token": SECRET, "joined": SECRET, "word": SECRET, "text": SECRET}),
        // Refused by the type, by its place, and for want of an input of that name.
        json!({"token": format!("{SECRET} {SECRET}")}),
        json!({"word": format!("-{SECRET}")}),
        json!({"token": [SECRET]}),
    ] {
        told += &server.call("secret_run", arguments).to_string();
    }
    told += &listed(&mut server, json!({})).join(" ");
    told += &server.end();
    for words in [
        &["list", "--json"][..],
        &["show", "secret_run", "--json"],
        &["audit", "show", "--json"],
        &["audit", "show"],
        &["check", "--json"],
    ] {
        let output = program(&instance, words).env("CASE_VALUE", VALUE).output().expect("it runs");
        told += &String::from_utf8_lossy(&output.stdout);
        told += &String::from_utf8_lossy(&output.stderr);
    }
    for entry in fs::read_dir(instance.path()).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_file() {
            told += &fs::read_to_string(path).expect("text");
        }
    }
    assert!(told.contains("hmac-sha256"), "it was recorded");
    for marker in [SECRET, VALUE] {
        assert!(!told.contains(marker), "{marker} is told: {told}");
    }
    let kept = kept(&instance);
    assert_eq!(kept[0].outcome, Outcome::Ran, "{:?}", kept[0]);
    // The same secret has the same digest, in the words as well.
    let digest = kept[0].inputs["token"]["hmac-sha256"].as_str().expect("a digest");
    let argv = kept[0].argv.as_ref().expect("a command");
    assert!(argv.contains(&format!("hmac-sha256:{digest}")), "{argv:?}");
    assert!(argv.contains(&format!("--joined=hmac-sha256:{digest}")), "{argv:?}");
}
