//! A name tells nothing of which program is run.
#![allow(unused)]

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech", shell = "git log")]
fn git_log_list();

fn main() {}
