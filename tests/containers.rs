//! Commands in containers, run by a real engine. Where no engine can run, it says so and counts what it left out: this is a
//! program of its own, since the usual one would hide what a test prints that passes.
#![allow(clippy::print_stdout, reason = "it reports by itself")]

use std::fs;
use std::io::Write;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::OnceLock;

use serde_json::{Value, json};
use toolnode_tests::{Instance, Server, until};

const IMAGE: &str = "localhost/toolnode-test:1";

/// Ways to run an engine: as it is, and as it must be where this process is root in a small virtual machine.
const ENGINES: [(&str, &[&str]); 3] = [
    ("podman", &[]),
    (
        "podman",
        &[
            "--runtime",
            "runc",
            "--cgroup-manager",
            "cgroupfs",
            "run",
            "--ulimit",
            "nofile=1024:1024",
            "--ulimit",
            "nproc=1024:1024",
        ],
    ),
    ("docker", &[]),
];

static ENGINE: OnceLock<(&str, &[&str])> = OnceLock::new();

fn main() -> ExitCode {
    let tests: [(&str, fn()); 8] = [
        ("a_container_reads_and_answers", a_container_reads_and_answers),
        ("a_container_can_do_little", a_container_can_do_little),
        (
            "mounts_are_writable_and_the_rest_is_not_there",
            mounts_are_writable_and_the_rest_is_not_there,
        ),
        ("a_failing_container_says_its_status", a_failing_container_says_its_status),
        (
            "a_container_that_runs_out_of_time_is_removed",
            a_container_that_runs_out_of_time_is_removed,
        ),
        ("a_cancelled_container_is_removed", a_cancelled_container_is_removed),
        (
            "after_a_kill_of_the_server_no_container_is_left",
            after_a_kill_of_the_server_no_container_is_left,
        ),
        ("an_image_that_is_absent_is_not_pulled", an_image_that_is_absent_is_not_pulled),
    ];
    if let Err(why) = find_engine() {
        for (name, _) in tests {
            println!("skipped: {name}: no engine can run a container here: {why}");
        }
        return ExitCode::SUCCESS;
    }
    let filter = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let mut failed = 0;
    for (name, test) in tests.iter().filter(|(name, _)| name.contains(&filter)) {
        let passed = catch_unwind(test).is_ok();
        println!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
        failed += i32::from(!passed);
    }
    remove_image();
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Makes the image with the first engine that can run it; gives why the last could not.
fn find_engine() -> Result<(), String> {
    let busybox =
        ["/bin/busybox", "/usr/bin/busybox"].into_iter().find(|path| Path::new(path).exists());
    let Some(busybox) = busybox else {
        return Err("there is no busybox to make an image of".into());
    };
    let mut why = "there is none".to_owned();
    for (engine, args) in ENGINES {
        if Command::new(engine)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_err()
        {
            continue;
        }
        match try_engine(engine, args, Path::new(busybox)) {
            Ok(()) => {
                println!("engine: {engine} {}", args.join(" "));
                let _ = ENGINE.set((engine, args));
                return Ok(());
            }
            Err(said) => why = format!("{engine}: {}", said.trim()),
        }
    }
    Err(why)
}

fn try_engine(engine: &str, args: &[&str], busybox: &Path) -> Result<(), String> {
    let root = tempfile::tempdir().map_err(|error| error.to_string())?;
    for folder in ["bin", "proc", "dev", "sys", "tmp", "instance"] {
        fs::create_dir(root.path().join(folder)).map_err(|error| error.to_string())?;
    }
    fs::copy(busybox, root.path().join("bin/busybox")).map_err(|error| error.to_string())?;
    for name in ["sh", "cat", "echo", "sleep", "ls", "touch", "id", "grep", "true"] {
        std::os::unix::fs::symlink("busybox", root.path().join("bin").join(name))
            .map_err(|error| error.to_string())?;
    }
    let tar = Command::new("tar").arg("-C").arg(root.path()).args(["-c", "."]).output();
    let tar = tar.map_err(|error| error.to_string())?.stdout;
    let global = args.split(|word| *word == "run").next().unwrap_or_default();
    let mut import = Command::new(engine)
        .args(global)
        .args(["import", "-", IMAGE])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let _ = import.stdin.take().map(|mut pipe| pipe.write_all(&tar));
    let said = import.wait_with_output().map_err(|error| error.to_string())?;
    if !said.status.success() {
        return Err(String::from_utf8_lossy(&said.stderr).into_owned());
    }
    let run: &[&str] = if args.contains(&"run") { &[] } else { &["run"] };
    let output = Command::new(engine)
        .args(args)
        .args(run)
        .args(["--rm", "--network=none", "--memory=1g", "--pids-limit=512", IMAGE, "true"])
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

fn engine(words: &[&str]) -> String {
    let (engine, args) = ENGINE.get().expect("it was found");
    let global = args.split(|word| *word == "run").next().unwrap_or_default();
    let output = Command::new(engine).args(global).args(words).output().expect("it runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn remove_image() {
    engine(&["rmi", "--force", IMAGE]);
}

/// The containers of the image, ended ones included.
fn containers() -> String {
    engine(&["ps", "--all", "--filter", &format!("ancestor={IMAGE}"), "--format", "{{.Names}}"])
}

/// An instance with one node whose container runs a script of busybox.
fn instance(script: &str, more: &str) -> Instance {
    let instance = Instance::new();
    let (keys, tables) = more.split_at(more.find("\n[").map_or(more.len(), |at| at + 1));
    let (container, keys) = keys.split_once(';').unwrap_or(("", keys));
    let node = format!(
        "id = \"case-run\"\nsummary = \"A case: in a container.\"\nsatisfies = [\"cases\"]\n{keys}\n\
         [invoke]\ncontainer = {{ image = \"{IMAGE}\", command = [\"sh\", \"-c\", {}]{container} }}\n{tables}",
        json!(script)
    );
    instance.file("tools/case-run.toml", &node);
    instance
}

fn command(instance: &Instance) -> Command {
    let (engine, args) = ENGINE.get().expect("it was found");
    let mut command = Command::new(env!("CARGO_BIN_EXE_stock"));
    command
        .arg("--instance")
        .arg(instance.path())
        .env("TEST_CONTAINER", json!({"engine": engine, "args": args}).to_string())
        .current_dir("/");
    command
}

fn serve(instance: &Instance) -> Server {
    Server::start(command(instance).arg("serve")).0
}

fn run(instance: &Instance) -> Value {
    let mut server = serve(instance);
    let result = server.call("case_run", json!({}));
    server.end();
    result
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {result}"))
}

fn a_container_reads_and_answers() {
    let input = "\n[[io.inputs]]\nname = \"body\"\ntype = \"Markdown\"\nrequired = false\narg = { stdin = true }\n";
    let instance = instance("echo given; cat", input);
    let mut server = serve(&instance);
    let result = server.call("case_run", json!({"body": "some ü\n"}));
    assert_eq!(text(&result), "given\nsome ü\n", "{result}");
    assert_eq!(text(&server.call("case_run", json!({}))), "given\n", "the end of input at once");
    server.end();
    assert!(until(|| containers().is_empty()), "{}", containers());
}

fn a_container_can_do_little() {
    let script = "ls /sys/class/net; touch /x || echo root is read-only; touch /instance/x || echo instance is read-only; \
                  cat /instance/toolnode.toml; grep -E 'CapEff|NoNewPrivs' /proc/self/status";
    let instance = instance(script, "");
    let result = run(&instance);
    let said: Vec<_> = text(&result).lines().map(|line| line.replace('\t', " ")).collect();
    assert_eq!(said[0], "lo", "{result}");
    for line in [
        "root is read-only",
        "instance is read-only",
        "name = \"case\"",
        "CapEff: 0000000000000000",
        "NoNewPrivs: 1",
    ] {
        assert!(said.iter().any(|other| other == line), "{line}: {said:?}");
    }
    assert!(!instance.path().join("x").exists());
}

fn mounts_are_writable_and_the_rest_is_not_there() {
    let instance = instance("touch plan/made; ls", ", mounts = [\"plan\"];");
    fs::create_dir(instance.path().join("plan")).expect("a folder");
    let result = run(&instance);
    assert_eq!(text(&result), "plan\n", "{result}");
    assert!(instance.path().join("plan/made").exists());
}

fn a_failing_container_says_its_status() {
    let result = run(&instance("echo held; echo why >&2; exit 3", ""));
    assert_eq!(result["isError"], true, "{result}");
    for part in ["status 3", "held", "why"] {
        assert!(text(&result).contains(part), "{result}");
    }
}

fn a_container_that_runs_out_of_time_is_removed() {
    let instance = instance("echo begun; sleep 600 & sleep 600", ";limits = { seconds = 3 }\n");
    let result = run(&instance);
    assert_eq!(result["isError"], true, "{result}");
    for part in ["limit of 3 s", "begun"] {
        assert!(text(&result).contains(part), "{result}");
    }
    assert_eq!(containers(), "", "at the time of the answer");
}

/// Starts a call whose container shows by a file that it runs.
fn begin() -> (Instance, Server, u64, PathBuf) {
    let instance = instance("touch plan/runs; sleep 600", ", mounts = [\"plan\"];");
    fs::create_dir(instance.path().join("plan")).expect("a folder");
    let runs = instance.path().join("plan/runs");
    let mut server = serve(&instance);
    let id = server.begin_call("case_run", json!({}));
    assert!(until(|| runs.exists()), "it runs");
    assert_eq!(containers().lines().count(), 1);
    (instance, server, id, runs)
}

fn a_cancelled_container_is_removed() {
    let (_instance, mut server, id, _) = begin();
    server.cancel(id);
    assert!(until(|| containers().is_empty()), "{}", containers());
    server.end();
}

fn after_a_kill_of_the_server_no_container_is_left() {
    let (_instance, server, _, _) = begin();
    server.kill();
    assert!(until(|| containers().is_empty()), "{}", containers());
}

fn an_image_that_is_absent_is_not_pulled() {
    let instance = instance("true", "");
    let node = instance.path().join("tools/case-run.toml");
    let absent =
        fs::read_to_string(&node).expect("it is there").replace(IMAGE, "localhost/absent:1");
    fs::write(&node, absent).expect("a file");
    let output = command(&instance).args(["list", "--json"]).output().expect("it runs");
    let listed: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        listed["omitted"][0]["codes"],
        json!(["missing-image:localhost/absent:1"]),
        "{listed}"
    );
}
