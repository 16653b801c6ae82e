//! One call of a test client: what goes with it, and what comes of it.

use serde_json::{Map, Value, json};

use super::{Client, ClientError};
use crate::registry::LogLevel;

/// A call that is not sent yet.
#[derive(Debug)]
#[must_use = "it is sent by `answer` or `begin`"]
pub struct Calling<'c> {
    client: &'c Client,
    params: Value,
    progress: bool,
}

/// A call that runs.
#[derive(Debug)]
#[must_use = "its answer is waited for by `answer`"]
pub struct Running<'c> {
    client: &'c Client,
    id: u64,
    progress: Vec<Progress>,
    messages: Vec<Value>,
}

/// What a tool answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Whether it is an error result.
    pub is_error: bool,
    /// The structured content, where there is one.
    pub structured: Option<Value>,
    /// The content blocks, as MCP writes them.
    pub content: Vec<Value>,
    /// What the tool told of its progress, where that was asked for.
    pub progress: Vec<Progress>,
    /// The tool's messages, where those were asked for: the parameters of `notifications/message`.
    pub messages: Vec<Value>,
    /// What the tool asks for first: `inputRequests` and `requestState` as MCP 2026-07-28 writes them.
    pub input_required: Option<Value>,
}

/// How far a call has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// It only grows.
    pub progress: f64,
    /// Where it ends, where that is known.
    pub total: Option<f64>,
    /// What is done.
    pub message: Option<String>,
}

impl Answer {
    /// The text blocks, one after the other.
    pub fn text(&self) -> String {
        self.content.iter().filter_map(|block| block["text"].as_str()).collect()
    }
}

impl<'c> Calling<'c> {
    pub(super) fn new(client: &'c Client, name: &str, arguments: Value) -> Self {
        let mut params = json!({ "name": name });
        params["arguments"] = arguments;
        Self { client, params, progress: false }
    }

    /// Asks to be told of progress.
    pub fn with_progress(self) -> Self {
        Self { progress: true, ..self }
    }

    /// Asks for the tool's messages from this level on (MCP 2026-07-28).
    pub fn with_log_level(self, level: LogLevel) -> Self {
        let level = format!("{level:?}").to_lowercase();
        self.with_meta("io.modelcontextprotocol/logLevel", level)
    }

    /// Puts something into the request's `_meta`.
    pub fn with_meta(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.params["_meta"][key] = value.into();
        self
    }

    /// Answers what the tool asked for before.
    pub fn with_input_response(mut self, key: &str, response: Value) -> Self {
        self.params["inputResponses"][key] = response;
        self
    }

    /// Gives back what the tool gave with its questions.
    pub fn with_request_state(mut self, state: impl Into<String>) -> Self {
        self.params["requestState"] = state.into().into();
        self
    }

    /// Sends the call and waits for its answer.
    ///
    /// # Errors
    ///
    /// As of [`Client::call`].
    pub fn answer(self) -> Result<Answer, ClientError> {
        self.begin()?.answer()
    }

    /// Sends the call.
    ///
    /// # Errors
    ///
    /// The service is gone.
    pub fn begin(mut self) -> Result<Running<'c>, ClientError> {
        let id = self.client.next_id();
        if self.progress {
            self.params["_meta"]["progressToken"] = id.into();
        }
        self.client.begin(id, "tools/call", self.params)?;
        Ok(Running { client: self.client, id, progress: Vec::new(), messages: Vec::new() })
    }
}

impl Running<'_> {
    /// Waits until the tool tells of its progress, and gives what it told last.
    ///
    /// # Errors
    ///
    /// The call ends before, which is [`ClientError::Ended`], or the service is gone.
    pub fn wait_for_progress(&mut self) -> Result<Progress, ClientError> {
        let before = self.progress.len();
        while self.progress.len() == before {
            let message = self.client.receive(self.id)?;
            if message["id"] == self.id {
                return Err(ClientError::Ended(message.to_string()));
            }
            self.note(&message);
        }
        Ok(self.progress[before].clone())
    }

    /// Cancels the call, as a client does that no longer wants its answer; there is none then.
    ///
    /// # Errors
    ///
    /// The service is gone.
    pub fn cancel(self) -> Result<(), ClientError> {
        self.client.send(&json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": self.id, "reason": "the test has seen enough"},
        }))
    }

    /// Waits for the answer.
    ///
    /// # Errors
    ///
    /// As of [`Client::call`].
    pub fn answer(mut self) -> Result<Answer, ClientError> {
        let mut message = loop {
            let message = self.client.receive(self.id)?;
            if message["id"] == self.id {
                break message;
            }
            self.note(&message);
        };
        let mut result = super::result(&mut message)?;
        let input_required = (result["resultType"] == "input_required").then(|| {
            let keys = ["inputRequests", "requestState"];
            let said = keys.map(|key| (key.to_owned(), result[key].take()));
            Value::Object(
                said.into_iter().filter(|(_, value)| !value.is_null()).collect::<Map<_, _>>(),
            )
        });
        Ok(Answer {
            is_error: result["isError"] == json!(true),
            structured: result.get("structuredContent").cloned(),
            content: result["content"].as_array().cloned().unwrap_or_default(),
            progress: self.progress,
            messages: self.messages,
            input_required,
        })
    }

    fn note(&mut self, message: &Value) {
        let params = &message["params"];
        match message["method"].as_str() {
            Some("notifications/progress") if params["progressToken"] == self.id => {
                self.progress.push(Progress {
                    progress: params["progress"].as_f64().unwrap_or_default(),
                    total: params["total"].as_f64(),
                    message: params["message"].as_str().map(str::to_owned),
                });
            }
            Some("notifications/message") => self.messages.push(params.clone()),
            _ => {}
        }
    }
}
