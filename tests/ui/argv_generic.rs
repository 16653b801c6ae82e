//! A word is not generic.
#![allow(unused)]

use toolnode::ArgvType;

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct Word<T>(T);

fn main() {}
