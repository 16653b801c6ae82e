//! What a check found: rows of findings. The derives are the authority for the JSON that `check` prints.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What `check` found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The instance that is served; where a server is held against a lock alone, the server that was locked.
    pub instance: String,
    /// Its version.
    pub version: String,
    /// What was looked at, in a fixed order.
    pub rows: Vec<Row>,
    /// What was held against a baseline, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Held>,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// What was looked at.
    pub name: RowName,
    /// How it stands.
    pub state: RowState,
    /// Why it stands so, in a sentence; for people.
    pub why: String,
    /// What was found, by code, instance, subject and what it is about.
    pub findings: Vec<Finding>,
}

/// What is looked at.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum RowName {
    /// Whether names are `<subject>_<verb>` and say nothing else.
    Names,
    /// Whether summaries say what the tool is about, and nothing to the model.
    Summaries,
    /// Whether every node can be judged, and what its types and its command make of its inputs.
    Declaration,
    /// Whether tools and skills find each other.
    Satisfaction,
    /// Whether the tools of a skill can receive what the skill says that it gives them.
    SkillInputs,
    /// Whether the functions that are declared and expected are in this binary.
    Linking,
    /// Whether the schemas, texts and hints that a server serves are those that were declared.
    Schema,
    /// Whether a server serves all that is declared, and nothing else.
    Coverage,
    /// Whether roles, skills, permissions and tools find each other.
    Authority,
    /// Whether each tool, as it is declared now, has worked.
    Exercise,
    /// Whether what is on record would be allowed today, and of what it is a record.
    Record,
    /// What changed for callers since the lock was written.
    Lock,
}

/// How a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RowState {
    /// No error and no warning.
    Agrees,
    /// The agreement is absent; the errors and warnings say why.
    Absent,
    /// There is nothing to look at, or nobody said what should be.
    NotConfigured,
    /// Something could not be judged. This is neither agreement nor its absence.
    CouldNotCheck,
}

/// How grave a finding is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// It must be mended.
    Error,
    /// It should be looked at.
    Warning,
    /// It is good to know.
    Note,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// For programs. A code never changes its meaning.
    pub code: String,
    /// How grave it is.
    pub level: Level,
    /// The instance whose it is.
    pub instance: String,
    /// The tool's id, the skill, or the instance.
    pub subject: String,
    /// What of the subject it is about: a word of the name, an input, a skill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// Where it is declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// What is wrong, in a sentence that stands by itself.
    pub message: String,
    /// What to write instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<String>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The file, as it is shown to people.
    pub file: String,
    /// Line from 1; absent where the whole file is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub line: Option<u32>,
    /// Column from 1, in characters; absent where the whole line is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub column: Option<u32>,
}

/// What a baseline did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// The file.
    pub file: String,
    /// How many findings it holds back.
    pub held: u32,
    /// How many of its findings are there no more.
    pub mended: u32,
}

impl Row {
    /// A row of what was found; `agreed` is the sentence for the case that nothing is wrong.
    pub(super) fn of(name: RowName, findings: Vec<Finding>, agreed: impl Into<String>) -> Self {
        let mut row = Self { name, state: RowState::Agrees, why: agreed.into(), findings };
        row.settle();
        row
    }

    /// Sorts the findings, and takes the state from them unless it says that nothing could be judged or was asked.
    pub(super) fn settle(&mut self) {
        let key = |finding: &Finding| {
            (
                finding.level,
                finding.code.clone(),
                finding.instance.clone(),
                finding.subject.clone(),
                finding.about.clone(),
            )
        };
        self.findings.sort_by_cached_key(key);
        let (errors, warnings) = (self.count(Level::Error), self.count(Level::Warning));
        if self.state == RowState::Agrees && errors + warnings > 0 {
            self.state = RowState::Absent;
            self.why = counted(&[(errors, "error"), (warnings, "warning")]);
        }
    }

    /// Something could not be judged.
    pub(super) fn could_not_check(mut self, why: impl Into<String>) -> Self {
        self.state = RowState::CouldNotCheck;
        self.why = why.into();
        self
    }

    /// How many findings of a level there are.
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }
}

/// `1 error, 3 warnings`; what there is none of is left out.
pub(super) fn counted(counts: &[(usize, &str)]) -> String {
    let some: Vec<_> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}{}", if *count == 1 { "" } else { "s" }))
        .collect();
    some.join(", ")
}

impl Report {
    /// How many findings of a level there are.
    pub fn count(&self, level: Level) -> usize {
        self.rows.iter().map(|row| row.count(level)).sum()
    }

    /// Whether anything could not be judged. That goes before errors: a report with it is not whole.
    pub fn could_not_check(&self) -> bool {
        self.rows.iter().any(|row| row.state == RowState::CouldNotCheck)
    }
}

impl RowName {
    /// The name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Names => "names",
            Self::Summaries => "summaries",
            Self::Declaration => "declaration",
            Self::Satisfaction => "satisfaction",
            Self::SkillInputs => "skill-inputs",
            Self::Linking => "linking",
            Self::Schema => "schema",
            Self::Coverage => "coverage",
            Self::Authority => "authority",
            Self::Exercise => "exercise",
            Self::Record => "record",
            Self::Lock => "lock",
        }
    }
}

impl RowState {
    /// The state in words.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Absent => "absent",
            Self::NotConfigured => "not configured",
            Self::CouldNotCheck => "could not check",
        }
    }
}

impl Level {
    /// The level in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}
