//! What a command printed, as much of it as is kept.

/// Keeps what goes through it up to a cap, whatever comes: a head, and as a ring the latest after it.
#[derive(Debug)]
pub(in crate::invoke) struct Captured {
    head: Vec<u8>,
    /// Bytes that go to the head once there are too many for it alone.
    head_cap: usize,
    /// Once it is full, the oldest byte is at `oldest`.
    tail: Vec<u8>,
    oldest: usize,
    tail_cap: usize,
    total: u64,
}

impl Captured {
    /// Keeps the first half of the cap, and the last.
    pub(super) fn head_and_tail(cap: usize) -> Self {
        Self::new(cap - cap / 2, cap / 2)
    }

    /// Keeps the end alone.
    pub(super) fn end(cap: usize) -> Self {
        Self::new(0, cap)
    }

    fn new(head_cap: usize, tail_cap: usize) -> Self {
        Self { head: Vec::new(), head_cap, tail: Vec::new(), oldest: 0, tail_cap, total: 0 }
    }

    pub(super) fn take(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let room = self.head_cap - self.head.len();
        let (head, mut rest) = bytes.split_at(room.min(bytes.len()));
        self.head.extend_from_slice(head);
        // What would be overwritten at once need not be written.
        rest = &rest[rest.len().saturating_sub(self.tail_cap)..];
        let room = self.tail_cap - self.tail.len();
        let (fresh, mut rest) = rest.split_at(room.min(rest.len()));
        self.tail.extend_from_slice(fresh);
        while !rest.is_empty() {
            let run = rest.len().min(self.tail.len() - self.oldest);
            self.tail[self.oldest..self.oldest + run].copy_from_slice(&rest[..run]);
            self.oldest = (self.oldest + run) % self.tail.len();
            rest = &rest[run..];
        }
    }

    /// Bytes that were printed.
    pub(in crate::invoke) fn total(&self) -> u64 {
        self.total
    }

    /// Bytes that were left out, between head and tail.
    pub(in crate::invoke) fn left_out(&self) -> u64 {
        self.total - (self.head.len() + self.tail.len()) as u64
    }

    /// Head and tail; one piece where nothing is left out.
    pub(in crate::invoke) fn into_parts(mut self) -> (Vec<u8>, Vec<u8>) {
        self.tail.rotate_left(self.oldest);
        if self.left_out() == 0 {
            self.head.append(&mut self.tail);
        }
        (self.head, self.tail)
    }

    /// Everything, where nothing is left out.
    pub(in crate::invoke) fn whole(self) -> Option<Vec<u8>> {
        (self.left_out() == 0).then(|| self.into_parts().0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_cut_of_the_stream_keeps_the_same() {
        let stream: Vec<u8> = (0..=255).cycle().take(1000).collect();
        for cap in [0, 1, 2, 7, 999, 1000, 1001] {
            for step in [1, 3, 64, 1000] {
                for end_alone in [false, true] {
                    let mut captured =
                        if end_alone { Captured::end(cap) } else { Captured::head_and_tail(cap) };
                    stream.chunks(step).for_each(|chunk| captured.take(chunk));
                    let kept = cap.min(1000);
                    assert_eq!(captured.left_out(), (1000 - kept) as u64);
                    let (head, tail) = captured.into_parts();
                    let first = if end_alone { 0 } else { kept - kept / 2 };
                    if kept == 1000 {
                        assert_eq!((&head, tail.len()), (&stream, 0));
                    } else {
                        assert_eq!(head, stream[..first]);
                        assert_eq!(tail, stream[1000 - (kept - first)..]);
                    }
                }
            }
        }
    }
}
