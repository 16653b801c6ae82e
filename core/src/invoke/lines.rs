//! `jsonl`: what a command prints line by line is told to the caller as it comes.

use super::text;
use crate::registry::CallHost;

/// Bytes of a line that a message shows.
const SHOWN: usize = 1000;

/// Tells the caller each whole line, up to the cap: beyond it the result is an error, and nothing of it is passed on.
pub(super) struct Lines<'a> {
    host: &'a dyn CallHost,
    partial: Vec<u8>,
    room: usize,
    told: u32,
}

impl<'a> Lines<'a> {
    pub(super) fn new(host: &'a dyn CallHost, cap: usize) -> Self {
        Self { host, partial: Vec::new(), room: cap, told: 0 }
    }

    pub(super) fn take(&mut self, bytes: &[u8]) {
        let bytes = &bytes[..bytes.len().min(self.room)];
        self.room -= bytes.len();
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.partial.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.partial);
                self.tell(line.trim_ascii());
            }
        }
    }

    fn tell(&mut self, line: &[u8]) {
        if line.is_empty() {
            return;
        }
        self.told += 1;
        let shown = &line[..line.len().min(SHOWN)];
        self.host.progress(self.told.into(), None, Some(&text::clean(shown.to_vec()).text));
    }
}
