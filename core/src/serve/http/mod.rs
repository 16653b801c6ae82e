//! Serving over streamable HTTP: rmcp's service behind one endpoint, and in front of it who may come and what is said to those who
//! may not.

mod cors;
mod listener;
mod refusal;
mod sessions;
mod tokens;

use std::convert::Infallible;
use std::future::{self, Future};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::handler::HandlerWithoutStateExt;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::serve::ListenerExt;
use http_body_util::BodyExt;
use http_body_util::combinators::BoxBody;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::CancellationToken;

use super::call_host::Actor;
use super::handler::Handler;
use super::listing::Prepared;
use super::{MESSAGE_BYTES, Service};
use crate::invoke::Runner;
use cors::Page;
use refusal::Sent;
use sessions::Sessions;
use tokens::Tokens;

pub use listener::{HttpError, Listener};

/// Where the protocol is spoken.
pub const PATH: &str = "/mcp";

/// Time for answers to be sent once nothing runs any more, and then for what never ends by itself.
const CLOSING: Duration = Duration::from_millis(500);

impl Service {
    /// Serves over HTTP until `ended` resolves; then nothing is accepted any more, streams are closed, and what is being
    /// answered has a second. [`shut_down`](Self::shut_down) goes before, so that calls end.
    ///
    /// `GET /healthz` is answered while the process lives, `GET /readyz` while calls are let in.
    ///
    /// # Errors
    ///
    /// The listener is broken.
    pub async fn serve_http(
        &self,
        listener: Listener,
        ended: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let (closing, broken_off) = (CancellationToken::new(), CancellationToken::new());
        let endpoint = Arc::new(Endpoint::new(self, &listener, broken_off.clone()));
        let watched = Arc::clone(&endpoint);
        self.runner.start_ahead(&self.projection);
        let app = move |request: Request| at_its_path(Arc::clone(&endpoint), request);
        // An answer is two writes; the second must not wait until the first is acknowledged.
        let tcp = listener.tcp.tap_io(|connection| {
            // A connection that is gone already is noticed when it is read.
            let _ = connection.set_nodelay(true);
        });
        let asked = closing.clone();
        let stop = async move {
            ended.await;
            asked.cancel();
        };
        let late = async {
            closing.cancelled().await;
            // What was just answered is still on its way; streams and sessions would never end by themselves.
            tokio::time::sleep(CLOSING).await;
            broken_off.cancel();
            tokio::time::sleep(CLOSING).await;
        };
        tokio::select! {
            served = axum::serve(tcp, app.into_make_service()).with_graceful_shutdown(stop) => served,
            () = late => Ok(()),
            () = watched.watch_sessions() => Ok(()),
        }
    }
}

/// What answers the requests of one listener.
struct Endpoint {
    mcp: StreamableHttpService<Handler, LocalSessionManager>,
    tokens: Option<Tokens>,
    /// Where there are none, each answer is a whole body, so that another can take its place.
    sessions: Option<Sessions>,
    runner: Arc<Runner>,
}

impl Endpoint {
    fn new(service: &Service, listener: &Listener, broken_off: CancellationToken) -> Self {
        let config = StreamableHttpServerConfig::default()
            .with_allowed_hosts(&listener.hosts)
            .with_allowed_origins(&listener.origins)
            .enforce_origin_validation()
            .with_json_response(true)
            .with_legacy_session_mode(listener.sessions.is_some())
            .with_max_request_body_bytes(MESSAGE_BYTES)
            .with_cancellation_token(broken_off);
        let sessions = listener.sessions.map(Sessions::new);
        let manager = sessions.as_ref().map(Sessions::manager).unwrap_or_default();
        let handler = service.handler.clone();
        Self {
            mcp: StreamableHttpService::new(move || Ok(handler.clone()), manager, config),
            tokens: listener.tokens.clone(),
            sessions,
            runner: Arc::clone(&service.runner),
        }
    }

    /// Ends sessions in their time, for ever.
    async fn watch_sessions(&self) {
        match &self.sessions {
            Some(sessions) => sessions.watch().await,
            None => std::future::pending().await,
        }
    }
}

/// An answer that is on its way. Each is boxed once, and what is large in it again: the futures around it would be copied with
/// all the room that it takes.
type Answering<'a, T = Response> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Answers one request. A router costs each more than it takes to tell three paths apart.
fn at_its_path(endpoint: Arc<Endpoint>, request: Request) -> Answering<'static> {
    let reads = [Method::GET, Method::HEAD].contains(request.method());
    let response = match request.uri().path() {
        PATH => {
            if let Some(name) = refusal::repeated(request.headers()) {
                return Box::pin(future::ready(refusal::not_once(name)));
            }
            return match Page::of(&request) {
                None => answer(endpoint, request),
                Some((page, same_place)) => {
                    Box::pin(answer_page(endpoint, request, page, same_place))
                }
            };
        }
        "/healthz" | "/readyz" if !reads => {
            (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response()
        }
        "/healthz" => "alive\n".into_response(),
        "/readyz" => ready(&endpoint),
        _ => (StatusCode::NOT_FOUND, "nothing is here; MCP is spoken at /mcp\n").into_response(),
    };
    Box::pin(future::ready(response))
}

/// Answers one request of a web page so that the page may read the answer, if it may call.
async fn answer_page(
    endpoint: Arc<Endpoint>,
    request: Request,
    page: Page,
    same_place: Request,
) -> Response {
    let sent = Sent::of(&request);
    // Whether host and origin are allowed, rmcp knows; past that it refuses this one for its method.
    let judged = handled(&endpoint, same_place).await.map(Body::new);
    if judged.status() != StatusCode::METHOD_NOT_ALLOWED {
        return worded(&endpoint, judged, &sent, &Prepared::new(false)).await;
    }
    if let Some(asked) = Page::asked(&request) {
        return page.permits(&asked, endpoint.sessions.is_some());
    }
    let mut response = answer(endpoint, request).await;
    page.reads(response.headers_mut());
    response
}

fn answer(endpoint: Arc<Endpoint>, mut request: Request) -> Answering<'static> {
    if let Some(tokens) = &endpoint.tokens {
        match tokens.actor(request.headers()) {
            Ok(actor) => request.extensions_mut().insert(Actor(actor)),
            Err(why) => return Box::pin(future::ready(refusal::unauthorized(why))),
        };
    }
    // What is secret goes no further, and so into no log.
    request.headers_mut().remove(header::AUTHORIZATION);
    let sent = Sent::of(&request);
    let prepared = Prepared::new(endpoint.sessions.is_none());
    let mut request = seen(request, prepared.clone());
    request.extensions_mut().insert(prepared.clone());
    Box::pin(async move {
        if let Some(sessions) = &endpoint.sessions {
            return Box::pin(in_session(&endpoint, sessions, request, &sent, &prepared)).await;
        }
        let response = handled(&endpoint, request).await;
        match prepared.answer() {
            Some(answer) => response.map(|_| Body::from(answer)),
            None => Box::pin(worded(&endpoint, response.map(Body::new), &sent, &prepared)).await,
        }
    })
}

/// A request whose body is kept while rmcp reads it.
fn seen(request: Request, prepared: Prepared) -> Request {
    request.map(|body| {
        Body::new(body.map_frame(move |frame| {
            if let Some(part) = frame.data_ref() {
                prepared.saw(part);
            }
            frame
        }))
    })
}

/// What rmcp makes of a request.
fn handled(
    endpoint: &Endpoint,
    request: Request,
) -> Answering<'_, axum::http::Response<BoxBody<Bytes, Infallible>>> {
    Box::pin(endpoint.mcp.handle(request))
}

/// Answers a request where older clients have sessions: the one that it names is in use until its call and its answer are over.
async fn in_session(
    endpoint: &Endpoint,
    sessions: &Sessions,
    mut request: Request,
    sent: &Sent,
    prepared: &Prepared,
) -> Response {
    let actor = request.extensions().get::<Actor>().cloned();
    let in_use = sessions.enter(request.headers_mut(), actor.as_ref());
    if let Some(in_use) = &in_use {
        request.extensions_mut().insert(in_use.clone());
    }
    let ends = request.method() == Method::DELETE;
    let mut response = handled(endpoint, request).await.map(Body::new);
    let ends = ends && response.status() == StatusCode::ACCEPTED;
    match in_use {
        // rmcp would say that it ended what is not there.
        None if ends => *response.status_mut() = StatusCode::NOT_FOUND,
        None => sessions.begin(&response, actor),
        Some(in_use) if ends => sessions.end(&in_use),
        Some(in_use) => {
            response = response.map(|body| {
                Body::new(body.map_frame(move |frame| {
                    let _held = &in_use;
                    frame
                }))
            });
        }
    }
    worded(endpoint, response, sent, prepared).await
}

/// An answer, and a refusal in our words.
async fn worded(
    endpoint: &Endpoint,
    response: Response,
    sent: &Sent,
    prepared: &Prepared,
) -> Response {
    if refusal::is_terse(&response) {
        let body = prepared.request().clone().unwrap_or_default();
        return refusal::reworded(response, sent, &body, &endpoint.mcp.config).await;
    }
    if refusal::is_of_headers(&response) {
        return refusal::retold(response, sent).await;
    }
    response
}

fn ready(endpoint: &Endpoint) -> Response {
    if endpoint.runner.is_open() {
        "ready\n".into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "ending\n").into_response()
    }
}
