//! What `mount` prints, read as each client reads it, and what it names, started; completions and manual pages.
#![allow(missing_docs, clippy::print_stderr, reason = "a test, which says when it is skipped")]

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;
use toolnode_tests::Server;

const STOCK: &str = env!("CARGO_BIN_EXE_stock");

/// A folder with one node, under a name that a shell or a hasty writer of JSON would trip over.
fn instance() -> (TempDir, std::path::PathBuf) {
    let parent = TempDir::new().expect("a folder");
    let folder = parent.path().join("my \"plans\" $HOME");
    std::fs::create_dir_all(folder.join("tools")).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("written");
    write("toolnode.toml", "[instance]\nname = \"plans\"\nversion = \"1.0.0\"\n");
    write(
        "tools/plan-list.toml",
        "id = \"plan-list\"\nsummary = \"A plan: all of them.\"\nsatisfies = [\"plans\"]\ninvoke.shell = \"true\"\n",
    );
    (parent, folder)
}

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(STOCK).args(args).current_dir(folder).output().expect("it runs")
}

fn mounted(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, &[&["mount"], args].concat());
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success() && said.contains("this goes into"), "{said}");
    String::from_utf8(output.stdout).expect("text")
}

/// The entry of the service, wherever the client has it.
fn entry(client: &str, text: &str) -> Value {
    let (whole, key): (Value, _) = match client {
        "codex" => (toml::from_str(text).expect("TOML"), "mcp_servers"),
        "vscode" => (serde_json::from_str(text).expect("JSON"), "servers"),
        _ => (serde_json::from_str(text).expect("JSON"), "mcpServers"),
    };
    let servers = whole[key].as_object().expect("servers");
    assert_eq!(servers.keys().collect::<Vec<_>>(), ["plans"], "{client}");
    servers["plans"].clone()
}

const CLIENTS: [&str; 5] = ["claude-code", "claude-desktop", "vscode", "cursor", "codex"];

#[test]
fn what_a_client_is_told_to_start_serves_the_instance() {
    let (_parent, folder) = instance();
    for client in CLIENTS {
        let server = entry(client, &mounted(&folder, &["--client", client]));
        let ty = match client {
            "claude-code" | "vscode" | "cursor" => json!("stdio"),
            _ => Value::Null,
        };
        assert_eq!(server["type"], ty, "{client}");
        let args = server["args"].as_array().expect("a list");
        let mut command = Command::new(server["command"].as_str().expect("a path"));
        command.args(args.iter().map(|arg| arg.as_str().expect("a word")));
        // A client starts it anywhere, and hands on little.
        command.current_dir("/").env_clear().env("PATH", "/usr/bin:/bin");
        let (mut server, answer) = Server::start(&mut command);
        assert_eq!(answer["result"]["serverInfo"]["name"], "plans");
        let tools = server.request("tools/list", json!({}));
        assert_eq!(tools["result"]["tools"][0]["name"], "plan_list");
        server.end();
    }
}

#[test]
fn what_the_command_line_says_besides_is_kept() {
    let (_parent, folder) = instance();
    std::fs::write(folder.join("here.toml"), "[limits]\nseconds = 5\n").expect("written");
    let text = mounted(
        &folder,
        &[
            "--client",
            "cursor",
            "--deploy",
            "here.toml",
            "--allow-unlinked",
            "--",
            "--actor",
            "ana",
        ],
    );
    let server = entry("cursor", &text);
    let args: Vec<_> = server["args"].as_array().expect("a list").iter().collect();
    let deploy = folder.canonicalize().expect("there").join("here.toml");
    assert_eq!(args[2..4], ["--deploy", deploy.to_str().expect("text")]);
    assert_eq!(args[4..], ["--allow-unlinked", "serve", "--stdio", "--actor", "ana"]);
}

#[test]
fn a_crate_is_found_by_its_own_binary() {
    let output = Command::new(env!("CARGO_BIN_EXE_served"))
        .args(["mount", "--client", "claude-code", "--name", "words"])
        .current_dir("/")
        .output()
        .expect("it runs");
    let whole: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let server = &whole["mcpServers"]["words"];
    assert_eq!(server["command"], env!("CARGO_BIN_EXE_served"));
    assert_eq!(server["args"], json!(["serve", "--stdio"]));
}

#[test]
fn a_deployed_service_is_named_by_its_address() {
    let (_parent, folder) = instance();
    let url = "https://example.org/mcp";
    let given = ["--url", url, "--token-env", "PLANS"];
    let bearer = |reference: &str| json!({ "Authorization": format!("Bearer {reference}") });
    for (client, expected) in [
        ("claude-code", json!({"type": "http", "url": url, "headers": bearer("${PLANS}")})),
        ("vscode", json!({"type": "http", "url": url, "headers": bearer("${env:PLANS}")})),
        ("cursor", json!({"url": url, "headers": bearer("${env:PLANS}")})),
        ("codex", json!({"url": url, "bearer_token_env_var": "PLANS"})),
    ] {
        let text = mounted(&folder, &[&["--client", client], &given[..]].concat());
        assert_eq!(entry(client, &text), expected, "{client}");
        let text = mounted(&folder, &["--client", client, "--url", url]);
        assert!(!text.contains("uthorization") && !text.contains("bearer"), "{text}");
        // It needs no instance, with a name.
        let args = ["mount", "--client", client, "--url", url, "--name", "plans"];
        let output = run(Path::new("/"), &args);
        assert_eq!(entry(client, &String::from_utf8(output.stdout).expect("text"))["url"], url);
        assert_eq!(run(Path::new("/"), &args[..5]).status.code(), Some(2));
    }
    let output = run(&folder, &["mount", "--client", "claude-desktop", "--url", url]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Connectors"));
}

#[test]
fn shells_complete_the_commands() {
    let script = |shell: &str| {
        let output = run(Path::new("/"), &["completions", shell]);
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("text")
    };
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = script(shell);
        assert!(script.contains("mount") && script.contains("stock"), "{script}");
    }
    // As bash asks: the words so far, and the one that is begun.
    let asked = "COMP_WORDS=(stock mount --client vs) COMP_CWORD=3; _stock stock vs --client; echo \"${COMPREPLY[*]}\"";
    let program = format!("{}\n{asked}", script("bash"));
    let output = Command::new("bash").args(["-c", &program]).output();
    match output {
        Ok(output) => assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "vscode"),
        Err(error) => eprintln!("skipped: shells_complete_the_commands: no bash: {error}"),
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let page = run(Path::new("/"), &["man"]);
    let page = String::from_utf8(page.stdout).expect("text");
    assert!(page.contains(".TH stock 1") && page.contains("stock\\-mount(1)"), "{page}");
    let folder = TempDir::new().expect("a folder");
    let into = folder.path().join("man1");
    let output = run(Path::new("/"), &["man", "--dir", into.to_str().expect("text")]);
    assert!(output.status.success());
    for command in ["", "-list", "-serve", "-check", "-mount", "-completions", "-man"] {
        let page = std::fs::read_to_string(into.join(format!("stock{command}.1"))).expect("a page");
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
    let output = run(Path::new("/"), &["man", "--dir", "/proc/none"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.starts_with("cannot write man pages to /proc/none: "), "{said}");
}
