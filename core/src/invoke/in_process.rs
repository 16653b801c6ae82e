//! Running a function: the time limit, and panics contained.

use std::any::Any;
use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{self, Poll};
use std::time::{Duration, Instant};

use tokio::time::timeout;

use super::turns::{SLOW, Turns};
use super::{Ending, Inputs, Refusal};
use crate::project::{Arm, Node, Projection};
use crate::registry::{Body, Call, Context, Reply, Started, ToolSpec};

/// Where plain functions run.
#[derive(Debug)]
pub(super) struct Plain {
    pub(super) turns: Arc<Turns>,
    /// Whether the last call of a function was slow, by served name.
    slow: HashMap<String, AtomicBool>,
}

impl Plain {
    pub(super) fn new(projection: &Projection) -> Self {
        let plain = projection.nodes.iter().filter(|node| {
            matches!(node.arm, Arm::InProcess(ToolSpec { body: Body::Blocking(_), .. }))
        });
        let slow = plain.map(|node| (node.name.clone(), AtomicBool::new(false)));
        Self { turns: Arc::default(), slow: slow.collect() }
    }
}

/// Calls a function.
pub(super) async fn run(
    node: &Node,
    spec: &'static ToolSpec,
    inputs: Inputs,
    context: Context,
    limit: Duration,
    plain: &Plain,
) -> Result<(Reply, Ending), Refusal> {
    let call = Call { arguments: inputs.0, context };
    let started = match spec.body {
        Body::Command(_) => {
            let message =
                format!("{} is a command, and no function of it can be called", node.name);
            return Err(Refusal::unavailable(message));
        }
        Body::Async(start) => catch_unwind(AssertUnwindSafe(|| start(call))),
        Body::Blocking(start) => match Box::pin(run_plain(node, start, call, limit, plain)).await {
            Ok(started) => started,
            Err(ended) => return Ok(ended),
        },
    };
    let ended = match started {
        Err(panic) => Err(panic),
        Ok(Started::Refused(mut bad)) => {
            for bad in &mut bad {
                super::inputs::hush(node, bad);
            }
            return Err(Refusal::inputs(node, bad));
        }
        Ok(Started::Done(reply)) => Ok(reply),
        Ok(Started::Running(future)) => {
            let mut future = CatchUnwind(future);
            // Many are done at the first step, and need no clock.
            match poll_fn(|cx| Poll::Ready(Pin::new(&mut future).poll(cx))).await {
                Poll::Ready(ended) => ended,
                Poll::Pending => {
                    let Ok(ended) = Box::pin(timeout(limit, future)).await else {
                        let reply = Reply::error(format!(
                            "{} did not answer within its limit of {} s and was stopped",
                            node.name,
                            limit.as_secs_f64()
                        ));
                        return Ok((reply, Ending::TimedOut));
                    };
                    ended
                }
            }
        }
    };
    Ok(match ended {
        Ok(reply) => (reply, Ending::Ran),
        Err(panic) => {
            let said = panic_message(panic.as_ref());
            let reply = Reply::error(format!("{} panicked: {said}", node.name));
            (reply, Ending::Failed("it panicked".to_owned()))
        }
    })
}

type Caught<T> = Result<T, Box<dyn Any + Send>>;

/// A plain function may block, so it runs where that stops nobody else: in its turn, or on a thread of its own where
/// nobody takes turns or it was slow the last time.
async fn run_plain(
    node: &Node,
    start: fn(Call) -> Started,
    call: Call,
    limit: Duration,
    plain: &Plain,
) -> Result<Caught<Started>, (Reply, Ending)> {
    let slow = plain.slow.get(&node.name);
    let was_slow = slow.is_none_or(|slow| slow.load(Ordering::Relaxed));
    let remember = |is_slow| {
        if let Some(slow) = slow.filter(|_| is_slow != was_slow) {
            slow.store(is_slow, Ordering::Relaxed);
        }
    };
    let function = move || {
        let begun = Instant::now();
        let started = catch_unwind(AssertUnwindSafe(|| start(call)));
        (started, begun.elapsed())
    };
    let ended = if plain.turns.are_taken() && !was_slow {
        timeout(limit, plain.turns.take(function))
            .await
            .map(|ended| ended.map_err(|e| e.to_string()))
    } else {
        let thread = tokio::task::spawn_blocking(function);
        timeout(limit, thread).await.map(|ended| ended.map_err(|e| e.to_string()))
    };
    match ended {
        Ok(Ok((started, took))) => {
            remember(took > SLOW);
            Ok(started)
        }
        Ok(Err(error)) => {
            let reply = Reply::error(format!("{} did not run: {error}", node.name));
            Err((reply, Ending::Failed("it did not run".to_owned())))
        }
        Err(_) => {
            remember(true);
            let reply = Reply::error(format!(
                "{} did not answer within its limit of {} s; it cannot be stopped and is left to end",
                node.name,
                limit.as_secs_f64()
            ));
            Err((reply, Ending::TimedOut))
        }
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

/// A future whose panic is its result.
struct CatchUnwind<F>(F);

impl<F: Future + Unpin> Future for CatchUnwind<F> {
    type Output = Caught<F::Output>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Self::Output> {
        match catch_unwind(AssertUnwindSafe(|| Pin::new(&mut self.0).poll(cx))) {
            Ok(poll) => poll.map(Ok),
            Err(panic) => Poll::Ready(Err(panic)),
        }
    }
}
