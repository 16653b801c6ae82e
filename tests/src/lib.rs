//! Tests that cross crates. This library is empty; see the files beside `Cargo.toml`.
