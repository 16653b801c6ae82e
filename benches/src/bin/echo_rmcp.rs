//! The limit for anything built on rmcp: a handler written by hand, on the fast transport.

use std::process::Stdio;
use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
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

struct Server {
    tools: Vec<Tool>,
}

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
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
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
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ended = runtime.block_on(async {
        let pipes = rmcp::transport::io::stdio_pipes();
        rmcp::serve_server(Server { tools }, pipes).await?.waiting().await?;
        Ok(())
    });
    runtime.shutdown_background();
    ended
}
