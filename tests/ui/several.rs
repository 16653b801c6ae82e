//! All mistakes of one function are reported at once.
#![allow(unused)]

use toolnode::tool;

#[tool(title = 5, zebra)]
unsafe fn word_get(#[arg(defualt)] (a, b): (u8, u8), word: impl ToString) -> ! {
    loop {}
}

fn main() {}
