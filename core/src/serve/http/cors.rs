//! What browsers must be told for a web page of an allowed origin to call (Fetch, *CORS protocol*). tower-http's layer would
//! answer the preflight of any origin and any host with 200; here one that may not call is refused, as in all its requests.

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{self, HeaderMap, HeaderName};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};

/// Headers of requests: those that the protocol and rmcp know, of all its revisions.
const SENT: &str = "Accept, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, \
    Mcp-Session-Id";

/// What headers begin with that repeat an input; each tool has its own.
const INPUT: &str = "mcp-param-";

/// Headers of answers that a page may read, beyond those that it always may.
const READ: &str = "Mcp-Session-Id, WWW-Authenticate";

/// Seconds for which a browser need not ask again.
const ASKED: &str = "7200";

/// A web page that calls.
pub(super) struct Page {
    origin: HeaderValue,
}

impl Page {
    /// The page that a request is from, and a request from the same page to the same host of which only these are judged.
    pub(super) fn of(request: &Request) -> Option<(Self, Request)> {
        let origin = request.headers().get(header::ORIGIN)?.clone();
        let mut same_place = Request::new(Body::empty());
        *same_place.method_mut() = Method::OPTIONS;
        request.uri().clone_into(same_place.uri_mut());
        for name in [header::HOST, header::ORIGIN] {
            for value in request.headers().get_all(&name) {
                same_place.headers_mut().append(&name, value.clone());
            }
        }
        Some((Self { origin }, same_place))
    }

    /// What a browser asks for before the page's own request: that, it will not send unless it is told that it may.
    pub(super) fn asked(request: &Request) -> Option<Vec<HeaderName>> {
        let headers = request.headers();
        if request.method() != Method::OPTIONS
            || !headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
        {
            return None;
        }
        let asked = headers.get_all(header::ACCESS_CONTROL_REQUEST_HEADERS).iter();
        let asked =
            asked.filter_map(|names| names.to_str().ok()).flat_map(|names| names.split(','));
        Some(asked.filter_map(|name| name.trim().parse().ok()).collect())
    }

    /// The answer to that: the methods and headers that may be sent.
    pub(super) fn permits(&self, asked: &[HeaderName], sessions: bool) -> Response {
        let inputs = asked.iter().map(HeaderName::as_str).filter(|name| name.starts_with(INPUT));
        let names: Vec<_> = std::iter::once(SENT).chain(inputs).collect();
        let methods = if sessions { "POST, GET, DELETE" } else { "POST" };
        let mut response = StatusCode::NO_CONTENT.into_response();
        let headers = response.headers_mut();
        self.reads(headers);
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(methods));
        if let Ok(names) = HeaderValue::try_from(names.join(", ")) {
            headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, names);
        }
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(ASKED));
        headers.append(
            header::VARY,
            HeaderValue::from_static(
                "Access-Control-Request-Method, Access-Control-Request-Headers",
            ),
        );
        response
    }

    /// Lets the page read an answer: this page's origin is named, never all.
    pub(super) fn reads(&self, headers: &mut HeaderMap) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, self.origin.clone());
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(READ));
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
    }
}
