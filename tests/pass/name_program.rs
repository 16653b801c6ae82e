//! A name tells nothing of which program is run.

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech", shell = "git log")]
fn log_list();
