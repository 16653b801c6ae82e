//! The text of a bean's file: front matter in YAML between two lines `---`, then the body in Markdown.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_saphyr::{FlowSeq, MessageFormatter, UserMessageFormatter};

use crate::bean::{Bean, BeanId, BeanStatus, Tag, Title};

/// What is wrong in the text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextFault {
    /// From 1.
    pub(crate) line: u64,
    pub(crate) message: String,
}

/// The keys between the two fences, in the order in which they are written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    title: Title,
    status: BeanStatus,
    created: Date,
    tags: FlowSeq<Vec<Tag>>,
}

const FENCE: &str = "---";

/// Reads the text of the file of the bean `id`.
pub(crate) fn parse(id: BeanId, text: &str) -> Result<Bean, TextFault> {
    let (front, body) = split(text)?;
    let options = serde_saphyr::options! { with_snippet: false };
    let front: FrontMatter =
        serde_saphyr::from_str_with_options(front, options).map_err(|error| TextFault {
            line: error.location().map_or(1, |at| at.line()),
            message: UserMessageFormatter.format_message(&error).into_owned(),
        })?;
    let FrontMatter { title, status, created, tags: FlowSeq(tags) } = front;
    Ok(Bean { id, title, status, created, tags, body: body.trim().replace("\r\n", "\n") })
}

/// Writes the text of a bean's file: what `parse` reads.
pub(crate) fn render(bean: &Bean) -> String {
    let front = FrontMatter {
        title: bean.title.clone(),
        status: bean.status,
        created: bean.created,
        tags: FlowSeq(bean.tags.clone()),
    };
    // One line a key, and no quotes for the sake of YAML 1.1, which would read a date as something else.
    let options = serde_saphyr::ser_options! {
        prefer_block_scalars: false,
        yaml_12: true,
        no_lang_directive: true,
    };
    let front = serde_saphyr::to_string_with_options(&front, options)
        .expect("strings, dates and lists of strings have a YAML form");
    let body = bean.body.trim().replace("\r\n", "\n");
    let (gap, end) = if body.is_empty() { ("", "") } else { ("\n", "\n") };
    format!("{FENCE}\n{front}{FENCE}\n{gap}{body}{end}")
}

/// The front matter with its first fence, which YAML reads as the start of a document, so that the lines
/// of the reader are those of the file; and the body.
fn split(text: &str) -> Result<(&str, &str), TextFault> {
    let fault = |message: &str| TextFault { line: 1, message: message.to_owned() };
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    if first.trim_end() != FENCE {
        return Err(fault(
            "the file must begin with a line `---`, then the keys title, status, created, tags",
        ));
    }
    let mut end = first.len();
    for line in lines {
        let after = end + line.len();
        if line.trim_end() == FENCE {
            return Ok((&text[..end], &text[after..]));
        }
        end = after;
    }
    Err(fault("the front matter has no end: put a line `---` after its keys"))
}
