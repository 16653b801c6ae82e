//! Programs that start others in containers and environments: engines, package managers, version managers.

use super::table::{BASE, INTERPRETER, Operand, Other, Program, Stdin, sub};

pub(super) static PROGRAMS: &[Program] = &[
    Program {
        // The command follows an instance, a profile or a folder by name.
        names: &["direnv", "aws-vault", "chamber", "lxc", "multipass", "limactl"],
        value_flags: &["--cwd", "--workdir", "--duration", "-d", "--env", "--user", "--group"],
        operand: Operand::Subcommand(
            &[sub(&["exec", "shell"], Operand::Skip(&Operand::Command))],
            Other::Subcommand,
        ),
        ..BASE
    },
    Program {
        names: &["conda", "mamba", "micromamba"],
        value_flags: &["-n", "--name", "-p", "--prefix", "--cwd"],
        switches: &["--no-capture-output", "--live-stream", "--verbose"],
        operand: Operand::Subcommand(&[sub(&["run"], Operand::Command)], Other::Subcommand),
        ..BASE
    },
    Program {
        names: &[
            "bundle", "bundler", "pipenv", "asdf", "rbenv", "pyenv", "rye", "pixi", "dotenv", "op",
            "doppler",
        ],
        code_flags: &["--command"],
        value_flags: &[
            "-f",
            "--file",
            "-e",
            "--env",
            "--env-file",
            "-p",
            "--project",
            "-c",
            "--config",
        ],
        switches: &["--keep-file-descriptors"],
        operand: Operand::Subcommand(
            &[sub(&["exec", "run", "shell", "console"], Operand::Command)],
            Other::Subcommand,
        ),
        ..BASE
    },
    Program {
        names: &["nix-shell"],
        code_flags: &["--run", "--command"],
        load_flags: &["--expr", "-E", "-p", "--packages", "-I"],
        value_flags: &["-A", "--attr"],
        switches: &["--pure", "--quiet", "--verbose"],
        ..INTERPRETER
    },
    Program {
        names: &["nix"],
        command_flags: &["-c", "--command"],
        load_flags: &["--expr", "-f", "--file", "-I", "--override-input", "--option"],
        switches: &[
            "--impure",
            "--offline",
            "--refresh",
            "--quiet",
            "--verbose",
            "--print-build-logs",
            "--no-*",
        ],
        operand: Operand::Subcommand(
            &[sub(&["run", "shell", "develop", "build", "eval", "repl"], Operand::Script)],
            Other::Subcommand,
        ),
        stdin: Stdin::Program,
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
        value_flags: &["--prefix", "-w", "--workspace", "--python", "--registry"],
        switches: &[
            "--yes",
            "--no*",
            "--quiet",
            "--silent",
            "--prefer-*",
            "--offline",
            "--isolated",
            "--verbose",
        ],
        operand: Operand::Script,
        ..BASE
    },
    Program {
        names: &["npm", "pnpm", "yarn"],
        code_flags: &["-c", "--call", "--script-shell", "--node-options", "--package"],
        value_flags: &["--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter", "-F"],
        switches: &[
            "--silent",
            "--workspaces",
            "--if-present",
            "--ignore-scripts",
            "--recursive",
            "--parallel",
            "--stream",
            "--yes",
            "--no*",
            "--quiet",
            "--verbose",
            "--offline",
            "--top-level",
        ],
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
        load_flags: &[
            "--from",
            "--with",
            "--with-editable",
            "--with-requirements",
            "--spec",
            "--env-file",
            "--config-file",
        ],
        value_flags: &[
            "--directory",
            "--project",
            "--python",
            "-p",
            "--extra",
            "--group",
            "--only-group",
            "--no-group",
            "--package",
            "--index",
            "--index-url",
            "--cache-dir",
            "--python-preference",
            "--env",
        ],
        switches: &[
            "--frozen",
            "--locked",
            "--no-*",
            "--isolated",
            "--quiet",
            "--verbose",
            "--offline",
            "--all-*",
            "--active",
            "--exact",
            "--refresh",
            "--upgrade",
            "--managed-python",
            "--dev",
            "--only-dev",
        ],
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
