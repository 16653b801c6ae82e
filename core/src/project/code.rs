//! Reason codes. A code never changes its meaning.

use std::fmt;

/// Why a node is not served.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Code {
    /// Omitted: the node can only be done by hand.
    ManualOnly,
    /// Omitted: another MCP server already serves it; projecting it would be circular.
    McpOnly,
    /// Omitted: an input on the command line could be something else than a plain word (CWE-88).
    UnconstrainedArgv(String),
    /// Omitted: the program would run what an input gives it, as a script, a command or program text (CWE-78, CWE-94).
    RunsItsInput,
    /// Omitted: the command needs a shell, and no shell is ever run (CWE-78).
    NeedsShell,
    /// Omitted: the program is not on this host.
    MissingProgram(String),
    /// Omitted: something that the command needs is not on this host.
    MissingRuntime(String),
    /// Omitted: neither `podman` nor `docker` is on this host.
    MissingEngine,
    /// Omitted: the container image is not present; images are never pulled at a call.
    MissingImage(String),
    /// Omitted: the node is for another operating system.
    WrongOs,
    /// Omitted: the node needs a network.
    NoNetwork,
    /// Omitted: an environment variable is not set.
    MissingEnv(String),
    /// Undetermined, or omitted where that was allowed: the function is not linked into this binary.
    Unlinked,
    /// Undetermined: a file or folder could not be read.
    Unreadable,
    /// Undetermined: what was read is not a node.
    InvalidNode,
    /// Undetermined: the type of a port does not resolve.
    UnresolvedType(String),
    /// Undetermined: two nodes have the same served name.
    Collision(String),
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ManualOnly => f.write_str("manual-only"),
            Self::McpOnly => f.write_str("mcp-only"),
            Self::UnconstrainedArgv(input) => write!(f, "unconstrained-argv:{input}"),
            Self::RunsItsInput => f.write_str("runs-its-input"),
            Self::NeedsShell => f.write_str("needs-shell"),
            Self::MissingProgram(name) => write!(f, "missing-program:{name}"),
            Self::MissingRuntime(name) => write!(f, "missing-runtime:{name}"),
            Self::MissingEngine => f.write_str("missing-engine"),
            Self::MissingImage(name) => write!(f, "missing-image:{name}"),
            Self::WrongOs => f.write_str("wrong-os"),
            Self::NoNetwork => f.write_str("no-network"),
            Self::MissingEnv(name) => write!(f, "missing-env:{name}"),
            Self::Unlinked => f.write_str("unlinked"),
            Self::Unreadable => f.write_str("unreadable"),
            Self::InvalidNode => f.write_str("invalid-node"),
            Self::UnresolvedType(port) => write!(f, "unresolved-type:{port}"),
            Self::Collision(name) => write!(f, "collision:{name}"),
        }
    }
}

/// A code with the sentence that says what happened and what to do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reason {
    /// For programs.
    pub code: Code,
    /// For people.
    pub message: String,
}

impl Reason {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}
