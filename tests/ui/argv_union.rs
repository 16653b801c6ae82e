//! A word is no union.
#![allow(unused)]

use toolnode::ArgvType;

#[derive(ArgvType)]
union Word {
    first: u8,
}

fn main() {}
