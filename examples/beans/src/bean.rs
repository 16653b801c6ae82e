//! A bean: one item of the work plan, and the Markdown file that holds it.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolnode::ArgvType;

/// One item of the work plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bean {
    /// Its key: the name of its file.
    pub id: BeanId,
    /// What it is about, in one line.
    pub title: Title,
    /// How far it has come.
    pub status: BeanStatus,
    /// The day on which it was written down.
    #[schemars(with = "String", regex(pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    pub created: Date,
    /// What it belongs to.
    pub tags: Vec<Tag>,
    /// The text, in Markdown.
    pub body: String,
}

/// How far a bean has come.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum BeanStatus {
    /// Written down, not agreed on.
    Draft,
    /// Agreed on, not begun.
    Todo,
    /// Begun.
    InProgress,
    /// Done.
    Completed,
    /// Given up; the body says why.
    Scrapped,
}

// ANCHOR: id
/// Key of a bean; its file is `<id>.md`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, ArgvType)]
#[argv(pattern = "^[a-z0-9][a-z0-9-]*$", max_len = 64)]
#[argv(iri = "https://example.org/beans/types.json#/$defs/BeanId")]
pub struct BeanId(String);
// ANCHOR_END: id

/// A word by which beans are grouped.
#[derive(Clone, Debug, PartialEq, Eq, ArgvType)]
#[argv(pattern = "^[a-z0-9][a-z0-9-]*$", max_len = 64)]
pub struct Tag(String);

/// One line of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("pattern" = r"^[^\r\n]*\S[^\r\n]*$", "maxLength" = 120))]
pub struct Title(String);

impl TryFrom<String> for Title {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let text = text.trim();
        if text.is_empty() || text.contains(['\r', '\n']) || text.chars().count() > 120 {
            return Err("a title is one line of 1 to 120 characters");
        }
        Ok(Self(text.to_owned()))
    }
}
