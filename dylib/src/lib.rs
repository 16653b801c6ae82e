//! toolnode as a dynamic library, for programs that are being written.
//!
//! Nearly all the time that a small change to a program takes goes into linking toolnode and all that it is made of once more.
//! A program that names this crate links a library instead that is there already:
//!
//! ```toml
//! [features]
//! dynamic = ["dep:toolnode-dylib"]
//!
//! [dependencies]
//! toolnode = "0.1"
//! toolnode-dylib = { version = "0.1", optional = true }
//! ```
//!
//! ```ignore
//! #[cfg(feature = "dynamic")]
//! use toolnode_dylib as _;
//! ```
//!
//! `cargo run --features dynamic` then starts it. The library is found by cargo alone, so what a client starts is built without.

use toolnode as _;
