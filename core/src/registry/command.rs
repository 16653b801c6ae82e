//! What `#[tool]` submits of a declaration without a body: constant data, as the rest of a [`ToolSpec`].
//!
//! [`ToolSpec`]: crate::registry::ToolSpec

/// A command.
#[derive(Clone, Copy, Debug)]
pub struct CommandSpec {
    /// `shell = …`.
    pub shell: Option<WordsSpec>,
    /// `terminator`.
    pub terminator: bool,
    /// `container(…)`.
    pub container: Option<ContainerSpec>,
    /// `exit(…)`.
    pub exit: ExitSpec,
    /// `stdout = …`.
    pub stdout: PrintedSpec,
    /// `media_type = "…"`.
    pub media_type: Option<&'static str>,
}

impl CommandSpec {
    /// What a declaration says that says nothing.
    pub const EMPTY: Self = Self {
        shell: None,
        terminator: false,
        container: None,
        exit: ExitSpec { ok: None, undetermined: &[] },
        stdout: PrintedSpec::Text,
        media_type: None,
    };
}

/// The fixed words of a command, as they are written.
#[derive(Clone, Copy, Debug)]
pub enum WordsSpec {
    /// In one string.
    Line(&'static str),
    /// As a list.
    Words(&'static [&'static str]),
}

/// `container(…)`.
#[derive(Clone, Copy, Debug)]
pub struct ContainerSpec {
    /// The image.
    pub image: &'static str,
    /// The fixed words; the image's own entry point where there are none.
    pub command: Option<WordsSpec>,
    /// Folders of the instance.
    pub mounts: &'static [&'static str],
    /// The user inside.
    pub user: Option<&'static str>,
}

/// `exit(…)`.
#[derive(Clone, Copy, Debug)]
pub struct ExitSpec {
    /// Statuses that are success; `None` where the declaration does not say.
    pub ok: Option<&'static [u8]>,
    /// Statuses that mean that nothing can be said.
    pub undetermined: &'static [u8],
}

/// What a command prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of `io.stdout`")]
pub enum PrintedSpec {
    Text,
    Json,
    Jsonl,
    Bytes,
}

/// How an input reaches a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementSpec {
    /// `#[arg(flag = "--x")]`, or with `joined`.
    Flag {
        /// The flag, with its dashes.
        flag: &'static str,
        /// Whether the value is in the same word, behind `=`.
        joined: bool,
    },
    /// `#[arg(positional = N)]`.
    Positional {
        /// Place among the positionals, from 0.
        place: u32,
        /// Leading characters that are admitted.
        lead: &'static [&'static str],
    },
    /// `#[arg(stdin)]`.
    Stdin,
}
