//! What the derive implements is not derived again.
#![allow(unused)]

use toolnode::ArgvType;

#[derive(ArgvType, serde::Serialize)]
#[argv(pattern = "^[a-z]+$")]
struct Word(String);

fn main() {}
