//! What `instance!` and `link!` submit, and all that is linked.

use super::{Place, Registration, ToolSpec};

/// To which instance the tools of a crate belong, as `instance!` submits it. What is `None` is the crate's own.
#[derive(Debug)]
pub struct InstanceSpec {
    /// Name of the instance.
    pub name: Option<&'static str>,
    /// Its version.
    pub version: Option<&'static str>,
    /// Its name for people.
    pub title: Option<&'static str>,
    /// What it is for.
    pub description: Option<&'static str>,
    /// The IRI under which its types are named.
    pub base: Option<&'static str>,
    /// What goes before the served names of its tools.
    pub prefix: Option<&'static str>,
    /// Where that is said.
    pub place: Place,
}

impl InstanceSpec {
    /// What a declaration says that says nothing. The macro writes only what differs.
    pub const EMPTY: Self = Self {
        name: None,
        version: None,
        title: None,
        description: None,
        base: None,
        prefix: None,
        place: Place::NONE,
    };
}

/// A crate whose tools a program says it serves, as `link!` submits it.
#[derive(Debug)]
pub struct LinkSpec {
    /// Name of the crate in Rust: the first part of its modules' paths.
    pub name: &'static str,
    /// Where that is said.
    pub place: Place,
}

inventory::collect!(InstanceRegistration);
inventory::collect!(LinkRegistration);

/// What `instance!` submits to `inventory`.
#[derive(Debug)]
pub struct InstanceRegistration(pub &'static InstanceSpec);

/// What `link!` submits to `inventory`.
#[derive(Debug)]
pub struct LinkRegistration(pub &'static LinkSpec);

/// Everything that the macros submitted. The order of the lists makes no difference to what is made of them.
#[derive(Clone, Debug, Default)]
pub struct Linked {
    /// The tools.
    pub tools: Vec<&'static ToolSpec>,
    /// To which instances they belong.
    pub instances: Vec<&'static InstanceSpec>,
    /// The crates that were to be linked.
    pub crates: Vec<&'static LinkSpec>,
}

impl Linked {
    /// What is linked into this binary.
    pub fn here() -> Self {
        Self {
            tools: inventory::iter::<Registration>.into_iter().map(|tool| tool.0).collect(),
            instances: inventory::iter::<InstanceRegistration>.into_iter().map(|i| i.0).collect(),
            crates: inventory::iter::<LinkRegistration>.into_iter().map(|link| link.0).collect(),
        }
    }
}

/// Links crates whose tools this program serves. A crate that nothing mentions is not linked, and its tools are not there:
///
/// ```ignore
/// toolnode::link!(bean_tools, folio_tools);
/// ```
///
/// A crate that is named here and brings no tool is undetermined, as `unlinked`.
#[macro_export]
macro_rules! link {
    ($($name:ident),+ $(,)?) => {
        $(
            const _: () = {
                use $name as _;
                use $crate::__private as __tn;
                static __SPEC: __tn::LinkSpec = __tn::LinkSpec {
                    name: __tn::stringify!($name),
                    place: __tn::place!("link!"),
                };
                __tn::inventory::submit! { __tn::LinkRegistration(&__SPEC) }
            };
        )+
    };
}
