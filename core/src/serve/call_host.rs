//! What a served call lends to its tool: cancellation and progress.

use std::future::Future;
use std::pin::Pin;
use std::sync::Mutex;
use std::time::Duration;

use rmcp::model::{ProgressNotificationParam, ProgressToken, RequestMetaObject};
use serde_json::Value;
use tokio::sync::mpsc::Sender;
use tokio_util::sync::CancellationToken;

use crate::registry::CallHost;

/// The surroundings of one served call.
pub(super) struct ServedCall {
    pub(super) cancellation: CancellationToken,
    pub(super) progress: Option<Progress>,
    pub(super) limit: Option<Duration>,
    pub(super) meta: RequestMetaObject,
}

/// Where progress goes, when the client asked for it.
pub(super) struct Progress {
    token: ProgressToken,
    sender: Sender<ProgressNotificationParam>,
    last: Mutex<f64>,
}

impl Progress {
    pub(super) fn new(token: ProgressToken, sender: Sender<ProgressNotificationParam>) -> Self {
        Self { token, sender, last: Mutex::new(f64::NEG_INFINITY) }
    }
}

impl CallHost for ServedCall {
    fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled()
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.cancellation.cancelled())
    }

    fn time_limit(&self) -> Option<Duration> {
        self.limit
    }

    fn meta(&self, key: &str) -> Option<&Value> {
        self.meta.get(key)
    }

    fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let Some(to) = &self.progress else { return };
        let Ok(mut last) = to.last.lock() else { return };
        // "The progress value MUST increase with each notification" (MCP, *Progress*); NaN never does.
        if progress > *last {
            *last = progress;
            let mut param = ProgressNotificationParam::new(to.token.clone(), progress);
            param.total = total;
            param.message = message.map(str::to_owned);
            // A receiver that is gone means that the call is over, a full one that the client does not keep up.
            let _ = to.sender.try_send(param);
        }
    }
}
