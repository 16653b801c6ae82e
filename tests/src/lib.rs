//! Tests that cross crates; see the files beside `Cargo.toml`. Here is what several of them need.

mod http;
mod instance;
mod processes;
mod server;

pub use http::{Answer, Connection, HttpServer, MODERN, listening, modern};
pub use instance::Instance;
pub use processes::{processes_below, processes_in, until};
pub use server::Server;
