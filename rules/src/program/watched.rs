//! Programs that start others watched, or with limits.

use super::table::{Program, STARTER, STARTER_AFTER_ONE};

pub(super) static PROGRAMS: &[Program] = &[
    Program {
        names: &["strace"],
        value_flags: &[
            "-e",
            "-o",
            "-p",
            "-s",
            "-u",
            "-E",
            "-S",
            "-a",
            "-I",
            "-O",
            "-P",
            "-X",
            "-b",
            "-U",
            "--trace",
            "--output",
            "--user",
            "--env",
            "--attach",
            "--columns",
            "--string-limit",
            "--interruptible",
        ],
        switches: &[
            "--follow-forks",
            "--seccomp-bpf",
            "--summary*",
            "--relative-timestamps*",
            "--no-abbrev",
            "--debug",
        ],
        joins_flags: true,
        ..STARTER
    },
    Program {
        names: &["ltrace"],
        value_flags: &[
            "-e", "-o", "-p", "-s", "-u", "-n", "-a", "-A", "-D", "-F", "-l", "-x", "-w",
        ],
        joins_flags: true,
        ..STARTER
    },
    Program { names: &["valgrind"], switches: &["--*"], ..STARTER },
    Program {
        names: &["xvfb-run"],
        value_flags: &[
            "-e",
            "--error-file",
            "-f",
            "--auth-file",
            "-n",
            "--server-num",
            "-p",
            "--xauth-protocol",
            "-s",
            "--server-args",
            "-w",
            "--wait",
        ],
        switches: &["--auto-servernum", "--listen-tcp"],
        joins_flags: true,
        ..STARTER
    },
    Program {
        names: &["numactl"],
        value_flags: &[
            "-i",
            "--interleave",
            "-m",
            "--membind",
            "-N",
            "--cpunodebind",
            "-C",
            "--physcpubind",
            "-p",
            "--preferred",
        ],
        switches: &["--localalloc", "--all"],
        joins_flags: true,
        ..STARTER
    },
    Program {
        names: &["prlimit"],
        value_flags: &["-p", "--pid", "-o", "--output"],
        switches: &["--*"],
        ..STARTER
    },
    Program { names: &["cgexec"], value_flags: &["-g"], switches: &["--sticky"], ..STARTER },
    Program {
        names: &["chpst"],
        value_flags: &[
            "-u", "-U", "-b", "-e", "-/", "-n", "-l", "-L", "-m", "-d", "-o", "-p", "-f", "-c",
        ],
        ..STARTER
    },
    Program {
        names: &["softlimit"],
        value_flags: &["-a", "-c", "-d", "-f", "-l", "-m", "-o", "-p", "-r", "-s", "-t"],
        ..STARTER
    },
    Program {
        names: &["taskset", "chrt"],
        value_flags: &["-T", "-P", "-D", "--sched-runtime", "--sched-period", "--sched-deadline"],
        switches: &[
            "--all-tasks",
            "--batch",
            "--fifo",
            "--idle",
            "--other",
            "--rr",
            "--deadline",
            "--cpu-list",
            "--verbose",
            "--reset-on-fork",
        ],
        ..STARTER_AFTER_ONE
    },
];
