//! `toolnode.lock`: what callers rely on, written down, so that a change of it is seen before it ships.

mod change;
mod closed;
mod step;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::calls;
use super::peer::Said;
use crate::project::Projection;
use crate::serve::declare;

pub use change::{Change, Impact, changes};
pub use step::{Step, demanded};

/// Name of the file, beside `toolnode.toml`.
pub const LOCK: &str = "toolnode.lock";

/// What was served when it was written. Sorted, and made for review in a diff.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Lock {
    /// Version of this format.
    pub lock_version: u32,
    /// Name of the service.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its tools, by name.
    pub tools: BTreeMap<String, Locked>,
}

/// A tool as it was served.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Locked {
    /// SHA-256 of what a model reads: name, title, description, and the descriptions in the schemas; hexadecimal.
    pub digest: String,
    /// The hints; absent where there is none.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub annotations: Map<String, Value>,
    /// What it takes.
    pub input_schema: Value,
    /// What it gives, where it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Value>,
}

/// A lock that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// It cannot be read or written.
    #[error("{path}: {source}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is no lock.
    #[error("{path}:{source}; write it anew with `lock`", path = .path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        source: serde_json::Error,
    },
    /// It is one of another time.
    #[error("{path} is a lock of format {found}, and this program reads format {FORMAT}; write it anew with `lock`", path = .path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
}

const FORMAT: u32 = 1;

impl Lock {
    /// What a projection serves.
    pub fn of_projection(projection: &Projection) -> Self {
        let tools = declare::tools(projection).into_iter();
        let tools = tools.filter_map(|tool| serde_json::to_value(tool).ok());
        Self::new(&projection.instance.name, &projection.instance.version, tools)
    }

    /// What a server said that it serves.
    pub fn of_server(said: &Said) -> Self {
        let text = |key: &str| said.server.get(key).and_then(Value::as_str).unwrap_or_default();
        Self::new(text("name"), text("version"), said.tools.iter().cloned())
    }

    fn new(name: &str, version: &str, tools: impl Iterator<Item = Value>) -> Self {
        let tools = tools.filter_map(|tool| {
            let name = tool.get("name")?.as_str()?.to_owned();
            Some((name, Locked::of(&tool)))
        });
        Self {
            lock_version: FORMAT,
            name: name.to_owned(),
            version: version.to_owned(),
            tools: tools.collect(),
        }
    }

    /// Names of the tools whose input schema says nothing, so that it is no check of any call.
    pub fn saying_nothing(&self) -> Vec<&str> {
        let nothing = |(_, tool): &(_, &Locked)| calls::says_nothing(&tool.input_schema);
        self.tools.iter().filter(nothing).map(|(name, _)| name.as_str()).collect()
    }

    /// Reads a lock.
    ///
    /// # Errors
    ///
    /// It is not there, or is no lock of this format.
    pub fn read(path: &Path) -> Result<Self, LockError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| LockError::File { path: path.to_owned(), source })?;
        let lock: Self = serde_json::from_str(&text)
            .map_err(|source| LockError::Invalid { path: path.to_owned(), source })?;
        if lock.lock_version != FORMAT {
            return Err(LockError::Format { path: path.to_owned(), found: lock.lock_version });
        }
        Ok(lock)
    }

    /// Writes it.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), LockError> {
        let text = serde_json::to_string_pretty(&sorted(&json!(self))).unwrap_or_default() + "\n";
        std::fs::write(path, text)
            .map_err(|source| LockError::File { path: path.to_owned(), source })
    }
}

impl Locked {
    fn of(tool: &Value) -> Self {
        let part = |key: &str| tool.get(key).cloned();
        let mut annotations =
            tool.get("annotations").and_then(Value::as_object).cloned().unwrap_or_default();
        annotations.retain(|_, value| !value.is_null());
        Self {
            digest: digest(tool),
            annotations,
            input_schema: part("inputSchema").unwrap_or_default(),
            output_schema: part("outputSchema"),
        }
    }
}

/// What a model reads of a tool: the texts, each with the place where it stands, so that moving one is a change too.
fn digest(tool: &Value) -> String {
    let mut texts = String::new();
    for key in ["name", "title", "description"] {
        let _ = writeln!(texts, "{key} {}", tool.get(key).unwrap_or(&Value::Null));
    }
    for key in ["inputSchema", "outputSchema"] {
        collect(tool.get(key).unwrap_or(&Value::Null), key, &mut texts);
    }
    let mut hexadecimal = String::new();
    for byte in Sha256::digest(texts) {
        let _ = write!(hexadecimal, "{byte:02x}");
    }
    hexadecimal
}

/// All strings of a schema, and all its keys: a model reads property names and the words of an enum as well.
fn collect(value: &Value, at: &str, texts: &mut String) {
    match value {
        Value::Object(object) => {
            let mut keys: Vec<_> = object.keys().collect();
            keys.sort();
            for key in keys {
                collect(&object[key.as_str()], &format!("{at}/{key}"), texts);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &format!("{at}/{index}"), texts);
            }
        }
        Value::String(text) => {
            let _ = writeln!(texts, "{at} {text:?}");
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// With the keys of all objects in order, whatever order they came in.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            let ordered: BTreeMap<_, _> =
                object.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
            ordered.into_iter().collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}
