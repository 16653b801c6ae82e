//! Running a call: inputs parsed by their types, one argv, a function or a process, one answer.

mod argv;
mod guard;
mod in_process;
mod inputs;
mod output;
mod process;

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::project::{Arm, Node};
use crate::registry::{BadInput, CallHost, Context, Reply, StateMap};

pub use argv::{Argv, build_argv};
pub use inputs::{Inputs, parse_inputs};

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
    /// The tool is not served here.
    Unavailable,
}

impl RefusalCode {
    /// The code as it is printed.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Input => "refused-input",
            Self::Permission => "refused-permission",
            Self::Unavailable => "unavailable",
        }
    }
}

impl Refusal {
    /// Inputs that are at fault; the message names them all.
    pub(crate) fn inputs(node: &Node, inputs: Vec<BadInput>) -> Self {
        let mut message = format!("{} was not called: ", node.name);
        let all: Vec<_> = inputs.iter().map(|bad| format!("`{}` {}", bad.name, bad.rule)).collect();
        message.push_str(&all.join("; "));
        Self { code: RefusalCode::Input, message, inputs }
    }

    /// The input as a whole is at fault; only a command line can be given such a one.
    #[cfg(feature = "cli")]
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

/// Limits where a node declares none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallLimits {
    pub(crate) time: Duration,
    pub(crate) output_bytes: usize,
    pub(crate) stdin_bytes: usize,
}

impl CallLimits {
    pub(crate) fn of(node: &Node) -> Self {
        let limits = &node.entry.node.limits;
        let size = |bytes: Option<u64>, default| {
            bytes.map_or(default, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX))
        };
        Self {
            time: limits
                .seconds
                .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
                .unwrap_or(Duration::from_mins(1)),
            output_bytes: size(limits.output_bytes, 1 << 20),
            stdin_bytes: size(limits.stdin_bytes, 16 << 20),
        }
    }
}

/// Runs one call.
///
/// # Errors
///
/// The call is refused and nothing runs. A tool that fails is a [`Reply`] with `is_error`.
pub async fn call(
    node: &Node,
    arguments: Map<String, Value>,
    host: Arc<dyn CallHost>,
    states: &Arc<StateMap>,
) -> Result<Reply, Refusal> {
    let inputs = parse_inputs(node, arguments)?;
    match &node.arm {
        Arm::InProcess(spec) => {
            let context = Context::new(host, Arc::clone(states));
            in_process::run(node, spec, inputs, context).await
        }
        Arm::Shell(_) | Arm::Container(_) => {
            let argv = build_argv(node, &inputs)?;
            let limits = CallLimits::of(node);
            // Boxed: a process needs much room, and a call in process should not carry it about.
            let finished = Box::pin(process::run(&argv, &limits, host.as_ref())).await;
            Ok(output::reply(node, &argv, &limits, finished))
        }
    }
}
