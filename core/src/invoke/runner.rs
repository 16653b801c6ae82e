//! All calls of one service: let in, run, and at the end waited for or ended.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::admission::{Admission, Permit};
use super::argv::build_argv_within;
use super::container::{self, Named};
use super::in_process::Plain;
use super::lines::Lines;
use super::process::{self, Job, Supervisor};
use super::{
    Argv, CallLimits, Ended, Ending, GRACE, Inputs, Limits, Refusal, in_process, output,
    parse_inputs,
};
use crate::node::Stdout;
use crate::project::{Arm, Node, Projection};
use crate::registry::{CallHost, Context, Reply, StateMap};

/// Time for what was cancelled to be gone, beyond the grace period.
const SLACK: Duration = Duration::from_secs(2);
/// Time between two looks at whether all calls have ended.
const PAUSE: Duration = Duration::from_millis(5);

/// A call whose inputs match and whose command, where it has one, is built.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) inputs: Inputs,
    limits: CallLimits,
    pub(crate) argv: Option<Argv>,
}

/// Runs the calls of one service, within its limits.
#[derive(Debug)]
pub struct Runner {
    states: Arc<StateMap>,
    limits: Limits,
    admission: Admission,
    supervisor: Supervisor,
    plain: Plain,
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
            plain: Plain::new(projection),
            stopping: watch::Sender::new(false),
        }
    }

    /// Starts what the first command would have to wait for. Must be called inside a tokio runtime.
    pub fn start_ahead(&self, projection: &Projection) {
        if projection.nodes.iter().any(|node| !matches!(node.arm, Arm::InProcess(_))) {
            self.supervisor.start_ahead();
        }
    }

    /// Whether calls are let in.
    #[cfg(feature = "http")]
    pub(crate) fn is_open(&self) -> bool {
        self.admission.is_open()
    }

    /// Drives a runtime of the current-thread kind until a future is done. Meanwhile plain functions run between its
    /// steps, which spares them a thread each; one that takes long holds up nobody.
    ///
    /// # Errors
    ///
    /// No thread can be started.
    pub fn drive<T: Send + 'static>(
        &self,
        runtime: &Arc<Runtime>,
        future: impl Future<Output = T> + Send + 'static,
    ) -> io::Result<T> {
        self.plain.turns.drive(runtime, future)
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
        let prepared = self.prepare(node, arguments, host.as_ref())?;
        match &node.arm {
            Arm::InProcess(_) => {
                let permit = self.admission.enter(node, prepared.limits.time).await?;
                Ok(self.function(node, prepared, permit, host).await?.reply)
            }
            // Boxed: a process needs much room, and a call in process should not carry it about.
            Arm::Shell(_) | Arm::Container(_) => {
                Box::pin(async {
                    match self.admit(node, &prepared, host.as_ref()).await? {
                        Some(permit) => {
                            Ok(self.command(node, prepared, permit, host.as_ref()).await.reply)
                        }
                        None => Ok(Self::not_begun(node)),
                    }
                })
                .await
            }
        }
    }

    /// Parses the inputs of a call, and builds its argv where it has one. Nothing runs.
    pub(crate) fn prepare(
        &self,
        node: &Node,
        arguments: Map<String, Value>,
        host: &dyn CallHost,
    ) -> Result<Prepared, Refusal> {
        let inputs = parse_inputs(node, arguments)?;
        let limits = CallLimits::of(node, &self.limits, host.time_limit());
        let argv = match &node.arm {
            Arm::InProcess(_) => None,
            Arm::Shell(_) | Arm::Container(_) => Some(build_argv_within(node, &inputs, &limits)?),
        };
        Ok(Prepared { inputs, limits, argv })
    }

    /// Lets a call in, at once or after others have ended; `None` where the caller no longer waits.
    pub(crate) async fn admit(
        &self,
        node: &Node,
        prepared: &Prepared,
        host: &dyn CallHost,
    ) -> Result<Option<Permit<'_>>, Refusal> {
        if prepared.argv.is_none() {
            return self.admission.enter(node, prepared.limits.time).await.map(Some);
        }
        tokio::select! {
            permit = self.admission.enter(node, prepared.limits.time) => permit.map(Some),
            () = host.cancelled() => Ok(None),
        }
    }

    /// Runs a call that was let in.
    pub(crate) async fn run(
        &self,
        node: &Node,
        prepared: Prepared,
        permit: Permit<'_>,
        host: Arc<dyn CallHost>,
    ) -> Result<Ended, Refusal> {
        match &node.arm {
            Arm::InProcess(_) => self.function(node, prepared, permit, host).await,
            Arm::Shell(_) | Arm::Container(_) => {
                Ok(Box::pin(self.command(node, prepared, permit, host.as_ref())).await)
            }
        }
    }

    /// The answer to a call that was cancelled while it waited.
    pub(crate) fn not_begun(node: &Node) -> Reply {
        Reply::error(format!("{} was cancelled before it began", node.name))
    }

    async fn function(
        &self,
        node: &Node,
        Prepared { inputs, limits, .. }: Prepared,
        _permit: Permit<'_>,
        host: Arc<dyn CallHost>,
    ) -> Result<Ended, Refusal> {
        let Arm::InProcess(spec) = &node.arm else {
            return Err(Refusal::unavailable(format!("{} is no function", node.name)));
        };
        let context = Context::new(host, Arc::clone(&self.states));
        let (reply, ending) =
            in_process::run(node, spec, inputs, context, limits.time, &self.plain).await?;
        Ok(Ended::new(output::within(node, reply, limits.result_bytes()), ending, None))
    }

    async fn command(
        &self,
        node: &Node,
        Prepared { inputs, limits, argv }: Prepared,
        _permit: Permit<'_>,
        host: &dyn CallHost,
    ) -> Ended {
        drop(inputs);
        let Some(argv) = argv else {
            return Ended::new(Self::not_begun(node), Ending::Cancelled, None);
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
        let (ending, exit) = Ending::of(node, &finished);
        let reply = output::reply(node, &argv, &limits, finished);
        Ended::new(output::within(node, reply, limits.result_bytes()), ending, exit)
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
