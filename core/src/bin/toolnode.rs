//! The stock binary: serves the nodes that an instance declares in files.

use std::process::ExitCode;

fn main() -> ExitCode {
    toolnode::App::new().run()
}
