//! Shells and interpreters: what runs the file that its first operand names, and standard input without one.

use super::table::{BASE, Code, INTERPRETER, Operand, Other, Program, Stdin, interpreter, sub};

pub(super) static PROGRAMS: &[Program] = &[
    Program {
        names: &[
            "sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "yash", "rbash", "rksh", "oksh",
            "posh",
        ],
        code_flags: &["-c"],
        stdin_flags: &["-s"],
        value_flags: &["-o", "-O", "+o", "+O", "--emulate"],
        load_flags: &["--rcfile", "--init-file"],
        code: Code::FirstOperand,
        joins_flags: true,
        ..INTERPRETER
    },
    Program {
        joins_flags: true,
        ..interpreter(
            &["fish"],
            &["-c", "--command"],
            &["-C", "--init-command"],
            &["-d", "--debug", "-o", "--debug-output", "-f", "--features"],
        )
    },
    Program {
        code: Code::FirstOperand,
        stdin_flags: &["-s"],
        joins_flags: true,
        ..interpreter(&["csh", "tcsh"], &["-c"], &[], &[])
    },
    interpreter(
        &["nu"],
        &["-c", "--commands"],
        &["-e", "--execute", "--config", "--env-config", "--plugins"],
        &["-m", "--table-mode", "--log-level"],
    ),
    Program {
        code: Code::LastOption,
        joins_flags: true,
        ..interpreter(
            &["python", "pythonw", "pypy", "ipython", "micropython"],
            &["-c", "-m"],
            &[],
            &["-W", "-X", "--check-hash-based-pycs"],
        )
    },
    interpreter(
        &["node", "nodejs", "tsx", "ts-node"],
        &["-e", "--eval", "-p", "--print", "-pe", "--run"],
        &["-r", "--require", "--import", "--loader", "--experimental-loader", "--env-file"],
        &["-C", "--conditions", "--title", "--input-type", "--tsconfig"],
    ),
    Program {
        names: &["bun", "bunx"],
        code_flags: &["-e", "--eval", "-p", "--print"],
        load_flags: &[
            "-r",
            "--preload",
            "--require",
            "--import",
            "-c",
            "--config",
            "--env-file",
            "--shell",
        ],
        value_flags: &["--cwd", "--filter", "-F", "--port", "--tsconfig-override"],
        operand: Operand::Subcommand(
            &[
                sub(&["run", "x", "create", "c", "repl"], Operand::Script),
                sub(&["exec"], Operand::Text),
            ],
            Other::Script,
        ),
        stdin: Stdin::Program,
        ..BASE
    },
    Program {
        names: &["deno"],
        load_flags: &[
            "--eval",
            "--eval-file",
            "--preload",
            "--import",
            "-c",
            "--config",
            "--import-map",
            "--env-file",
        ],
        value_flags: &[
            "-L",
            "--log-level",
            "--cert",
            "--location",
            "--seed",
            "--lock",
            "--cwd",
            "--ext",
        ],
        operand: Operand::Subcommand(
            &[
                sub(
                    &[
                        "run", "serve", "task", "x", "repl", "test", "bench", "install", "compile",
                        "jupyter",
                    ],
                    Operand::Script,
                ),
                sub(&["eval"], Operand::Text),
                sub(
                    &[
                        "add",
                        "cache",
                        "check",
                        "clean",
                        "completions",
                        "coverage",
                        "doc",
                        "fmt",
                        "help",
                        "info",
                        "init",
                        "lint",
                        "lsp",
                        "outdated",
                        "publish",
                        "remove",
                        "types",
                        "uninstall",
                        "update",
                        "upgrade",
                    ],
                    Operand::Data,
                ),
            ],
            Other::Script,
        ),
        stdin: Stdin::Program,
        ..BASE
    },
    Program {
        joins_flags: true,
        ..interpreter(&["perl", "raku"], &["-e", "-E"], &["-M", "-m", "-I"], &[])
    },
    Program {
        joins_flags: true,
        ..interpreter(
            &["ruby", "jruby", "truffleruby", "irb"],
            &["-e"],
            &["-r", "-I"],
            &["-C", "-E", "--encoding"],
        )
    },
    interpreter(
        &["php", "php-cgi"],
        &["-r", "--run", "-R", "--process-code", "-F", "--process-file", "-f", "--file"],
        &[
            "-B",
            "--process-begin",
            "-E",
            "--process-end",
            "-d",
            "--define",
            "-c",
            "--php-ini",
            "-z",
            "--zend-extension",
        ],
        &["-t", "--docroot", "-S", "--server"],
    ),
    interpreter(&["lua", "luajit", "luau"], &["-e"], &["-l"], &[]),
    interpreter(&["tclsh", "wish"], &[], &[], &["-encoding"]),
    interpreter(&["expect"], &["-f", "-b"], &["-c"], &[]),
    interpreter(&["guile"], &["-c", "-s"], &["-l", "-e", "-L"], &[]),
    interpreter(
        &["racket"],
        &["-e", "--eval", "-f", "--load", "-t", "--require", "-l", "--lib", "-p", "-r", "-u"],
        &[],
        &[],
    ),
    interpreter(
        &["sbcl"],
        &["--script"],
        &["--eval", "--load", "--userinit", "--sysinit", "--core"],
        &[],
    ),
    interpreter(&["r", "rscript"], &["-e", "-f", "--file"], &["--default-packages"], &[]),
    interpreter(
        &["julia"],
        &["-e", "-E", "--eval", "--print", "-m"],
        &["-L", "--load", "-J", "--sysimage"],
        &["-p", "-t"],
    ),
    interpreter(&["octave", "octave-cli"], &["--eval"], &[], &["--path"]),
    interpreter(&["matlab"], &["-batch"], &["-r"], &["-sd", "-logfile"]),
    interpreter(&["gnuplot"], &["-c"], &["-e"], &[]),
    interpreter(
        &["elixir", "iex"],
        &["-e", "--eval", "--rpc-eval", "-S"],
        &["-r", "-pr", "-pa", "-pz"],
        &[],
    ),
    interpreter(
        &["erl", "escript"],
        &[],
        &["-eval", "-run", "-s", "-pa", "-pz", "-boot", "-config", "-args_file"],
        &[],
    ),
    interpreter(&["groovy", "scala", "kotlin"], &["-e"], &["-cp", "-classpath"], &[]),
    interpreter(
        &["clojure", "clj", "bb"],
        &["-e", "--eval", "-m", "--main", "-M", "-X", "-f"],
        &["-i", "--init", "-A"],
        &[],
    ),
    interpreter(&["jshell"], &[], &["--startup", "--class-path", "--module-path"], &[]),
    interpreter(&["ghci", "runghc", "runhaskell"], &["-e"], &[], &[]),
    interpreter(&["ocaml", "utop"], &["-e"], &["-init"], &["-I"]),
    interpreter(&["swift"], &["-e"], &[], &["-I", "-L"]),
    Program {
        // No script on standard input, but the class or the module that is run is named by an operand or a flag.
        stdin: Stdin::Data,
        ..interpreter(
            &["java", "javaw"],
            &["-jar", "-m", "--module"],
            &["-cp", "-classpath", "--class-path", "-p", "--module-path"],
            &["--add-modules", "--add-opens", "--add-exports"],
        )
    },
    interpreter(&["osascript"], &["-e"], &[], &["-l", "-s"]),
    Program {
        code: Code::LastOption,
        ..interpreter(
            &["pwsh", "powershell"],
            &[
                "-c",
                "-Command",
                "-command",
                "-e",
                "-ec",
                "-EncodedCommand",
                "-encodedcommand",
                "-f",
                "-File",
                "-file",
                "-CommandWithArgs",
                "-cwa",
            ],
            &["-ConfigurationFile", "-PSConsoleFile"],
            &[
                "-ExecutionPolicy",
                "-ep",
                "-ex",
                "-OutputFormat",
                "-o",
                "-InputFormat",
                "-WindowStyle",
                "-w",
            ],
        )
    },
    // `esyscmd` and `!` run commands.
    interpreter(
        &["m4", "gm4"],
        &[],
        &["-D", "--define", "-R", "--reload-state"],
        &["-I", "--include"],
    ),
    interpreter(&["dc"], &["-e", "--expression", "-f", "--file"], &[], &[]),
    // The table, whose lines are commands.
    interpreter(&["crontab"], &[], &[], &["-u"]),
];
