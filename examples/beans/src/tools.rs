//! The functions that are served.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Serialize;
use toolnode::{Context, State, tool};

use crate::bean::{Bean, BeanId, BeanStatus, Tag, Title};
use crate::plan::{Fault, Plan, PlanError};

// ANCHOR: list
/// A bean: list those on the work plan, newest first.
#[tool(
    satisfies = "work-plan",
    read_only,
    idempotent,
    example(name = "the drafts", input = { "status": "draft" }, expect = {
        "subset": [{ "id": "api-limits", "tags": ["site"] }]
    })
)]
fn bean_list(
    /// Only beans with this status.
    status: Option<BeanStatus>,
    /// Only beans with this tag.
    tag: Option<Tag>,
    plan: State<Plan>,
) -> Result<Vec<Bean>, PlanError> {
    let mut beans = plan.list()?;
    beans.retain(|bean| status.is_none_or(|wanted| bean.status == wanted));
    beans.retain(|bean| tag.as_ref().is_none_or(|wanted| bean.tags.contains(wanted)));
    Ok(beans)
}
// ANCHOR_END: list

// ANCHOR: get
/// A bean: give one with all that is written in it.
#[tool(
    satisfies = "work-plan",
    read_only,
    idempotent,
    example(name = "one bean", input = { "id": "api-limits" }, expect = {
        "subset": { "created": "2026-04-13" }, "contains": ["a limit for each address"]
    }),
    example(name = "no such bean", input = { "id": "no-such-bean" }, expect = { "status": "failed" })
)]
fn bean_get(
    /// Which bean.
    id: BeanId,
    plan: State<Plan>,
) -> Result<Bean, PlanError> {
    plan.get(&id)
}
// ANCHOR_END: get

/// A bean: write a new one on the plan, dated today.
#[tool(
    satisfies = "work-plan",
    destructive = false,
    requires(permissions = ["plan-write"]),
    example(name = "a draft", input = { "id": "ice-warning", "title": "Warn of ice" }, expect = {
        "subset": { "id": "ice-warning", "status": "draft" }
    })
)]
fn bean_create(
    /// Its key, which must be new.
    id: BeanId,
    /// What it is about.
    title: Title,
    #[arg(default = BeanStatus::Draft)] status: BeanStatus,
    /// What it belongs to.
    #[arg(default)]
    tags: Vec<Tag>,
    /// The text, in Markdown.
    #[arg(default)]
    body: String,
    plan: State<Plan>,
) -> Result<Bean, PlanError> {
    let created = TimeZone::UTC.to_datetime(Timestamp::now()).date();
    let bean = Bean { id, title, status, created, tags, body };
    plan.create(&bean)?;
    Ok(bean)
}

/// A bean: change its status; the note is appended to its body.
#[tool(
    satisfies = "work-plan",
    destructive = false,
    requires(permissions = ["plan-write"]),
    example(name = "begun", input = { "id": "api-limits", "status": "in-progress", "note": "Mara does it." }, expect = {
        "subset": { "status": "in-progress" }, "contains": ["Mara does it."]
    })
)]
fn bean_update(
    /// Which bean.
    id: BeanId,
    /// How far it has come.
    status: BeanStatus,
    /// What was done or found, in Markdown.
    note: Option<String>,
    plan: State<Plan>,
) -> Result<Bean, PlanError> {
    plan.update(&id, status, note.as_deref())
}

// ANCHOR: check
/// What `bean_check` finds.
#[derive(Debug, Serialize, JsonSchema)]
struct Report {
    /// How many files were looked at.
    checked: u32,
    /// What is wrong in them.
    faults: Vec<Fault>,
}

/// A bean: check the file of every one on the plan, and tell the faults with their lines.
#[tool(
    satisfies = "work-plan",
    read_only,
    idempotent,
    example(name = "the plan as it is", input = {}, expect = { "subset": { "faults": [] } })
)]
fn bean_check(plan: State<Plan>, context: &Context) -> Result<Report, PlanError> {
    let files = plan.files()?;
    let total = u32::try_from(files.len()).ok().map(f64::from);
    let mut report = Report { checked: 0, faults: Vec::new() };
    for file in &files {
        if context.is_cancelled() {
            break;
        }
        report.faults.extend(plan.check(file)?);
        report.checked += 1;
        context.progress(report.checked.into(), total, Some(file));
    }
    Ok(report)
}
// ANCHOR_END: check

// ANCHOR: mention
/// A mention: list the commits whose message names a bean, newest first.
#[tool(
    shell = "git log --oneline --no-decorate --fixed-strings",
    satisfies = "change-history",
    read_only,
    example(name = "nobody wrote of it", input = { "id": "no-such-bean" }, expect = { "equals": "" })
)]
fn mention_list(
    /// Which bean.
    #[arg(flag = "--grep", joined)]
    id: BeanId,
);
// ANCHOR_END: mention
