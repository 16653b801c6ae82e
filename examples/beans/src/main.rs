//! The server and command line of the work plan.

use beans::Plan;

// ANCHOR: main
toolnode::main!(folder => Plan::open(folder.join("plan")));
// ANCHOR_END: main
