//! Filters whose first operand is a program, database clients, and programs with an option or two that run something.

use super::table::{BASE, FILTER, Operand, Other, Program, Stdin, Sub, but_for, sub};

pub(super) static PROGRAMS: &[Program] = &[
    Program {
        names: &["awk", "gawk", "mawk", "nawk"],
        code_flags: &["-f", "--file", "-e", "--source", "-E", "--exec"],
        load_flags: &["-i", "--include", "-l", "--load"],
        value_flags: &["-F", "--field-separator", "-v", "--assign"],
        joins_flags: true,
        ..FILTER
    },
    Program {
        // GNU sed runs commands by `e` and by the flag `e` of `s`.
        names: &["sed", "gsed"],
        code_flags: &["-e", "--expression", "-f", "--file"],
        value_flags: &["-l", "--line-length"],
        joins_flags: true,
        ..FILTER
    },
    Program {
        // No command is run, but the input would be program text, and `env` and `input` read what was not meant.
        names: &["jq", "gojq", "jaq", "yq"],
        code_flags: &["-f", "--from-file", "--expression"],
        load_flags: &["-L", "--library-path"],
        value_flags: &["--indent", "-p", "--input-format", "-o", "--output-format"],
        ..FILTER
    },
    Program {
        // `.shell`
        names: &["sqlite", "duckdb"],
        code_flags: &["-c", "-s", "-f"],
        load_flags: &["-cmd", "-init"],
        value_flags: &["-separator", "-newline", "-nullvalue", "-vfs", "-mmap", "-maxsize"],
        operand: Operand::Skip(&Operand::Text),
        stdin: Stdin::Program,
        ..BASE
    },
    Program {
        // `\\!`
        names: &["psql"],
        code_flags: &["-c", "--command", "-f", "--file"],
        load_flags: &["-v", "--set", "--variable"],
        value_flags: &[
            "-d",
            "--dbname",
            "-h",
            "--host",
            "-p",
            "--port",
            "-U",
            "--username",
            "-o",
            "--output",
            "-P",
            "--pset",
        ],
        stdin: Stdin::Program,
        ..BASE
    },
    Program {
        // `system`
        names: &["mysql", "mariadb"],
        code_flags: &["-e", "--execute"],
        load_flags: &["--init-command", "--pager", "--plugin-dir", "--defaults-file"],
        value_flags: &[
            "-u",
            "--user",
            "-h",
            "--host",
            "-P",
            "--port",
            "-D",
            "--database",
            "-S",
            "--socket",
        ],
        stdin: Stdin::Program,
        ..BASE
    },
    Program {
        names: &["mongo", "mongosh", "sqlplus", "sqlcmd", "cqlsh", "clickhouse-client"],
        code_flags: &[
            "--eval",
            "-f",
            "--file",
            "-e",
            "--execute",
            "-q",
            "--query",
            "-Q",
            "-i",
            "--queries-file",
        ],
        value_flags: &["-h", "--host", "-p", "--port", "-u", "--username", "-d", "-S"],
        stdin: Stdin::Program,
        ..BASE
    },
    Program {
        names: &["git"],
        load_flags: &[
            "--exec",
            "--extcmd",
            "--upload-pack",
            "--receive-pack",
            "--open-files-in-pager",
            "--config",
            "--template",
            "--tree-filter",
            "--index-filter",
            "--env-filter",
            "--msg-filter",
            "--commit-filter",
            "--tag-name-filter",
            "--parent-filter",
            "--tool",
            "--sendmail-cmd",
            "--to-cmd",
            "--cc-cmd",
            "--header-cmd",
            "--smtp-server",
            "--upload-archive",
            "--gpg-sign-program",
        ],
        lead_load_flags: &["-c", "--config-env", "--exec-path"],
        value_flags: &["-C", "--git-dir", "--work-tree", "--namespace"],
        operand: Operand::Subcommand(
            &[
                sub(&["config"], Operand::Setting),
                Sub { names: &["rebase", "difftool"], load_flags: &["-x"], then: Operand::Data },
                Sub { names: &["clone"], load_flags: &["-c", "-u"], then: Operand::Data },
                Sub { names: &["grep"], load_flags: &["-O"], then: Operand::Data },
                sub(
                    &["submodule"],
                    Operand::Subcommand(
                        &[sub(&["foreach"], Operand::ShellLine)],
                        Other::Subcommand,
                    ),
                ),
                sub(
                    &["bisect"],
                    Operand::Subcommand(&[sub(&["run"], Operand::Command)], Other::Subcommand),
                ),
            ],
            // An alias can be a command.
            Other::Subcommand,
        ),
        ..BASE
    },
    Program {
        names: &["gh"],
        operand: Operand::Subcommand(
            &[sub(&["alias", "extension", "ext", "config"], Operand::Setting)],
            Other::Subcommand,
        ),
        ..BASE
    },
    Program {
        // A target, or `SHELL=…`.
        names: &["make", "gmake", "bmake", "just", "rake"],
        load_flags: &[
            "-f",
            "--file",
            "--makefile",
            "--eval",
            "-E",
            "-I",
            "--include-dir",
            "-C",
            "--directory",
            "--justfile",
            "--shell",
            "--set",
            "--rakefile",
            "-d",
            "--working-directory",
            "-e",
            "--execute",
            "-r",
            "--require",
        ],
        value_flags: &["-j", "--jobs", "-l", "--load-average", "-o", "-W"],
        joins_flags: true,
        operand: Operand::Setting,
        ..BASE
    },
    Program {
        names: &["go"],
        load_flags: &["-exec", "-toolexec", "-vettool", "-overlay"],
        value_flags: &["-C", "-tags", "-mod", "-modfile"],
        operand: Operand::Subcommand(
            &[sub(&["run", "tool", "generate"], Operand::Script), sub(&["env"], Operand::Setting)],
            Other::Subcommand,
        ),
        ..BASE
    },
    Program {
        names: &["cargo"],
        load_flags: &["--config"],
        value_flags: &["-C", "-Z", "--color"],
        operand: Operand::Subcommand(&[], Other::Subcommand),
        ..BASE
    },
    Program {
        stdin: Stdin::Always,
        ..but_for(
            &["vi", "vim", "nvim", "ex", "view", "ed", "emacs", "emacsclient", "kak"],
            &[
                "-c",
                "--cmd",
                "-S",
                "-u",
                "-U",
                "-s",
                "-e",
                "--eval",
                "-eval",
                "--execute",
                "-f",
                "--funcall",
                "-l",
                "--load",
                "--script",
            ],
        )
    },
    Program {
        // The job is a script of `sh`.
        stdin: Stdin::Always,
        ..but_for(&["at", "batch"], &["-f"])
    },
    Program {
        // `shell`, and whatever else their commands do.
        stdin: Stdin::Always,
        ..but_for(
            &["gdb", "lldb"],
            &[
                "-ex",
                "--ex",
                "-x",
                "--command",
                "-ix",
                "-iex",
                "--init-command",
                "--init-eval-command",
                "--eval-command",
                "--args",
                "-o",
                "--one-line",
                "-s",
                "--source",
                "-k",
                "-S",
                "-O",
            ],
        )
    },
    but_for(&["rsync"], &["-e", "--rsh", "--rsync-path", "-M", "--remote-option"]),
    but_for(&["scp"], &["-S", "-o", "-F", "-D"]),
    Program {
        // `!`
        stdin: Stdin::Always,
        ..but_for(&["sftp", "ftp", "lftp"], &["-S", "-o", "-F", "-b", "-D", "-e", "-c", "-f"])
    },
    but_for(&["split", "gsplit"], &["--filter"]),
    but_for(&["sort", "gsort"], &["--compress-program"]),
    but_for(
        &["pandoc"],
        &[
            "-F",
            "--filter",
            "-L",
            "--lua-filter",
            "--pdf-engine",
            "--pdf-engine-opt",
            "-d",
            "--defaults",
        ],
    ),
    but_for(&["tcpdump"], &["-z"]),
    but_for(&["ncat", "nc", "netcat"], &["-e", "-c", "--exec", "--sh-exec", "--lua-exec"]),
    but_for(&["helm"], &["--post-renderer", "--post-renderer-args"]),
    but_for(&["nmap"], &["--script", "--script-args", "--datadir", "--resume"]),
    but_for(&["apt", "apt-get", "aptitude"], &["-o", "--option", "-c", "--config-file"]),
    but_for(&["start-stop-daemon"], &["-x", "--exec", "-a", "--startas"]),
    Program {
        // An address may be `EXEC:…` or `SYSTEM:…`.
        names: &["socat"],
        operand: Operand::Setting,
        ..BASE
    },
    // A flag of its own, and the beginning of another.
    Program {
        switches: &["--checkpoint"],
        ..but_for(
            &["tar", "gtar", "bsdtar"],
            &[
                "-I",
                "--use-compress-program",
                "--to-command",
                "--checkpoint-action",
                "-F",
                "--info-script",
                "--new-volume-script",
                "--rsh-command",
                "--rmt-command",
            ],
        )
    },
    but_for(&["zip"], &["-TT", "--unzip-command"]),
    but_for(&["rg"], &["--pre", "--hostname-bin"]),
    but_for(&["man"], &["-P", "--pager", "-H", "--html", "-C", "--config-file"]),
    Program { joins_flags: true, ..but_for(&["curl"], &["-K", "--config"]) },
    but_for(&["wget"], &["-e", "--execute", "--use-askpass", "--config"]),
    but_for(&["cmake"], &["-P", "-E", "-C", "-D"]),
    but_for(
        &["gradle", "gradlew"],
        &["-I", "--init-script", "-b", "--build-file", "-c", "--settings-file"],
    ),
    but_for(&["latexmk"], &["-e", "-r", "-latex", "-pdflatex", "-lualatex", "-xelatex"]),
];
