//! What a tool asks before it goes on.

use hmac::{Hmac, KeyInit, Mac};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::Sha256;
use toolnode::{
    CallError, Context, Elicited, InputRequest, InputRequired, ProtocolError, State, tool,
};

// ANCHOR: form
/// Who somebody is.
#[derive(Deserialize, JsonSchema)]
struct Person {
    /// As friends say it.
    name: String,
}

/// A greeting: asks for the name first.
#[tool(satisfies = "conformance", allow_name = "the official suite calls it so")]
fn test_input_required_result_elicitation(context: &Context) -> Result<String, InputRequired> {
    match context.elicited("user_name") {
        Some(Elicited::Accepted(Person { name })) => Ok(format!("Hello, {name}!")),
        Some(Elicited::Declined | Elicited::Cancelled) => Ok("Hello, whoever you are!".to_owned()),
        None => Err(InputRequired::new().form::<Person>("user_name", "What is your name?")),
    }
}
// ANCHOR_END: form

/// A greeting: asks for the name first, in an answer that is streamed.
#[tool(satisfies = "conformance", allow_name = "the official suite calls it so")]
fn test_streaming_elicitation(context: &Context) -> Result<String, InputRequired> {
    context.progress(1.0, Some(2.0), Some("asking"));
    match context.elicited("user_name") {
        Some(Elicited::Accepted(Person { name })) => Ok(format!("Hello, {name}!")),
        Some(Elicited::Declined | Elicited::Cancelled) => Ok("Hello, whoever you are!".to_owned()),
        None => Err(InputRequired::new().form::<Person>("user_name", "What is your name?")),
    }
}

fn question(text: &str, tokens: u32) -> InputRequest {
    InputRequest::Sampling(json!({
        "messages": [{"role": "user", "content": {"type": "text", "text": text}}],
        "maxTokens": tokens,
    }))
}

/// A capital: has the client's model tell it.
#[tool(satisfies = "conformance", allow_name = "the official suite calls it so")]
fn test_input_required_result_sampling(context: &Context) -> Result<String, InputRequired> {
    const KEY: &str = "capital_question";
    match context.input_response(KEY).and_then(|answer| answer["content"]["text"].as_str()) {
        Some(text) => Ok(text.to_owned()),
        None => Err(InputRequired::new().ask(KEY, question("What is the capital of France?", 100))),
    }
}

/// The client's folders: asks for them.
#[tool(satisfies = "conformance", allow_name = "the official suite calls it so")]
fn test_input_required_result_list_roots(context: &Context) -> Result<String, InputRequired> {
    const KEY: &str = "client_roots";
    match context.input_response(KEY).and_then(|answer| answer["roots"].as_array()) {
        Some(roots) => Ok(Value::from(roots.clone()).to_string()),
        None => Err(InputRequired::new().ask(KEY, InputRequest::Roots)),
    }
}

/// A yes or no.
#[derive(Deserialize, JsonSchema)]
struct Confirmed {
    /// Whether to go on.
    ok: bool,
}

/// Signs what a client gives back, so that nothing else is taken for it. Replicas behind one address share a key; this one
/// lives as long as the process.
pub(crate) struct Seal(Hmac<Sha256>);

impl Seal {
    /// A seal with a new key.
    pub(crate) fn new() -> Self {
        use std::hash::{BuildHasher, RandomState};
        // The hasher of the standard library is the one source of randomness that needs no crate.
        let key: Vec<u8> =
            (0..4_u8).flat_map(|n| RandomState::new().hash_one(n).to_ne_bytes()).collect();
        Self(Hmac::new_from_slice(&key).expect("a key of any length"))
    }

    fn sign(&self, state: &str) -> String {
        let tag = self.0.clone().chain_update(state).finalize().into_bytes();
        let mut signed = format!("{state}.");
        for byte in tag {
            signed.push_str(&format!("{byte:02x}"));
        }
        signed
    }

    /// The state that was signed.
    fn open<'s>(&self, signed: &'s str) -> Result<&'s str, ProtocolError> {
        let forged = || ProtocolError::new(-32602, "the requestState is not one of this server's");
        let (state, tag) = signed.rsplit_once('.').ok_or_else(forged)?;
        let digits: Vec<_> =
            tag.bytes().filter_map(|digit| char::from(digit).to_digit(16)).collect();
        let bytes: Vec<u8> = digits
            .chunks_exact(2)
            .filter_map(|two| u8::try_from(two[0] * 16 + two[1]).ok())
            .collect();
        if tag.len() != bytes.len() * 2 {
            return Err(forged());
        }
        self.0.clone().chain_update(state).verify_slice(&bytes).map_err(|_| forged())?;
        Ok(state)
    }
}

/// A state: comes back with the answer.
#[tool(satisfies = "conformance", allow_name = "the official suite calls it so")]
fn test_input_required_result_request_state(
    context: &Context,
    seal: State<Seal>,
) -> Result<&'static str, CallError> {
    confirmed(context, &seal)
}

/// A state: is not taken where it is not the one that was given.
#[tool(satisfies = "conformance", allow_name = "the official suite calls it so")]
fn test_input_required_result_tampered_state(
    context: &Context,
    seal: State<Seal>,
) -> Result<&'static str, CallError> {
    confirmed(context, &seal)
}

fn confirmed(context: &Context, seal: &Seal) -> Result<&'static str, CallError> {
    if let Some(state) = context.request_state() {
        seal.open(state)?;
        if let Some(Elicited::Accepted(Confirmed { ok: true })) = context.elicited("confirm") {
            return Ok("state-ok");
        }
    }
    let asked = InputRequired::new().form::<Confirmed>("confirm", "Please confirm");
    Err(asked.with_state(seal.sign("confirm")).into())
}

/// A greeting: needs the name, a model and the client's folders.
#[tool(satisfies = "conformance", allow_name = "the official suite calls it so")]
fn test_input_required_result_multiple_inputs(
    context: &Context,
    seal: State<Seal>,
) -> Result<String, CallError> {
    if let Some(state) = context.request_state() {
        seal.open(state)?;
    }
    let name = context.elicited("user_name");
    let (greeting, roots) =
        (context.input_response("greeting"), context.input_response("client_roots"));
    if let (Some(Elicited::Accepted(Person { name })), Some(greeting), Some(roots)) =
        (name, greeting, roots)
    {
        return Ok(format!("{name}: {} {}", greeting["content"]["text"], roots["roots"]));
    }
    let asked = InputRequired::new()
        .form::<Person>("user_name", "What is your name?")
        .ask("greeting", question("Generate a greeting", 50))
        .ask("client_roots", InputRequest::Roots);
    Err(asked.with_state(seal.sign("all")).into())
}

/// What somebody likes.
#[derive(Deserialize, JsonSchema)]
struct Colour {
    /// In one word.
    color: String,
}

/// Two questions, one after the other: the state says how far it has come.
#[tool(satisfies = "conformance", allow_name = "the official suite calls it so")]
fn test_input_required_result_multi_round(
    context: &Context,
    seal: State<Seal>,
) -> Result<String, CallError> {
    let first = || {
        let asked = InputRequired::new().form::<Person>("step1", "Step 1: What is your name?");
        Err(asked.with_state(seal.sign("1")).into())
    };
    let Some(state) = context.request_state() else { return first() };
    match seal.open(state)?.split_once(' ') {
        Some((_, name)) => match context.elicited("step2") {
            Some(Elicited::Accepted(Colour { color })) => Ok(format!("{name} likes {color}")),
            _ => Err(second(&seal, name).into()),
        },
        None => match context.elicited("step1") {
            Some(Elicited::Accepted(Person { name })) => Err(second(&seal, &name).into()),
            _ => first(),
        },
    }
}

fn second(seal: &Seal, name: &str) -> InputRequired {
    let asked =
        InputRequired::new().form::<Colour>("step2", "Step 2: What is your favorite color?");
    asked.with_state(seal.sign(&format!("2 {name}")))
}

// ANCHOR: capabilities
/// A greeting: asks a person or a model, whichever the client has.
#[tool(satisfies = "conformance", allow_name = "the official suite calls it so")]
fn test_input_required_result_capabilities(context: &Context) -> Result<String, CallError> {
    if let Some(Elicited::Accepted(Person { name })) = context.elicited("user_name") {
        return Ok(format!("Hello, {name}!"));
    }
    if let Some(answer) = context.input_response("greeting") {
        return Ok(answer["content"]["text"].to_string());
    }
    let mut asked = InputRequired::new();
    if context.client_can("elicitation") {
        asked = asked.form::<Person>("user_name", "What is your name?");
    }
    if context.client_can("sampling") {
        asked = asked.ask("greeting", question("Generate a greeting", 50));
    }
    if asked == InputRequired::new() {
        return Ok("Hello!".to_owned());
    }
    Err(asked.into())
}
// ANCHOR_END: capabilities
