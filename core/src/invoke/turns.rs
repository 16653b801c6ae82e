//! Plain functions on the thread that serves, held up by none of them.
//!
//! Giving a function to another thread and its answer back costs two wake-ups, many times what most functions take. So
//! the thread that drives the runtime leaves it for a moment, runs the function itself, and goes back. A second thread
//! watches: where a function takes longer than [`PATIENCE`], it drives the runtime from then on, and the first thread is
//! left with its function. A function that was slow once has a thread of its own the next time.

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;
use tokio::sync::{Notify, oneshot};

/// Time that a function may keep the thread that serves.
const PATIENCE: Duration = Duration::from_millis(1);
/// Time after which a function counts as slow.
pub(super) const SLOW: Duration = Duration::from_micros(200);
/// Time for which the thread that serves may run one function after another.
const BATCH: Duration = Duration::from_micros(500);
/// Looks at a runtime without functions until the watcher sleeps.
const LOOKS: u32 = 50;

/// A function that waits for its turn.
trait Job: Send {
    /// Runs it.
    fn run(&mut self);
    /// Tells who waits for it that it has run.
    fn tell(self: Box<Self>);
}

/// Turns of plain functions on the thread that drives a runtime.
#[derive(Default)]
pub(crate) struct Turns {
    /// Whether somebody drives.
    driven: AtomicBool,
    ended: AtomicBool,
    jobs: Mutex<VecDeque<Box<dyn Job>>>,
    /// Those that have run, and whose callers are told inside the runtime: from outside each would cost a wake-up.
    done: Mutex<Vec<Box<dyn Job>>>,
    arrived: Notify,
    /// Even while the driver is inside the runtime, odd while it runs a function; each change is one more.
    turn: AtomicU64,
    /// The thread that watches, while it sleeps.
    asleep: Mutex<Option<Thread>>,
    sleeps: AtomicBool,
    watchers: AtomicUsize,
}

impl fmt::Debug for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turns").field("turn", &self.turn).finish_non_exhaustive()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Turns {
    /// Whether functions can take turns; where nobody drives, they need threads of their own.
    pub(super) fn are_taken(&self) -> bool {
        self.driven.load(Ordering::Acquire)
    }

    /// Runs a function in its turn. The receiver fails where everything has ended before.
    pub(super) fn take<T: Send + 'static>(
        &self,
        function: impl FnOnce() -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (to, answer) = oneshot::channel();
        locked(&self.jobs).push_back(Box::new(Waiting {
            function: Some(function),
            result: None,
            to,
        }));
        self.arrived.notify_one();
        answer
    }

    /// Drives a runtime, of the current-thread kind, until a future is done. A panic of the future goes on here.
    ///
    /// # Errors
    ///
    /// No thread can be started.
    pub(crate) fn drive<T: Send + 'static>(
        self: &Arc<Self>,
        runtime: &Arc<Runtime>,
        future: impl Future<Output = T> + Send + 'static,
    ) -> io::Result<T> {
        let (sender, ended) = std::sync::mpsc::sync_channel(1);
        let turns = Arc::clone(self);
        let task = runtime.spawn(future);
        runtime.spawn(async move {
            let result = task.await;
            turns.ended.store(true, Ordering::Release);
            turns.arrived.notify_one();
            // The receiver waits below.
            let _ = sender.send(result);
        });
        self.driven.store(true, Ordering::Release);
        self.spawn(runtime, Self::lead)?;
        let result = ended.recv();
        self.driven.store(false, Ordering::Release);
        self.wake_watcher();
        match result {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => std::panic::resume_unwind(panic_of(error)),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn spawn(
        self: &Arc<Self>,
        runtime: &Arc<Runtime>,
        role: fn(&Arc<Self>, &Arc<Runtime>),
    ) -> io::Result<()> {
        let (turns, of) = (Arc::clone(self), Arc::clone(runtime));
        let named = thread::Builder::new().name("toolnode".to_owned());
        named.spawn(move || role(&turns, &of)).map(drop)
    }

    /// Drives the runtime until all has ended, or another thread does.
    fn lead(self: &Arc<Self>, runtime: &Arc<Runtime>) {
        if self.watchers.load(Ordering::Acquire) == 0 {
            self.watchers.fetch_add(1, Ordering::AcqRel);
            if self.spawn(runtime, Self::watch).is_err() {
                // With nobody to watch, no function may hold up the others.
                self.driven.store(false, Ordering::Release);
            }
        }
        while let Some(mut job) = runtime.block_on(self.next()) {
            let _inside = runtime.enter();
            let begun = Instant::now();
            loop {
                let turn = self.turn.fetch_add(1, Ordering::SeqCst) + 1;
                if self.sleeps.load(Ordering::SeqCst) {
                    self.wake_watcher();
                }
                job.run();
                let mine =
                    self.turn.compare_exchange(turn, turn + 1, Ordering::AcqRel, Ordering::Acquire);
                if mine.is_err() {
                    job.tell();
                    return;
                }
                locked(&self.done).push(job);
                if begun.elapsed() > BATCH {
                    break;
                }
                let Some(next) = locked(&self.jobs).pop_front() else { break };
                job = next;
            }
        }
    }

    /// The next function; until there is one, everything else of the runtime runs. `None` once all has ended.
    async fn next(&self) -> Option<Box<dyn Job>> {
        let done = std::mem::take(&mut *locked(&self.done));
        for job in done {
            job.tell();
        }
        loop {
            if let Some(job) = locked(&self.jobs).pop_front() {
                return Some(job);
            }
            if self.ended.load(Ordering::Acquire) {
                return None;
            }
            self.arrived.notified().await;
        }
    }

    /// Looks every now and then whether the driver is held up, and drives in its place where it is.
    fn watch(self: &Arc<Self>, runtime: &Arc<Runtime>) {
        let (mut seen, mut quiet) = (0, 0);
        while !self.ended.load(Ordering::Acquire) {
            let turn = self.turn.load(Ordering::Acquire);
            if turn != seen {
                (seen, quiet) = (turn, 0);
            } else if turn % 2 == 1 {
                let taken =
                    self.turn.compare_exchange(turn, turn + 1, Ordering::AcqRel, Ordering::Acquire);
                if taken.is_ok() {
                    self.watchers.fetch_sub(1, Ordering::AcqRel);
                    return self.lead(runtime);
                }
            } else if quiet == LOOKS {
                self.sleep(turn);
                quiet = 0;
                continue;
            } else {
                quiet += 1;
            }
            thread::sleep(PATIENCE);
        }
    }

    /// Sleeps until the next turn.
    fn sleep(&self, turn: u64) {
        *locked(&self.asleep) = Some(thread::current());
        self.sleeps.store(true, Ordering::SeqCst);
        while self.sleeps.load(Ordering::SeqCst)
            && self.turn.load(Ordering::SeqCst) == turn
            && !self.ended.load(Ordering::SeqCst)
        {
            thread::park();
        }
        self.sleeps.store(false, Ordering::SeqCst);
    }

    fn wake_watcher(&self) {
        self.sleeps.store(false, Ordering::SeqCst);
        if let Some(watcher) = locked(&self.asleep).take() {
            watcher.unpark();
        }
    }
}

fn panic_of(error: tokio::task::JoinError) -> Box<dyn Any + Send> {
    if error.is_panic() { error.into_panic() } else { Box::new(error.to_string()) }
}

/// A function and who waits for it.
struct Waiting<F, T> {
    function: Option<F>,
    result: Option<T>,
    to: oneshot::Sender<T>,
}

impl<T: Send, F: FnOnce() -> T + Send> Job for Waiting<F, T> {
    fn run(&mut self) {
        // Nobody waits for the function of a call that was cancelled before its turn.
        if !self.to.is_closed() {
            self.result = self.function.take().map(|function| function());
        }
    }

    fn tell(self: Box<Self>) {
        if let Some(result) = self.result {
            // A call that was cancelled meanwhile.
            let _ = self.to.send(result);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    fn runtime() -> Arc<Runtime> {
        Arc::new(tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap())
    }

    /// Drives until the future that is made of the turns is done.
    fn drive<F: Future<Output: Send> + Send + 'static>(
        make: impl FnOnce(Arc<Turns>) -> F,
    ) -> F::Output {
        let turns = Arc::new(Turns::default());
        let future = make(Arc::clone(&turns));
        turns.drive(&runtime(), future).unwrap()
    }

    #[test]
    fn many_functions_are_answered_each_by_its_own() {
        let sum = drive(|turns| async move {
            let answers: Vec<_> = (0..1_000_u64).map(|n| (n, turns.take(move || n * 2))).collect();
            for (n, answer) in answers {
                assert_eq!(answer.await, Ok(n * 2));
            }
            // One after the other, too.
            for n in 0..1_000 {
                assert_eq!(turns.take(move || n).await, Ok(n));
            }
            turns.take(|| 7).await
        });
        assert_eq!(sum, Ok(7));
    }

    #[test]
    fn functions_that_wait_for_later_ones_hold_up_nobody() {
        drive(|turns| async move {
            // Each ends only when the next has run: without others to drive, none would end.
            let mut answers = Vec::new();
            let (last, mut before) = channel::<()>();
            for _ in 0..10 {
                let (sender, receiver) = channel();
                let wait = std::mem::replace(&mut before, receiver);
                answers.push(turns.take(move || {
                    wait.recv().unwrap();
                    sender.send(()).unwrap();
                }));
            }
            answers.push(turns.take(move || last.send(()).unwrap()));
            // Timers go on as well.
            tokio::time::sleep(Duration::from_millis(1)).await;
            for answer in answers {
                answer.await.unwrap();
            }
            before.recv().unwrap();
        });
    }

    #[test]
    fn a_function_may_use_the_runtime() {
        let handle = drive(|turns| async move {
            let function = || {
                let handle = tokio::runtime::Handle::current();
                handle.block_on(async { tokio::time::sleep(Duration::from_millis(1)).await });
            };
            turns.take(function).await
        });
        assert_eq!(handle, Ok(()));
    }

    #[test]
    fn nothing_runs_for_a_caller_that_is_gone() {
        drive(|turns| async move {
            let (sender, receiver) = channel();
            drop(turns.take(move || sender.send(())));
            turns.take(|| ()).await.unwrap();
            assert!(receiver.recv().is_err());
        });
    }

    #[test]
    fn it_wakes_after_a_long_sleep() {
        drive(|turns| async move {
            for _ in 0..3 {
                while !turns.sleeps.load(Ordering::SeqCst) {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                let (sender, receiver) = channel();
                let waits = turns.take(move || receiver.recv());
                turns.take(move || sender.send(())).await.unwrap().unwrap();
                waits.await.unwrap().unwrap();
            }
        });
    }

    #[test]
    #[should_panic(expected = "as it should")]
    fn a_panic_of_the_future_goes_on() {
        drive(|_| async { panic!("as it should") });
    }
}
