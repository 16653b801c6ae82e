#[tool(satisfies = "speech", input_schema = include_str!("word.schema.json"))]
/// A word: say it.
fn word_get(#[arg(header = "Word", name = "word")] word: String, loud: bool) {}
