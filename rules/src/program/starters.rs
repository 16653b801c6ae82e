//! Programs that start the command that their operands name, and those that hand a line to a shell.

use super::table::{BASE, Operand, Other, Program, STARTER, STARTER_AFTER_ONE, Stdin, sub};

/// A program that starts a shell or a command as somebody else.
const AS_USER: Program = Program {
    code_flags: &["-c", "--command", "--session-command"],
    load_flags: &["-s", "--shell"],
    value_flags: &[
        "-g",
        "--group",
        "-G",
        "--supp-group",
        "-w",
        "-u",
        "--user",
        "--whitelist-environment",
    ],
    joins_flags: true,
    stdin: Stdin::Program,
    ..STARTER
};

pub(super) static PROGRAMS: &[Program] = &[
    Program {
        names: &[
            "nohup",
            "setsid",
            "chronic",
            "catchsegv",
            "busybox",
            "toybox",
            "entr",
            "eatmydata",
            "linux32",
            "linux64",
        ],
        switches: &["--ctty", "--fork", "--wait"],
        ..STARTER
    },
    Program { names: &["tini"], value_flags: &["-p", "-e"], ..STARTER },
    Program {
        names: &["dumb-init"],
        value_flags: &["-r", "--rewrite"],
        switches: &["--single-child", "--verbose"],
        ..STARTER
    },
    Program { names: &["proxychains"], value_flags: &["-f"], ..STARTER },
    Program {
        names: &["torsocks"],
        value_flags: &["-u", "--user", "-p", "--pass", "-P", "--port", "-a", "--address"],
        switches: &["--*"],
        ..STARTER
    },
    Program {
        names: &["rlwrap"],
        value_flags: &[
            "-a", "-b", "-C", "-D", "-e", "-f", "-g", "-H", "-k", "-l", "-M", "-O", "-p", "-q",
            "-s", "-S", "-t", "-z",
        ],
        ..STARTER
    },
    Program {
        names: &["dbus-run-session"],
        load_flags: &["--config-file", "--dbus-daemon"],
        ..STARTER
    },
    Program {
        names: &["ssh-agent"],
        value_flags: &["-a", "-t", "-E", "-O", "-P"],
        load_flags: &["-P"],
        ..STARTER
    },
    Program {
        names: &["nice"],
        value_flags: &["-n", "--adjustment"],
        joins_flags: true,
        ..STARTER
    },
    Program {
        names: &["ionice"],
        value_flags: &[
            "-c",
            "--class",
            "-n",
            "--classdata",
            "-p",
            "--pid",
            "-P",
            "--pgid",
            "-u",
            "--uid",
        ],
        switches: &["--ignore"],
        joins_flags: true,
        ..STARTER
    },
    Program {
        names: &["time", "gtime"],
        value_flags: &["-o", "--output", "-f", "--format"],
        switches: &["--append", "--portability", "--quiet", "--verbose"],
        joins_flags: true,
        ..STARTER
    },
    Program {
        names: &["stdbuf"],
        value_flags: &["-i", "--input", "-o", "--output", "-e", "--error"],
        joins_flags: true,
        ..STARTER
    },
    Program { names: &["unbuffer"], ..STARTER },
    Program { names: &["caffeinate"], value_flags: &["-t", "-w"], ..STARTER },
    Program {
        names: &["runuser"],
        switches: &["-", "--login", "--fast", "--preserve-environment", "--pty", "--no-pty"],
        operand: Operand::Skip(&Operand::Command),
        skips_not: &["-u", "--user"],
        ..AS_USER
    },
    Program {
        names: &["screen"],
        load_flags: &["-c", "-s", "-X"],
        value_flags: &["-S", "-t", "-T", "-e", "-h", "-p"],
        stdin: Stdin::Program,
        ..STARTER
    },
    Program {
        names: &["env"],
        split_flags: &["-S", "--split-string"],
        switches: &["-", "--ignore-environment", "--null", "--debug", "--list-signal-handling"],
        joins_flags: true,
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
            "--replace",
            "--process-slot-var",
        ],
        switches: &[
            "--null",
            "--no-run-if-empty",
            "--verbose",
            "--interactive",
            "--open-tty",
            "--exit",
            "--eof",
        ],
        joins_flags: true,
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
            "-a",
            "--auth-type",
        ],
        switches: &[
            "--non-interactive",
            "--preserve-env",
            "--set-home",
            "--login",
            "--shell",
            "--stdin",
            "--askpass",
            "--background",
            "--bell",
            "--reset-timestamp",
            "--keep-cwd",
        ],
        joins_flags: true,
        assignments: true,
        stdin: Stdin::Program,
        ..STARTER
    },
    Program {
        names: &["su"],
        switches: &["-", "--login", "--fast", "--preserve-environment", "--pty", "--no-pty"],
        operand: Operand::Skip(&Operand::Command),
        ..AS_USER
    },
    Program {
        names: &["sg", "newgrp"],
        code_flags: &["-c"],
        operand: Operand::Skip(&Operand::ShellLine),
        stdin: Stdin::Program,
        ..BASE
    },
    Program {
        names: &["perf"],
        value_flags: &["-e", "-o", "-F", "-p"],
        operand: Operand::Subcommand(
            &[sub(&["stat", "record", "trace"], Operand::Command)],
            Other::Subcommand,
        ),
        ..BASE
    },
    Program {
        names: &["timeout", "gtimeout"],
        value_flags: &["-k", "--kill-after", "-s", "--signal"],
        switches: &["--foreground", "--preserve-status", "--verbose"],
        joins_flags: true,
        ..STARTER_AFTER_ONE
    },
    Program {
        names: &["flock"],
        code_flags: &["-c", "--command"],
        value_flags: &["-w", "--timeout", "-E", "--conflict-exit-code"],
        switches: &["--*"],
        joins_flags: true,
        ..STARTER_AFTER_ONE
    },
    Program {
        names: &["script"],
        code_flags: &["-c", "--command"],
        joins_flags: true,
        stdin: Stdin::Program,
        ..BASE
    },
    Program {
        // What follows the host is joined with spaces and run by the other side's shell.
        names: &["ssh", "rsh", "autossh", "mosh"],
        load_flags: &["-o", "-F", "-J", "-S"],
        joins_flags: true,
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
];
