//! What is logged, on standard error. Whoever started a server may not read that, and a server must not wait for them: lines
//! wait in a queue, and what it does not hold is dropped.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::args::LogFormat;

/// Lines that may wait.
const LINES: usize = 1024;

/// Time for what waits to be written, at the end.
const PATIENCE: Duration = Duration::from_millis(200);

static QUEUE: OnceLock<Queue> = OnceLock::new();

/// Lines that were dropped since the last one that was not.
static DROPPED: AtomicUsize = AtomicUsize::new(0);

/// Begins to log what the protocol's library and this crate warn of, which must not be lost.
pub(super) fn start(format: LogFormat) {
    let subscriber = tracing_subscriber::fmt()
        .with_writer(|| Line)
        .with_ansi(false)
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN);
    // A second subscriber is the caller's own.
    let _ = match format {
        LogFormat::Text => subscriber.try_init(),
        LogFormat::Json => subscriber.json().try_init(),
    };
}

struct Queue {
    sender: SyncSender<Entry>,
}

enum Entry {
    Line(Vec<u8>),
    /// Says when all that was before is written.
    Mark(Arc<AtomicBool>),
}

/// Writes lines into the queue; a line is what is written at once.
pub(super) struct Line;

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let queue = QUEUE.get_or_init(Queue::start);
        if queue.sender.try_send(Entry::Line(bytes.to_vec())).is_err() {
            DROPPED.fetch_add(1, Ordering::Relaxed);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Queue {
    fn start() -> Self {
        let (sender, receiver) = mpsc::sync_channel(LINES);
        let write = move || {
            while let Ok(entry) = receiver.recv() {
                match entry {
                    Entry::Line(line) => {
                        // Nothing can be done where standard error is gone.
                        let _ = io::stderr().write_all(&line);
                        let dropped = DROPPED.swap(0, Ordering::Relaxed);
                        if dropped > 0 {
                            tracing::warn!(
                                dropped,
                                "lines of the log came faster than they were read"
                            );
                        }
                    }
                    Entry::Mark(written) => written.store(true, Ordering::Release),
                }
            }
        };
        // Without a thread nothing is logged; there are worse troubles then.
        let _ = std::thread::Builder::new().name("log".to_owned()).spawn(write);
        Self { sender }
    }
}

/// Waits until what was logged is written, with a bound.
pub(super) fn flush() {
    let Some(queue) = QUEUE.get() else { return };
    let written = Arc::new(AtomicBool::new(false));
    let until = Instant::now() + PATIENCE;
    if queue.sender.try_send(Entry::Mark(Arc::clone(&written))).is_ok() {
        while !written.load(Ordering::Acquire) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
