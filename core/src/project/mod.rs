//! The projection: the immutable list of what is served, with the reason for everything that is not.

mod argv_word;
mod code;
mod decide;
pub(crate) mod environment;
mod host;
mod image;
mod listing;
mod probe;
mod runs_input;
mod validate;
mod verbatim;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::assemble::{Entry, Missing, Namespace, Owner};
use crate::node::Arg;
use crate::registry::ToolSpec;
use crate::types::Type;

pub(crate) use argv_word::{Word, judge};
pub use code::{Code, Reason};
pub use host::{ContainerSettings, Host, HostError, Programs};
pub use listing::{Detail, ListedArm, ListedOmission, ListedTool, ListedUndetermined, Listing};
use validate::Validators;

/// What is served, and why the rest is not. Every list is sorted.
#[derive(Debug)]
pub struct Projection {
    /// The instance that is served.
    pub instance: Arc<Owner>,
    /// What is served, by name.
    pub nodes: Vec<Arc<Node>>,
    /// What is left out on purpose, by id.
    pub omitted: Vec<Omitted>,
    /// What could not be determined, by source. `serve` does not start while there is any.
    pub undetermined: Vec<Undetermined>,
    by_name: HashMap<String, usize>,
}

/// A node that is served.
#[derive(Debug)]
pub struct Node {
    /// The served name.
    pub name: String,
    /// The node as declared.
    pub entry: Arc<Entry>,
    /// How it runs.
    pub arm: Arm,
    /// The arms that were tried before, with what they lack.
    pub passed_over: Vec<PassedOver>,
    /// What it takes: a self-contained JSON Schema of an object.
    pub input_schema: Arc<Map<String, Value>>,
    /// What it gives, where it declares structured output.
    pub output_schema: Option<Arc<Value>>,
    /// What the JSON that its command prints must match: the whole of it, or each line.
    printed_schema: Option<Arc<Value>>,
    /// The inputs, in the order of the declaration.
    pub inputs: Vec<NodeInput>,
    validators: Validators,
}

/// An input of a node that is served, with its type resolved.
#[derive(Debug)]
pub struct NodeInput {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Arc<Type>,
    /// Whether it is a list.
    pub repeated: bool,
    /// Whether a call must give it.
    pub required: bool,
    /// What holds when a call leaves it out.
    pub default: Option<Value>,
    /// How it reaches a command.
    pub arg: Option<Arg>,
}

/// How a node runs.
#[derive(Debug)]
pub enum Arm {
    /// A function linked into this binary.
    InProcess(&'static ToolSpec),
    /// A command.
    Shell(Command),
    /// A command in a container.
    Container(ContainerCommand),
}

/// A command: the program, resolved once, and the fixed words after it.
#[derive(Debug)]
pub struct Command {
    /// Absolute path; a bare name where host facts were given.
    pub program: PathBuf,
    /// The words after the program.
    pub words: Vec<String>,
}

/// A command in a container.
#[derive(Debug)]
pub struct ContainerCommand {
    /// The engine's program.
    pub engine: PathBuf,
    /// What the deployment says of the engine.
    pub settings: ContainerSettings,
    /// The image.
    pub image: String,
    /// The fixed words; empty where the image's entry point runs.
    pub words: Vec<String>,
}

/// Names of the arms, as `list` and `show` have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArmKind {
    /// `inProcess`
    InProcess,
    /// `shell`
    Shell,
    /// `container`
    Container,
}

impl ArmKind {
    /// The name in files and in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InProcess => "inProcess",
            Self::Shell => "shell",
            Self::Container => "container",
        }
    }
}

impl Arm {
    /// Which arm it is.
    pub fn kind(&self) -> ArmKind {
        match self {
            Self::InProcess(_) => ArmKind::InProcess,
            Self::Shell(_) => ArmKind::Shell,
            Self::Container(_) => ArmKind::Container,
        }
    }
}

/// An arm that was tried and lacks something.
#[derive(Clone, Debug)]
pub struct PassedOver {
    /// Which arm.
    pub arm: ArmKind,
    /// What it lacks.
    pub reasons: Vec<Reason>,
}

/// A node that is left out on purpose, or a function without one that was allowed to be absent.
#[derive(Debug)]
pub struct Omitted {
    /// The node's id; of a function without a node, its path.
    pub id: String,
    /// Where it is declared.
    pub source: String,
    /// The node, where there is one.
    pub entry: Option<Arc<Entry>>,
    /// All reasons, sorted by code.
    pub reasons: Vec<Reason>,
}

/// Something of which it cannot be said whether it should be served.
#[derive(Debug)]
pub struct Undetermined {
    /// The id, where it could be read.
    pub id: Option<String>,
    /// Where it is declared.
    pub source: String,
    /// The node, where there is one.
    pub entry: Option<Arc<Entry>>,
    /// All reasons, sorted by code.
    pub reasons: Vec<Reason>,
}

/// Decides for every node of a namespace whether it is served on a host.
pub fn project(namespace: &Namespace, host: &Host) -> Projection {
    let mut projection = Projection {
        instance: Arc::clone(&namespace.instance),
        nodes: Vec::new(),
        omitted: Vec::new(),
        undetermined: namespace.unread.iter().map(decide::unread).collect(),
        by_name: HashMap::new(),
    };
    for Missing { what, origin, message } in &namespace.missing {
        let (source, reasons) = (origin.to_string(), vec![Reason::new(Code::Unlinked, message)]);
        if host.allow_unlinked {
            projection.omitted.push(Omitted { id: what.clone(), source, entry: None, reasons });
        } else {
            let undetermined = Undetermined { id: None, source, entry: None, reasons };
            projection.undetermined.push(undetermined);
        }
    }
    let mut decision = decide::Decision::new(&namespace.types, host);
    for entry in &namespace.entries {
        match decision.decide(entry) {
            decide::State::Projected(node) => projection.nodes.push(Arc::new(*node)),
            decide::State::Omitted(mut reasons) => {
                tidy(&mut reasons);
                projection.omitted.push(Omitted {
                    id: entry.node.id.clone(),
                    source: entry.origin.to_string(),
                    entry: Some(Arc::clone(entry)),
                    reasons,
                });
            }
            decide::State::Undetermined(mut reasons) => {
                tidy(&mut reasons);
                projection.undetermined.push(Undetermined {
                    id: Some(entry.node.id.clone()),
                    source: entry.origin.to_string(),
                    entry: Some(Arc::clone(entry)),
                    reasons,
                });
            }
        }
    }
    projection.nodes.sort_by(|a, b| a.name.cmp(&b.name));
    projection.omitted.sort_by(|a, b| (&a.id, &a.source).cmp(&(&b.id, &b.source)));
    projection.undetermined.sort_by(|a, b| (&a.source, &a.id).cmp(&(&b.source, &b.id)));
    projection.by_name =
        projection.nodes.iter().enumerate().map(|(i, node)| (node.name.clone(), i)).collect();
    projection
}

fn tidy(reasons: &mut Vec<Reason>) {
    reasons.sort();
    reasons.dedup();
}

/// What a name or an id stands for in a projection.
#[derive(Debug)]
pub enum Found<'a> {
    /// A node that is served.
    Served(&'a Arc<Node>),
    /// A node that is left out.
    Omitted(&'a Omitted),
    /// Something undetermined.
    Undetermined(&'a Undetermined),
}

impl Projection {
    /// The served node of a name; a constant-time look-up.
    pub fn get(&self, name: &str) -> Option<&Arc<Node>> {
        self.by_name.get(name).map(|&index| &self.nodes[index])
    }

    /// What a served name or an id stands for. A served name goes before an id.
    pub fn find(&self, name: &str) -> Vec<Found<'_>> {
        if let Some(node) = self.get(name) {
            return vec![Found::Served(node)];
        }
        let is = |entry: &Entry| entry.node.id == name || entry.name == name;
        let served = self.nodes.iter().filter(|n| is(&n.entry)).map(Found::Served);
        let omitted = self
            .omitted
            .iter()
            .filter(|o| o.id == name || o.entry.as_ref().is_some_and(|entry| is(entry)));
        let undetermined = self.undetermined.iter().filter(|u| {
            u.id.as_deref() == Some(name) || u.entry.as_ref().is_some_and(|entry| is(entry))
        });
        served
            .chain(omitted.map(Found::Omitted))
            .chain(undetermined.map(Found::Undetermined))
            .collect()
    }

    /// All names and ids, for suggestions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let served = self.nodes.iter().flat_map(|n| [n.name.as_str(), n.entry.node.id.as_str()]);
        let omitted = self.omitted.iter().map(|o| o.id.as_str());
        served.chain(omitted).chain(self.undetermined.iter().filter_map(|u| u.id.as_deref()))
    }
}
