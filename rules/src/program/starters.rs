//! Programs that start the command that their operands name, and those that hand a line to a shell.

use super::table::{BASE, Operand, Other, Program, STARTER, STARTER_AFTER_ONE, Stdin, sub};

pub(super) static PROGRAMS: &[Program] = &[
    Program {
        names: &["env"],
        load_flags: &["-S", "--split-string"],
        value_flags: &["-u", "--unset", "-C", "--chdir", "-P", "-a", "--argv0"],
        assignments: true,
        ..STARTER
    },
    Program {
        names: &["xargs"],
        value_flags: &[
            "-a",
            "--arg-file",
            "-d",
            "--delimiter",
            "-E",
            "-I",
            "-L",
            "--max-lines",
            "-n",
            "--max-args",
            "-P",
            "--max-procs",
            "-s",
            "--max-chars",
            "-J",
            "-R",
            "-S",
        ],
        stdin: Stdin::Arguments,
        ..STARTER
    },
    Program { names: &["parallel"], operand: Operand::ShellLine, stdin: Stdin::Arguments, ..BASE },
    Program {
        names: &["watch", "hyperfine", "watchexec", "tmux"],
        operand: Operand::ShellLine,
        ..BASE
    },
    Program {
        // `-s` and `-i` start a shell when no command is given.
        names: &["sudo", "doas", "pkexec", "run0"],
        value_flags: &[
            "-u",
            "--user",
            "-g",
            "--group",
            "-h",
            "--host",
            "-p",
            "--prompt",
            "-C",
            "--close-from",
            "-D",
            "--chdir",
            "-R",
            "--chroot",
            "-r",
            "--role",
            "-t",
            "--type",
            "-T",
            "--command-timeout",
            "-U",
            "--other-user",
        ],
        assignments: true,
        stdin: Stdin::Program,
        ..STARTER
    },
    Program {
        names: &["su", "runuser"],
        code_flags: &["-c", "--command", "--session-command"],
        load_flags: &["-s", "--shell"],
        value_flags: &["-g", "--group", "-G", "--supp-group", "-w", "-u", "--user"],
        stdin: Stdin::Program,
        ..STARTER_AFTER_ONE
    },
    Program {
        names: &[
            "nohup",
            "setsid",
            "chronic",
            "catchsegv",
            "fakeroot",
            "tini",
            "dumb-init",
            "busybox",
            "toybox",
            "entr",
        ],
        ..STARTER
    },
    Program {
        names: &["nice", "ionice", "time", "gtime", "stdbuf", "unbuffer", "caffeinate"],
        value_flags: &[
            "-n",
            "--adjustment",
            "-c",
            "--class",
            "--classdata",
            "-o",
            "--output",
            "-i",
            "--input",
            "-e",
            "--error",
            "-f",
            "--format",
            "-t",
            "-w",
        ],
        ..STARTER
    },
    Program {
        names: &[
            "strace",
            "ltrace",
            "valgrind",
            "unshare",
            "nsenter",
            "bwrap",
            "firejail",
            "systemd-run",
            "xvfb-run",
        ],
        value_flags: &["-e", "-o", "-p", "-s", "-u", "-E", "-n", "-t", "-S", "-G"],
        ..STARTER
    },
    Program {
        names: &["timeout", "gtimeout"],
        value_flags: &["-k", "--kill-after", "-s", "--signal"],
        ..STARTER_AFTER_ONE
    },
    Program {
        names: &["chroot", "taskset", "chrt", "setuidgid", "su-exec", "gosu", "setarch"],
        ..STARTER_AFTER_ONE
    },
    Program {
        names: &["flock"],
        code_flags: &["-c", "--command"],
        value_flags: &["-w", "--timeout", "-E", "--conflict-exit-code"],
        ..STARTER_AFTER_ONE
    },
    Program { names: &["script"], code_flags: &["-c", "--command"], stdin: Stdin::Program, ..BASE },
    Program {
        // What follows the host is joined with spaces and run by the other side's shell.
        names: &["ssh", "rsh", "autossh", "mosh"],
        load_flags: &["-o", "-F", "-J", "-S"],
        value_flags: &[
            "-B", "-b", "-c", "-D", "-E", "-e", "-I", "-i", "-L", "-l", "-m", "-O", "-p", "-Q",
            "-R", "-W", "-w",
        ],
        operand: Operand::Skip(&Operand::RemoteLine),
        stdin: Stdin::Program,
        ..BASE
    },
    Program {
        names: &["find", "gfind"],
        command_flags: &["-exec", "-execdir", "-ok", "-okdir"],
        ..BASE
    },
    Program {
        names: &["fd", "fdfind"],
        command_flags: &["-x", "--exec", "-X", "--exec-batch"],
        ..BASE
    },
    Program {
        names: &[
            "docker",
            "podman",
            "nerdctl",
            "kubectl",
            "docker-compose",
            "podman-compose",
            "apptainer",
            "singularity",
        ],
        operand: Operand::Container,
        ..BASE
    },
    Program {
        names: &["npx", "pnpx", "uvx"],
        code_flags: &["-c", "--call"],
        load_flags: &["-p", "--package", "--from", "--with"],
        value_flags: &["--prefix", "-w", "--workspace", "--python"],
        operand: Operand::Script,
        ..BASE
    },
    Program {
        names: &["npm", "pnpm", "yarn"],
        code_flags: &["-c", "--call", "--script-shell", "--node-options", "--package"],
        value_flags: &["--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter", "-F"],
        operand: Operand::Subcommand(
            &[
                sub(
                    &["run", "run-script", "exec", "x", "dlx", "create", "init", "node"],
                    Operand::Script,
                ),
                sub(&["config", "c", "set", "pkg"], Operand::Setting),
            ],
            Other::Subcommand,
        ),
        ..BASE
    },
    Program {
        names: &["uv", "pipx", "poetry", "pdm", "hatch"],
        code_flags: &["-m", "--module", "-s", "--script"],
        load_flags: &["--from", "--with"],
        value_flags: &["--directory", "--project", "--python", "-p", "--extra", "--group"],
        operand: Operand::Subcommand(
            &[
                sub(&["run"], Operand::Command),
                sub(
                    &["tool"],
                    Operand::Subcommand(&[sub(&["run"], Operand::Script)], Other::Subcommand),
                ),
            ],
            Other::Subcommand,
        ),
        ..BASE
    },
];
