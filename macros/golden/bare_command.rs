#[tool(shell = "beans", satisfies = "work-plan")]
/// A bean: all.
fn bean_list();
