//! What the flags before an input hide.

use super::*;

#[test]
fn standard_input_behind_flags_and_inside_other_commands() {
    for line in [
        // A lone dash is a flag here.
        "su - root",
        "env - bash",
        // A file of it.
        "make -f -",
        "make -f-",
        "make --file=-",
        "make -f /dev/stdin",
        "awk -f- data.txt",
        "awk -vx=1 -f-",
        "sed -f- d",
        "sed -nf - d",
        "sed -nf- d",
        "sqlite3 -init /dev/stdin d.db 'select 1'",
        "bash --rcfile /dev/stdin -ic true",
        "sh /dev/./stdin",
        "sh //dev//stdin",
        "sh /dev/../dev/fd/0",
        "sh /proc/self/task/1/fd/0",
        "curl -K -",
        "curl -sK-",
        "curl --config /dev/stdin",
        "ssh -F /dev/stdin host ls",
        "sftp -b - host",
        // Flags joined, and flags with values.
        "timeout -vs KILL 5 bash",
        "env -iu X bash",
        "nsenter --target 1 bash",
        "setarch -R bash",
        "setarch x86_64 bash",
        "sudo -iu root",
        "sudo -Eu deploy bash",
        "bwrap --ro-bind / / bash",
        "bwrap --unshare-all --chdir /x sh",
        "systemd-run --unit x bash",
        "systemd-run --not-known x bash",
        "uv run --env-file .env python",
        "node --icu-data-dir .",
        "setpriv --reuid 1000 bash",
        // Words in one word.
        "env -S bash",
        "env -S 'python3 -u'",
        "env --split-string=bash",
        "env -S 'A=1 sh'",
        // A command inside.
        "find . -exec bash ';'",
        "find . -exec true ';' -exec python3 ';'",
        "ssh host 'bash -s'",
        "ssh host 'sudo bash'",
        "ssh host 'python3 -'",
        "ssh host 'cd x && bash'",
        "ssh host 'bash -s > /tmp/x'",
        "ssh host cat '|' sh",
        "docker run -i --entrypoint bash img",
        "docker run -i --entrypoint=bash img",
        "docker build -",
        "bundle exec irb",
        "pipenv run python",
        // A script, and more of the program behind it.
        "python3 -i t.py",
        "python3 -Ii t.py",
        "python3 -m code",
        "python3 -m pdb t.py",
        "node -i t.js",
        "perl -d t.pl",
        "lua -i t.lua",
        "gdb -q a.out",
        "jshell f.jsh",
        "ghci f.hs",
        // Without a command, a shell.
        "unshare -r",
        "fakeroot",
        "chroot /jail",
        "nsenter -t 1",
        "python3.13t",
        "python3-dbg",
        "bash-static",
    ] {
        assert!(role(line, &Placement::Stdin).is_some(), "{line}");
    }
}

#[test]
fn standard_input_that_is_data_behind_flags_and_inside_other_commands() {
    for line in [
        "env - sh -c",
        "env - cat",
        "su - root -c true",
        "make -f build.mk",
        "awk -vx=1 -f t.awk data.txt",
        "curl -sK c.txt",
        "timeout -vs KILL 5 cat",
        "timeout --foreground 5 cat",
        "sudo -iu root cat",
        "bwrap --ro-bind / / cat",
        "systemd-run --unit x cat",
        "nsenter --target 1 cat",
        "uv run --env-file .env t.py",
        "uv run --frozen python t.py",
        "env -S 'python3 t.py'",
        "find . -exec cat '{}' ';'",
        "find . -exec grep -f - '{}' +",
        "ssh host 'cat > x'",
        "ssh host 'python3 t.py'",
        "docker run -i --entrypoint python3 img t.py",
        "docker build .",
        "python3 -m json.tool",
        "python3 -m cProfile t.py",
        "python3 -u t.py",
        "node --no-warnings t.js",
        "node --enable-source-maps --unhandled-rejections strict t.js",
        "node --not-known t.js",
        "deno run --allow-read --no-prompt t.ts",
        "ruby --yjit t.rb",
        "unshare --fork cat",
        "chroot /jail cat",
        "pipenv run cat",
    ] {
        assert_eq!(role(line, &Placement::Stdin), None, "{line}");
    }
}

#[test]
fn positionals_behind_flags_with_values() {
    for line in [
        "su - root -c",
        "env - sh -c",
        "runuser -u nobody",
        "runuser -u nobody --",
        "timeout -vk 5 10",
        "nsenter --target 1",
        "sudo -iu root",
        "sudo -nu me",
        "xargs -rn 1",
        "node --unhandled-rejections strict",
        "node --diagnostic-dir .",
        "node --watch-path ./src",
        "node --not-known strict",
        "node inspect",
        "java --source 21",
        "ruby --external-encoding UTF-8",
        "script -qc",
        "python3 -m runpy",
        "python3 -mpdb",
        "python3 -m cProfile",
        "python3 -m timeit",
        "python3 -m coverage run",
        "socat -",
        "sg group -c",
        "setpriv --reuid 1000",
        "nix-shell --run",
        "bundle exec",
        "pytest",
        "ansible-playbook",
    ] {
        assert!(role(line, &positional(0)).is_some(), "{line}");
    }
}

#[test]
fn flags_by_their_beginning_or_with_another_dash() {
    for (line, placement) in [
        ("tar -cf /dev/null d", joined("--checkpoint-act")),
        ("tar -cf a.tar d", joined("--to-com")),
        ("tar -cf a.tar d", joined("--use-compress-prog")),
        ("sed -n d", joined("--expr")),
        ("sqlite3 d.db 'select 1'", after("--cmd")),
        ("sqlite3 d.db 'select 1'", after("--init")),
        ("make all", joined("--eva")),
        ("git clone", joined("--upload")),
        ("git rebase", joined("--exe")),
        ("git send-email", joined("--sendmail-cmd")),
        ("split -b 1", joined("--filter")),
        ("sort", joined("--compress-program")),
        ("pandoc x.md", joined("--lua-filter")),
        ("gdb a.out", after("-eval-command")),
        ("docker run img", joined("--entrypoint")),
        ("su root", after("-c")),
    ] {
        assert!(role(line, &placement).is_some(), "{line}, {placement:?}");
    }
    for (line, placement) in [
        ("node --no-warnings t.js", positional(0)),
        ("node --stack-trace-limit=50 t.js", positional(0)),
        ("node --not-known t.js", positional(0)),
        ("python3 -X dev t.py", positional(0)),
        ("npx --yes cowsay", positional(0)),
        ("uv run --quiet prog", positional(0)),
        ("bun run --silent demo", positional(0)),
        ("deno task --quiet build", positional(0)),
        ("git --no-pager log", positional(0)),
        ("unshare --map-root-user --fork prog", positional(0)),
        ("systemd-run --user --scope prog", positional(0)),
        ("timeout --preserve-status 5 prog", positional(0)),
        ("python3 -m unittest tests", positional(0)),
        ("tar -cf a.tar", joined("--exclude")),
        ("curl", joined("--compressed")),
        ("git log", joined("--format")),
        ("sort", joined("--key")),
        ("env -u A prog", after("--unset")),
    ] {
        assert_eq!(role(line, &placement), None, "{line}, {placement:?}");
    }
}
