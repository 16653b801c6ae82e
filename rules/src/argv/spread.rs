//! A hash for the keys of the search's nodes.

use std::hash::{BuildHasherDefault, Hasher};

/// They come from a pattern of bounded size and the steps are counted, so a flood of collisions gains
/// nothing; and the standard hash is most of the time of a search in a debug build.
pub(super) type Spread = BuildHasherDefault<Multiply>;

#[derive(Default)]
pub(super) struct Multiply(u64);

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        // Knuth's multiplicative hash: 2^64 over the golden ratio. The table looks at both ends of the result.
        self.0 = (self.0 ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
    }
}
