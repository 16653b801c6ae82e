//! The server and command line of the work plan.

use beans::Plan;

toolnode::main!(Plan::open(concat!(env!("CARGO_MANIFEST_DIR"), "/plan")));
