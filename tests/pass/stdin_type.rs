//! What goes to standard input is described.

use toolnode::tool;

/// What is said.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Prose(String);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(stdin)] text: Prose);
