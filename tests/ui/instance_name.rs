//! A name that no instance can have.
#![allow(unused)]

toolnode::instance! { name = "Folio Assistant" }

fn main() {}
