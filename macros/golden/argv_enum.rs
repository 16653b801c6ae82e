#[derive(ArgvType)]
#[serde(rename_all = "kebab-case")]
enum Status {
    /// Not begun.
    Todo,
    InProgress,
}
