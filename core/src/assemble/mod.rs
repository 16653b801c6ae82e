//! From what was read and what is linked to one namespace: names, collisions, functions bound to files.

mod claim;
mod collision;
mod command;
mod definitions;
mod function;
mod linking;
mod owner;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use crate::fault::{Fault, FaultKind, Location};
use crate::node::{ToolNode, Unread};
use crate::registry::{Linked, Place, ToolSpec};
use crate::types::{DocumentId, TypeStore};

pub use linking::Missing;
pub use owner::{Contribution, Owner};

/// All nodes of a service, each with its served name; sorted.
#[derive(Debug)]
pub struct Namespace {
    /// The instance that is served; the service has its name and version.
    pub instance: Arc<Owner>,
    /// All instances that own something in it: the one that is served, then by name.
    pub instances: Vec<Arc<Owner>>,
    /// The types that the nodes name.
    pub types: TypeStore,
    /// The nodes, by served name, instance and origin.
    pub entries: Vec<Arc<Entry>>,
    /// What could not be read as a node.
    pub unread: Vec<Unread>,
    /// What should be linked into the binary and is not.
    pub missing: Vec<Missing>,
}

/// A node in the namespace.
#[derive(Debug)]
pub struct Entry {
    /// The node.
    pub node: ToolNode,
    /// The name under which it is served.
    pub name: String,
    /// The instance that owns it; commands run in its folder.
    pub instance: Arc<Owner>,
    /// The types documents of that instance, in which short names are looked up first.
    pub documents: Arc<[DocumentId]>,
    /// Where it is declared.
    pub origin: Origin,
    /// The function that it is bound to, where that is linked.
    pub function: Option<&'static ToolSpec>,
    /// What is wrong with it in this namespace; it is undetermined where there is anything.
    pub problems: Vec<Problem>,
}

/// Where a node is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In a file.
    File(Location),
    /// By a function marked `#[tool]`.
    Function(Place),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(location) => location.fmt(f),
            Self::Function(place) => place.fmt(f),
        }
    }
}

/// What is wrong with a node beside its neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Others have the same served name, or one that a client may take for the same.
    Collision {
        /// What collides with what, and what ends it.
        message: String,
    },
    /// The node itself does not hold.
    Invalid(String),
}

/// Makes one namespace of an instance, of those that it depends on, and of what is linked into the binary. The order of the
/// dependencies, of their nodes and of what is linked makes no difference.
pub fn assemble(
    served: Contribution,
    mut dependencies: Vec<Contribution>,
    mut types: TypeStore,
    linked: &Linked,
) -> Namespace {
    dependencies.sort_by(|a, b| (&a.owner.name, &a.owner.dir).cmp(&(&b.owner.name, &b.owner.dir)));
    let instance = Arc::clone(&served.owner);
    let contributions: Vec<_> = std::iter::once(served).chain(dependencies).collect();

    let mut unread = Vec::new();
    let mut functions = BTreeMap::new();
    let mut owners = owner::Owners::new(&contributions);
    for (owner, tools) in owners.of_linked(linked) {
        match function::declare(&tools, &owner, &mut types) {
            Ok(declared) => functions.extend(declared.into_iter().map(|f| (f.path(), f))),
            Err(message) => unread.extend(tools.iter().map(|spec| unusable(spec, &message))),
        }
    }
    for function in functions.values_mut() {
        function.problems.extend(owners.problems(function.spec.place.package));
        // Only now are all documents there.
        function.check_claims(&types);
    }

    let missing = linking::missing(&contributions, linked);
    let mut entries = Vec::new();
    let mut bound = BTreeSet::new();
    for contribution in contributions {
        let documents: Arc<[DocumentId]> = contribution.documents.into();
        unread.extend(contribution.unread);
        for file in contribution.nodes {
            let module = file.node.invoke.in_process.as_ref().map(|in_process| &in_process.module);
            let function = module.and_then(|module| functions.get_key_value(module));
            bound.extend(function.map(|(path, _)| path.clone()));
            let function = function.map(|(_, function)| function);
            entries.push(Entry {
                name: String::new(),
                instance: Arc::clone(&contribution.owner),
                documents: Arc::clone(&documents),
                origin: Origin::File(file.location),
                function: function.and_then(function::Declared::function),
                problems: function.map(|f| f.differences(&file.node, &types)).unwrap_or_default(),
                node: file.node,
            });
        }
    }
    let unbound = functions.into_iter().filter(|(path, _)| !bound.contains(path));
    entries.extend(unbound.map(|(_, function)| function.into_entry()));

    for entry in &mut entries {
        match toolnode_rules::name::served_name(entry.instance.prefix.as_deref(), &entry.node.id) {
            Ok(name) => entry.name = name,
            Err(fault) => {
                entry.name = entry.node.id.replace('-', "_");
                entry.problems.push(Problem::Invalid(fault.to_string()));
            }
        }
    }
    entries.sort_by_cached_key(|entry| {
        (entry.name.clone(), entry.instance.name.clone(), entry.origin.to_string())
    });
    collision::refuse(&mut entries, &types, &instance);
    unread.sort_by(|a, b| a.location.cmp(&b.location));
    Namespace {
        instance,
        instances: owners.all(),
        types,
        entries: entries.into_iter().map(Arc::new).collect(),
        unread,
        missing,
    }
}

fn unusable(spec: &ToolSpec, message: &str) -> Unread {
    let location =
        Location { line: spec.place.line, column: 1, ..Location::whole(spec.place.file) };
    let fault = Fault {
        location: location.clone(),
        kind: FaultKind::Invalid,
        message: message.to_owned(),
        help: None,
    };
    Unread { id: Some(spec.id.to_owned()), location, faults: vec![fault] }
}
