//! A future may go to another thread.
#![allow(unused)]

use std::rc::Rc;

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
async fn word_get() {
    let word = Rc::new(1);
    std::future::ready(()).await;
    drop(word);
}

fn main() {}
