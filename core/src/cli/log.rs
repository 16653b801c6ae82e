//! What is logged, on standard error. Whoever started a server may not read that, and a server must not wait for them: lines
//! wait in a queue, and what it does not hold is dropped.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Lines that may wait.
const LINES: usize = 1024;

/// Time for what waits to be written, at the end.
const PATIENCE: Duration = Duration::from_millis(200);

static QUEUE: OnceLock<Queue> = OnceLock::new();

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
        // Where the queue is full, there are lines enough.
        let _ = QUEUE.get_or_init(Queue::start).sender.try_send(Entry::Line(bytes.to_vec()));
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
                    // Nothing can be done where standard error is gone.
                    Entry::Line(line) => drop(io::stderr().write_all(&line)),
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
