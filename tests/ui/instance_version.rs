//! A version that says nothing.
#![allow(unused)]

toolnode::instance! { version = "" }

fn main() {}
