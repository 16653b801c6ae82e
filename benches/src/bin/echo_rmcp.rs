//! The limit for anything built on rmcp: a handler written by hand, on the fast transports.
//!
//! `--http` serves over HTTP instead of standard input and output, `--tools FILE` lists other tools than it has.

use std::process::Stdio;
use std::sync::Arc;

use axum::serve::ListenerExt;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Echo {
    text: String,
}

#[derive(Deserialize)]
struct Sum {
    a: i64,
    b: i64,
}

#[derive(Clone)]
struct Server(Arc<Vec<Tool>>);

fn object(value: Value) -> Arc<JsonObject> {
    match value {
        Value::Object(object) => Arc::new(object),
        _ => Arc::default(),
    }
}

fn parse<T: DeserializeOwned>(arguments: Option<JsonObject>) -> Result<T, ErrorData> {
    serde_json::from_value(Value::Object(arguments.unwrap_or_default()))
        .map_err(|error| ErrorData::invalid_params(error.to_string(), None))
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("echo_rmcp", "0.1.0"))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.0.to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let result = match request.name.as_ref() {
            "echo_get" => {
                let Echo { text } = parse(request.arguments)?;
                CallToolResult::success(vec![ContentBlock::text(text)])
            }
            "sum_get" => {
                let Sum { a, b } = parse(request.arguments)?;
                CallToolResult::structured(json!({"sum": a.saturating_add(b)}))
            }
            "nothing_run" => {
                let null = Stdio::null;
                let mut command = tokio::process::Command::new("/bin/true");
                let ended = command.stdin(null()).stdout(null()).stderr(null()).status().await;
                let ended =
                    ended.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
                CallToolResult::success(vec![ContentBlock::text(if ended.success() {
                    ""
                } else {
                    "failed"
                })])
            }
            _ => return Err(ErrorData::invalid_params("unknown tool", None)),
        };
        Ok(result.into())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = json!({"type": "string", "description": "The text to return."});
    let number = |what| json!({"type": "integer", "description": what});
    let echo = json!({"type": "object", "properties": {"text": text}, "required": ["text"]});
    let sum = json!({"type": "object", "properties": {"a": number("First addend."), "b": number("Second addend.")}, "required": ["a", "b"]});
    let summed =
        json!({"type": "object", "properties": {"sum": number("The sum.")}, "required": ["sum"]});
    let tools = vec![
        Tool::new("echo_get", "An echo: gives back the text.", object(echo)),
        Tool::new("sum_get", "A sum: adds two integers.", object(sum))
            .with_raw_output_schema(object(summed)),
        Tool::new(
            "nothing_run",
            "A command: does nothing and ends well.",
            object(json!({"type": "object"})),
        ),
    ];
    let mut arguments = std::env::args().skip(1);
    let (mut http, mut tools) = (false, tools);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--http" => http = true,
            "--tools" => {
                let file = arguments.next().ok_or("--tools FILE")?;
                tools = serde_json::from_str(&std::fs::read_to_string(file)?)?;
            }
            other => return Err(format!("{other}: not known").into()),
        }
    }
    let server = Server(Arc::new(tools));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if http {
        return runtime.block_on(listen(server));
    }
    let ended = runtime.block_on(async {
        let pipes = rmcp::transport::io::stdio_pipes();
        rmcp::serve_server(server, pipes).await?.waiting().await?;
        Ok(())
    });
    runtime.shutdown_background();
    ended
}

/// Stateless, with JSON for an answer, and without the delay of Nagle's algorithm.
#[allow(clippy::print_stderr, reason = "that is how it says where it listens")]
async fn listen(server: Server) -> Result<(), Box<dyn std::error::Error>> {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    eprintln!("listening on http://{}/mcp", listener.local_addr()?);
    let listener = listener.tap_io(|connection| {
        // One that is gone is noticed when it is read.
        let _ = connection.set_nodelay(true);
    });
    axum::serve(listener, axum::Router::new().route_service("/mcp", service)).await?;
    Ok(())
}
