//! From an answer to the result on the wire.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::ErrorData;
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, ErrorCode, MetaObject, Resource,
    ResourceContents,
};
#[cfg(feature = "cli")]
use serde_json::Value;

use super::asked;
use crate::invoke::Refusal;
use crate::project::Node;
use crate::registry::{CallHost, Content, LogLevel, ProtocolError, Reply, ReplyKind, ResourceBody};

/// What a call is answered with.
pub(super) fn response(
    node: &Node,
    mut reply: Reply,
    host: &dyn CallHost,
) -> Result<CallToolResponse, ErrorData> {
    match std::mem::take(&mut reply.kind) {
        ReplyKind::Answer => Ok(result(reply).into()),
        ReplyKind::Protocol(error) => Err(protocol_error(error)),
        ReplyKind::InputRequired(asked) => asked::response(node, asked, host),
    }
}

pub(super) fn protocol_error(error: ProtocolError) -> ErrorData {
    ErrorData::new(ErrorCode(error.code), error.message, error.data)
}

#[allow(deprecated, reason = "deprecated by SEP-2577, and part of MCP 2026-07-28")]
pub(super) fn log_level(level: LogLevel) -> rmcp::model::LoggingLevel {
    use rmcp::model::LoggingLevel;
    match level {
        LogLevel::Debug => LoggingLevel::Debug,
        LogLevel::Info => LoggingLevel::Info,
        LogLevel::Notice => LoggingLevel::Notice,
        LogLevel::Warning => LoggingLevel::Warning,
        LogLevel::Error => LoggingLevel::Error,
        LogLevel::Critical => LoggingLevel::Critical,
        LogLevel::Alert => LoggingLevel::Alert,
        LogLevel::Emergency => LoggingLevel::Emergency,
    }
}

/// The result of a call.
pub(super) fn result(reply: Reply) -> CallToolResult {
    let content = reply.content.into_iter().map(block).collect();
    let mut result = if reply.is_error {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    result.structured_content = reply.structured;
    if !reply.meta.is_empty() {
        result.meta = Some(MetaObject(reply.meta));
    }
    result
}

/// A refusal is an error result, so that a model can mend its call.
pub(super) fn refusal(refusal: &Refusal) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(refusal.message.clone())])
}

/// The MCP result of a call as `call --json` prints it.
#[cfg(feature = "cli")]
pub(crate) fn result_json(reply: Reply) -> Value {
    let failed = reply.is_error;
    let mut value = serde_json::to_value(result(reply)).unwrap_or_default();
    if let Some(object) = value.as_object_mut() {
        object.remove("resultType");
        if !failed {
            object.remove("isError");
        }
    }
    value
}

fn block(content: Content) -> ContentBlock {
    match content {
        Content::Text(text) => ContentBlock::text(text),
        Content::Image { data, media_type } => {
            ContentBlock::image(STANDARD.encode(data), media_type)
        }
        Content::Audio { data, media_type } => {
            ContentBlock::audio(STANDARD.encode(data), media_type)
        }
        Content::Resource { uri, media_type, body } => ContentBlock::resource(match body {
            ResourceBody::Text(text) => ResourceContents::TextResourceContents {
                uri,
                mime_type: media_type,
                text,
                meta: None,
            },
            ResourceBody::Blob(data) => ResourceContents::BlobResourceContents {
                uri,
                mime_type: media_type,
                blob: STANDARD.encode(data),
                meta: None,
            },
        }),
        Content::ResourceLink { uri, name, media_type } => {
            let mut resource = Resource::new(uri, name);
            resource.mime_type = media_type;
            ContentBlock::resource_link(resource)
        }
    }
}
