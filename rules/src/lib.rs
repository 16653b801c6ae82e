//! The rules of toolnode, as pure functions over strings.
//!
//! The macros call them while a program compiles and the runtime calls them while it loads declarations: the same
//! functions, so that what the compiler accepts and what the runtime accepts cannot drift apart. Nothing here reads a file,
//! starts a program, or knows a serialization format.
#![forbid(unsafe_code)]

pub mod argv;
pub mod batch;
pub mod container;
pub mod flag;
pub mod header;
pub mod json;
pub mod name;
pub mod naming;
pub mod program;
pub mod suggest;
pub mod summary;
pub mod text;
pub mod words;
