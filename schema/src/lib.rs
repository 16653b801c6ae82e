//! Compares JSON Schemas by what they accept.
//!
//! Two schemas that look different may accept the same values, and two that look alike may not. [`compare`] answers for
//! both directions, and says what shows it: a *no* comes with a witness, which a validator accepts on one side and refuses
//! on the other; a *yes* is proven; what is neither is [`Verdict::Unknown`], with the reason.
//!
//! ```
//! use serde_json::json;
//! use toolnode_schema::{Options, Relation, compare};
//!
//! let old = json!({ "type": "object", "properties": { "id": { "type": "integer", "minimum": 1 } } });
//! let new = json!({ "type": "object", "properties": { "id": { "exclusiveMinimum": 0, "type": "number" } } });
//!
//! let comparison = compare(&old, &new, &Options::default());
//! assert_eq!(comparison.relation(), Relation::Subset);
//! assert_eq!(comparison.b_in_a.witness(), Some(&json!({ "id": 0.5 })));
//! ```
//!
//! # How
//!
//! Both schemas are lifted into one graph of assertions, in which equal parts are one node and dialects (draft-06, draft-07,
//! 2019-09, 2020-12) no longer differ. Then one procedure searches for a value that one side accepts and the other refuses:
//! it finds one, or proves that there is none, or says what it could not see through. Numbers are exact; patterns are those
//! of ECMA-262, compared as languages; recursion is proven by induction over the size of the value. `format` and the content
//! keywords are annotations. Everything is bounded, and nothing is fetched.
#![forbid(unsafe_code)]

mod compare;
mod document;
mod eval;
mod ir;
mod language;
mod lift;
mod number;
mod options;
mod oracle;
mod parse;
mod record;
mod sat;
mod shrink;
mod value;
mod verdict;

pub use compare::compare;
pub use options::{Draft, Options};
pub use parse::{ParseError, parse};
pub use record::answer;
pub use verdict::{Comparison, Relation, Verdict};
