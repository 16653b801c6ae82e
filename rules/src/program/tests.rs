use super::*;

mod behind_flags;

fn role(line: &str, placement: &Placement) -> Option<Role> {
    let words = crate::words::split(line).expect("a line of words");
    runs_its_input(&words, placement).map(|reason| reason.role)
}

fn positional(number: usize) -> Placement {
    Placement::Positional(number)
}

fn after(flag: &str) -> Placement {
    Placement::AfterFlag(flag.to_owned())
}

fn joined(flag: &str) -> Placement {
    Placement::Joined(flag.to_owned())
}

#[test]
fn a_declared_program_gets_its_input_as_data() {
    for line in [
        "python3 tool.py",
        "python3 -m mod",
        "python3 -u tool.py --x",
        "python3 -c 'print(1)'",
        "/usr/bin/python3.12 -I t.py",
        "bun run demo",
        "bun run ./a.ts --embed",
        "bun demo.ts",
        "bun x tool",
        "node tool.js",
        "node -e 1 x",
        "deno run -A t.ts",
        "deno task build",
        "bash tool.sh",
        "bash -c 'cat \"$1\"' name",
        "sh -e tool.sh",
        "bash -eo pipefail tool.sh",
        "perl t.pl",
        "perl -ne print",
        "ruby t.rb",
        "php t.php",
        "lua t.lua",
        "Rscript t.R",
        "env A=1 B=2 prog",
        "env -u A prog x",
        "sudo -u me prog",
        "nohup prog",
        "nice -n 5 prog",
        "timeout -k 1 5 prog",
        "timeout 5 python3 t.py",
        "awk '{print}' file",
        "sed -n s/a/b/p file",
        "sed -f prog.sed file",
        "jq .a file",
        "sqlite3 a.db .tables",
        "git log",
        "git commit",
        "git -C x log",
        "git bisect run prog",
        "find . -name",
        "find . -exec cat {} +",
        "docker run --rm image prog",
        "docker exec box prog",
        "kubectl get pods",
        "npm run build",
        "npx tool",
        "uv run prog",
        "go build",
        "cargo build",
        "tar xf",
        "curl",
        "cat",
        "whisper-cli",
        "./script.sh",
        "beans update",
        "gh workflow run release.yml",
        "busybox cat",
        "osascript t.scpt",
        "java -jar x.jar",
        "make-release",
    ] {
        for placement in
            [positional(0), positional(1), after("--out"), joined("--out"), after("-q")]
        {
            assert_eq!(
                role(&line.replace("{}", "'{}'"), &placement),
                None,
                "{line}, {placement:?}"
            );
        }
    }
}

#[test]
fn a_declared_program_reads_its_standard_input_as_data() {
    for line in [
        "python3 tool.py",
        "python3 -m mod",
        "python3 -c 1",
        "bun run demo",
        "node tool.js",
        "bash tool.sh",
        "bash -c cat",
        "perl -ne print",
        "awk 1",
        "sed p",
        "jq .",
        "env A=1 cat",
        "timeout 5 cat",
        "sqlite3 a.db .tables",
        "psql -c 'select 1'",
        "git apply",
        "ssh host cat",
        "ssh -p 22 host python3 t.py",
        "deno run t.ts",
        "deno fmt",
        "docker run -i image cat",
        "cat",
        "curl -d @- https://example.org",
        "npm run build",
        "sudo cat",
    ] {
        assert_eq!(role(line, &Placement::Stdin), None, "{line}");
    }
}

#[test]
fn standard_input_that_is_a_program() {
    for line in [
        "python3",
        "python3 -",
        "python3 -u",
        "python3 -W ignore",
        "python3 /dev/stdin",
        "bash",
        "bash -s",
        "bash -s x",
        "sh -es",
        "sh -",
        "sh -- ",
        "dash -e",
        "node",
        "node -",
        "perl",
        "perl -w",
        "ruby",
        "php",
        "lua",
        "bun -",
        "bun run -",
        "bun repl",
        "deno run -",
        "deno",
        "env bash",
        "env A=1 python3",
        "timeout 5 sh",
        "sudo -u me bash",
        "sudo -s",
        "sudo",
        "su",
        "su me",
        "nohup sh",
        "sqlite3 a.db",
        "psql",
        "psql -d db",
        "mysql db",
        "ssh host",
        "ssh host bash",
        "ssh -p 22 host sh",
        "docker run -i image sh",
        "docker exec -i box bash",
        "awk -f -",
        "awk -f /dev/stdin",
        "osascript",
        "pwsh",
        "tclsh",
        "Rscript",
        "R",
        "at now",
        "crontab -",
        "crontab",
        "ed file",
        "busybox sh",
        "nice -n 5 zsh",
        "/bin/sh",
        "BASH",
        "node22",
        "python3.12",
        "ksh93",
        "su -c",
        "bash +x",
        "bash --rcfile f",
    ] {
        let role = role(line, &Placement::Stdin);
        let expected = line == "su -c";
        assert_eq!(role.is_none(), expected, "{line}");
    }
    assert_eq!(role("xargs rm", &Placement::Stdin), Some(Role::Arguments));
    assert_eq!(role("parallel", &Placement::Stdin), Some(Role::Arguments));
}

#[test]
fn positionals_that_are_run() {
    for (line, expected) in [
        ("bash", Role::Script),
        ("bash -x", Role::Script),
        ("bash +x", Role::Script),
        ("bash --rcfile f", Role::Script),
        ("bash -c", Role::Flag("-c".into())),
        ("bash -lc", Role::Flag("-lc".into())),
        ("bash -c -x", Role::Flag("-c".into())),
        ("bash --", Role::Script),
        ("python3", Role::Script),
        ("python3 -c", Role::Flag("-c".into())),
        ("python3 -m", Role::Flag("-m".into())),
        ("python3 -Ic", Role::Flag("-Ic".into())),
        ("node -e", Role::Flag("-e".into())),
        ("node -r x", Role::Script),
        ("bun", Role::Script),
        ("bun run", Role::Script),
        ("bun exec", Role::Text),
        ("bun --cwd x run", Role::Script),
        ("deno eval", Role::Text),
        ("env", Role::Command),
        ("env A=1", Role::Command),
        ("env A=1 bash -c", Role::Flag("-c".into())),
        ("env -S", Role::Flag("-S".into())),
        ("xargs", Role::Command),
        ("xargs -n 1 sh -c", Role::Flag("-c".into())),
        ("timeout 5", Role::Command),
        ("sudo", Role::Command),
        ("sudo -u me sh -c", Role::Flag("-c".into())),
        ("nohup", Role::Command),
        ("ssh host", Role::ShellLine),
        ("ssh host ls", Role::ShellLine),
        ("watch ls", Role::ShellLine),
        ("awk", Role::Text),
        ("awk -F :", Role::Text),
        ("sed -n", Role::Text),
        ("jq -r", Role::Text),
        ("sqlite3 a.db", Role::Text),
        ("sqlite3 -csv a.db", Role::Text),
        ("make", Role::Setting),
        ("make all", Role::Setting),
        ("git", Role::Subcommand),
        ("git config", Role::Setting),
        ("git -c", Role::Flag("-c".into())),
        ("git submodule foreach", Role::ShellLine),
        ("git bisect run", Role::Command),
        ("git bisect run sh -c", Role::Flag("-c".into())),
        ("find . -exec", Role::Command),
        ("find . -exec sh -c", Role::Flag("-c".into())),
        ("docker run", Role::Command),
        ("docker run image", Role::Command),
        ("docker run --rm image sh -c", Role::Flag("-c".into())),
        ("docker exec box python3", Role::Script),
        ("npm run", Role::Script),
        ("npx", Role::Script),
        ("npm exec", Role::Script),
        ("go run", Role::Script),
        ("uv run", Role::Command),
        ("uv run python3", Role::Script),
        ("psql -c", Role::Flag("-c".into())),
    ] {
        assert_eq!(role(line, &positional(0)), Some(expected), "{line}");
    }
    assert_eq!(role("timeout", &positional(0)), None);
    assert_eq!(role("timeout", &positional(1)), Some(Role::Command));
    assert_eq!(role("sqlite3", &positional(0)), None);
    assert_eq!(role("sqlite3", &positional(1)), Some(Role::Text));
    assert_eq!(role("python3 -W", &positional(0)), None);
    assert_eq!(role("python3 -W", &positional(1)), Some(Role::Script));
    assert_eq!(role("docker run", &positional(1)), Some(Role::Command));
    assert_eq!(role("docker run", &positional(2)), None);
}

#[test]
fn flags_that_are_run() {
    for (line, placement) in [
        ("bash", after("-c")),
        ("bash", after("-lc")),
        ("python3", after("-c")),
        ("python3", after("-m")),
        ("python3 -c", joined("--x")),
        ("node", after("--eval")),
        ("node", joined("--eval")),
        ("node", joined("--require")),
        ("node", after("-pe")),
        ("perl", after("-ne")),
        ("psql db", after("-c")),
        ("psql db", after("-Xc")),
        ("psql db", joined("--command")),
        ("sed p file", after("-e")),
        ("awk", after("-f")),
        ("git log", joined("--upload-pack")),
        ("git rebase", after("-x")),
        ("git rebase", after("--exec")),
        ("git", after("-c")),
        ("find .", after("-exec")),
        ("tar xf a.tar", joined("--to-command")),
        ("rsync a b", after("-e")),
        ("ssh host ls", after("--x")),
        ("ssh host", after("-o")),
        ("watch ls", joined("--x")),
        ("docker run image sh", after("-c")),
        ("env", joined("--split-string")),
        ("make all", joined("--eval")),
        ("vim file", after("-c")),
        // A flag that is not known to take a value leaves its value as the script.
        ("python3", after("-u")),
        ("bash", after("--norc")),
        ("bash", after("-x")),
        ("env", after("-i")),
        ("sqlite3 a.db", after("-json")),
        ("make", after("--trace")),
    ] {
        assert!(role(line, &placement).is_some(), "{line}, {placement:?}");
    }
    for (line, placement) in [
        ("python3", after("-W")),
        ("git commit", after("-c")),
        ("git clean", after("-x")),
        ("python3 t.py", after("-c")),
        ("python3 -m mod", after("-c")),
        ("bash t.sh", after("-c")),
        ("find .", after("-name")),
        ("psql db", after("-h")),
        ("make", after("-j")),
        ("python3", joined("--out")),
        ("docker run image tool", after("-c")),
    ] {
        assert_eq!(role(line, &placement), None, "{line}, {placement:?}");
    }
}

#[test]
fn each_program_is_listed_once_and_in_lower_case() {
    let mut names: Vec<&str> = table::all().flat_map(|program| program.names).copied().collect();
    for name in &names {
        assert_eq!(*name, name.to_ascii_lowercase());
        assert!(table::find(name).is_some_and(|program| program.names.contains(name)), "{name}");
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn reasons_say_what_to_do() {
    for (line, placement) in [
        ("bash", positional(0)),
        ("awk", positional(0)),
        ("bash", after("-c")),
        ("bash", Placement::Stdin),
        ("xargs rm", Placement::Stdin),
        ("env", positional(0)),
        ("watch ls", positional(0)),
        ("git", positional(0)),
        ("make", positional(0)),
    ] {
        let words = crate::words::split(line).expect("words");
        let reason = runs_its_input(&words, &placement).expect("a reason");
        let text = reason.to_string();
        assert!(text.contains(&format!("`{}`", words[0])) && text.contains("; "), "{text}");
    }
}
