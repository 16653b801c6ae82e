//! The MCP handler, written by hand: everything that can be is made once.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode,
    Implementation, JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use serde_json::Value;
use tokio::sync::mpsc::Receiver;

use super::call_host::{News, ServedCall};
use super::{declare, render};
use crate::invoke::{Refusal, Runner};
use crate::policy::Policy;
use crate::project::{Node, Projection};
use crate::registry::{CallHost, Reply};

/// Time that a tool has to end after its call was cancelled.
const GRACE: Duration = Duration::from_secs(4);

/// Answers the requests of one service; shared by all its sessions.
#[derive(Clone)]
pub(super) struct Handler(Arc<Shared>);

struct Shared {
    projection: Arc<Projection>,
    runner: Arc<Runner>,
    policy: Option<Arc<Policy>>,
    tools: Vec<Tool>,
    config: ServerConfig,
}

impl Handler {
    pub(super) fn new(
        projection: Arc<Projection>,
        runner: Arc<Runner>,
        policy: Option<Arc<Policy>>,
    ) -> Self {
        let instance = &projection.instance;
        let mut implementation = Implementation::new(&instance.name, &instance.version);
        implementation.title.clone_from(&instance.title);
        implementation.description.clone_from(&instance.description);
        let config = ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(implementation);
        let tools = declare::tools(&projection);
        Self(Arc::new(Shared { projection, runner, policy, tools, config }))
    }

    /// Runs a call. Most functions are done at once, so that first step comes before all that only a call
    /// that takes a while needs; that part is boxed, since the session moves this future about.
    async fn run(
        &self,
        node: &Node,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let CallToolRequestParams { arguments, input_responses, request_state, .. } = request;
        let RequestContext { ct, meta, peer, .. } = context;
        let (host, news) = ServedCall::new(ct, peer, meta, input_responses, request_state);
        let host = Arc::new(host);
        let surroundings: Arc<dyn CallHost> = host.clone();
        let arguments = arguments.unwrap_or_default();
        let mut answer = pin!(self.0.call(node, arguments, surroundings));
        let at_once = poll_fn(|cx| Poll::Ready(answer.as_mut().poll(cx))).await;
        let result = match at_once {
            Poll::Ready(result) if news.is_none() => result,
            at_once => Box::pin(attend(node, at_once, answer, &host, news)).await,
        };
        match result {
            Ok(reply) => render::response(node, reply, host.as_ref()),
            Err(refusal) => Ok(render::refusal(&refusal).into()),
        }
    }
}

impl Shared {
    async fn call(&self, node: &Node, arguments: JsonObject, host: Arc<dyn CallHost>) -> Outcome {
        match &self.policy {
            None => self.runner.call(node, arguments, host).await,
            // Boxed: a call that nobody judges or records should not carry the room for it.
            Some(policy) => Box::pin(policy.call(&self.runner, node, arguments, host)).await,
        }
    }
}

type Outcome = Result<Reply, Refusal>;

/// Waits for an answer while progress is told, and until the caller no longer waits.
async fn attend(
    node: &Node,
    at_once: Poll<Outcome>,
    mut answer: Pin<&mut impl Future<Output = Outcome>>,
    host: &ServedCall,
    mut news: Option<Receiver<News>>,
) -> Outcome {
    let abandoned = async {
        host.cancellation.cancelled().await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::pin!(abandoned);
    let result = match at_once {
        Poll::Ready(result) => result,
        Poll::Pending => loop {
            tokio::select! {
                biased;
                Some(told) = next(news.as_mut()) => tell(node, host, told).await,
                result = &mut answer => break result,
                () = &mut abandoned => {
                    break Ok(Reply::error(format!("{} was cancelled", node.name)));
                }
            }
        },
    };
    // What was reported before the end is told before the result.
    while let Some(told) = news.as_mut().and_then(|news| news.try_recv().ok()) {
        tell(node, host, told).await;
    }
    result
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        self.0.config.clone()
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut tools = self.0.tools.clone();
        if let Some(policy) = self.0.policy.as_ref().filter(|policy| policy.has_roles()) {
            let role = context.meta.get(Policy::ROLE).and_then(Value::as_str);
            tools.retain(|tool| {
                self.0.projection.get(&tool.name).is_some_and(|node| policy.shows(node, None, role))
            });
        }
        Ok(ListToolsResult::with_all_items(tools))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.0.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match self.0.projection.get(&request.name) {
            Some(node) => self.run(node, request, context).await,
            None => Err(unknown(&self.0.projection, &request.name)),
        }
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // A request of a known method whose parameters do not parse comes here, too.
        if request.method == "tools/call" {
            return Err(ErrorData::invalid_params(
                "tools/call takes {\"name\": string, \"arguments\": object}",
                None,
            ));
        }
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None))
    }
}

async fn next(news: Option<&mut Receiver<News>>) -> Option<News> {
    match news {
        Some(news) => news.recv().await,
        None => None,
    }
}

#[allow(deprecated, reason = "deprecated by SEP-2577, and part of MCP 2026-07-28")]
async fn tell(node: &Node, host: &ServedCall, news: News) {
    use rmcp::model::LoggingMessageNotificationParam;
    // A client that is gone is noticed by the session, not here.
    let _ = match news {
        News::Progress(progress) => host.peer.notify_progress(progress).await,
        News::Log(level, data) => {
            let message = LoggingMessageNotificationParam::new(render::log_level(level), data);
            host.peer.notify_logging_message(message.with_logger(&node.name)).await
        }
    };
}

/// An unknown tool is a protocol error (MCP 2025-11-25, *Tools*, "Error Handling").
fn unknown(projection: &Projection, name: &str) -> ErrorData {
    let names = projection.nodes.iter().map(|node| node.name.as_str());
    let mut message = format!("unknown tool: {name}");
    if let Some(meant) = toolnode_rules::suggest::did_you_mean(name, names) {
        message += &format!("; did you mean {meant}?");
    }
    ErrorData::invalid_params(message, None)
}
