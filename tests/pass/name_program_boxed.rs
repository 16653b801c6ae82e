//! A name tells nothing of which program is run in a container.

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech", container(image = "localhost/pandoc:3", command = "pandoc --to=html"))]
fn page_get();
