//! A word is one value.
#![allow(unused)]

use toolnode::ArgvType;

#[derive(ArgvType)]
struct Word {
    first: String,
    second: String,
}

fn main() {}
