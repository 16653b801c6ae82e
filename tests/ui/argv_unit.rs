//! A word is a value.
#![allow(unused)]

use toolnode::ArgvType;

#[derive(ArgvType)]
struct Word;

fn main() {}
