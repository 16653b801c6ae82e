#[tool(satisfies = "speech", titel = "Say")]
/// A word: say it.
fn word_get(#[arg(secrets)] word: String) -> String {
    word.half typed
}
