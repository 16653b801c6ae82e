//! Who may do what: actors, the roles that they take, and the decision whether a call is allowed.

mod decide;
mod model;
mod read;
mod roles;

pub use decide::{Ask, Asked, Decision, Denial, Step, decide, may_call};
pub use model::{Actor, ActorKind, Permission, Role, RolesFile};
pub use read::{read, read_file, read_str, schema};
pub use roles::Roles;
