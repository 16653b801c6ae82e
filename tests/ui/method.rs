//! A tool is a free function.
#![allow(unused)]

use toolnode::tool;

struct Mouth;

impl Mouth {
    /// A word: say it.
    #[tool(satisfies = "speech")]
    fn word_get(&self) {}
}

fn main() {}
