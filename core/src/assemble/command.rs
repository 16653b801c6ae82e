//! From the declaration of a command in Rust to the parts of the node that a file would give.

use crate::node::{Arg, Container, Exit, FlagArg, Invoke, PositionalArg, Shell, StdinArg, Stdout};
use crate::registry::{
    CommandSpec, ContainerSpec, ExitSpec, PlacementSpec, PrintedSpec, WordsSpec,
};

pub(super) fn invoke(command: &CommandSpec) -> Invoke {
    Invoke {
        shell: command.shell.map(shell),
        terminator: command.terminator,
        container: command.container.map(container),
        ..Invoke::default()
    }
}

fn shell(words: WordsSpec) -> Shell {
    match words {
        WordsSpec::Line(line) => Shell::Line(line.to_owned()),
        WordsSpec::Words(words) => Shell::Words(texts(words)),
    }
}

fn container(container: ContainerSpec) -> Container {
    Container {
        image: container.image.to_owned(),
        command: container.command.map(shell),
        mounts: texts(container.mounts),
        user: container.user.map(str::to_owned),
    }
}

pub(super) fn exit(exit: &ExitSpec) -> Exit {
    let ok = exit.ok.map_or_else(|| Exit::default().ok, <[u8]>::to_vec);
    Exit { ok, undetermined: exit.undetermined.to_vec() }
}

pub(super) fn stdout(printed: PrintedSpec) -> Stdout {
    match printed {
        PrintedSpec::Text => Stdout::Text,
        PrintedSpec::Json => Stdout::Json,
        PrintedSpec::Jsonl => Stdout::Jsonl,
        PrintedSpec::Bytes => Stdout::Bytes,
    }
}

pub(super) fn arg(placement: PlacementSpec) -> Arg {
    match placement {
        PlacementSpec::Flag { flag, joined } => {
            Arg::Flag(FlagArg { flag: flag.to_owned(), joined })
        }
        PlacementSpec::Positional { place, lead } => {
            Arg::Positional(PositionalArg { positional: place, lead: texts(lead) })
        }
        PlacementSpec::Stdin => Arg::Stdin(StdinArg { stdin: true }),
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}
