//! What a client is told that is turned away: what it sent, and what is accepted. rmcp judges; it says little more than a status.

use axum::body::{self, Body};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rmcp::model::{ErrorCode, ErrorData, JsonRpcError, ProtocolVersion, RequestId};
use rmcp::transport::StreamableHttpServerConfig;
use serde_json::{Value, json};

use super::super::handler;
use super::super::malformed::{self, Malformed};
use super::tokens::Unproven;

/// The most that is read of what rmcp says.
const SAID_BYTES: usize = 64 << 10;

static REVISION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// What a refusal may be about.
pub(super) struct Sent {
    method: Method,
    host: Option<HeaderValue>,
    origin: Option<HeaderValue>,
    accept: Option<HeaderValue>,
    content_type: Option<HeaderValue>,
    revision: Option<HeaderValue>,
}

impl Sent {
    pub(super) fn of(request: &Request) -> Self {
        let header = |name: &HeaderName| request.headers().get(name).cloned();
        Self {
            method: request.method().clone(),
            host: header(&header::HOST),
            origin: header(&header::ORIGIN),
            accept: header(&header::ACCEPT),
            content_type: header(&header::CONTENT_TYPE),
            revision: header(&REVISION),
        }
    }
}

/// Whether a response is a refusal that is not JSON-RPC yet.
pub(super) fn is_terse(response: &Response) -> bool {
    response.status().as_u16() >= 400
        && response
            .headers()
            .get(header::CONTENT_TYPE)
            .is_none_or(|kind| !kind.as_bytes().starts_with(b"application/json"))
}

/// Whether a response may be a refusal of headers that is JSON-RPC already.
pub(super) fn is_of_headers(response: &Response) -> bool {
    response.status() == StatusCode::BAD_REQUEST && !is_terse(response)
}

/// The same refusal of headers, with what was sent and what is accepted, and without values of the call: they would be in the
/// logs of whatever is in between.
pub(super) async fn retold(response: Response, sent: &Sent) -> Response {
    let (mut parts, body) = response.into_parts();
    let Ok(said) = body::to_bytes(body, usize::MAX).await else {
        return (parts.status, Body::empty()).into_response();
    };
    let Ok(mut error) = serde_json::from_slice::<JsonRpcError>(&said) else {
        return Response::from_parts(parts, Body::from(said));
    };
    let message = match error.error.code {
        ErrorCode::HEADER_MISMATCH => mismatch(&error.error.message, sent),
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => {
            let requested = error.error.data.as_ref().and_then(|data| data.get("requested"));
            let requested = requested.and_then(Value::as_str).unwrap_or_default();
            Some(format!(
                "the revision {requested} was asked for; accepted is one of {}",
                spoken().join(", ")
            ))
        }
        _ => None,
    };
    let Some(message) = message else { return Response::from_parts(parts, Body::from(said)) };
    error.error.message = message.into();
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(serde_json::to_vec(&error).unwrap_or_default()))
}

/// What rmcp says of headers that differ from the body; nothing where that is well said and holds no value.
fn mismatch(said: &str, sent: &Sent) -> Option<String> {
    if said.starts_with("request _meta protocolVersion requires") {
        let accepted = "the revision that `_meta` of the request has as `io.modelcontextprotocol/protocolVersion`";
        return Some(differs("MCP-Protocol-Version", sent.revision.as_ref(), accepted));
    }
    if let Some(rest) = said.strip_prefix("missing required ") {
        let (name, _) = rest.split_once(" header")?;
        return Some(format!(
            "no `{name}` was sent; accepted is what the body of the request says"
        ));
    }
    let (name, _) = said.split_once(" header").filter(|_| said.contains(" does not match "))?;
    Some(format!(
        "`{name}` says something else than the body of the request; accepted is the same in both"
    ))
}

/// A header of which there is one in a request (RFC 9112, section 3.2, of `Host`), where there are more: what is in between may
/// have gone by another of them.
pub(super) fn repeated(headers: &HeaderMap) -> Option<&'static HeaderName> {
    const ONCE: [&HeaderName; 3] = [&header::HOST, &header::ORIGIN, &REVISION];
    ONCE.into_iter().find(|name| headers.get_all(*name).iter().nth(1).is_some())
}

/// A request with a header more than once.
pub(super) fn not_once(name: &HeaderName) -> Response {
    let name = match name.as_str() {
        "host" => "Host",
        "origin" => "Origin",
        _ => "MCP-Protocol-Version",
    };
    let message = format!("`{name}` was sent more than once; accepted is one");
    refused(StatusCode::BAD_REQUEST, None, ErrorData::invalid_request(message, None))
}

/// The same refusal, as a JSON-RPC error that says what was sent and what is accepted.
pub(super) async fn reworded(
    response: Response,
    sent: &Sent,
    body_sent: &[u8],
    config: &StreamableHttpServerConfig,
) -> Response {
    let (mut parts, body) = response.into_parts();
    // What cannot be read is worded by its status alone.
    let said = body::to_bytes(body, SAID_BYTES).await.unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let is_malformed = said.starts_with("fail to deserialize");
    let (id, error) = if is_malformed {
        parts.status = StatusCode::BAD_REQUEST;
        unreadable(body_sent, &said)
    } else {
        (None, error(parts.status, &said, sent, config))
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    let mut response = refused(parts.status, id, error);
    // `Allow`, and whatever else belongs to the status.
    for (name, value) in parts.headers {
        if let Some(name) = name
            && name != header::CONTENT_TYPE
        {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// A request that does not prove who sends it (RFC 6750, section 3).
pub(super) fn unauthorized(why: Unproven) -> Response {
    const ACCEPTED: &str = "accepted is `Authorization: Bearer TOKEN`, with a token whose SHA-256 stands in the server's file of tokens";
    let (what, challenge) = match why {
        Unproven::Absent => ("no token was sent", "Bearer realm=\"toolnode\""),
        Unproven::Other => (
            "what was sent as `Authorization` is not one bearer token",
            "Bearer realm=\"toolnode\", error=\"invalid_request\", error_description=\"not one bearer token\"",
        ),
        Unproven::Unknown => (
            "the token that was sent is not known",
            "Bearer realm=\"toolnode\", error=\"invalid_token\", error_description=\"the token is not known\"",
        ),
    };
    let error = ErrorData::invalid_request(format!("{what}; {ACCEPTED}"), None);
    let mut response = refused(StatusCode::UNAUTHORIZED, None, error);
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
    response
}

fn refused(status: StatusCode, id: Option<RequestId>, error: ErrorData) -> Response {
    let body = serde_json::to_vec(&JsonRpcError::new(id, error)).unwrap_or_default();
    (status, [(header::CONTENT_TYPE, "application/json")], Body::from(body)).into_response()
}

/// rmcp's words tell apart what has the same status.
fn error(
    status: StatusCode,
    said: &str,
    sent: &Sent,
    config: &StreamableHttpServerConfig,
) -> ErrorData {
    let message = match status.as_u16() {
        400 if said.contains("MCP-Protocol-Version") => return revision(sent),
        400 if said.contains("Session ID") => {
            "no `Mcp-Session-Id` was sent; this server keeps sessions for clients of the revisions before 2026-07-28, which begin \
             with `initialize` and then send the id that its answer has"
                .to_owned()
        }
        400 | 403 if said.contains("Host") => differs("Host", sent.host.as_ref(), &list(&config.allowed_hosts)),
        403 if said.contains("Origin") => {
            let accepted = match config.allowed_origins.as_slice() {
                [] => "requests without it, which no web page can send".to_owned(),
                origins => format!("{}, and requests without it", list(origins)),
            };
            differs("Origin", sent.origin.as_ref(), &accepted)
        }
        404 => "the session that `Mcp-Session-Id` names is over, or never was; begin another with `initialize`".to_owned(),
        405 => {
            let accepted = if config.legacy_session_mode { "POST, GET and DELETE" } else { "POST" };
            format!("{} was sent; accepted is {accepted}", sent.method)
        }
        406 if sent.method == Method::GET => {
            differs("Accept", sent.accept.as_ref(), "what has text/event-stream in it")
        }
        406 => differs(
            "Accept",
            sent.accept.as_ref(),
            "what has both application/json and text/event-stream in it",
        ),
        413 => format!(
            "the body is larger than {} bytes, which is the most that is accepted",
            config.max_request_body_bytes
        ),
        415 => differs("Content-Type", sent.content_type.as_ref(), "application/json"),
        500 => return ErrorData::new(ErrorCode::INTERNAL_ERROR, said.to_owned(), None),
        _ => said.to_owned(),
    };
    ErrorData::invalid_request(message, None)
}

fn differs(name: &str, sent: Option<&HeaderValue>, accepted: &str) -> String {
    match sent {
        Some(value) => format!("`{name}: {}` was sent; accepted is {accepted}", shown(value)),
        None => format!("no `{name}` was sent; accepted is {accepted}"),
    }
}

fn shown(value: &HeaderValue) -> String {
    String::from_utf8_lossy(value.as_bytes()).into_owned()
}

fn list(words: &[String]) -> String {
    words.join(", ")
}

/// As of 2026-07-28, *Versioning*; the data is what a client picks another revision by.
fn revision(sent: &Sent) -> ErrorData {
    let requested = sent.revision.as_ref().map(shown).unwrap_or_default();
    let supported = spoken();
    ErrorData::new(
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
        format!(
            "`MCP-Protocol-Version: {requested}` was sent; accepted is one of {}",
            supported.join(", ")
        ),
        Some(json!({"supported": supported, "requested": requested})),
    )
}

/// The revisions that are served.
fn spoken() -> Vec<&'static str> {
    handler::REVISIONS.iter().map(ProtocolVersion::as_str).collect()
}

/// A body that is no message. Of a long one only rmcp's words are known, in which what is no JSON has a place.
fn unreadable(body: &[u8], said: &str) -> (Option<RequestId>, ErrorData) {
    if !body.is_empty() {
        let Malformed { id, error, .. } = malformed::explain(body);
        return (id, error);
    }
    let why = said.trim_start_matches("fail to deserialize request body").trim();
    let error = if why.contains(" at line ") {
        ErrorData::parse_error(format!("this is no JSON: {why}"), None)
    } else {
        ErrorData::invalid_request(format!("this is JSON, and no JSON-RPC message: {why}"), None)
    };
    (None, error)
}
