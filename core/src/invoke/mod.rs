//! Running a call: inputs parsed by their types, one argv, a function or a process, one answer.

mod admission;
mod argv;
mod container;
mod ended;
mod guard;
mod in_process;
mod inputs;
mod limits;
mod lines;
mod output;
mod process;
mod runner;
mod signal;
mod text;
mod tree;
mod turns;
#[cfg(target_os = "linux")]
mod warden;

use std::process::ExitCode;
use std::time::Duration;

use serde_json::Value;

use crate::project::Node;
use crate::registry::BadInput;

pub use argv::{Argv, build_argv};
pub(crate) use ended::{Ended, Ending};
pub use inputs::{Inputs, parse_inputs};
pub(crate) use limits::CallLimits;
pub use limits::Limits;
pub(crate) use runner::Prepared;
pub use runner::Runner;
#[cfg(feature = "cli")]
pub(crate) use text::visible_json;

/// Time between asking a command to end and killing it, and for reading pipes after a program has ended.
pub(crate) const GRACE: Duration = Duration::from_secs(2);

/// Runs this process as one that watches over a command, to its end, where it was started as such.
///
/// A server starts its own program again for that, so the program must begin with this:
/// [`toolnode::main!`](crate::main) and [`App::run`](crate::App::run) do. A program with a `main` of its own that serves
/// commands calls it before anything else, and exits with what it gives. Commands that are run by a program that does not,
/// such as an author's tests, are ended less thoroughly: what detached itself from them stays.
pub fn enter_if_asked() -> Option<ExitCode> {
    #[cfg(target_os = "linux")]
    return warden::enter_if_asked();
    #[cfg(not(target_os = "linux"))]
    None
}

/// A call that was refused: nothing ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// For programs.
    pub code: RefusalCode,
    /// What happened and what to do.
    pub message: String,
    /// The inputs that are at fault, all of them.
    pub inputs: Vec<BadInput>,
}

/// Why a call was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalCode {
    /// The input does not match the declaration, or a rule of the call.
    Input,
    /// The caller may not.
    Permission,
    /// The tool is not served here, or no longer.
    Unavailable,
    /// Too many calls run, wait, or came within a minute: later it may be let in.
    Busy,
}

impl RefusalCode {
    /// The code as it is printed.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Input => "refused-input",
            Self::Permission => "refused-permission",
            Self::Unavailable => "unavailable",
            Self::Busy => "busy",
        }
    }
}

impl Refusal {
    /// Inputs that are at fault; the message names them all.
    pub(crate) fn inputs(node: &Node, inputs: Vec<BadInput>) -> Self {
        let mut message = format!("{} was not called: ", node.name);
        let say = |bad: &BadInput| match bad.name.as_str() {
            "" => bad.rule.clone(),
            name => format!("`{name}` {}", bad.rule),
        };
        let all: Vec<_> = inputs.iter().map(say).collect();
        message.push_str(&all.join("; "));
        Self { code: RefusalCode::Input, message, inputs }
    }

    /// The input as a whole is at fault.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self { code: RefusalCode::Input, message: message.into(), inputs: Vec::new() }
    }

    /// The refusal as `call --json` prints it.
    pub fn to_json(&self) -> Value {
        let inputs = self
            .inputs
            .iter()
            .map(|bad| serde_json::json!({"name": bad.name, "rule": bad.rule, "value": bad.value}));
        serde_json::json!({"refused": {
            "code": self.code.as_str(),
            "message": self.message,
            "inputs": inputs.collect::<Vec<_>>(),
        }})
    }

    pub(super) fn busy(message: String) -> Self {
        Self { code: RefusalCode::Busy, message, inputs: Vec::new() }
    }

    pub(crate) fn permission(message: impl Into<String>) -> Self {
        Self { code: RefusalCode::Permission, message: message.into(), inputs: Vec::new() }
    }

    pub(crate) fn unavailable(message: impl Into<String>) -> Self {
        Self { code: RefusalCode::Unavailable, message: message.into(), inputs: Vec::new() }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}
