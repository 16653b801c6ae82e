//! What the macros refuse, and the very words in which they do: `ui/README.md`.
#![allow(missing_docs, reason = "a test")]

#[test]
fn refusals() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
