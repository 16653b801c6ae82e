//! What a comparison may be told.

use std::time::Duration;

/// A dialect of JSON Schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Draft {
    /// draft-06
    Draft6,
    /// draft-07
    Draft7,
    /// 2019-09
    Draft201909,
    /// 2020-12
    #[default]
    Draft202012,
    /// Any other: what is read in it is [`Unknown`](crate::Verdict::Unknown).
    Other,
}

impl Draft {
    /// The dialect that a `$schema` names, or that a short name does, as `2020-12` and `draft-07`.
    ///
    /// ```
    /// use toolnode_schema::Draft;
    ///
    /// assert_eq!(Draft::of("http://json-schema.org/draft-07/schema#"), Draft::Draft7);
    /// assert_eq!(Draft::of("draft-07"), Draft::Draft7);
    /// ```
    pub fn of(name: &str) -> Self {
        let name = name.trim_end_matches('#');
        let name = ["https://json-schema.org/", "http://json-schema.org/"]
            .into_iter()
            .find_map(|host| name.strip_prefix(host))
            .unwrap_or(name);
        match name.strip_suffix("/schema").unwrap_or(name) {
            "draft/2020-12" | "2020-12" | "schema" => Self::Draft202012,
            "draft/2019-09" | "2019-09" => Self::Draft201909,
            "draft-07" | "draft-7" => Self::Draft7,
            "draft-06" | "draft-6" => Self::Draft6,
            _ => Self::Other,
        }
    }
}

/// Options of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The dialect of a schema that has no `$schema`.
    pub draft: Draft,
    /// The time for both directions together; what is not decided by then is unknown.
    pub time: Duration,
}

impl Default for Options {
    /// 2020-12, one second.
    fn default() -> Self {
        Self { draft: Draft::default(), time: Duration::from_secs(1) }
    }
}
