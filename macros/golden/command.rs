#[tool(
    shell = "beans update",
    container(image = "localhost/beans:1", command = ["beans", "update"]),
    exit(ok = [0, 3]),
    stdout = "json",
    satisfies = "work-plan"
)]
/// A bean: change its status.
pub fn bean_update(
    /// Which bean.
    #[arg(positional = 0)]
    id: BeanId,
    #[arg(positional = 1)] others: Option<Vec<BeanId>>,
    #[arg(flag = "--status", default = BeanStatus::Todo)] status: BeanStatus,
    #[arg(flag = "--limit", joined)] limit: Option<i8>,
    #[arg(stdin, secret)] note: Option<String>,
    #[arg(unplaced)] why: Why,
) -> Bean;
