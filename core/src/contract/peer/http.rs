//! A server behind a streamable HTTP endpoint.

use serde_json::{Value, json};

use super::{Address, Generation, PATIENCE, PeerError, Wire, result};

pub(super) struct Http {
    agent: ureq::Agent,
    url: String,
    session: Option<String>,
    next: u64,
}

impl Http {
    pub(super) fn new(url: &str) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false);
        #[cfg(feature = "tls")]
        let config = config.tls_config(
            ureq::tls::TlsConfig::builder()
                .root_certs(ureq::tls::RootCerts::PlatformVerifier)
                .build(),
        );
        Self { agent: config.build().into(), url: url.to_owned(), session: None, next: 1 }
    }

    fn post(&mut self, method: &'static str, message: &Value) -> Result<(u16, String), PeerError> {
        let unreachable = |error: ureq::Error| PeerError::Unreachable {
            address: Address::Url(self.url.clone()),
            why: why(&error),
        };
        // A request that says its revision itself is of the stateless generation.
        let revision = match message.pointer("/params/_meta") {
            Some(_) => Generation::Stateless,
            None => Generation::Session,
        };
        let mut request = self
            .agent
            .post(&self.url)
            .header("Accept", "application/json, text/event-stream")
            .header("Content-Type", "application/json")
            .header("Mcp-Method", method);
        if method != "initialize" {
            request = request.header("MCP-Protocol-Version", revision.revision());
        }
        if let Some(session) = &self.session {
            request = request.header("Mcp-Session-Id", session);
        }
        let mut response = request.send(message.to_string()).map_err(unreachable)?;
        let session = response.headers().get("mcp-session-id").and_then(|id| id.to_str().ok());
        if let Some(session) = session {
            self.session = Some(session.to_owned());
        }
        let status = response.status().as_u16();
        let text = response
            .body_mut()
            .read_to_string()
            .map_err(|error| PeerError::NoAnswer { method, why: error.to_string() })?;
        Ok((status, text))
    }
}

impl Wire for Http {
    fn request(&mut self, method: &'static str, params: Value) -> Result<Value, PeerError> {
        let id = self.next;
        self.next += 1;
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let (status, text) = self.post(method, &message)?;
        let answers = |message: &Value| {
            message.get("id") == Some(&json!(id))
                || (message.get("id").is_none_or(Value::is_null) && message.get("error").is_some())
        };
        match messages(&text).into_iter().find(answers) {
            Some(answer) => result(method, answer),
            None if status >= 400 => Err(PeerError::Refused {
                method,
                error: json!({"status": status, "body": text.chars().take(300).collect::<String>()}),
            }),
            None => Err(PeerError::Malformed {
                method,
                why: format!("status {status}, and no answer to it in the body"),
            }),
        }
    }

    fn notify(&mut self, method: &'static str) -> Result<(), PeerError> {
        self.post(method, &json!({"jsonrpc": "2.0", "method": method})).map(|_| ())
    }
}

/// Why a server cannot be reached. A program without TLS says so itself: the library's own words are of its features.
fn why(error: &ureq::Error) -> String {
    #[cfg(feature = "tls")]
    if let Some(why) = super::tls::why(error) {
        return why;
    }
    match error {
        ureq::Error::TlsRequired => {
            "this program was built without TLS; build it with the feature `tls` of toolnode, or name an http:// address"
                .to_owned()
        }
        ureq::Error::Io(error) => error.to_string(),
        other => other.to_string(),
    }
}

/// The messages of a body: one, or the data of server-sent events.
fn messages(body: &str) -> Vec<Value> {
    if let Ok(one) = serde_json::from_str(body) {
        return vec![one];
    }
    let mut found = Vec::new();
    for event in body.replace("\r\n", "\n").split("\n\n") {
        let data: Vec<_> = event
            .lines()
            .filter_map(|line| line.strip_prefix("data:"))
            .map(|data| data.strip_prefix(' ').unwrap_or(data))
            .collect();
        found.extend(serde_json::from_str::<Value>(&data.join("\n")).ok());
    }
    found
}
