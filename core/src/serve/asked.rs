//! What a tool asks of its client, on the wire.

use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, InputRequests, InputRequiredResult, ProtocolVersion};
use serde_json::{Value, json};

use super::render::{protocol_error, result};
use crate::project::Node;
use crate::registry::{CallHost, InputRequest, InputRequired, ProtocolError, Reply};

/// The questions, to a client that can be asked them.
pub(super) fn response(
    node: &Node,
    asked: InputRequired,
    host: &dyn CallHost,
) -> Result<CallToolResponse, ErrorData> {
    let version = host.protocol_version().unwrap_or_default();
    if version.as_str() < ProtocolVersion::V_2026_07_28.as_str() {
        return Ok(result(Reply::error(format!(
            "{} cannot go on: {asked}. A client can be asked in MCP {} and later, and this one speaks {version}.",
            node.name,
            ProtocolVersion::V_2026_07_28
        )))
        .into());
    }
    let declared = host.client_capabilities().unwrap_or_default();
    let requests = asked.requests.values().filter(|request| !declares(&declared, request));
    let mut missing: Vec<_> = requests.map(InputRequest::capability).collect();
    if !missing.is_empty() {
        missing.sort_unstable();
        missing.dedup();
        return Err(protocol_error(ProtocolError::missing_capability(&missing)));
    }
    if asked.requests.is_empty() && asked.state.is_none() {
        let message = format!("{} asks its client for something, and does not say what", node.name);
        return Err(ErrorData::internal_error(message, None));
    }
    let requests: Result<InputRequests, _> = asked
        .requests
        .into_iter()
        .map(|(key, request)| match serde_json::from_value(on_the_wire(request)) {
            Ok(request) => Ok((key, request)),
            Err(error) => Err(ErrorData::internal_error(
                format!("`{key}`, which {} asks, is nothing that MCP knows: {error}", node.name),
                None,
            )),
        })
        .collect();
    let requests = Some(requests?).filter(|requests| !requests.is_empty());
    Ok(InputRequiredResult::new(requests, asked.state).into())
}

/// "A server MUST NOT rely on capabilities the client has not declared" (MCP 2026-07-28). A client that says no more of
/// elicitation than that it can do it knows forms.
fn declares(capabilities: &Value, request: &InputRequest) -> bool {
    match request {
        InputRequest::Form { .. } => capabilities
            .get("elicitation")
            .is_some_and(|modes| modes.get("form").is_some() || modes.get("url").is_none()),
        InputRequest::Url { .. } => capabilities.pointer("/elicitation/url").is_some(),
        InputRequest::Sampling(_) => capabilities.get("sampling").is_some(),
        InputRequest::Roots => capabilities.get("roots").is_some(),
    }
}

fn on_the_wire(request: InputRequest) -> Value {
    match request {
        InputRequest::Form { message, schema } => json!({
            "method": "elicitation/create",
            "params": {"mode": "form", "message": message, "requestedSchema": schema},
        }),
        InputRequest::Url { message, url } => json!({
            "method": "elicitation/create",
            "params": {"mode": "url", "message": message, "url": url},
        }),
        InputRequest::Sampling(params) => {
            json!({"method": "sampling/createMessage", "params": params})
        }
        InputRequest::Roots => json!({"method": "roots/list"}),
    }
}
