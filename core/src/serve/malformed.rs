//! What a client is told whose message cannot be read.

use rmcp::ErrorData;
use rmcp::model::RequestId;
use serde_json::Value;

/// A message that is none.
pub(super) struct Malformed {
    /// The request that it should be.
    pub(super) id: Option<RequestId>,
    pub(super) error: ErrorData,
    /// Whether it is answered also where nobody waits for an answer to just this message. A notification never is, and what is
    /// no JSON is not, for the answer could be answered in turn.
    pub(super) is_answered: bool,
}

/// Why something that rmcp could not read is no message.
pub(super) fn explain(message: &[u8]) -> Malformed {
    let value: Value = match serde_json::from_slice(message) {
        Ok(value) => value,
        Err(error) => {
            let error = ErrorData::parse_error(format!("this is no JSON: {error}"), None);
            return Malformed { id: None, error, is_answered: false };
        }
    };
    let id = value.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
    let method = value.get("method").and_then(Value::as_str);
    let error = match method {
        Some(method) if id.is_some() && value["jsonrpc"] == "2.0" => wrong_parameters(method)
            .unwrap_or_else(|| {
                ErrorData::invalid_params(format!("the parameters of {method} are an object"), None)
            }),
        _ => ErrorData::invalid_request(
            "this is JSON, and no JSON-RPC message: one is an object with \"jsonrpc\": \"2.0\", an \"id\" that is a string or an \
             integer, \"method\" and \"params\"",
            None,
        ),
    };
    let is_answered = method.is_none() || value.get("id").is_some();
    Malformed { id, error, is_answered }
}

/// What a method takes that is served, when it was given something else.
pub(super) fn wrong_parameters(method: &str) -> Option<ErrorData> {
    let takes = match method {
        "initialize" => {
            "{\"protocolVersion\": string, \"capabilities\": object, \"clientInfo\": {\"name\": string, \"version\": string}}"
        }
        "ping" => "an object, or nothing",
        "server/discover" => "{\"_meta\": object}",
        "tools/list" => "{\"cursor\": string}, which may be left out",
        "tools/call" => "{\"name\": string, \"arguments\": object}",
        _ => return None,
    };
    Some(ErrorData::invalid_params(format!("{method} takes {takes}; `_meta` is an object"), None))
}
