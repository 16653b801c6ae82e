//! A batch file is run by a shell of its own.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get();

/// A word: say it again.
#[tool(container(image = "speech", command = ["bin/say", "again"]), satisfies = "speech")]
fn word_run();
