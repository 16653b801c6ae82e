#[tool(
    title = "List beans",
    satisfies = ["work-plan", "reading"],
    read_only,
    limits(seconds = 2),
    example(name = "all", input = { "status": "todo" }, expect = { "equals": [] })
)]
/// A bean: list those on the plan.
///
/// Newest first.
pub async fn bean_list(
    /// Only beans with this status.
    status: Option<BeanStatus>,
    plan: State<Plan>,
) -> Result<Vec<Bean>, PlanError> {
    plan.list(status).await
}
