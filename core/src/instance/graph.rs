//! An instance and all that it depends on.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::{FILE, Loaded, load};
use crate::fault::{Fault, FaultKind, Location};
use crate::types::TypeStore;

/// Reads an instance and all instances that it depends on, at any depth, each once however many ways lead to it. The
/// first is the one that was asked for, the others are in the order of their names.
///
/// Two folders are one where their paths are the same with symbolic links followed.
///
/// # Errors
///
/// All faults of all `toolnode.toml` files at once, and of how they hang together: a folder that is not there or is no
/// instance, an instance of another name than the dependency has, a cycle, two instances of one name.
pub fn load_all(
    dir: &Path,
    shown: &Path,
    types: &mut TypeStore,
) -> Result<Vec<Loaded>, Vec<Fault>> {
    let mut graph = Graph::default();
    let served = fs::canonicalize(dir).unwrap_or_else(|_| dir.to_owned());
    graph.read(served.clone(), dir, shown, types);
    while let Some(edge) = graph.edges_to_follow.pop_front() {
        graph.follow(edge, types);
    }
    graph.find_cycles();
    graph.find_namesakes();
    if !graph.faults.is_empty() {
        graph.faults.sort();
        graph.faults.dedup();
        return Err(graph.faults);
    }
    let mut instances: Vec<_> = graph.instances.into_iter().collect();
    instances.sort_by(|(a, one), (b, other)| {
        let name = |loaded: &Loaded| loaded.instance.identity.name.clone();
        (*a != served, name(one)).cmp(&(*b != served, name(other)))
    });
    Ok(instances.into_iter().map(|(_, loaded)| loaded).collect())
}

/// The instances by their canonical folder.
#[derive(Default)]
struct Graph {
    instances: BTreeMap<PathBuf, Loaded>,
    /// Folders whose `toolnode.toml` has faults: said once, whoever depends on them.
    broken: BTreeSet<PathBuf>,
    edges_to_follow: VecDeque<Edge>,
    edges: BTreeMap<PathBuf, Vec<Edge>>,
    faults: Vec<Fault>,
}

/// One entry of `[dependencies]`.
#[derive(Clone)]
struct Edge {
    from: PathBuf,
    name: String,
    /// The folder as it is written, from the folder that names it.
    dir: PathBuf,
    shown: PathBuf,
    location: Location,
    /// The canonical folder that it leads to.
    to: PathBuf,
}

impl Graph {
    fn read(&mut self, canonical: PathBuf, dir: &Path, shown: &Path, types: &mut TypeStore) {
        let loaded = match load(dir, shown, types) {
            Ok(loaded) => loaded,
            Err(faults) => {
                self.faults.extend(faults);
                self.broken.insert(canonical);
                return;
            }
        };
        for (name, dependency) in &loaded.instance.dependencies {
            self.edges_to_follow.push_back(Edge {
                from: canonical.clone(),
                name: name.clone(),
                dir: canonical.join(&dependency.path),
                shown: tidy(&shown.join(&dependency.path)),
                location: loaded
                    .dependencies
                    .get(name)
                    .cloned()
                    .unwrap_or_else(|| Location::whole(shown.join(FILE))),
                to: PathBuf::new(),
            });
        }
        self.instances.insert(canonical, loaded);
    }

    fn follow(&mut self, mut edge: Edge, types: &mut TypeStore) {
        let canonical = match fs::canonicalize(&edge.dir) {
            Ok(canonical) => canonical,
            Err(error) => {
                let message = format!(
                    "the dependency `{}` leads to {}, and there is no such folder: {error}",
                    edge.name,
                    edge.shown.display()
                );
                return self.fault(
                    &edge,
                    message,
                    "write the path from this folder to the other's",
                );
            }
        };
        if canonical.join(FILE).symlink_metadata().is_err() {
            let message = format!(
                "the dependency `{}` leads to {}, which is no instance: it has no {FILE}",
                edge.name,
                edge.shown.display()
            );
            return self.fault(&edge, message, "write the path of a folder that has one");
        }
        if !self.instances.contains_key(&canonical) && !self.broken.contains(&canonical) {
            self.read(canonical.clone(), &canonical, &edge.shown.clone(), types);
        }
        if let Some(loaded) = self.instances.get(&canonical) {
            let own = &loaded.instance.identity.name;
            if *own != edge.name {
                let message = format!(
                    "the dependency `{}` leads to {}, and that instance is called `{own}`",
                    edge.name,
                    edge.shown.display()
                );
                let help = format!("write `{own}` here, so that one thing has one name");
                self.fault(&edge, message, &help);
            }
        }
        edge.to = canonical;
        self.edges.entry(edge.from.clone()).or_default().push(edge);
    }

    fn fault(&mut self, edge: &Edge, message: String, help: &str) {
        self.faults.push(Fault {
            location: edge.location.clone(),
            kind: FaultKind::Invalid,
            message,
            help: Some(help.to_owned()),
        });
    }

    /// Says each edge that leads back to an instance on the way to it.
    fn find_cycles(&mut self) {
        let mut done = BTreeSet::new();
        let mut back = Vec::new();
        for start in self.instances.keys() {
            if done.contains(start) {
                continue;
            }
            // The way from the start, with the next edge to take from each place on it; no recursion, for a chain of
            // dependencies may be long.
            let mut way: Vec<(&PathBuf, usize)> = vec![(start, 0)];
            while let Some((at, next)) = way.last_mut() {
                let edge = self.edges.get(*at).and_then(|edges| edges.get(*next));
                *next += 1;
                let Some(edge) = edge else {
                    done.insert(*at);
                    way.pop();
                    continue;
                };
                if let Some(first) = way.iter().position(|(at, _)| **at == edge.to) {
                    let names = way[first..].iter().map(|(at, _)| *at);
                    back.push((edge.clone(), self.chain(names.chain([&edge.to]))));
                } else if !done.contains(&edge.to) && self.instances.contains_key(&edge.to) {
                    way.push((&edge.to, 0));
                }
            }
        }
        for (edge, chain) in back {
            let message = format!("the dependency `{}` closes a circle: {chain}", edge.name);
            self.fault(&edge, message, "remove one of these dependencies");
        }
    }

    /// `a (path) -> b (path) -> a (path)`
    fn chain<'a>(&self, places: impl Iterator<Item = &'a PathBuf>) -> String {
        let said = places.map(|at| match self.instances.get(at) {
            Some(loaded) => {
                format!("{} ({})", loaded.instance.identity.name, display(&loaded.shown))
            }
            None => at.display().to_string(),
        });
        said.collect::<Vec<_>>().join(" -> ")
    }

    /// Says each name that two folders have.
    fn find_namesakes(&mut self) {
        let mut by_name: BTreeMap<&str, Vec<&Loaded>> = BTreeMap::new();
        for loaded in self.instances.values() {
            by_name.entry(&loaded.instance.identity.name).or_default().push(loaded);
        }
        let mut faults = Vec::new();
        for (name, same) in by_name.into_iter().filter(|(_, same)| same.len() > 1) {
            let versions: BTreeSet<_> =
                same.iter().map(|loaded| &loaded.instance.identity.version).collect();
            let places: Vec<_> = same
                .iter()
                .map(|loaded| {
                    format!(
                        "{} (version {})",
                        display(&loaded.shown),
                        loaded.instance.identity.version
                    )
                })
                .collect();
            let (what, help) = if versions.len() > 1 {
                ("is there at different versions", "let all depend on one folder")
            } else {
                ("is the name of different folders", "let all depend on one folder, or rename one")
            };
            faults.push(Fault {
                location: Location::whole(same[0].shown.join(FILE)),
                kind: FaultKind::Invalid,
                message: format!("the instance `{name}` {what}: {}", places.join(" and ")),
                help: Some(help.to_owned()),
            });
        }
        self.faults.extend(faults);
    }
}

fn display(shown: &Path) -> String {
    if shown.as_os_str().is_empty() { ".".to_owned() } else { shown.display().to_string() }
}

/// A path as people write it: `a` for `a/b/..`. It is shown, and never opened.
fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for component in path.components() {
        let last = tidied.components().next_back();
        match (component, last) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                tidied.pop();
            }
            _ => tidied.push(component),
        }
    }
    tidied
}
