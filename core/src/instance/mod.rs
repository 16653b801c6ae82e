//! An instance: a folder with a `toolnode.toml`, and what is in it.

mod check;
mod discover;
mod graph;
mod load;
mod model;
mod skills;

pub use graph::load_all;
pub use load::{Loaded, find, load, name_types, read_file, schema};
pub use model::{Dependency, Expected, Identity, Instance, LintLevel, Lints, Paths, Runtime};
pub use skills::{Skill, SkillInput, Skills, skills};

/// Name of the file that makes a folder an instance.
pub const FILE: &str = "toolnode.toml";

/// Where an instance's roles are looked for, where `toolnode.toml` names no file.
pub const ROLES: [&str; 4] = ["roles.json", "roles.toml", "roles.yaml", "roles.yml"];
