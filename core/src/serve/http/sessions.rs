//! Sessions of older clients: whose each is, and when it is over. rmcp's own clock counts from the last message, and so would
//! end a session in the middle of a call that takes longer than that.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderValue;
use axum::http::header::HeaderMap;
use axum::response::Response;
use rmcp::transport::streamable_http_server::session::SessionManager;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;

use super::super::call_host::Actor;

/// The header that names a session.
const ID: &str = "mcp-session-id";

/// An id that no session has: what a request names is judged by rmcp alone, whatever the reason that there is none.
const NONE: HeaderValue = HeaderValue::from_static("none");

/// How much later than its time a session may end.
const LATE: Duration = Duration::from_secs(10);

/// The sessions of one listener.
pub(super) struct Sessions {
    manager: Arc<LocalSessionManager>,
    /// How long one lasts in which nothing runs and nobody listens.
    idle: Duration,
    /// Those that began, by their ids.
    begun: Mutex<HashMap<Arc<str>, Session>>,
}

struct Session {
    /// Who began it, where callers prove who they are. An id is no proof: whoever saw it could send it.
    owner: Option<Arc<str>>,
    clock: Arc<Clock>,
}

/// When a session was last used. It is in use as long as anybody else holds its clock.
struct Clock(Mutex<Instant>);

/// A session that is in use until the last clone of this is dropped. It goes along with a request into its call, and with the
/// answer.
#[derive(Clone)]
pub(super) struct InUse(Arc<Use>);

struct Use(Arc<Clock>);

impl Drop for Use {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

impl Sessions {
    pub(super) fn new(idle: Duration) -> Self {
        let mut manager = LocalSessionManager::default();
        manager.session_config.keep_alive = None;
        Self { manager: Arc::new(manager), idle, begun: Mutex::default() }
    }

    pub(super) fn manager(&self) -> Arc<LocalSessionManager> {
        Arc::clone(&self.manager)
    }

    /// Takes the session that a request names into use. One that is over, or another's, is named no more.
    pub(super) fn enter(&self, headers: &mut HeaderMap, actor: Option<&Actor>) -> Option<InUse> {
        let id = headers.get(ID)?.to_str().ok()?;
        let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let own =
            begun.get(id).filter(|session| session.owner.as_ref() == actor.map(|actor| &actor.0));
        let clock = own.map(|session| Arc::clone(&session.clock));
        drop(begun);
        let Some(clock) = clock else {
            headers.insert(ID, NONE);
            return None;
        };
        Some(InUse(Arc::new(Use(clock))))
    }

    /// Keeps the session that an answer begins, for the actor that it is given to.
    pub(super) fn begin(&self, answer: &Response, owner: Option<Actor>) {
        let Some(id) = answer.headers().get(ID).and_then(|id| id.to_str().ok()) else { return };
        let clock = Arc::new(Clock(Mutex::new(Instant::now())));
        let session = Session { owner: owner.map(|owner| owner.0), clock };
        self.begun.lock().unwrap_or_else(PoisonError::into_inner).insert(id.into(), session);
    }

    /// Forgets the session that its client ended.
    pub(super) fn end(&self, ended: &InUse) {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        begun.retain(|_, session| !Arc::ptr_eq(&session.clock, &ended.0.0));
    }

    /// Ends each session whose time is over; goes on for ever.
    pub(super) async fn watch(&self) {
        loop {
            tokio::time::sleep(LATE.min(self.idle / 4)).await;
            for id in self.over() {
                if let Err(error) = self.manager.close_session(&id).await {
                    tracing::warn!(%error, "a session that is over could not be closed");
                }
            }
        }
    }

    /// Forgets the sessions whose time is over. Requests enter under the same lock, so none comes into one that is closed.
    fn over(&self) -> Vec<Arc<str>> {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let over = begun.extract_if(|_, Session { clock, .. }| {
            let last = *clock.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::strong_count(clock) == 1 && last.elapsed() >= self.idle
        });
        over.map(|(id, _)| id).collect()
    }
}
