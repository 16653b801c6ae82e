#[tool(satisfies = "rest")]
/// Nothing: do it.
fn rest_run() {}
