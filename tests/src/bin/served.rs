//! A service of functions that behave well and badly, for the tests over standard input and output.
#![allow(clippy::unused_async, reason = "tools made for a test")]

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolnode::{Content, Context, State, tool};

/// A value that all calls share.
struct Greeting(&'static str);

/// What is wrong with a name.
#[derive(Debug)]
struct NoSuchName(String);

impl std::fmt::Display for NoSuchName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no {}", self.0)
    }
}

impl std::error::Error for NoSuchName {}

/// How loud.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Voice {
    Soft,
    Loud,
}

/// A greeting, in parts.
#[derive(Serialize, JsonSchema)]
struct Greeted {
    /// All of it.
    text: String,
    /// How many letters it has.
    letters: usize,
}

/// A greeting: greets somebody.
#[tool(satisfies = "greet", read_only, title = "Greeting get")]
async fn greeting_get(
    /// Who is greeted.
    name: String,
    /// How loud.
    voice: Option<Voice>,
    greeting: State<Greeting>,
) -> Result<Greeted, NoSuchName> {
    if name == "nobody" {
        return Err(NoSuchName(name));
    }
    let text = format!("{}, {name}", greeting.0);
    let text = match voice {
        Some(Voice::Loud) => text.to_uppercase(),
        Some(Voice::Soft) | None => text,
    };
    Ok(Greeted { letters: text.chars().filter(|c| c.is_alphabetic()).count(), text })
}

/// A list: words, which is structured but no object.
#[tool(satisfies = "greet", title = "The words of a text")]
async fn word_list(
    /// The text.
    text: String,
    /// How many at most.
    #[arg(default = 3)]
    most: usize,
) -> Vec<String> {
    text.split_whitespace().take(most).map(str::to_owned).collect()
}

/// A panic: always.
#[tool(satisfies = "misbehave")]
async fn panic_run() -> String {
    panic!("the async function gave up");
}

/// A panic in a plain function: always.
#[tool(satisfies = "misbehave")]
fn plain_panic_run() -> String {
    panic!("the plain function gave up");
}

/// A print: writes to standard output, where the protocol is.
#[tool(satisfies = "misbehave")]
#[allow(clippy::print_stdout, reason = "that is what is tested")]
fn print_run() -> &'static str {
    println!("this must not reach the client");
    "printed"
}

/// A wait: longer than its limit.
#[tool(satisfies = "misbehave", limits(seconds = 0.2))]
async fn wait_run() -> String {
    std::future::pending().await
}

/// A wait in a plain function: longer than its limit.
#[tool(satisfies = "misbehave", limits(seconds = 0.2))]
fn plain_wait_run() -> &'static str {
    std::thread::sleep(Duration::from_secs(2));
    "late"
}

/// A wait until it is cancelled.
#[tool(satisfies = "misbehave")]
async fn cancel_run(context: &Context) -> &'static str {
    context.cancelled().await;
    "cancelled"
}

/// A progress: reports three steps, one of them backwards.
#[tool(satisfies = "greet")]
async fn progress_run(context: &Context) -> &'static str {
    context.progress(1.0, Some(2.0), Some("one"));
    context.progress(0.5, Some(2.0), Some("back"));
    context.progress(2.0, Some(2.0), None);
    "done"
}

/// A caller: who it is, as far as the transport proves it.
#[tool(satisfies = "greet", read_only)]
async fn caller_get(context: &Context) -> String {
    context.actor().unwrap_or("nobody known").to_owned()
}

/// A picture: one pixel.
#[tool(satisfies = "greet")]
fn picture_get() -> Vec<Content> {
    vec![Content::text("a pixel"), Content::image([1, 2, 3], "image/png")]
}

/// A flood: more than a result may have, unless less is asked for.
#[tool(satisfies = "misbehave", limits(output_bytes = 100_000, concurrent = 1, per_minute = 2))]
fn flood_get(bytes: usize) -> String {
    "x".repeat(bytes)
}

/// A schema: in its author's order, with numbers and texts as they were written.
#[tool(
    satisfies = "greet",
    input_schema = r#"{
  "type": "object",
  "title": "a \"title\",  with  blanks\\",
  "properties": {
    "zone": { "type": "number", "minimum": 1.0, "examples": [1e2, 12345678901234567890123] },
    "area": { "type": "string", "description": "é\u00e9, { \"inputSchema\":{} }" }
  },
  "x-unknown": { "b": 1, "a": [ ] },
  "additionalProperties": false,
  "$comment": "last"
}"#
)]
fn schema_get(zone: Option<f64>, area: Option<String>) -> String {
    format!("{zone:?} {area:?}")
}

toolnode::main!(Greeting("Hello"));
