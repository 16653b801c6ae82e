#[tool(satisfies = "speech", titel = "Say")]
/// A word: say it.
fn say(#[arg(secrets)] word: String) -> String {
    word.half typed
}
