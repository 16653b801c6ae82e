//! A future may go to another thread.

use std::sync::Arc;

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
async fn word_get() {
    let word = Arc::new(1);
    std::future::ready(()).await;
    drop(word);
}
