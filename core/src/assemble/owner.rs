//! Who owns what: instances on disk, and crates.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Problem;
use crate::fault::Location;
use crate::instance::{FILE, Loaded};
use crate::node::{LoadedNode, Unread};
use crate::registry::{InstanceSpec, Linked, Place, ToolSpec};
use crate::types::DocumentId;

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
    /// Its `toolnode.toml` as it is shown to people; `None` where only a crate declares it.
    pub file: Option<PathBuf>,
    /// Runtimes that are found by running something, each with the words of its probe.
    pub probes: BTreeMap<String, Vec<String>>,
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
            file: None,
            probes: BTreeMap::new(),
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
    /// The functions that it expects to be linked, by path, and where it says so.
    pub expected: Vec<(String, Location)>,
}

impl Contribution {
    /// Nothing but the functions that are linked.
    pub fn none(owner: Owner) -> Self {
        Self {
            owner: Arc::new(owner),
            nodes: Vec::new(),
            unread: Vec::new(),
            documents: Vec::new(),
            expected: Vec::new(),
        }
    }

    /// What was loaded from a folder. A relative one is below the current folder.
    pub fn of_folder(loaded: Loaded) -> Self {
        let identity = &loaded.instance.identity;
        let probes = &loaded.instance.runtimes;
        let owner = Owner {
            name: identity.name.clone(),
            version: identity.version.clone(),
            title: identity.title.clone(),
            description: identity.description.clone(),
            base: loaded.instance.base(),
            prefix: identity.prefix.clone(),
            dir: std::path::absolute(&loaded.dir).unwrap_or(loaded.dir),
            file: Some(loaded.shown.join(FILE)),
            probes: probes.iter().map(|(name, by)| (name.clone(), by.probe.clone())).collect(),
        };
        Self {
            owner: Arc::new(owner),
            nodes: loaded.nodes,
            unread: loaded.unread,
            documents: loaded.documents,
            expected: loaded.expected,
        }
    }
}

/// The instances of a namespace, and to which of them each linked package belongs.
pub(super) struct Owners {
    served: Arc<Owner>,
    by_name: BTreeMap<String, Arc<Owner>>,
    problems: BTreeMap<&'static str, Vec<Problem>>,
}

impl Owners {
    pub(super) fn new(contributions: &[Contribution]) -> Self {
        let owners = contributions.iter().map(|contribution| &contribution.owner);
        Self {
            served: Arc::clone(&contributions[0].owner),
            by_name: owners.map(|owner| (owner.name.clone(), Arc::clone(owner))).collect(),
            problems: BTreeMap::new(),
        }
    }

    /// The linked tools by the instance that owns them, both sorted.
    ///
    /// A package belongs to the instance that its `instance!` names, else to the one of its own name. Where an instance of
    /// that name is on disk, the two are one.
    pub(super) fn of_linked(
        &mut self,
        linked: &Linked,
    ) -> Vec<(Arc<Owner>, Vec<&'static ToolSpec>)> {
        let mut declared: BTreeMap<&str, Vec<&InstanceSpec>> = BTreeMap::new();
        for spec in &linked.instances {
            declared.entry(spec.place.package).or_default().push(spec);
        }
        let mut packages: BTreeMap<&'static str, Vec<&'static ToolSpec>> = BTreeMap::new();
        for tool in &linked.tools {
            packages.entry(tool.place.package).or_default().push(tool);
        }
        let mut by_owner: BTreeMap<String, Vec<&'static ToolSpec>> = BTreeMap::new();
        for (package, mut tools) in packages {
            tools.sort_by_key(|tool| (tool.place.module, tool.place.function));
            let declared = declared.remove(package).unwrap_or_default();
            let name = self.own(&tools[0].place, &declared);
            by_owner.entry(name).or_default().extend(tools);
        }
        let owned =
            by_owner.into_iter().map(|(name, tools)| (Arc::clone(&self.by_name[&name]), tools));
        owned.collect()
    }

    /// What is wrong with what a package says of its instance.
    pub(super) fn problems(&self, package: &str) -> Vec<Problem> {
        self.problems.get(package).cloned().unwrap_or_default()
    }

    /// All instances: the one that is served, then by name.
    pub(super) fn all(self) -> Vec<Arc<Owner>> {
        let served = self.served;
        let others = self.by_name.into_values().filter(|owner| **owner != *served);
        let others: Vec<_> = others.collect();
        std::iter::once(served).chain(others).collect()
    }

    /// Finds or makes the instance of a package; gives its name.
    fn own(&mut self, place: &Place, declared: &[&InstanceSpec]) -> String {
        let mut problems = Vec::new();
        if let [first, second, ..] = declared {
            let mut places = [first.place.to_string(), second.place.to_string()];
            places.sort();
            problems.push(Problem::Invalid(format!(
                "the crate {} says twice to which instance it belongs, at {} and at {}; keep one `instance!`",
                place.package, places[0], places[1]
            )));
        }
        // Of several, one that does not depend on the order; all of them are refused by the problem above.
        let declared = declared.iter().min_by_key(|spec| (spec.place.file, spec.place.line));
        let name = declared.and_then(|spec| spec.name).unwrap_or(place.package);
        if let Some(owner) = self.by_name.get(name) {
            problems.extend(declared.and_then(|spec| disagreement(owner, spec)));
        } else {
            // Its commands run where its scripts are: in the folder that it was built from.
            let folder = match place.folder {
                "" => &self.served.dir,
                folder => Path::new(folder),
            };
            let mut owner = Owner::of_package(name, place.version, folder);
            if let Some(spec) = declared {
                let text = |text: Option<&str>| text.map(str::to_owned);
                owner.version = text(spec.version).unwrap_or(owner.version);
                owner.base = text(spec.base).unwrap_or(owner.base);
                owner.title = text(spec.title);
                owner.description = text(spec.description);
                owner.prefix = text(spec.prefix);
            }
            self.by_name.insert(name.to_owned(), Arc::new(owner));
        }
        self.problems.insert(place.package, problems);
        name.to_owned()
    }
}

/// Where `instance!` and the instance that it names say different things, what and where.
fn disagreement(owner: &Owner, spec: &InstanceSpec) -> Option<Problem> {
    let said = [
        ("version", spec.version, Some(owner.version.as_str())),
        ("title", spec.title, owner.title.as_deref()),
        ("description", spec.description, owner.description.as_deref()),
        ("base", spec.base, Some(owner.base.as_str())),
        ("prefix", spec.prefix, owner.prefix.as_deref()),
    ];
    let differs =
        said.into_iter().filter(|(_, in_rust, there)| in_rust.is_some() && in_rust != there);
    let differs: Vec<_> = differs
        .map(|(key, in_rust, there)| {
            let there =
                there.map_or_else(|| "has none".to_owned(), |there| format!("has {there:?}"));
            format!("{key} {:?} where the instance {there}", in_rust.unwrap_or_default())
        })
        .collect();
    (!differs.is_empty()).then(|| {
        let file = owner.file.as_ref().map(|file| format!(" ({})", file.display()));
        Problem::Invalid(format!(
            "{} says of the instance {}{}: {}; make the two the same, or say it in one place only",
            spec.place,
            owner.name,
            file.unwrap_or_default(),
            differs.join(", ")
        ))
    })
}
