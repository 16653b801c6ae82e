//! What a served call lends to its tool: cancellation, progress, and what is known of the client.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{InputResponses, ProgressNotificationParam, ProgressToken, RequestMetaObject};
use rmcp::service::Peer;
use serde_json::Value;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio_util::sync::CancellationToken;

use crate::registry::{CallHost, LogLevel};

/// Messages that may wait to be sent; a client that is slower than that misses some.
const NEWS: usize = 4096;

/// The key of a request's `_meta` by which a caller limits its call, in seconds.
const LIMIT: &str = "toolnode/seconds";
/// Keys of a request's `_meta` (MCP 2026-07-28, *Per-Request Metadata*).
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(super) const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// Who calls, as the transport proved it.
#[derive(Clone, Debug)]
pub(super) struct Actor(pub(super) Arc<str>);

/// The surroundings of one served call.
pub(super) struct ServedCall {
    pub(super) cancellation: CancellationToken,
    pub(super) peer: Peer<RoleServer>,
    actor: Option<Arc<str>>,
    meta: RequestMetaObject,
    responses: Option<InputResponses>,
    state: Option<String>,
    told: Option<Told>,
}

/// Where news of the call go, when the client asked for any.
struct Told {
    sender: Sender<News>,
    progress: Option<(ProgressToken, Mutex<f64>)>,
    log: Option<LogLevel>,
}

/// What a client is told while the call runs, in the order in which the tool said it.
pub(super) enum News {
    Progress(ProgressNotificationParam),
    Log(LogLevel, Value),
}

impl ServedCall {
    /// The surroundings, and the news where the client asked for any.
    pub(super) fn new(
        cancellation: CancellationToken,
        peer: Peer<RoleServer>,
        actor: Option<Arc<str>>,
        meta: RequestMetaObject,
        responses: Option<InputResponses>,
        state: Option<String>,
    ) -> (Self, Option<Receiver<News>>) {
        let token = meta.get_progress_token();
        let log = meta.get(LOG_LEVEL).and_then(|level| log_level(level.as_str()?));
        let (told, news) = if token.is_some() || log.is_some() {
            let (sender, news) = mpsc::channel(NEWS);
            let progress = token.map(|token| (token, Mutex::new(f64::NEG_INFINITY)));
            (Some(Told { sender, progress, log }), Some(news))
        } else {
            (None, None)
        };
        (Self { cancellation, peer, actor, meta, responses, state, told }, news)
    }
}

fn log_level(name: &str) -> Option<LogLevel> {
    Some(match name {
        "debug" => LogLevel::Debug,
        "info" => LogLevel::Info,
        "notice" => LogLevel::Notice,
        "warning" => LogLevel::Warning,
        "error" => LogLevel::Error,
        "critical" => LogLevel::Critical,
        "alert" => LogLevel::Alert,
        "emergency" => LogLevel::Emergency,
        _ => return None,
    })
}

impl CallHost for ServedCall {
    fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled()
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.cancellation.cancelled())
    }

    fn time_limit(&self) -> Option<Duration> {
        let seconds = self.meta.get(LIMIT)?.as_f64()?;
        Duration::try_from_secs_f64(seconds).ok()
    }

    fn actor(&self) -> Option<&str> {
        self.actor.as_deref()
    }

    fn meta(&self, key: &str) -> Option<&Value> {
        self.meta.get(key)
    }

    fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let Some(told) = &self.told else { return };
        let Some((token, last)) = &told.progress else { return };
        let Ok(mut last) = last.lock() else { return };
        // "The progress value MUST increase with each notification" (MCP, *Progress*); NaN never does.
        if progress > *last {
            *last = progress;
            let mut param = ProgressNotificationParam::new(token.clone(), progress);
            param.total = total;
            param.message = message.map(str::to_owned);
            // A receiver that is gone means that the call is over, a full one that the client does not keep up.
            let _ = told.sender.try_send(News::Progress(param));
        }
    }

    fn protocol_version(&self) -> Option<String> {
        match self.meta.get(VERSION) {
            Some(version) => version.as_str().map(str::to_owned),
            None => self.peer.peer_info().map(|info| info.protocol_version.to_string()),
        }
    }

    fn client_capabilities(&self) -> Option<Value> {
        match self.meta.get(CAPABILITIES) {
            Some(capabilities) => Some(capabilities.clone()),
            None => serde_json::to_value(&self.peer.peer_info()?.capabilities).ok(),
        }
    }

    fn input_response(&self, key: &str) -> Option<&Value> {
        self.responses.as_ref()?.get(key)
    }

    fn request_state(&self) -> Option<&str> {
        self.state.as_deref()
    }

    fn log_level(&self) -> Option<LogLevel> {
        self.told.as_ref()?.log
    }

    fn log(&self, level: LogLevel, data: Value) {
        if let Some(told) = &self.told {
            let _ = told.sender.try_send(News::Log(level, data));
        }
    }
}
