//! What a log says of each tool, counted.

use std::collections::BTreeMap;

use serde::Serialize;

use super::record::{Outcome, Record};

/// Counts by tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// The tools, by id.
    pub tools: BTreeMap<String, ToolStats>,
}

/// What happened to one tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ToolStats {
    /// All invocations.
    pub calls: u64,
    /// By outcome; those that did not occur are left out.
    pub outcomes: BTreeMap<&'static str, u64>,
    /// When it was last called.
    pub last: String,
    /// When it last succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_ran: Option<String>,
}

impl Stats {
    /// Counts a record.
    pub fn add(&mut self, record: &Record) {
        let tool = self.tools.entry(record.tool.clone()).or_default();
        tool.calls += 1;
        *tool.outcomes.entry(record.outcome.as_str()).or_default() += 1;
        if record.started > tool.last {
            tool.last.clone_from(&record.started);
        }
        if record.outcome == Outcome::Ran
            && tool.last_ran.as_ref().is_none_or(|last| record.started > *last)
        {
            tool.last_ran = Some(record.started.clone());
        }
    }
}
