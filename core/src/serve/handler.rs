//! The MCP handler, written by hand: everything that can be is made once.

use std::borrow::Cow;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::ServerHandler;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest,
    CustomResult, DiscoverResult, ErrorCode, Extensions, Implementation, JsonObject,
    ListToolsResult, MetaObject, PaginatedRequestParams, ProtocolVersion, ServerCapabilities,
    ServerConfig, ServerResult, Tool,
};
use rmcp::service::RequestContext;
use serde_json::Value;
use tokio::sync::mpsc::Receiver;

use super::call_host::{Actor, LOG_LEVEL, News, ServedCall};
use super::listing::{self, Generation, Listing, Prepared, SERVER_INFO, TTL_MS};
use super::{malformed, render};
use crate::invoke::{Refusal, Runner};
use crate::policy::Policy;
use crate::project::{Node, Projection};
use crate::registry::{CallHost, Reply};

/// Time that a tool has to end after its call was cancelled.
const GRACE: Duration = Duration::from_secs(4);

/// The revisions that are served, oldest first.
pub(super) const REVISIONS: &[ProtocolVersion] = &[
    ProtocolVersion::V_2025_03_26,
    ProtocolVersion::V_2025_06_18,
    ProtocolVersion::V_2025_11_25,
    ProtocolVersion::V_2026_07_28,
];

/// Answers the requests of one service; shared by all its sessions.
#[derive(Clone)]
pub(super) struct Handler(Arc<Shared>);

struct Shared {
    projection: Arc<Projection>,
    runner: Arc<Runner>,
    policy: Option<Arc<Policy>>,
    listing: Listing,
    /// Who may keep an answer about what is served.
    scope: CacheScope,
    config: ServerConfig,
    server_info: Value,
    /// How a result of 2026-07-28 ends, with the server's name in it.
    signature: String,
}

impl Handler {
    /// A handler that shows so many tools a page.
    pub(super) fn new(
        projection: Arc<Projection>,
        runner: Arc<Runner>,
        policy: Option<Arc<Policy>>,
        page_size: Option<u32>,
        scope: CacheScope,
    ) -> Self {
        let instance = &projection.instance;
        let mut implementation = Implementation::new(&instance.name, &instance.version);
        implementation.title.clone_from(&instance.title);
        implementation.description.clone_from(&instance.description);
        let server_info = serde_json::to_value(&implementation).unwrap_or_default();
        let config = ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(implementation);
        let listing = Listing::new(Arc::clone(&projection), page_size, scope, &server_info);
        let meta = serde_json::json!({ SERVER_INFO: server_info });
        let signature = format!(",\"_meta\":{meta}}}");
        Self(Arc::new(Shared {
            projection,
            runner,
            policy,
            listing,
            scope,
            config,
            server_info,
            signature,
        }))
    }

    /// Runs a call. Most functions are done at once, so that first step comes before all that only a call
    /// that takes a while needs.
    async fn run(
        &self,
        node: &Node,
        arguments: JsonObject,
        host: Arc<ServedCall>,
        news: Option<Receiver<News>>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut answer = pin!(self.0.call(node, arguments, host.clone()));
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
            Some(policy) => {
                let outcome = Box::pin(policy.call(&self.runner, node, arguments, host)).await;
                if let Err(refusal) = &outcome {
                    policy.remember(refusal);
                }
                outcome
            }
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

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(REVISIONS)
    }

    async fn discover(
        &self,
        _context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let revisions = self.supported_protocol_versions().into_owned();
        let mut info = self.get_info();
        // Messages are asked for with each request here, and before that nowhere: there they are not declared.
        info.capabilities.logging = Some(JsonObject::new());
        Ok(DiscoverResult::from_server_info(revisions, info)
            .with_ttl_ms(TTL_MS)
            .with_cache_scope(self.0.scope))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let prepared = extension::<Prepared>(&context.extensions);
        if request.is_none() && prepared.is_some_and(Prepared::has_wrong_cursor) {
            return Err(listing::bad_cursor());
        }
        let generation = Generation::of(&context);
        let cursor = request.as_ref().and_then(|request| request.cursor.as_deref());
        let page = match self.0.policy.as_ref().filter(|policy| policy.has_roles()) {
            None => self.0.listing.page(generation, cursor, None)?,
            Some(policy) => {
                let actor = actor(&context.extensions);
                let role = context.meta.get(Policy::ROLE).and_then(Value::as_str);
                let shows = |node: &Node| policy.shows(node, actor.as_deref(), role);
                self.0.listing.page(generation, cursor, Some(&shows))?
            }
        };
        match prepared.filter(|prepared| prepared.is_taken()) {
            Some(prepared) => {
                prepared.set(context.id, page);
                Ok(ListToolsResult::default())
            }
            // A transport of rmcp's own.
            None => serde_json::from_str(&page)
                .map_err(|error| ErrorData::internal_error(error.to_string(), None)),
        }
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        // It is asked for with each call, and of what is given the schema alone is looked at, for headers.
        let tool = self.0.listing.tool_with_headers(name)?;
        Some(Tool::new(tool.name.clone(), "", Arc::clone(&tool.input_schema)))
    }

    fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<CallToolResponse, ErrorData>> + Send + '_ {
        let node = self.0.projection.get(&request.name);
        let node = node.ok_or_else(|| unknown(&self.0.projection, &request.name));
        let generation = Generation::of(&context);
        let place = extension::<Prepared>(&context.extensions);
        let place = place.filter(|place| place.is_taken() && says_nothing(&context)).cloned();
        let CallToolRequestParams { arguments, input_responses, request_state, .. } = request;
        let RequestContext { ct, id, meta, peer, extensions, .. } = context;
        let actor = actor(&extensions);
        let (host, news) = ServedCall::new(ct, peer, actor, meta, input_responses, request_state);
        // Boxed, and small: the session moves this future about many times before it is polled.
        Box::pin(async move {
            // What the transport holds on to as long as the call runs.
            let _held = extensions;
            let ran = self.run(node?, arguments.unwrap_or_default(), Arc::new(host), news);
            match (place, ran.await?) {
                (Some(place), CallToolResponse::Complete(result)) => {
                    place.set(id, self.written(generation, result));
                    Ok(CallToolResult::default().into())
                }
                (_, mut response) => {
                    match &mut response {
                        _ if generation == Generation::Session => {}
                        CallToolResponse::Complete(result) => self.sign(&mut result.meta),
                        CallToolResponse::InputRequired(result) => self.sign(&mut result.meta),
                        _ => {}
                    }
                    Ok(response)
                }
            }
        })
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let served = match Generation::of(&context) {
            Generation::Session => ["initialize", "ping", "tools/list", "tools/call"].as_slice(),
            Generation::Stateless => &["server/discover", "tools/list", "tools/call"],
        };
        let method = request.method;
        // A request of a known method whose parameters do not parse comes here, too.
        let wrong = malformed::wrong_parameters(&method).filter(|_| served.contains(&&*method));
        Err(wrong.unwrap_or_else(|| {
            let message = format!("unknown method: {method}; served are {}", served.join(", "));
            ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None)
        }))
    }
}

impl Handler {
    /// A server names itself in each result of 2026-07-28 (*Overview*, "`_meta`").
    fn sign(&self, meta: &mut Option<MetaObject>) {
        meta.get_or_insert_default().insert(SERVER_INFO.to_owned(), self.0.server_info.clone());
    }

    /// The JSON of a result, with all that rmcp would do to it.
    fn written(&self, generation: Generation, mut result: CallToolResult) -> Arc<str> {
        match generation {
            Generation::Stateless if result.meta.is_none() => {
                let mut json = listing::text(&result);
                // The brace at its end.
                json.pop();
                json.push_str(&self.0.signature);
                json.into()
            }
            Generation::Stateless => {
                self.sign(&mut result.meta);
                listing::text(&result).into()
            }
            Generation::Session => {
                let mut result = ServerResult::CallToolResult(result);
                result.strip_result_type_for_legacy_peer();
                result.strip_non_object_output_for_legacy_peer();
                listing::text(&result).into()
            }
        }
    }
}

/// Whether nothing but the answer is said to the client: it asked for neither progress nor messages.
fn says_nothing(context: &RequestContext<RoleServer>) -> bool {
    context.meta.get_progress_token().is_none() && !context.meta.contains_key(LOG_LEVEL)
}

/// What a request brought along: its own, or that of the HTTP request that it came in.
fn extension<T: Clone + Send + Sync + 'static>(extensions: &Extensions) -> Option<&T> {
    #[cfg(feature = "http")]
    if let Some(parts) = extensions.get::<axum::http::request::Parts>() {
        return parts.extensions.get();
    }
    extensions.get()
}

/// The actor whose token was shown.
fn actor(extensions: &Extensions) -> Option<Arc<str>> {
    extension::<Actor>(extensions).map(|actor| Arc::clone(&actor.0))
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
