//! Roles that were read: every name leads somewhere, and what is inherited is known.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::{Actor, Role, RolesFile};
use crate::fault::Location;

/// Actors, roles and permissions, without a fault.
#[derive(Clone, Debug)]
pub struct Roles {
    file: RolesFile,
    actors: HashMap<String, usize>,
    by_id: HashMap<String, usize>,
    /// Of each role, the skills that it carries, with the role whose own each is.
    carried: Vec<BTreeMap<String, usize>>,
    /// Of each actor, the permissions that it holds, with the one in which each is included.
    held: Vec<HashMap<String, String>>,
    places: Vec<Location>,
    digest: String,
}

impl Roles {
    /// Of a file in which every name is known and nothing goes round in circles; `places` are those of the roles.
    pub(super) fn new(file: RolesFile, places: Vec<Location>) -> Self {
        let index = |ids: Vec<&String>| {
            ids.into_iter().enumerate().map(|(at, id)| (id.clone(), at)).collect::<HashMap<_, _>>()
        };
        let actors = index(file.actors.iter().map(|actor| &actor.id).collect());
        let roles = index(file.roles.iter().map(|role| &role.id).collect());
        let carried = (0..file.roles.len()).map(|role| carried(&file, &roles, role)).collect();
        let held = file.actors.iter().map(|actor| held(&file, actor)).collect();
        let text = serde_json::to_vec(&file).unwrap_or_default();
        let mut digest = String::new();
        for byte in Sha256::digest(text) {
            let _ = write!(digest, "{byte:02x}");
        }
        Self { file, actors, by_id: roles, carried, held, places, digest }
    }

    /// The actor of a name.
    pub fn actor(&self, id: &str) -> Option<&Actor> {
        self.actors.get(id).map(|&at| &self.file.actors[at])
    }

    /// The role of a name.
    pub fn role(&self, id: &str) -> Option<&Role> {
        self.by_id.get(id).map(|&at| &self.file.roles[at])
    }

    /// What was read.
    pub fn file(&self) -> &RolesFile {
        &self.file
    }

    /// SHA-256 of what was read, without layout; hexadecimal. Records say by it which roles were in force.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The skills that a role carries, in order, each with the role whose own it is.
    pub fn carried(&self, role: &str) -> impl Iterator<Item = (&str, &str)> {
        let carried = self.by_id.get(role).map(|&at| &self.carried[at]);
        carried.into_iter().flatten().map(|(skill, &of)| (skill.as_str(), &*self.file.roles[of].id))
    }

    /// Of which role it is that a role carries a skill, if it does.
    pub(super) fn carries(&self, role: &str, skill: &str) -> Option<&str> {
        let of = *self.carried[*self.by_id.get(role)?].get(skill)?;
        Some(&self.file.roles[of].id)
    }

    /// By which of its permissions an actor holds a permission, if it does.
    pub(super) fn holds(&self, actor: &str, permission: &str) -> Option<&str> {
        self.held[*self.actors.get(actor)?].get(permission).map(String::as_str)
    }

    /// Where each role stands in the file.
    pub fn places(&self) -> impl Iterator<Item = (&Role, &Location)> {
        self.file.roles.iter().zip(&self.places)
    }
}

/// The nearest owner of each skill, in the order in which the roles inherit.
fn carried(file: &RolesFile, roles: &HashMap<String, usize>, of: usize) -> BTreeMap<String, usize> {
    let mut carried = BTreeMap::new();
    let mut seen = HashSet::from([of]);
    let mut next = vec![of];
    while !next.is_empty() {
        let mut further = Vec::new();
        for role in next {
            for skill in &file.roles[role].skills {
                carried.entry(skill.clone()).or_insert(role);
            }
            let parents = file.roles[role].inherits.iter().filter_map(|id| roles.get(id));
            further.extend(parents.filter(|&&parent| seen.insert(parent)));
        }
        next = further;
    }
    carried
}

fn held(file: &RolesFile, actor: &Actor) -> HashMap<String, String> {
    let mut held = HashMap::new();
    for own in &actor.permissions {
        held.entry(own.clone()).or_insert_with(|| own.clone());
        let mut next = vec![own];
        while let Some(broader) = next.pop() {
            for permission in &file.permissions {
                if permission.included_in.contains(broader) && !held.contains_key(&permission.id) {
                    held.insert(permission.id.clone(), own.clone());
                    next.push(&permission.id);
                }
            }
        }
    }
    // What an actor holds by itself needs no explanation by another.
    for own in &actor.permissions {
        held.insert(own.clone(), own.clone());
    }
    held
}
