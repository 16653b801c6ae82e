//! A batch file is run by a shell of its own.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say.bat", satisfies = "speech")]
fn word_get();

/// A word: say it again.
#[tool(container(image = "speech", command = ["bin/say.Cmd", "again"]), satisfies = "speech")]
fn word_run();

fn main() {}
