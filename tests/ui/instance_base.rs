//! A base that is no absolute IRI.
#![allow(unused)]

toolnode::instance! { base = "types" }

fn main() {}
