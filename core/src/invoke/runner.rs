//! All calls of one service: let in, run, and at the end waited for or ended.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::admission::Admission;
use super::argv::build_argv_within;
use super::container::{self, Named};
use super::lines::Lines;
use super::process::{self, Job, Supervisor};
use super::{CallLimits, GRACE, Limits, Refusal, in_process, output, parse_inputs};
use crate::node::Stdout;
use crate::project::{Arm, Node, Projection};
use crate::registry::{CallHost, Context, Reply, StateMap};

/// Time for what was cancelled to be gone, beyond the grace period.
const SLACK: Duration = Duration::from_secs(2);
/// Time between two looks at whether all calls have ended.
const PAUSE: Duration = Duration::from_millis(5);

/// Runs the calls of one service, within its limits.
#[derive(Debug)]
pub struct Runner {
    states: Arc<StateMap>,
    limits: Limits,
    admission: Admission,
    supervisor: Supervisor,
    stopping: watch::Sender<bool>,
}

impl Runner {
    /// A runner for what is served. The states are the values that functions share.
    pub fn new(projection: &Projection, states: Arc<StateMap>, limits: Limits) -> Self {
        Self {
            states,
            limits,
            admission: Admission::new(projection, &limits),
            supervisor: Supervisor::here(),
            stopping: watch::Sender::new(false),
        }
    }

    /// Starts what the first command would have to wait for. Must be called inside a tokio runtime.
    pub fn start_ahead(&self, projection: &Projection) {
        if projection.nodes.iter().any(|node| !matches!(node.arm, Arm::InProcess(_))) {
            self.supervisor.start_ahead();
        }
    }

    /// Runs one call.
    ///
    /// # Errors
    ///
    /// The call is refused and nothing runs. A tool that fails is a [`Reply`] with `is_error`.
    pub async fn call(
        &self,
        node: &Node,
        arguments: Map<String, Value>,
        host: Arc<dyn CallHost>,
    ) -> Result<Reply, Refusal> {
        let inputs = parse_inputs(node, arguments)?;
        let limits = CallLimits::of(node, &self.limits, host.time_limit());
        match &node.arm {
            Arm::InProcess(spec) => {
                let _permit = self.admission.enter(node, limits.time).await?;
                let context = Context::new(host, Arc::clone(&self.states));
                let reply = in_process::run(node, spec, inputs, context, limits.time).await?;
                Ok(output::within(node, reply, limits.result_bytes()))
            }
            // Boxed: a process needs much room, and a call in process should not carry it about.
            Arm::Shell(_) | Arm::Container(_) => {
                Box::pin(self.command(node, inputs, limits, host.as_ref())).await
            }
        }
    }

    async fn command(
        &self,
        node: &Node,
        inputs: super::Inputs,
        limits: CallLimits,
        host: &dyn CallHost,
    ) -> Result<Reply, Refusal> {
        let argv = build_argv_within(node, &inputs, &limits)?;
        drop(inputs);
        let _permit = tokio::select! {
            permit = self.admission.enter(node, limits.time) => permit?,
            () = host.cancelled() => {
                return Ok(Reply::error(format!("{} was cancelled before it began", node.name)));
            }
        };
        let (argv, removal) = match &node.arm {
            Arm::Container(command) => {
                let Named { argv, removal } = container::named(argv, command, limits.time);
                (argv, Some(removal))
            }
            _ => (argv, None),
        };
        let io = &node.entry.node.io;
        let mut lines = (io.stdout == Stdout::Jsonl).then(|| Lines::new(host, limits.output_bytes));
        let job = Job {
            argv: &argv,
            container: removal,
            limits: &limits,
            host,
            ticks: lines.is_none(),
            printed: &mut |bytes| {
                if let Some(lines) = &mut lines {
                    lines.take(bytes);
                }
            },
        };
        let finished = process::run(job, &self.supervisor, self.stopped()).await;
        let reply = output::reply(node, &argv, &limits, finished);
        Ok(output::within(node, reply, limits.result_bytes()))
    }

    /// Resolves once the calls that still run must end.
    async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // The sender lives as long as this does.
        let _ = stopping.wait_for(|&stopping| stopping).await;
    }

    /// Lets no call in any more, waits for those that run, and ends the rest: after this no command is left.
    pub async fn shut_down(&self, patience: Duration) {
        self.admission.close();
        self.wait_until_empty(patience).await;
        self.stopping.send_replace(true);
        self.wait_until_empty(GRACE + SLACK).await;
    }

    async fn wait_until_empty(&self, patience: Duration) {
        let deadline = Instant::now() + patience;
        while !self.admission.is_empty() && Instant::now() < deadline {
            sleep(PAUSE).await;
        }
    }
}
