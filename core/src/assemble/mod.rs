//! From what was read and what is linked to one namespace: names, collisions, functions bound to files.

mod claim;
mod command;
mod definitions;
mod function;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::fault::{Fault, FaultKind, Location};
use crate::instance::Loaded;
use crate::node::{LoadedNode, ToolNode, Unread};
use crate::registry::{Place, ToolSpec};
use crate::types::{DocumentId, TypeStore};

/// All nodes of a service, each with its served name; sorted.
#[derive(Debug)]
pub struct Namespace {
    /// The instance that is served; the service has its name and version.
    pub instance: Arc<Owner>,
    /// The types that the nodes name.
    pub types: TypeStore,
    /// The nodes, by instance, id and origin.
    pub entries: Vec<Arc<Entry>>,
    /// What could not be read as a node.
    pub unread: Vec<Unread>,
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

/// An instance as the owner of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its name for people.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// The IRI under which its types are named.
    pub base: String,
    /// What goes before the served names of its tools.
    pub prefix: Option<String>,
    /// Its folder, absolute: commands run there.
    pub dir: PathBuf,
}

impl Owner {
    /// A package without a `toolnode.toml` owns what it contributes under its own name and version.
    pub fn of_package(name: &str, version: &str, dir: &Path) -> Self {
        Self {
            name: name.to_owned(),
            version: version.to_owned(),
            title: None,
            description: None,
            base: format!("urn:toolnode:instance:{name}"),
            prefix: None,
            dir: dir.to_owned(),
        }
    }
}

/// What one instance brings from its files.
#[derive(Debug)]
pub struct Contribution {
    /// The instance.
    pub owner: Arc<Owner>,
    /// Its nodes.
    pub nodes: Vec<LoadedNode>,
    /// What could not be read.
    pub unread: Vec<Unread>,
    /// Its types documents.
    pub documents: Vec<DocumentId>,
}

impl Contribution {
    /// Nothing but the functions that are linked.
    pub fn none(owner: Owner) -> Self {
        Self {
            owner: Arc::new(owner),
            nodes: Vec::new(),
            unread: Vec::new(),
            documents: Vec::new(),
        }
    }

    /// What was loaded from a folder.
    pub fn of_folder(loaded: Loaded, dir: PathBuf) -> Self {
        let identity = &loaded.instance.identity;
        let owner = Owner {
            name: identity.name.clone(),
            version: identity.version.clone(),
            title: identity.title.clone(),
            description: identity.description.clone(),
            base: loaded.instance.base(),
            prefix: identity.prefix.clone(),
            dir,
        };
        Self {
            owner: Arc::new(owner),
            nodes: loaded.nodes,
            unread: loaded.unread,
            documents: loaded.documents,
        }
    }
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
            Self::Function(place) => {
                write!(f, "{}:{} ({}::{})", place.file, place.line, place.module, place.function)
            }
        }
    }
}

/// What is wrong with a node beside its neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Others have the same served name.
    Collision {
        /// Where the others are declared.
        others: Vec<String>,
    },
    /// The node itself does not hold.
    Invalid(String),
}

/// Makes one namespace of an instance and of the functions linked into the binary. The order of the
/// functions makes no difference.
pub fn assemble(
    from_files: Contribution,
    mut types: TypeStore,
    linked: &[&'static ToolSpec],
) -> Namespace {
    let mut linked = linked.to_vec();
    linked.sort_by_key(|spec| (spec.place.package, spec.place.module, spec.place.function));
    let Contribution { owner: instance, nodes, mut unread, documents } = from_files;
    let documents: Arc<[DocumentId]> = documents.into();

    let mut declared: BTreeMap<String, function::Declared> = BTreeMap::new();
    for package in linked.chunk_by(|a, b| a.place.package == b.place.package) {
        let owner = function::owner(&instance, package[0]);
        match function::declare(package, &owner, &mut types) {
            Ok(functions) => declared.extend(functions.into_iter().map(|f| (f.path(), f))),
            Err(message) => unread.extend(package.iter().map(|spec| unusable(spec, &message))),
        }
    }

    // Only now are all documents there.
    for function in declared.values_mut() {
        function.check_claims(&types);
    }

    let mut entries = Vec::new();
    for file in nodes {
        let bound = file
            .node
            .invoke
            .in_process
            .as_ref()
            .and_then(|in_process| declared.remove(&in_process.module));
        let problems = bound
            .as_ref()
            .map(|function| function.differences(&file.node, &types))
            .unwrap_or_default();
        entries.push(Entry {
            name: String::new(),
            instance: Arc::clone(&instance),
            documents: Arc::clone(&documents),
            origin: Origin::File(file.location),
            function: bound.and_then(|function| function.function()),
            problems,
            node: file.node,
        });
    }
    entries.extend(declared.into_values().map(function::Declared::into_entry));

    for entry in &mut entries {
        match toolnode_rules::name::served_name(entry.instance.prefix.as_deref(), &entry.node.id) {
            Ok(name) => entry.name = name,
            Err(fault) => {
                entry.name = entry.node.id.replace('-', "_");
                entry.problems.push(Problem::Invalid(fault.to_string()));
            }
        }
    }
    mark_collisions(&mut entries);
    entries.sort_by(|a, b| {
        (&a.name, &a.instance.name, a.origin.to_string()).cmp(&(
            &b.name,
            &b.instance.name,
            b.origin.to_string(),
        ))
    });
    unread.sort_by(|a, b| a.location.cmp(&b.location));
    Namespace { instance, types, entries: entries.into_iter().map(Arc::new).collect(), unread }
}

/// Two nodes of one name are refused, both: what a caller gets must not depend on an order.
fn mark_collisions(entries: &mut [Entry]) {
    let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        places.entry(entry.name.clone()).or_default().push(index);
    }
    for indices in places.into_values().filter(|indices| indices.len() > 1) {
        let origins: Vec<_> = indices
            .iter()
            .map(|&i| format!("{} (instance {})", entries[i].origin, entries[i].instance.name))
            .collect();
        for &index in &indices {
            let own =
                format!("{} (instance {})", entries[index].origin, entries[index].instance.name);
            let mut others: Vec<_> = origins.iter().filter(|o| **o != own).cloned().collect();
            others.sort();
            entries[index].problems.push(Problem::Collision { others });
        }
    }
}

fn unusable(spec: &ToolSpec, message: &str) -> Unread {
    let mut location = Location::whole(spec.place.file);
    location.line = spec.place.line;
    location.column = 1;
    let fault = Fault {
        location: location.clone(),
        kind: FaultKind::Invalid,
        message: message.to_owned(),
        help: None,
    };
    Unread { id: Some(spec.id.to_owned()), location, faults: vec![fault] }
}
