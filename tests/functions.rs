//! Functions marked `#[tool]`, described and called through the registry.
#![allow(
    missing_docs,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    reason = "tools made for a test"
)]

use std::fmt;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, Waker};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolnode::registry::{
    BadInput, Body, Call, CallHost, OutputSpec, Started, StateMap, ToolSpec, linked,
};
use toolnode::{Content, Context, IntoContent, Reply, State, tool};

// Aliases under names that say nothing, and types under names that say something else.
type Perhaps<T> = Option<T>;
type Answer<T> = Result<T, Trouble>;
type Shared = State<Plan>;
type Surroundings = Context;

struct Plan {
    prefix: &'static str,
}

#[derive(Debug)]
struct Trouble;

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such bean")
    }
}

impl std::error::Error for Trouble {}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Status {
    #[default]
    Todo,
    InProgress,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Bean {
    id: String,
    status: Status,
}

/// A bean: list those on the plan.
///
/// Newest first.
#[tool(
    title = "List beans",
    satisfies = ["work-plan", "reading"],
    read_only,
    destructive = false,
    limits(seconds = 2, output_bytes = 65_536),
    requires(runtime = "git", network = false, env = ["HOME"]),
    verb_reason = "beans are claimed",
    example(name = "all", input = { "status": "todo", "limit": 3 }, expect = { "equals": [] })
)]
async fn bean_list(
    /// Only beans
    /// with this status.
    status: Perhaps<Status>,
    plan: Shared,
    /// How many at most.
    #[arg(default = 2)]
    limit: u8,
    context: &Surroundings,
) -> Answer<Vec<Bean>> {
    std::future::ready(()).await;
    context.progress(1.0, None, Some("found"));
    if limit == 0 {
        return Err(Trouble);
    }
    let status = status.unwrap_or_default();
    Ok((0..limit)
        .map(|n| Bean { id: format!("{}{n}", plan.prefix), status: status.clone() })
        .collect())
}

/// A word: say it.
#[tool(satisfies = "speech", id = "word-get")]
fn say(
    #[arg(name = "type")] kind: String,
    #[arg(secret)] word: String,
    #[arg(default)] status: Status,
) -> String {
    format!("{kind} {word} {status:?}")
}

/// Nothing: do it.
#[tool(satisfies = "rest")]
fn rest_run() {}

/// A word: fail, by a message.
#[tool(satisfies = "speech")]
fn fail_shown_run() -> Result<&'static str, String> {
    Err("shown".to_owned())
}

/// A word: fail, by an error with sources.
#[tool(satisfies = "speech")]
fn fail_sources_run() -> Result<(), Outer> {
    Err(Outer(Trouble))
}

#[derive(Debug)]
struct Outer(Trouble);

impl fmt::Display for Outer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot list")
    }
}

impl std::error::Error for Outer {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// A word: fail, by an error in a box.
#[tool(satisfies = "speech")]
fn fail_boxed_run() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    Err(Box::new(Outer(Trouble)))
}

/// A word: fail, by anyhow.
#[tool(satisfies = "speech")]
async fn fail_anyhow_run() -> anyhow::Result<String> {
    Err(anyhow::Error::new(Outer(Trouble)).context("at the top"))
}

/// A word: answer with blocks.
#[tool(satisfies = "speech")]
fn give_blocks_run() -> Result<Vec<Content>, Trouble> {
    Ok(vec![Content::text("a"), Content::image([1], "image/png")])
}

/// A word: answer with a reply.
#[tool(satisfies = "speech")]
fn give_reply_run(flag: bool) -> Reply {
    if flag { Reply::text("yes") } else { Reply::error("no") }
}

#[derive(Serialize, JsonSchema)]
struct Both;

impl IntoContent for Both {
    fn into_content(self) -> Vec<Content> {
        vec![Content::text("content wins")]
    }
}

/// A word: answer with a type of one's own.
#[tool(satisfies = "speech")]
fn give_own_run() -> Both {
    Both
}

/// A number: add one.
#[tool(satisfies = "numbers")]
fn add_one_run(number: i64, context: Context) -> i64 {
    assert!(!context.is_cancelled());
    number + 1
}

struct Host;

impl CallHost for Host {
    fn is_cancelled(&self) -> bool {
        false
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::pending())
    }

    fn progress(&self, _: f64, _: Option<f64>, _: Option<&str>) {}
}

fn spec(id: &str) -> &'static ToolSpec {
    linked().into_iter().find(|spec| spec.id == id).unwrap()
}

fn start_with(id: &str, states: StateMap, arguments: Value) -> Started {
    let Value::Object(arguments) = arguments else { panic!("not an object") };
    let call = Call { arguments, context: Context::new(Arc::new(Host), Arc::new(states)) };
    match spec(id).body {
        Body::Async(run) | Body::Blocking(run) => run(call),
        Body::Command(_) => panic!("{id} is a command"),
    }
}

fn start(id: &str, arguments: Value) -> Started {
    let mut states = StateMap::default();
    states.insert(Plan { prefix: "b" });
    start_with(id, states, arguments)
}

fn reply(id: &str, arguments: Value) -> Reply {
    match start(id, arguments) {
        Started::Done(reply) => reply,
        Started::Running(future) => {
            let mut task = TaskContext::from_waker(Waker::noop());
            match pin!(future).poll(&mut task) {
                Poll::Ready(reply) => reply,
                Poll::Pending => panic!("{id} waits"),
            }
        }
        Started::Refused(inputs) => panic!("{id} refused {inputs:?}"),
    }
}

fn refused(id: &str, arguments: Value) -> Vec<BadInput> {
    match start(id, arguments) {
        Started::Refused(inputs) => inputs,
        other => panic!("{other:?}"),
    }
}

#[test]
fn everything_declared_is_in_the_spec() {
    let spec = spec("bean-list");
    assert_eq!(spec.title, Some("List beans"));
    assert_eq!(spec.summary, "A bean: list those on the plan.\n\nNewest first.");
    assert_eq!(spec.satisfies, ["work-plan", "reading"]);
    assert_eq!(spec.annotations.read_only, Some(true));
    assert_eq!(spec.annotations.destructive, Some(false));
    assert_eq!(spec.annotations.idempotent, None);
    assert_eq!(spec.limits.seconds, Some(2.0));
    assert_eq!(spec.limits.output_bytes, Some(65_536));
    assert_eq!(spec.limits.concurrent, None);
    assert_eq!((spec.requires.runtime, spec.requires.env), (&["git"][..], &["HOME"][..]));
    assert_eq!(spec.requires.network, Some(false));
    assert_eq!((spec.verb_reason, spec.allow_name), (Some("beans are claimed"), None));
    assert_eq!((spec.place.package, spec.place.module), ("toolnode-tests", "functions"));
    assert_eq!((spec.place.function, spec.place.file), ("bean_list", file!()));
    assert!(matches!(spec.body, Body::Async(_)));
    assert!(matches!(self::spec("rest-run").body, Body::Blocking(_)));
}

#[test]
fn a_description_follows_the_types() {
    let description = spec("bean-list").description();
    assert_eq!(description.faults, [""; 0]);
    let [status, limit] = &description.inputs[..] else { panic!("{description:?}") };
    assert_eq!((status.name, status.description), ("status", "Only beans\nwith this status."));
    assert_eq!((status.required, &status.default, status.secret), (false, &None, false));
    assert_eq!((status.ty.name)(), "Status");
    assert_eq!((status.ty.schema)(), json!({ "type": "string", "enum": ["todo", "in-progress"] }));
    assert_eq!((limit.required, &limit.default), (false, &Some(json!(2))));
    assert_eq!((limit.ty.schema)().get("maximum"), Some(&json!(255)));
    let [plan] = &description.states[..] else { panic!("{description:?}") };
    assert_eq!(plan.name, "functions::Plan");
    let OutputSpec::Structured(beans) = description.output else { panic!("{description:?}") };
    assert_eq!((beans.schema)().pointer("/items/$ref"), Some(&json!("#/$defs/Bean")));
    assert_eq!(
        description.examples[0].input,
        *json!({ "status": "todo", "limit": 3 }).as_object().unwrap()
    );
    assert_eq!(description.examples[0].expect, Some(json!({"equals": []})));

    let description = spec("word-get").description();
    let inputs: Vec<_> =
        description.inputs.iter().map(|i| (i.name, i.required, i.secret)).collect();
    assert_eq!(inputs, [("type", true, false), ("word", true, true), ("status", false, false)]);
    assert_eq!(description.inputs[2].default, Some(json!("todo")));
    assert!(matches!(description.output, OutputSpec::Content));
    for id in [
        "rest-run",
        "fail-boxed-run",
        "give-blocks-run",
        "give-reply-run",
        "give-own-run",
        "fail-anyhow-run",
    ] {
        assert!(matches!(spec(id).description().output, OutputSpec::Content), "{id}");
    }
}

#[test]
fn values_reach_the_function_and_come_back() {
    let beans = reply("bean-list", json!({ "status": "in-progress", "limit": 1 }));
    assert_eq!(beans.structured, Some(json!([{ "id": "b0", "status": "in-progress" }])));
    assert_eq!(beans.content, [Content::text(r#"[{"id":"b0","status":"in-progress"}]"#)]);
    let beans = reply("bean-list", json!({ "status": null }));
    assert_eq!(beans.structured.unwrap().as_array().unwrap().len(), 2, "the default");
    assert_eq!(reply("word-get", json!({ "type": "a", "word": "b" })), Reply::text("a b Todo"));
    assert_eq!(reply("rest-run", json!({})), Reply::default());
    assert_eq!(reply("give-blocks-run", json!({})).content.len(), 2);
    assert_eq!(reply("give-reply-run", json!({ "flag": false })), Reply::error("no"));
    assert_eq!(reply("give-own-run", json!({})), Reply::text("content wins"));
    assert_eq!(reply("add-one-run", json!({ "number": 3.0 })).structured, Some(json!(4)));
}

#[test]
fn failures_are_replies_with_their_sources() {
    let error = |id| reply(id, json!({}));
    assert_eq!(reply("bean-list", json!({ "limit": 0 })), Reply::error("no such bean"));
    assert_eq!(error("fail-shown-run"), Reply::error("shown"));
    assert_eq!(error("fail-sources-run"), Reply::error("cannot list: no such bean"));
    assert_eq!(error("fail-boxed-run"), Reply::error("cannot list: no such bean"));
    assert_eq!(error("fail-anyhow-run"), Reply::error("at the top: cannot list: no such bean"));
}

#[test]
fn all_bad_arguments_are_said_and_secrets_are_not() {
    let bad = refused("word-get", json!({ "word": 5, "status": "gone" }));
    let [kind, word, status] = &bad[..] else { panic!("{bad:?}") };
    assert_eq!((kind.name.as_str(), kind.rule.as_str()), ("type", "It is required."));
    assert_eq!((word.rule.as_str(), &word.value), ("It does not fit its type.", &Value::Null));
    assert_eq!((status.name.as_str(), &status.value), ("status", &json!("gone")));
    assert!(status.rule.contains("unknown variant `gone`"), "{}", status.rule);
    assert_eq!(refused("add-one-run", json!({ "number": 3.5 }))[0].value, json!(3.5));
}

#[test]
fn a_missing_shared_value_is_a_failure() {
    let started = start_with("bean-list", StateMap::default(), json!({ "limit": "x" }));
    let Started::Done(reply) = started else { panic!("{started:?}") };
    assert!(reply.is_error);
    assert_eq!(
        reply.content,
        [Content::text(
            "This tool needs a shared value of type `functions::Plan`, which the server was not given."
        )]
    );
}

/// A rest: nothing.
#[tool(satisfies = "rest", allow_name = "that is what everybody calls it")]
fn rest() {}

#[test]
fn a_name_that_is_allowed_is_noted_with_its_reason() {
    let app = toolnode::App::built_from("/", "toolnode-tests", "1.0.0");
    let checked = app.check(&toolnode::Options::default()).expect("a crate alone is an instance");
    let names = &checked.report.rows[0];
    assert_eq!(names.state, toolnode::contract::RowState::Agrees, "{names:?}");
    let [allowed] = names.findings.as_slice() else { panic!("{names:?}") };
    assert_eq!((allowed.code.as_str(), allowed.subject.as_str()), ("name-allowed", "rest"));
    assert!(allowed.message.ends_with("that is what everybody calls it"), "{}", allowed.message);
    // A crate without a toolnode.toml has no place for skills.
    assert_eq!(checked.report.rows[3].state, toolnode::contract::RowState::NotConfigured);
}
