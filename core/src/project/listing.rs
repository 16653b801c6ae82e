//! A projection as `list` and `show` give it.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Found, Node, Projection, Reason};
use crate::assemble::Entry;
use crate::node::{ToolNode, secrets};

/// What `list` prints.
#[derive(Debug, Serialize)]
pub struct Listing<'a> {
    /// What is served.
    pub tools: Vec<ListedTool<'a>>,
    /// What is left out.
    pub omitted: Vec<ListedOmission<'a>>,
    /// What could not be determined.
    pub undetermined: Vec<ListedUndetermined<'a>>,
}

/// A tool in a listing.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the keys are documented in the book's reference")]
pub struct ListedTool<'a> {
    pub name: &'a str,
    pub id: &'a str,
    pub instance: &'a str,
    pub version: &'a str,
    pub arm: &'static str,
    pub summary: &'a str,
    pub input_schema: &'a Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<&'a Value>,
}

/// An omission in a listing.
#[derive(Debug, Serialize)]
#[allow(missing_docs, reason = "the keys are documented in the book's reference")]
pub struct ListedOmission<'a> {
    pub id: &'a str,
    pub codes: Vec<String>,
    pub reasons: Vec<&'a str>,
}

/// Something undetermined in a listing.
#[derive(Debug, Serialize)]
#[allow(missing_docs, reason = "the keys are documented in the book's reference")]
pub struct ListedUndetermined<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a str>,
    pub source: &'a str,
    pub codes: Vec<String>,
    pub reasons: Vec<&'a str>,
}

/// What `show` prints of one node.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the keys are documented in the book's reference")]
pub struct Detail<'a> {
    pub id: Option<&'a str>,
    pub name: Option<&'a str>,
    pub instance: Option<&'a str>,
    pub version: Option<&'a str>,
    pub source: String,
    pub state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arm: Option<&'static str>,
    pub codes: Vec<String>,
    pub reasons: Vec<&'a str>,
    /// The arms that were tried before the one that runs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<ListedArm<'a>>,
    /// With a word in the place of each secret of its examples.
    pub node: Option<Cow<'a, ToolNode>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_schema: Option<&'a Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<&'a Value>,
}

/// An arm that was passed over.
#[derive(Debug, Serialize)]
#[allow(missing_docs, reason = "the keys are documented in the book's reference")]
pub struct ListedArm<'a> {
    pub arm: &'static str,
    pub codes: Vec<String>,
    pub reasons: Vec<&'a str>,
}

fn codes(reasons: &[Reason]) -> Vec<String> {
    reasons.iter().map(|reason| reason.code.to_string()).collect()
}

fn messages(reasons: &[Reason]) -> Vec<&str> {
    reasons.iter().map(|reason| reason.message.as_str()).collect()
}

impl Projection {
    /// The projection as `list` gives it.
    pub fn listing(&self) -> Listing<'_> {
        Listing {
            tools: self.nodes.iter().map(|node| ListedTool::of(node)).collect(),
            omitted: self
                .omitted
                .iter()
                .map(|omitted| ListedOmission {
                    id: &omitted.id,
                    codes: codes(&omitted.reasons),
                    reasons: messages(&omitted.reasons),
                })
                .collect(),
            undetermined: self
                .undetermined
                .iter()
                .map(|undetermined| ListedUndetermined {
                    id: undetermined.id.as_deref(),
                    source: &undetermined.source,
                    codes: codes(&undetermined.reasons),
                    reasons: messages(&undetermined.reasons),
                })
                .collect(),
        }
    }
}

impl<'a> ListedTool<'a> {
    fn of(node: &'a Node) -> Self {
        Self {
            name: &node.name,
            id: &node.entry.node.id,
            instance: &node.entry.instance.name,
            version: &node.entry.instance.version,
            arm: node.arm.kind().as_str(),
            summary: &node.entry.node.summary,
            input_schema: &node.input_schema,
            output_schema: node.output_schema.as_deref(),
        }
    }
}

impl<'a> Found<'a> {
    /// The node as `show` gives it.
    pub fn detail(&self) -> Detail<'a> {
        match self {
            Found::Served(node) => {
                let mut detail = Detail::of(
                    Some(&node.entry),
                    None,
                    &node.entry.origin.to_string(),
                    "projected",
                    &[],
                );
                detail.name = Some(&node.name);
                detail.arm = Some(node.arm.kind().as_str());
                detail.passed_over = node
                    .passed_over
                    .iter()
                    .map(|passed| ListedArm {
                        arm: passed.arm.as_str(),
                        codes: codes(&passed.reasons),
                        reasons: messages(&passed.reasons),
                    })
                    .collect();
                detail.input_schema = Some(&node.input_schema);
                detail.output_schema = node.output_schema.as_deref();
                detail
            }
            Found::Omitted(omitted) => Detail::of(
                omitted.entry.as_deref(),
                Some(&omitted.id),
                &omitted.source,
                "omitted",
                &omitted.reasons,
            ),
            Found::Undetermined(undetermined) => Detail::of(
                undetermined.entry.as_deref(),
                undetermined.id.as_deref(),
                &undetermined.source,
                "undetermined",
                &undetermined.reasons,
            ),
        }
    }
}

impl<'a> Detail<'a> {
    /// What holds in every state; `id` and `source` for what has no node.
    fn of(
        entry: Option<&'a Entry>,
        id: Option<&'a str>,
        source: &str,
        state: &'static str,
        reasons: &'a [Reason],
    ) -> Self {
        Self {
            id: entry.map(|entry| entry.node.id.as_str()).or(id),
            name: entry.map(|entry| entry.name.as_str()),
            instance: entry.map(|entry| entry.instance.name.as_str()),
            version: entry.map(|entry| entry.instance.version.as_str()),
            source: source.to_owned(),
            state,
            arm: None,
            codes: codes(reasons),
            reasons: messages(reasons),
            passed_over: Vec::new(),
            node: entry.map(|entry| secrets::shown_node(&entry.node)),
            input_schema: None,
            output_schema: None,
        }
    }
}
