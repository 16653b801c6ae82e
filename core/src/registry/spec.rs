//! What `#[tool]` submits: plain constant data, and function pointers behind which the types are erased.

use std::fmt;

use schemars::Schema;
use serde_json::{Map, Value};

use crate::registry::{Call, CommandSpec, PlacementSpec, Started};

/// One function marked `#[tool]`, as the macro submits it. All of it is constant data.
#[derive(Debug)]
pub struct ToolSpec {
    /// The node's id: the function's name with `-` for `_`, or what `id = "…"` says.
    pub id: &'static str,
    /// `title = "…"`.
    pub title: Option<&'static str>,
    /// The doc comment.
    pub summary: &'static str,
    /// `satisfies = "…"`.
    pub satisfies: &'static [&'static str],
    /// `read_only`, `destructive`, `idempotent`, `open_world`.
    pub annotations: AnnotationsSpec,
    /// `limits(…)`.
    pub limits: LimitsSpec,
    /// `requires(…)`.
    pub requires: RequiresSpec,
    /// `verb_reason = "…"`: why the name ends with a verb that is not in the list.
    pub verb_reason: Option<&'static str>,
    /// `allow_name = "…"`: why the name may break a rule for names.
    pub allow_name: Option<&'static str>,
    /// `input_schema = …`: the schema that it is served with, word for word, in the place of that of its parameters.
    pub input_schema: Option<&'static str>,
    /// Where the function stands.
    pub place: Place,
    /// What it takes and gives, told at run time, since types are known by traits and not by spelling.
    pub describe: fn(&mut Description),
    /// How it runs.
    pub body: Body,
}

impl ToolSpec {
    /// What a declaration says that says nothing. The macro writes only what differs.
    pub const EMPTY: Self = Self {
        id: "",
        title: None,
        summary: "",
        satisfies: &[],
        annotations: AnnotationsSpec::NONE,
        limits: LimitsSpec::NONE,
        requires: RequiresSpec::NONE,
        verb_reason: None,
        allow_name: None,
        input_schema: None,
        place: Place::NONE,
        describe: |_| {},
        body: Body::Blocking(|_| Started::Refused(Vec::new())),
    };

    /// What the tool takes and gives.
    pub fn description(&self) -> Description {
        let mut description = Description::default();
        (self.describe)(&mut description);
        description
    }
}

/// Where a function stands in its crate's source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The crate's package name, as in its manifest.
    pub package: &'static str,
    /// The crate's version.
    pub version: &'static str,
    /// The crate's folder, where its manifest is.
    pub folder: &'static str,
    /// Path of the module, `crate_name::module`.
    pub module: &'static str,
    /// Name of the function; of a macro that is called for itself, that with its `!`.
    pub function: &'static str,
    /// Source file, as the compiler was given it.
    pub file: &'static str,
    /// Line in it, from 1.
    pub line: u32,
}

impl Place {
    /// Nowhere.
    pub(super) const NONE: Self =
        Self { package: "", version: "", folder: "", module: "", function: "", file: "", line: 0 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} ({}::{})", self.file, self.line, self.module, self.function)
    }
}

/// Hints for clients; `None` where the declaration says nothing.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names are MCP's")]
pub struct AnnotationsSpec {
    pub read_only: Option<bool>,
    pub destructive: Option<bool>,
    pub idempotent: Option<bool>,
    pub open_world: Option<bool>,
}

impl AnnotationsSpec {
    /// Nothing said.
    pub const NONE: Self =
        Self { read_only: None, destructive: None, idempotent: None, open_world: None };
}

/// Limits of one call; `None` where the declaration says nothing.
#[derive(Clone, Copy, Debug)]
pub struct LimitsSpec {
    /// Seconds until the call is ended.
    pub seconds: Option<f64>,
    /// Bytes of output that are kept.
    pub output_bytes: Option<u64>,
    /// Bytes of standard input that are taken.
    pub stdin_bytes: Option<u64>,
    /// Calls that may run at once.
    pub concurrent: Option<u32>,
    /// Calls that may begin within a minute.
    pub per_minute: Option<u32>,
}

impl LimitsSpec {
    /// Nothing said.
    pub const NONE: Self = Self {
        seconds: None,
        output_bytes: None,
        stdin_bytes: None,
        concurrent: None,
        per_minute: None,
    };
}

/// What must hold on the host before the tool can run.
#[derive(Clone, Copy, Debug)]
pub struct RequiresSpec {
    /// Operating systems on which it runs; empty: any.
    pub os: &'static [&'static str],
    /// Programs on PATH, or probes named in `toolnode.toml`.
    pub runtime: &'static [&'static str],
    /// Whether it needs a network; `None` where the declaration says nothing.
    pub network: Option<bool>,
    /// Environment variables that must be set.
    pub env: &'static [&'static str],
    /// Permissions that the actor must hold.
    pub permissions: &'static [&'static str],
}

impl RequiresSpec {
    /// Nothing said.
    pub const NONE: Self =
        Self { os: &[], runtime: &[], network: None, env: &[], permissions: &[] };
}

/// How a tool runs.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// An `async fn`: runs on the server's own thread, dropped on time-out.
    Async(fn(Call) -> Started),
    /// A plain `fn`: runs on a thread where it may block; on time-out it is left to end.
    Blocking(fn(Call) -> Started),
    /// A declaration without a body: a command is run.
    Command(CommandSpec),
}

/// What a tool takes and gives. The macro's `describe` function fills it.
#[derive(Debug, Default)]
pub struct Description {
    /// The inputs, in the order of the parameters.
    pub inputs: Vec<InputSpec>,
    /// The shared values that it needs.
    pub states: Vec<StateSpec>,
    /// What it gives.
    pub output: OutputSpec,
    /// `example(…)`.
    pub examples: Vec<ExampleSpec>,
    /// What could not be described, as sentences; then the description is not to be relied on.
    pub faults: Vec<String>,
}

impl Description {
    /// Says of the last input that clients repeat it in a header.
    pub fn header(&mut self, name: &'static str) {
        if let Some(input) = self.inputs.last_mut() {
            input.header = Some(name);
        }
    }
}

/// A call that is known to work.
#[derive(Clone, Debug)]
pub struct ExampleSpec {
    /// Its name.
    pub name: &'static str,
    /// Its arguments.
    pub input: Map<String, Value>,
    /// What to expect.
    pub expect: Option<Value>,
}

/// One input of a function.
#[derive(Debug)]
pub struct InputSpec {
    /// Name of the property.
    pub name: &'static str,
    /// Doc comment of the parameter; empty where there is none.
    pub description: &'static str,
    /// The parameter's type.
    pub ty: &'static TypeSpec,
    /// Whether it is a list of the type: `Vec<T>` in the declaration of a command.
    pub repeated: bool,
    /// False for `Option<T>`, and where there is a default.
    pub required: bool,
    /// `#[arg(default = …)]`, as JSON.
    pub default: Option<Value>,
    /// `#[arg(secret)]`.
    pub secret: bool,
    /// `#[arg(header = "…")]`: the header in which clients repeat it.
    pub header: Option<&'static str>,
    /// How it reaches a command; `None` for the inputs of a function, and for `#[arg(unplaced)]`.
    pub placement: Option<PlacementSpec>,
}

/// A type that has a JSON Schema.
#[derive(Debug)]
pub struct TypeSpec {
    /// Its name, as schemars gives it.
    pub name: fn() -> std::borrow::Cow<'static, str>,
    /// Its own schema, with `$defs` for what it refers to.
    pub schema: fn() -> Schema,
}

/// A shared value that a function needs.
#[derive(Clone, Copy, Debug)]
pub struct StateSpec {
    /// Identity of the type.
    pub id: std::any::TypeId,
    /// Its path, for messages.
    pub name: &'static str,
}

/// What a function gives.
#[derive(Debug, Default)]
pub enum OutputSpec {
    /// Text, or content blocks: no output schema.
    #[default]
    Content,
    /// A structured value.
    Structured(&'static TypeSpec),
}

inventory::collect!(Registration);

/// What is submitted to `inventory`.
#[derive(Debug)]
pub struct Registration(pub &'static ToolSpec);
