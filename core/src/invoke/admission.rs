//! Which calls may run now: limits per server and per node, a queue with a bound, and a rate per node.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::{Limits, Refusal};
use crate::project::{Node, Projection};

/// Calls that run at once, where a deployment says nothing.
const CONCURRENT: u32 = 64;
/// Calls that wait, where a deployment says nothing.
const QUEUE: u32 = 256;

/// Lets calls in.
#[derive(Debug)]
pub(super) struct Admission {
    server: Semaphore,
    concurrent: u32,
    queue: usize,
    waiting: AtomicUsize,
    /// The nodes that have limits of their own, by served name.
    nodes: HashMap<String, Gate>,
}

/// The limits of one node.
#[derive(Debug)]
struct Gate {
    concurrent: Option<Semaphore>,
    rate: Option<DefaultDirectRateLimiter>,
}

/// A call that may run, until this is dropped.
#[derive(Debug)]
pub(crate) struct Permit<'a> {
    _node: Option<SemaphorePermit<'a>>,
    _server: SemaphorePermit<'a>,
}

impl Admission {
    pub(super) fn new(projection: &Projection, limits: &Limits) -> Self {
        let concurrent = limits.concurrent.unwrap_or(CONCURRENT).max(1);
        let nodes = projection.nodes.iter().filter_map(|node| {
            let gate = Gate::of(node)?;
            Some((node.name.clone(), gate))
        });
        Self {
            server: Semaphore::new(concurrent as usize),
            concurrent,
            queue: limits.queue.unwrap_or(QUEUE) as usize,
            waiting: AtomicUsize::new(0),
            nodes: nodes.collect(),
        }
    }

    /// Lets a call in, at once or after others have ended.
    ///
    /// # Errors
    ///
    /// The node was called too often, the queue is full, the call's own time has passed, or the server is ending.
    pub(super) async fn enter(&self, node: &Node, time: Duration) -> Result<Permit<'_>, Refusal> {
        // Few nodes have limits of their own; the others should not pay for a look.
        let gate = if self.nodes.is_empty() { None } else { self.nodes.get(&node.name) };
        if let Some(rate) = gate.and_then(|gate| gate.rate.as_ref()) {
            check_rate(node, rate)?;
        }
        let own = gate.and_then(|gate| gate.concurrent.as_ref());
        let at_once = match own.map(Semaphore::try_acquire) {
            None => Some(None),
            Some(Ok(permit)) => Some(Some(permit)),
            Some(Err(_)) => None,
        };
        match at_once.map(|own| (own, self.server.try_acquire())) {
            Some((own, Ok(server))) => Ok(Permit { _node: own, _server: server }),
            // Boxed: a call that need not wait should not carry the room for it.
            _ => Box::pin(self.wait(node, own, time)).await,
        }
    }

    /// The node's own place comes first: a call that waits for it takes nothing from other nodes.
    async fn wait<'a>(
        &'a self,
        node: &Node,
        own: Option<&'a Semaphore>,
        time: Duration,
    ) -> Result<Permit<'a>, Refusal> {
        if self.server.is_closed() {
            return Err(ending(node));
        }
        let Some(_place) = Place::take(&self.waiting, self.queue) else {
            return Err(Refusal::busy(format!(
                "{} was not called: the server is busy, with {} calls that wait already; try again later",
                node.name, self.queue
            )));
        };
        let permits = async {
            let own = match own {
                Some(own) => Some(own.acquire().await?),
                None => None,
            };
            Ok::<_, tokio::sync::AcquireError>(Permit {
                _node: own,
                _server: self.server.acquire().await?,
            })
        };
        match timeout(time, permits).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_)) => Err(ending(node)),
            Err(_) => Err(Refusal::busy(format!(
                "{} was not called: the server is busy, and the call waited for its whole limit of {} s; try again later",
                node.name,
                time.as_secs_f64()
            ))),
        }
    }

    /// Lets nobody in any more; those who wait are refused.
    pub(super) fn close(&self) {
        // Closing a semaphore would also end the wait for those who are in: these are waited for by their permits.
        self.server.close();
        for gate in self.nodes.values() {
            if let Some(own) = &gate.concurrent {
                own.close();
            }
        }
    }

    /// Whether anybody is let in.
    #[cfg(feature = "http")]
    pub(super) fn is_open(&self) -> bool {
        !self.server.is_closed()
    }

    /// Whether no call is in.
    pub(super) fn is_empty(&self) -> bool {
        self.server.available_permits() >= self.concurrent as usize
    }
}

impl Gate {
    fn of(node: &Node) -> Option<Self> {
        let limits = &node.entry.node.limits;
        let quota = limits.per_minute.and_then(NonZeroU32::new).map(Quota::per_minute);
        let gate = Self {
            concurrent: limits.concurrent.map(|most| Semaphore::new(most.max(1) as usize)),
            rate: quota.map(RateLimiter::direct),
        };
        (gate.concurrent.is_some() || gate.rate.is_some()).then_some(gate)
    }
}

fn check_rate(node: &Node, rate: &DefaultDirectRateLimiter) -> Result<(), Refusal> {
    rate.check().map_err(|not_until| {
        let wait = not_until.wait_time_from(DefaultClock::default().now());
        Refusal::busy(format!(
            "{} was not called: it may be called {} times a minute; try again in {} s",
            node.name,
            node.entry.node.limits.per_minute.unwrap_or_default(),
            wait.as_secs() + 1
        ))
    })
}

fn ending(node: &Node) -> Refusal {
    Refusal::unavailable(format!("{} was not called: the server is ending", node.name))
}

/// A place in the queue, until this is dropped.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize, most: usize) -> Option<Self> {
        let one_more = |count| (count < most).then_some(count + 1);
        waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(Self(waiting))
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
