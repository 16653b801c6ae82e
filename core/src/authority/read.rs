//! Reading a roles file: its tree against the schema, then what only the whole of it can say.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value;

use super::{Roles, RolesFile};
use crate::fault::{Fault, FaultKind, Location};
use crate::instance::{Instance, ROLES};
use crate::source::{self, Checker, Faults, Format, Node, Source, did_you_mean, hidden};

/// Reads the roles of an instance; `None` where it has none. `shown` is what people see instead of `dir`.
///
/// # Errors
///
/// All faults of the file at once; that it is named and not there; that there are two.
pub fn read(dir: &Path, shown: &Path, instance: &Instance) -> Result<Option<Roles>, Vec<Fault>> {
    if let Some(named) = &instance.paths.roles {
        return read_file(&dir.join(named), &shown.join(named)).map(Some);
    }
    // A broken link counts: somebody meant that there are roles.
    let there = ROLES.into_iter().filter(|file| dir.join(file).symlink_metadata().is_ok());
    match there.collect::<Vec<_>>().as_slice() {
        [] => Ok(None),
        [one] => read_file(&dir.join(one), &shown.join(one)).map(Some),
        [first, second, ..] => Err(vec![Fault {
            location: Location::whole(shown.join(second)),
            kind: FaultKind::Invalid,
            message: format!("{first} and {second} are both there, and one alone can hold"),
            help: Some(format!("delete one, or name the other: `[paths] roles = \"{first}\"`")),
        }]),
    }
}

/// Reads a roles file whose extension says its format: `json`, `toml`, `yaml` or `yml`.
///
/// # Errors
///
/// All faults of the file at once.
pub fn read_file(path: &Path, shown: &Path) -> Result<Roles, Vec<Fault>> {
    let Some(format) = Format::of(path) else {
        return Err(vec![Fault {
            location: Location::whole(shown),
            kind: FaultKind::Unreadable,
            message: "the file's name does not say its format".into(),
            help: Some("end it in .json, .toml, .yaml or .yml".into()),
        }]);
    };
    read_source(&source::read(path, format, shown).map_err(|fault| vec![fault])?)
}

/// Reads roles from text. See [`read_file`].
///
/// # Errors
///
/// All faults of the text at once.
pub fn read_str(text: &str, format: Format, shown: &Path) -> Result<Roles, Vec<Fault>> {
    read_source(&Source::new(text.to_owned(), format, shown))
}

/// The JSON Schema (2020-12) of a roles file, derived from [`RolesFile`].
pub fn schema() -> &'static Value {
    CHECKER.schema()
}

static CHECKER: LazyLock<Checker> =
    LazyLock::new(|| Checker::new(source::generate::<RolesFile>(), &[]));

fn read_source(source: &Source) -> Result<Roles, Vec<Fault>> {
    let (file, root) = source::load::<RolesFile>(source, &CHECKER, check)?;
    let places = root.get("roles").map(Node::items).unwrap_or_default().iter();
    let places = places.map(|role| source.location(source.head(role.span))).collect();
    Ok(Roles::new(file, places))
}

fn check(root: &Node, faults: &mut Faults<'_>) {
    let permissions = Kind::new(root, "permissions", "permission", faults);
    let roles = Kind::new(root, "roles", "role", faults);
    let actors = Kind::new(root, "actors", "actor", faults);
    permissions.check_names(&permissions, "includedIn", faults);
    roles.check_names(&roles, "inherits", faults);
    actors.check_names(&roles, "roles", faults);
    actors.check_names(&permissions, "permissions", faults);
    for role in roles.items {
        unique(role.get("skills"), "the skill", faults);
        unique(role.get("actorKinds"), "the kind", faults);
    }
    permissions.check_cycles("includedIn", "is included in itself", faults);
    roles.check_cycles("inherits", "inherits itself", faults);
}

/// All things of one kind in the file.
struct Kind<'n> {
    what: &'static str,
    items: &'n [Node],
    ids: Vec<&'n str>,
    index: HashMap<&'n str, usize>,
}

impl<'n> Kind<'n> {
    fn new(root: &'n Node, key: &str, what: &'static str, faults: &mut Faults<'_>) -> Self {
        let items = root.get(key).map(Node::items).unwrap_or_default();
        let mut index = HashMap::new();
        let mut ids = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let Some((node, id)) = item.get("id").and_then(|id| Some((id, id.as_str()?))) else {
                continue;
            };
            if id.contains(|c: char| c.is_whitespace() || c.is_control()) || hidden(id).is_some() {
                let help = "write letters, digits and `-`";
                faults.invalid_with(
                    node.span,
                    format!("{id:?} cannot be the id of a {what}"),
                    help,
                );
            }
            if let Some(&first) = index.get(id) {
                let first: &Node = &items[first];
                let help = format!("it stands in line {} already", faults.line(first.span));
                faults.invalid_with(node.span, format!("the {what} `{id}` is there twice"), help);
            } else {
                index.insert(id, at);
                ids.push(id);
            }
            if let Some(title) = item.get("title")
                && let Some((message, help)) = title.as_str().and_then(hidden)
            {
                faults.invalid_with(title.span, message, help);
            }
        }
        Self { what, items, ids, index }
    }

    /// Every name in a list of each item is that of something in `known`, and stands there once.
    fn check_names(&self, known: &Kind<'_>, key: &str, faults: &mut Faults<'_>) {
        for item in self.items {
            unique(item.get(key), &format!("the {}", known.what), faults);
            for (node, name) in strings(item.get(key)) {
                if !known.index.contains_key(name) {
                    let message = format!("there is no {} `{name}`", known.what);
                    let help = did_you_mean(name, &known.ids)
                        .unwrap_or_else(|| format!("declare it, or take it out of `{key}`"));
                    faults.invalid_with(node.span, message, help);
                }
            }
        }
    }

    /// Each cycle once, told at the entry that closes it.
    fn check_cycles(&self, key: &str, what: &str, faults: &mut Faults<'_>) {
        let mut done = HashSet::new();
        for start in 0..self.items.len() {
            // The way from the start, each with what of its list is still to be looked at. No recursion: a file may hold a
            // chain of thousands.
            let mut way: Vec<(usize, std::vec::IntoIter<(&Node, &str)>)> = Vec::new();
            if done.contains(&start) {
                continue;
            }
            way.push((start, self.list(start, key)));
            while let Some((at, rest)) = way.last_mut() {
                let at = *at;
                let Some((node, name)) = rest.next() else {
                    done.insert(at);
                    way.pop();
                    continue;
                };
                let Some(&next) = self.index.get(name) else { continue };
                if let Some(begin) = way.iter().position(|(on_way, _)| *on_way == next) {
                    let names = way[begin..].iter().map(|(on_way, _)| self.id(*on_way));
                    let circle: Vec<_> = names.chain([name]).collect();
                    let message =
                        format!("the {} `{name}` {what}: {}", self.what, circle.join(" → "));
                    faults.invalid_with(node.span, message, "take one of these out");
                } else if !done.contains(&next) {
                    way.push((next, self.list(next, key)));
                }
            }
        }
    }

    fn list(&self, at: usize, key: &str) -> std::vec::IntoIter<(&'n Node, &'n str)> {
        strings(self.items[at].get(key)).collect::<Vec<_>>().into_iter()
    }

    fn id(&self, at: usize) -> &'n str {
        self.items[at].get("id").and_then(Node::as_str).unwrap_or_default()
    }
}

fn unique(list: Option<&Node>, what: &str, faults: &mut Faults<'_>) {
    let mut seen = HashSet::new();
    for (node, name) in strings(list) {
        if !seen.insert(name) {
            faults.invalid_with(
                node.span,
                format!("{what} `{name}` is named twice"),
                "take one out",
            );
        }
    }
}

fn strings(list: Option<&Node>) -> impl Iterator<Item = (&Node, &str)> {
    let items = list.map(Node::items).unwrap_or_default();
    items.iter().filter_map(|item| Some((item, item.as_str()?)))
}
