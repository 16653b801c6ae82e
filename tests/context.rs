//! What a tool sees of its client, and what it can answer besides a result, as its author tests it.
#![allow(clippy::unused_async, missing_docs, reason = "tools made for a test")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use toolnode::testing::{Client, ClientError, Profile};
use toolnode::{
    CallError, Context, Elicited, InputRequest, InputRequired, LogLevel, Options, ProtocolError,
    State, tool,
};

const NEW: &str = "2026-07-28";

/// How many calls were told that nobody waits for them.
#[derive(Clone, Default)]
struct Cancelled(Arc<AtomicUsize>);

/// A badge: who wears it.
#[derive(Deserialize, JsonSchema)]
struct Guest {
    /// As it shall be on the badge.
    name: String,
    /// Days of the stay.
    days: Option<u8>,
    kind: Kind,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Speaker,
    Visitor,
}

/// A badge: asks who it is for, and prints it.
#[tool(satisfies = "badges", verb_reason = "badges are printed")]
fn badge_print(context: &Context) -> Result<String, InputRequired> {
    match context.elicited("guest") {
        Some(Elicited::Accepted(Guest { name, days, kind })) => {
            let round = context.request_state().unwrap_or("no state");
            Ok(format!("{name}, {kind:?}, {} days, {round}", days.unwrap_or(1)))
        }
        Some(Elicited::Declined | Elicited::Cancelled) => Ok("nothing was printed".to_owned()),
        None => {
            let asked = InputRequired::new().form::<Guest>("guest", "Who is it for?");
            Err(asked.with_state("round 1"))
        }
    }
}

/// A payment: sends the person to a page.
#[tool(satisfies = "badges", verb_reason = "payments are made")]
async fn payment_make(context: &Context) -> Result<&'static str, CallError> {
    match context.elicited::<IgnoredAny>("paid") {
        Some(Elicited::Accepted(_)) => Ok("paid"),
        Some(_) => Err(CallError::failed("it was not paid")),
        None => {
            Err(InputRequired::new().url("paid", "Please pay.", "https://example.org/pay").into())
        }
    }
}

/// A poem: has a model write it, and knows where.
#[tool(satisfies = "badges", verb_reason = "poems are written")]
fn poem_write(context: &Context) -> Result<String, CallError> {
    let (Some(poem), Some(roots)) =
        (context.input_response("poem"), context.input_response("roots"))
    else {
        let asked = InputRequired::new().ask("roots", InputRequest::Roots);
        return Err(asked
            .ask(
                "poem",
                InputRequest::Sampling(json!({
                    "messages": [{"role": "user", "content": {"type": "text", "text": "A poem."}}],
                    "maxTokens": 50,
                })),
            )
            .into());
    };
    Ok(format!("{} {}", poem["content"]["text"], roots["roots"][0]["uri"]))
}

/// A question that asks nothing, or what MCP does not know.
#[tool(satisfies = "badges")]
fn question_get(nested: bool) -> InputResult {
    let asked = InputRequired::new();
    if !nested {
        return Err(asked);
    }
    let schema = json!({"type": "object", "properties": {"deep": {"type": "object"}}});
    Err(asked.ask("q", InputRequest::Form { message: "?".to_owned(), schema }))
}

// The kind of a result is known by its type, whatever it is called.
type InputResult = Result<(), InputRequired>;

/// A number: read from a text, by a client that has roots.
#[tool(satisfies = "numbers")]
fn number_get(context: &Context, text: String) -> Result<i64, CallError> {
    context.require("roots")?;
    let number: i64 = text.parse()?;
    if number == 0 {
        let error = ProtocolError::new(-32602, "numbers are counted from 1");
        return Err(error.with_data(json!({"least": 1})).into());
    }
    Ok(number)
}

/// A number: always a protocol error.
#[tool(satisfies = "numbers")]
async fn error_get() -> Result<(), ProtocolError> {
    Err(ProtocolError::missing_capability(&["sampling", "elicitation.url", "elicitation.form"]))
}

/// A client: what it says of itself.
#[tool(satisfies = "clients")]
fn client_get(context: &Context) -> Value {
    let can = ["sampling", "elicitation.url"].map(|name| context.client_can(name));
    json!({
        "version": context.protocol_version(),
        "capabilities": context.client_capabilities(),
        "can": can,
    })
}

/// A step: tells of it, and waits to be cancelled.
#[tool(satisfies = "steps", verb_reason = "steps are awaited")]
async fn step_await(context: &Context, cancelled: State<Cancelled>) {
    context.progress(1.0, Some(2.0), Some("begun"));
    context.cancelled().await;
    cancelled.0.fetch_add(1, Ordering::Relaxed);
}

/// A step: tells of it, and takes it.
#[tool(satisfies = "steps")]
fn step_run(context: &Context) -> &'static str {
    context.log(LogLevel::Debug, "a detail");
    context.progress(1.0, Some(2.0), Some("one"));
    context.log(LogLevel::Warning, json!({"left": 1}));
    context.progress(0.5, Some(2.0), Some("back"));
    context.progress(f64::NAN, None, None);
    context.progress(2.0, None, None);
    "done"
}

fn client(version: &str, capabilities: Value) -> Client {
    started(version, capabilities, Cancelled::default())
}

fn started(version: &str, capabilities: Value, cancelled: Cancelled) -> Client {
    let profile = Profile::new(version).with_capabilities(capabilities);
    Client::start_as(toolnode::app!(cancelled), &Options::default(), &profile).expect("started")
}

fn protocol_error(answer: Result<toolnode::testing::Answer, ClientError>) -> (i64, String, Value) {
    match answer {
        Err(ClientError::Protocol { code, message, data }) => {
            (code, message, data.unwrap_or_default())
        }
        other => panic!("no protocol error: {other:?}"),
    }
}

#[test]
fn a_tool_asks_a_person_and_goes_on_with_the_answer() {
    let client = client(NEW, json!({"elicitation": {}}));
    let asked = client.call("badge_print", json!({})).expect("answered");
    assert_eq!(
        asked.input_required,
        Some(json!({
            "inputRequests": {"guest": {"method": "elicitation/create", "params": {
                "mode": "form",
                "message": "Who is it for?",
                "requestedSchema": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string", "description": "As it shall be on the badge."},
                        "days": {"type": "integer", "minimum": 0, "maximum": 255,
                                 "description": "Days of the stay."},
                        "kind": {"type": "string", "enum": ["speaker", "visitor"]},
                    },
                    "required": ["name", "kind"],
                },
            }}},
            "requestState": "round 1",
        }))
    );
    let again = || client.calling("badge_print", json!({})).with_request_state("round 1");
    let filled = json!({"action": "accept", "content": {"name": "Ana", "kind": "speaker"}});
    let printed = again().with_input_response("guest", filled).answer().expect("answered");
    assert_eq!(printed.text(), "Ana, Speaker, 1 days, round 1");
    assert_eq!(printed.input_required, None);

    let declined = again().with_input_response("guest", json!({"action": "decline"}));
    assert_eq!(declined.answer().expect("answered").text(), "nothing was printed");
    // What does not fit is asked again: nothing that a client sends is taken for an answer.
    let strange = [
        json!(5),
        json!({"action": "accept"}),
        json!({"action": "accept", "content": {"name": 1}}),
    ];
    for strange in strange {
        let asked = again().with_input_response("guest", strange).answer().expect("answered");
        assert!(asked.input_required.is_some(), "{asked:?}");
    }
    let other = again().with_input_response("other", json!({"action": "accept"}));
    assert!(other.answer().expect("answered").input_required.is_some());
}

#[test]
fn a_page_a_model_and_folders_can_be_asked_for() {
    let all = json!({"elicitation": {"url": {}}, "sampling": {}, "roots": {}});
    let client = client(NEW, all);
    let asked = client.call("payment_make", json!({})).expect("answered");
    let asked = asked.input_required.expect("a question");
    let params = &asked["inputRequests"]["paid"]["params"];
    assert_eq!(params["mode"], "url");
    assert_eq!(params["url"], "https://example.org/pay");
    let paid = client.calling("payment_make", json!({}));
    let paid = paid.with_input_response("paid", json!({"action": "accept"})).answer();
    assert_eq!(paid.expect("answered").text(), "paid");

    let asked = client.call("poem_write", json!({})).expect("answered");
    let asked = asked.input_required.expect("a question");
    assert_eq!(asked["inputRequests"]["poem"]["method"], "sampling/createMessage");
    assert_eq!(asked["inputRequests"]["roots"]["method"], "roots/list");
    let poem =
        json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "Rain."}});
    let written = client
        .calling("poem_write", json!({}))
        .with_input_response("poem", poem)
        .with_input_response("roots", json!({"roots": [{"uri": "file:///here"}]}))
        .answer()
        .expect("answered");
    assert_eq!(written.text(), r#""Rain." "file:///here""#);
}

#[test]
fn an_older_client_is_told_what_it_cannot_be_asked() {
    for version in ["2025-11-25", "2025-06-18", "2025-03-26"] {
        let client = client(version, json!({"elicitation": {}}));
        let answer = client.call("badge_print", json!({})).expect("answered");
        assert!(answer.is_error && answer.input_required.is_none(), "{answer:?}");
        let text = answer.text();
        for part in ["badge_print", "Who is it for?", NEW, version] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }
}

#[test]
fn a_client_is_asked_only_for_what_it_declared() {
    let client = client(NEW, json!({"elicitation": {"url": {}}, "roots": {}}));
    let (code, message, data) = protocol_error(client.call("badge_print", json!({})));
    assert_eq!((code, data), (-32021, json!({"requiredCapabilities": {"elicitation": {}}})));
    assert!(message.contains("elicitation"), "{message}");
    let (code, _, data) = protocol_error(client.call("poem_write", json!({})));
    assert_eq!((code, data), (-32021, json!({"requiredCapabilities": {"sampling": {}}})));
}

#[test]
fn a_question_that_is_none_is_a_fault_of_the_server() {
    let client = client(NEW, json!({"elicitation": {}}));
    let (code, message, _) = protocol_error(client.call("question_get", json!({"nested": false})));
    assert!(code == -32603 && message.contains("question_get"), "{code} {message}");
    let (code, message, _) = protocol_error(client.call("question_get", json!({"nested": true})));
    assert!(code == -32603 && message.contains("`q`"), "{code} {message}");
}

#[test]
fn an_error_is_a_result_or_of_the_protocol_as_the_tool_says() {
    for version in ["2025-06-18", NEW] {
        let poor = client(version, json!({}));
        let (code, _, data) = protocol_error(poor.call("number_get", json!({"text": "1"})));
        assert_eq!((code, data), (-32021, json!({"requiredCapabilities": {"roots": {}}})));

        let client = client(version, json!({"roots": {}}));
        let answer = client.call("number_get", json!({"text": "7"})).expect("answered");
        assert_eq!(answer.text(), "7");
        let answer = client.call("number_get", json!({"text": "seven"})).expect("answered");
        assert!(answer.is_error && answer.text().contains("invalid digit"), "{answer:?}");
        let (code, message, data) = protocol_error(client.call("number_get", json!({"text": "0"})));
        assert_eq!(code, -32602);
        assert_eq!(message, "numbers are counted from 1");
        assert_eq!(data, json!({"least": 1}));

        let (_, _, data) = protocol_error(client.call("error_get", json!({})));
        let required = json!({"sampling": {}, "elicitation": {"url": {}, "form": {}}});
        assert_eq!(data, json!({ "requiredCapabilities": required }));
    }
}

#[test]
fn a_tool_knows_its_client() {
    let capabilities = json!({"sampling": {}, "elicitation": {"form": {}}});
    for version in ["2025-03-26", "2025-06-18", "2025-11-25", NEW] {
        let client = client(version, capabilities.clone());
        let answer = client.call("client_get", json!({})).expect("answered");
        let said: Value = serde_json::from_str(&answer.text()).expect("JSON");
        assert_eq!(
            said,
            json!({"version": version, "capabilities": capabilities, "can": [true, false]})
        );
    }
}

#[test]
fn progress_and_messages_come_only_where_they_are_asked_for() {
    let client = client(NEW, json!({}));
    let silent = client.call("step_run", json!({})).expect("answered");
    assert!(silent.progress.is_empty() && silent.messages.is_empty(), "{silent:?}");

    let answer = client.calling("step_run", json!({})).with_progress().answer().expect("answered");
    let steps: Vec<_> = answer.progress.iter().map(|p| (p.progress, p.total)).collect();
    assert_eq!(steps, [(1.0, Some(2.0)), (2.0, None)]);
    assert_eq!(answer.progress[0].message.as_deref(), Some("one"));
    assert!(answer.messages.is_empty(), "{answer:?}");

    let calling = || client.calling("step_run", json!({}));
    let answer = calling().with_log_level(LogLevel::Info).answer().expect("answered");
    assert!(answer.progress.is_empty(), "{answer:?}");
    assert_eq!(
        answer.messages,
        [json!({"level": "warning", "logger": "step_run", "data": {"left": 1}})]
    );
    let answer = calling().with_log_level(LogLevel::Debug).answer().expect("answered");
    assert_eq!(answer.messages.len(), 2);
    let answer = calling().with_meta("io.modelcontextprotocol/logLevel", "loud").answer();
    assert!(answer.expect("answered").messages.is_empty());
}

/// Waits until the tool has seen so many cancellations.
fn wait_for(cancelled: &Cancelled, calls: usize) {
    let end = Instant::now() + Duration::from_secs(20);
    while cancelled.0.load(Ordering::Relaxed) < calls {
        assert!(Instant::now() < end, "the tool was not told that its call was cancelled");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_tool_is_told_that_nobody_waits() {
    for version in ["2025-11-25", NEW] {
        let cancelled = Cancelled::default();
        let client = started(version, json!({}), cancelled.clone());
        let mut running =
            client.calling("step_await", json!({})).with_progress().begin().expect("sent");
        let told = running.wait_for_progress().expect("told");
        assert_eq!(told.message.as_deref(), Some("begun"));
        running.cancel().expect("sent");
        wait_for(&cancelled, 1);
        // Others are answered as before.
        assert_eq!(client.call("step_run", json!({})).expect("answered").text(), "done");
    }
}

#[test]
fn a_client_that_goes_away_cancels_its_calls() {
    let cancelled = Cancelled::default();
    let client = started(NEW, json!({}), cancelled.clone());
    let mut running =
        client.calling("step_await", json!({})).with_progress().begin().expect("sent");
    running.wait_for_progress().expect("told");
    drop(client);
    wait_for(&cancelled, 1);
}

#[test]
fn a_call_that_ends_does_not_go_on_telling() {
    let client = client(NEW, json!({}));
    let mut running =
        client.calling("client_get", json!({})).with_progress().begin().expect("sent");
    let error = running.wait_for_progress().expect_err("it tells nothing");
    assert!(matches!(error, ClientError::Ended(_)), "{error}");
}
