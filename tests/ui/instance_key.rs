//! A key that `instance!` does not know.
#![allow(unused)]

toolnode::instance! { namespace = "fa" }

fn main() {}
