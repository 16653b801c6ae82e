//! A prefix that no served name can have.
#![allow(unused)]

toolnode::instance! { prefix = "1st" }

fn main() {}
