//! One name, one node. Two nodes of one name are refused, both: what a caller gets must not depend on an order.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Entry, Origin, Owner, Problem};
use crate::node::{Shell, ToolNode};
use crate::types::TypeStore;

/// Keeps one of each node that is there several times over, and marks those whose names collide. The entries are sorted.
pub(super) fn refuse(entries: &mut Vec<Entry>, types: &TypeStore, served: &Owner) {
    let mut groups: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
    for entry in entries.drain(..) {
        groups.entry(folded(&entry.name)).or_default().push(entry);
    }
    for mut group in groups.into_values() {
        if group.len() > 1 {
            keep_one_of_each(&mut group, types);
            mark(&mut group, served);
        }
        entries.append(&mut group);
    }
    entries.sort_by_cached_key(|entry| {
        (entry.name.clone(), entry.instance.name.clone(), entry.origin.to_string())
    });
}

/// A served name as a client has it that drops case, `-` and `_`.
fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// The diamond: a node that is reached by several ways is one node. It is the same where its instance, `id`, `io` and `invoke`
/// are; what else it says must agree as well, or what is served would depend on the way.
fn keep_one_of_each(group: &mut Vec<Entry>, types: &TypeStore) {
    let mut kept: Vec<(Entry, Vec<String>)> = Vec::new();
    for entry in group.drain(..) {
        let same = kept.iter_mut().find(|(first, _)| is_same(first, &entry, types));
        match same {
            Some((first, differences)) => {
                differences.extend(differing(first, &entry));
                first.problems.extend(entry.problems);
            }
            None => kept.push((entry, Vec::new())),
        }
    }
    group.extend(kept.into_iter().map(|(mut entry, differences)| {
        if !differences.is_empty() {
            let message = format!(
                "{} is declared again, and not in the same way: {}; make the declarations the same, or remove one",
                contributor(&entry),
                differences.join("; ")
            );
            entry.problems.push(Problem::Collision { message });
        }
        entry
    }));
}

fn is_same(one: &Entry, other: &Entry, types: &TypeStore) -> bool {
    one.node.id == other.node.id
        && one.instance.name == other.instance.name
        && one.instance.dir == other.instance.dir
        && io(one, types) == io(other, types)
        && invoke(&one.node) == invoke(&other.node)
}

/// The ports with their types as what these admit, so that two ways to name one type are one.
fn io(entry: &Entry, types: &TypeStore) -> Value {
    let mut io = json!(entry.node.io);
    for ports in ["inputs", "outputs"] {
        for port in io.get_mut(ports).and_then(Value::as_array_mut).into_iter().flatten() {
            let Some(port) = port.as_object_mut() else { continue };
            let iri = match (port.remove("schema"), port.remove("type")) {
                (Some(Value::String(iri)), _) => Ok(iri),
                (_, Some(Value::String(short))) => types.short_name(&entry.documents, &short),
                _ => continue,
            };
            let schema = match iri.and_then(|iri| types.resolve(&iri)) {
                Ok(ty) => ty.schema.clone(),
                Err(error) => error.to_string().into(),
            };
            port.insert("schema".to_owned(), schema);
        }
    }
    io
}

/// The arms, with a command line split into its words.
fn invoke(node: &ToolNode) -> Value {
    let mut invoke = node.invoke.clone();
    let commands = [
        invoke.shell.as_mut(),
        invoke.container.as_mut().and_then(|container| container.command.as_mut()),
    ];
    for command in commands.into_iter().flatten() {
        if let Shell::Line(line) = command
            && let Ok(words) = toolnode_rules::words::split(line)
        {
            *command = Shell::Words(words);
        }
    }
    json!(invoke)
}

/// What two declarations of one node say differently beside `io` and `invoke`.
fn differing(one: &Entry, other: &Entry) -> Vec<String> {
    let fields = |entry: &Entry| match json!(entry.node) {
        Value::Object(mut fields) => {
            fields.remove("io");
            fields.remove("invoke");
            fields
        }
        _ => Map::new(),
    };
    let (ours, theirs) = (fields(one), fields(other));
    let mut keys: Vec<_> = ours.keys().chain(theirs.keys()).collect();
    keys.sort();
    keys.dedup();
    let said = |fields: &Map<String, Value>, key| {
        fields.get(key).map_or_else(|| "nothing".to_owned(), Value::to_string)
    };
    keys.into_iter()
        .filter(|key| ours.get(*key) != theirs.get(*key))
        .map(|key| {
            format!(
                "`{key}` is {} there and {} at {}",
                said(&ours, key),
                said(&theirs, key),
                contributor(other)
            )
        })
        .collect()
}

fn mark(group: &mut [Entry], served: &Owner) {
    if group.len() < 2 {
        return;
    }
    let contributors: Vec<_> =
        group.iter().map(|entry| (entry.name.clone(), contributor(entry))).collect();
    let help = help(group, served);
    for (index, entry) in group.iter_mut().enumerate() {
        let own = &contributors[index];
        let others = contributors.iter().filter(|other| *other != own).map(|(name, by)| {
            if *name == entry.name {
                by.clone()
            } else {
                format!(
                    "{by}, whose name {name} a client that drops case and `_` takes for the same"
                )
            }
        });
        let others: Vec<_> = others.collect();
        let message = format!(
            "{} has the served name {} of {}; {help}",
            own.1,
            entry.name,
            others.join(" and ")
        );
        entry.problems.push(Problem::Collision { message });
    }
}

/// `tools/a.toml:1:6 (instance beans)`
fn contributor(entry: &Entry) -> String {
    match &entry.origin {
        Origin::File(_) => format!("{} (instance {})", entry.origin, entry.instance.name),
        Origin::Function(place) => {
            format!("{} (crate {}, instance {})", entry.origin, place.package, entry.instance.name)
        }
    }
}

/// What ends a collision: a prefix, which belongs to the instance that is depended upon and not to the one that is served.
fn help(group: &[Entry], served: &Owner) -> String {
    let owners: BTreeMap<_, _> =
        group.iter().map(|entry| (entry.instance.name.as_str(), entry.instance.as_ref())).collect();
    if owners.len() < 2 {
        return "rename one of them".to_owned();
    }
    let without = owners.into_values().filter(|owner| owner.prefix.is_none() && *owner != served);
    let prefixes: Vec<_> = without.filter_map(prefix).collect();
    match prefixes.as_slice() {
        [] => "rename one of them".to_owned(),
        some => format!("rename one of them, or {}", some.join(", or ")),
    }
}

fn prefix(owner: &Owner) -> Option<String> {
    let prefix = owner.name.replace('-', "_");
    toolnode_rules::name::served_name(Some(&prefix), "x").ok()?;
    Some(match &owner.file {
        Some(file) => {
            format!("write prefix = \"{prefix}\" under [instance] in {}", file.display())
        }
        None => format!(
            "write toolnode::instance! {{ prefix = \"{prefix}\" }} in the crate {}",
            owner.name
        ),
    })
}
