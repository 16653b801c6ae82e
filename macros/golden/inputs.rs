#[tool(satisfies = "speech", crate = crate::other, id = "word-get")]
/// A word: say it.
#[cfg(unix)]
#[deprecated]
async fn say(
    #[arg(name = "type")] kind: String,
    /// The word.
    #[arg(secret)]
    mut word: String,
    #[arg(default)] status: Status,
    #[arg(default = 1 + 1)] times: u8,
    context: &Context,
) -> String {
    word.push_str(&kind);
    word
}
