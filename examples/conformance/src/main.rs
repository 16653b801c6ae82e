//! The server and command line of the tools that the conformance suite calls.

mod asked;
mod client;
mod content;
mod schema;

toolnode::main!(asked::Seal::new(), client::Cancelled::default());
