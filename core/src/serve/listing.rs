//! `tools/list`, rendered once for each generation of the protocol; a page goes out as it is.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use memchr::memmem;
use rmcp::model::{CacheScope, ProtocolVersion, RequestId, Tool};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::declare;
use crate::project::{Arm, Node, Projection};
use crate::registry::ToolSpec;

/// Milliseconds for which what is listed may be taken for fresh: it changes only when another process takes this one's place.
pub(super) const TTL_MS: u64 = 60_000;

/// The key of a request's `_meta` by which it says its revision.
const REVISION: &str = "io.modelcontextprotocol/protocolVersion";

/// The key of a result's `_meta` under which a server names itself.
pub(super) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// What every cursor begins with before it is encoded; another kind of cursor would begin otherwise.
const CURSOR: &str = "after:";

/// A generation of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Generation {
    /// With a handshake, as of 2025-11-25 and before.
    Session,
    /// Without, as of 2026-07-28.
    Stateless,
}

impl Generation {
    /// The generation of a request; where its client named no revision, the older one.
    pub(super) fn of(context: &RequestContext<RoleServer>) -> Self {
        // rmcp has looked at the revision already, so it need not be parsed again.
        let is_stateless = match context.meta.get(REVISION).and_then(Value::as_str) {
            Some(revision) => revision >= ProtocolVersion::NO_INITIALIZE.as_str(),
            None => {
                context.peer.peer_info().is_some_and(|info| !info.protocol_version.has_initialize())
            }
        };
        if is_stateless { Self::Stateless } else { Self::Session }
    }
}

/// The tools of a service as `tools/list` gives them, in the order of their names.
#[derive(Debug)]
pub(super) struct Listing {
    projection: Arc<Projection>,
    tools: Vec<Tool>,
    /// Whether a header repeats an input of the tool.
    has_headers: Vec<bool>,
    session: Rendered,
    stateless: Rendered,
    page_size: usize,
}

/// The tools in one generation.
#[derive(Debug)]
struct Rendered {
    /// What a result begins with.
    head: String,
    /// Each tool.
    tools: Vec<String>,
    /// The pages that a client gets who begins at the beginning and sees everything.
    pages: Vec<Arc<str>>,
}

impl Listing {
    /// Renders what is served, so many tools a page.
    pub(super) fn new(
        projection: Arc<Projection>,
        page_size: Option<u32>,
        scope: CacheScope,
        server_info: &Value,
    ) -> Self {
        let tools = declare::tools(&projection);
        let page_size = page_size.map_or(usize::MAX, |size| size as usize);
        let head = format!(
            "{{\"resultType\":\"complete\",\"_meta\":{{\"{SERVER_INFO}\":{server_info}}},\"ttlMs\":{TTL_MS},\"cacheScope\":{},",
            text(&scope)
        );
        let declared = || projection.nodes.iter().zip(&tools);
        let stateless = declared().map(|(node, tool)| declaration(node, tool)).collect();
        let session =
            declared().map(|(node, tool)| declaration(node, &for_session(tool))).collect();
        let mut listing = Self {
            projection,
            has_headers: tools.iter().map(has_headers).collect(),
            tools,
            session: Rendered { head: "{".to_owned(), tools: session, pages: Vec::new() },
            stateless: Rendered { head, tools: stateless, pages: Vec::new() },
            page_size,
        };
        listing.session.pages = listing.pages(&listing.session);
        listing.stateless.pages = listing.pages(&listing.stateless);
        listing
    }

    /// The declaration of a tool some of whose inputs are repeated by headers.
    pub(super) fn tool_with_headers(&self, name: &str) -> Option<&Tool> {
        let index = self.tools.binary_search_by(|tool| tool.name.as_ref().cmp(name)).ok()?;
        self.has_headers[index].then(|| &self.tools[index])
    }

    /// A page, as the JSON of the result. A cursor says after which name it begins, so it means the same to another replica,
    /// and to a server with another list.
    ///
    /// # Errors
    ///
    /// The cursor is none that this gave.
    pub(super) fn page(
        &self,
        generation: Generation,
        cursor: Option<&str>,
        visible: Option<&dyn Fn(&Node) -> bool>,
    ) -> Result<Arc<str>, ErrorData> {
        let rendered = match generation {
            Generation::Session => &self.session,
            Generation::Stateless => &self.stateless,
        };
        let begin = match cursor {
            None => 0,
            Some(cursor) => {
                let after = decode(cursor).ok_or_else(bad_cursor)?;
                self.tools.partition_point(|tool| *tool.name <= *after)
            }
        };
        match visible {
            None if begin.is_multiple_of(self.page_size)
                && let Some(page) = rendered.pages.get(begin / self.page_size) =>
            {
                Ok(Arc::clone(page))
            }
            visible => Ok(self.render(rendered, begin, visible)),
        }
    }

    fn pages(&self, rendered: &Rendered) -> Vec<Arc<str>> {
        let begins = (0..self.tools.len().max(1)).step_by(self.page_size);
        begins.map(|begin| self.render(rendered, begin, None)).collect()
    }

    fn render(
        &self,
        rendered: &Rendered,
        begin: usize,
        visible: Option<&dyn Fn(&Node) -> bool>,
    ) -> Arc<str> {
        let is_visible =
            |index: &usize| visible.is_none_or(|see| see(&self.projection.nodes[*index]));
        let mut rest = (begin..self.tools.len()).filter(is_visible);
        let page: Vec<_> = rest.by_ref().take(self.page_size).collect();
        let mut json = rendered.head.clone();
        if rest.next().is_some()
            && let Some(last) = page.last()
        {
            json += &format!("\"nextCursor\":\"{}\",", encode(&self.tools[*last].name));
        }
        json += "\"tools\":[";
        for (place, index) in page.iter().enumerate() {
            if place > 0 {
                json.push(',');
            }
            json += &rendered.tools[*index];
        }
        json += "]}";
        json.into()
    }
}

/// Bytes of a request that are kept to be looked at again. What is looked for in one is short.
const SHORT: usize = 4 << 10;

/// Where a transport that can send a rendered answer finds it, in place of an empty result.
#[derive(Clone, Debug)]
pub(super) struct Prepared(Arc<Place>);

#[derive(Debug)]
struct Place {
    page: OnceLock<(RequestId, Arc<str>)>,
    /// Whether the page is looked for.
    is_taken: bool,
    /// The request as it came; nothing where it is not short.
    request: Mutex<Option<Vec<u8>>>,
}

impl Prepared {
    /// A place for the answer to a request, and whether the transport can send what is left there.
    pub(super) fn new(is_taken: bool) -> Self {
        let request = Mutex::new(Some(Vec::new()));
        Self(Arc::new(Place { page: OnceLock::new(), is_taken, request }))
    }

    /// Keeps a part of the request, after those that came before.
    pub(super) fn saw(&self, part: &[u8]) {
        let mut request = self.request();
        if let Some(kept) = &mut *request {
            kept.extend_from_slice(part);
        }
        request.take_if(|kept| kept.len() > SHORT);
    }

    /// The request as far as it was seen; nothing where it is not short.
    pub(super) fn request(&self) -> MutexGuard<'_, Option<Vec<u8>>> {
        self.0.request.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a page that is left here is sent.
    pub(super) fn is_taken(&self) -> bool {
        self.0.is_taken
    }

    /// Whether the request has a cursor that is no string: rmcp takes it for none.
    pub(super) fn has_wrong_cursor(&self) -> bool {
        let request = self.request();
        let request = request.as_deref().unwrap_or_default();
        if memmem::find(request, b"\"cursor\"").is_none() {
            return false;
        }
        let request: Value = serde_json::from_slice(request).unwrap_or_default();
        request.pointer("/params/cursor").is_some_and(|cursor| !cursor.is_string())
    }

    /// Leaves the page that answers a request.
    pub(super) fn set(&self, id: RequestId, page: Arc<str>) {
        // There is one answer to a request.
        let _ = self.0.page.set((id, page));
    }

    /// The whole answer, where there is a page.
    pub(super) fn answer(&self) -> Option<Vec<u8>> {
        let (id, page) = self.0.page.get()?;
        let id = text(id);
        let mut answer = Vec::with_capacity(page.len() + id.len() + 40);
        answer.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
        answer.extend_from_slice(id.as_bytes());
        answer.extend_from_slice(b",\"result\":");
        answer.extend_from_slice(page.as_bytes());
        answer.push(b'}');
        Some(answer)
    }
}

/// The revisions with a handshake know object schemas only (MCP 2025-11-25, *Tools*, "Output Schema").
fn for_session(tool: &Tool) -> Tool {
    let mut tool = tool.clone();
    tool.output_schema
        .take_if(|schema| schema.get("type").and_then(Value::as_str) != Some("object"));
    tool
}

fn has_headers(tool: &Tool) -> bool {
    memmem::find(text(&tool.input_schema).as_bytes(), b"\"x-mcp-header\"").is_some()
}

/// A declaration as JSON. A schema that was given word for word stands in it as it was written, in the author's order.
fn declaration(node: &Node, tool: &Tool) -> String {
    const EMPTY: &str = r#""inputSchema":{}"#;
    let Arm::InProcess(ToolSpec { input_schema: Some(written), .. }) = node.arm else {
        return text(tool);
    };
    let mut bare = tool.clone();
    bare.input_schema = Arc::default();
    // Before it there are strings alone, in which a quote is written in another way, so the first is the place.
    text(&bare).replacen(EMPTY, &format!(r#""inputSchema":{}"#, compact(written)), 1)
}

/// JSON without the white space that is in no string.
fn compact(json: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    let is_kept = |c: &char| {
        let is_kept = in_string || !c.is_ascii_whitespace();
        match c {
            '"' if !escaped => in_string = !in_string,
            _ => {}
        }
        escaped = in_string && *c == '\\' && !escaped;
        is_kept
    };
    json.chars().filter(is_kept).collect()
}

pub(super) fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("maps with string keys are JSON")
}

/// A cursor, with a sum by which one that was cut or garbled on its way is known.
fn encode(name: &str) -> String {
    let mut plain = format!("{CURSOR}{name}").into_bytes();
    plain.extend(sum(&plain));
    URL_SAFE_NO_PAD.encode(plain)
}

fn decode(cursor: &str) -> Option<String> {
    let plain = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let (plain, sum_sent) = plain.split_last_chunk()?;
    let name = str::from_utf8(plain).ok()?.strip_prefix(CURSOR)?;
    (sum(plain) == *sum_sent).then(|| name.to_owned())
}

fn sum(plain: &[u8]) -> [u8; 4] {
    let [a, b, c, d, ..]: [u8; 32] = Sha256::digest(plain).into();
    [a, b, c, d]
}

pub(super) fn bad_cursor() -> ErrorData {
    ErrorData::invalid_params(
        "this cursor is none that tools/list gave as nextCursor; leave it out to begin at the first tool",
        None,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_cursor_that_was_given_is_read() {
        let cursor = encode("word_list");
        assert_eq!(decode(&cursor).as_deref(), Some("word_list"));
        for at in 0..cursor.len() {
            assert_eq!(decode(&cursor[..at]), None);
        }
        for more in ["x", "AA", "YQ", "AAAA"] {
            assert_eq!(decode(&format!("{cursor}{more}")), None);
        }
        assert_eq!(decode("YWZ0ZXI6ZmFpbF9ydW4x"), None, "without a sum");
        assert_eq!(decode(&URL_SAFE_NO_PAD.encode("word_list")), None);
    }
}
