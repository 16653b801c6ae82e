//! Ids, and the names under which they are served.
//!
//! An id is `[a-z][a-z0-9-]*`. Its served name has `_` for each `-`, and the instance's prefix in front: `[a-z][a-z0-9_]*`,
//! at most 64 characters, which every MCP client accepts.

use std::fmt;

/// The longest served name, in characters. Clients are known to refuse longer ones.
pub const MAX_SERVED: usize = 64;

/// What is wrong with an id, a prefix or a served name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameFault {
    name: String,
    kind: NameFaultKind,
}

/// The kinds of [`NameFault`]. Offsets are bytes of the name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameFaultKind {
    /// An id is empty.
    EmptyId,
    /// An id holds a character that has no place there.
    Id {
        /// Which.
        character: char,
        /// Where.
        offset: usize,
    },
    /// A prefix is empty, begins with another character than a letter, or holds one that is none of `[a-z0-9_-]`.
    Prefix,
    /// The served name is longer than [`MAX_SERVED`].
    TooLong {
        /// Its length in characters.
        length: usize,
    },
}

/// Whether `id` is `[a-z][a-z0-9-]*`.
///
/// ```
/// use toolnode_rules::name::check_id;
///
/// assert!(check_id("bean-update").is_ok());
/// assert_eq!(
///     check_id("beanUpdate").unwrap_err().to_string(),
///     "`beanUpdate` is no id: 'U' at offset 4; an id is `[a-z][a-z0-9-]*`, as `bean-update` would be"
/// );
/// ```
///
/// # Errors
///
/// Where it is not; the fault names the first character that has no place, and an id that would do.
pub fn check_id(id: &str) -> Result<(), NameFault> {
    let fault = |kind| Err(NameFault { name: id.to_owned(), kind });
    if id.is_empty() {
        return fault(NameFaultKind::EmptyId);
    }
    let wrong = id.char_indices().find(|&(offset, c)| {
        !(c.is_ascii_lowercase() || (offset > 0 && (c.is_ascii_digit() || c == '-')))
    });
    match wrong {
        None => Ok(()),
        Some((offset, character)) => fault(NameFaultKind::Id { character, offset }),
    }
}

/// The name under which an id is served: `bean-update` is `bean_update`, and with the prefix `plan`, `plan_bean_update`.
///
/// A prefix may be written with `-` or `_`, and with or without a `_` at its end.
///
/// ```
/// use toolnode_rules::name::served_name;
///
/// assert_eq!(served_name(None, "bean-update").unwrap(), "bean_update");
/// assert_eq!(served_name(Some("plan"), "bean-update").unwrap(), "plan_bean_update");
/// ```
///
/// # Errors
///
/// Where the id or the prefix is none, or the name is longer than [`MAX_SERVED`].
pub fn served_name(prefix: Option<&str>, id: &str) -> Result<String, NameFault> {
    check_id(id)?;
    let id = id.replace('-', "_");
    let name = match prefix {
        None => id,
        Some(prefix) => {
            let stem = prefix.strip_suffix('_').unwrap_or(prefix).replace('-', "_");
            let sound = stem.starts_with(|c: char| c.is_ascii_lowercase())
                && stem.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
            if !sound {
                return Err(NameFault { name: prefix.to_owned(), kind: NameFaultKind::Prefix });
            }
            format!("{stem}_{id}")
        }
    };
    // Everything in it is ASCII by now.
    let length = name.len();
    if length > MAX_SERVED {
        return Err(NameFault { name, kind: NameFaultKind::TooLong { length } });
    }
    Ok(name)
}

/// The id of a Rust function: `bean_update` is `bean-update`, and `r#move` is `move`.
///
/// What comes out need not be an id; [`check_id`] says so.
pub fn id_of_function(fn_name: &str) -> String {
    fn_name.strip_prefix("r#").unwrap_or(fn_name).replace('_', "-")
}

impl NameFault {
    /// What is wrong, and where.
    pub fn kind(&self) -> &NameFaultKind {
        &self.kind
    }

    /// An id that would do, near to the one that does not; `None` where too little of it is left.
    pub fn proposal(&self) -> Option<String> {
        match self.kind {
            NameFaultKind::Id { .. } => propose_id(&self.name),
            NameFaultKind::EmptyId | NameFaultKind::Prefix | NameFaultKind::TooLong { .. } => None,
        }
    }
}

/// Lower case, `-` where capitals begin a word and for every run of other characters, letters first.
fn propose_id(name: &str) -> Option<String> {
    let mut id = String::new();
    let mut joint = false;
    let mut before_is_lower = false;
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() {
            joint = true;
            continue;
        }
        joint |= c.is_ascii_uppercase() && before_is_lower;
        if id.is_empty() {
            if !c.is_ascii_alphabetic() {
                continue;
            }
        } else if joint {
            id.push('-');
        }
        id.push(c.to_ascii_lowercase());
        joint = false;
        before_is_lower = !c.is_ascii_uppercase();
    }
    check_id(&id).is_ok().then_some(id)
}

impl fmt::Display for NameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.escape_debug();
        match &self.kind {
            NameFaultKind::EmptyId => {
                f.write_str("an id is empty; an id is `[a-z][a-z0-9-]*`, as in `bean-update`")
            }
            NameFaultKind::Id { character, offset } => {
                write!(
                    f,
                    "`{name}` is no id: {character:?} at offset {offset}; an id is `[a-z][a-z0-9-]*`"
                )?;
                match self.proposal() {
                    Some(id) => write!(f, ", as `{id}` would be"),
                    None => f.write_str(", as in `bean-update`"),
                }
            }
            NameFaultKind::Prefix => {
                write!(f, "`{name}` is no prefix; a prefix is `[a-z][a-z0-9_]*`, as in `plan`")
            }
            NameFaultKind::TooLong { length } => write!(
                f,
                "the served name `{name}` has {length} characters, {MAX_SERVED} at most are allowed; shorten the id or the \
                 prefix by {}",
                length - MAX_SERVED
            ),
        }
    }
}

impl std::error::Error for NameFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids() {
        for id in ["a", "bean-update", "a1", "a-", "a--b"] {
            assert_eq!(check_id(id), Ok(()), "{id}");
        }
        for (id, offset) in
            [("A", 0), ("1a", 0), ("-a", 0), ("a_b", 1), ("aé", 1), ("a b", 1), ("a\n", 1)]
        {
            let fault = check_id(id).unwrap_err();
            assert!(
                matches!(fault.kind(), NameFaultKind::Id { offset: o, .. } if *o == offset),
                "{id}"
            );
        }
        assert_eq!(check_id("").unwrap_err().kind(), &NameFaultKind::EmptyId);
    }

    #[test]
    fn proposals() {
        for (name, expected) in [
            ("beanUpdate", Some("bean-update")),
            ("BeanUpdate", Some("bean-update")),
            ("bean_update", Some("bean-update")),
            ("Bean update!", Some("bean-update")),
            ("_x", Some("x")),
            ("3d-view", Some("d-view")),
            ("HTTPServer", Some("httpserver")),
            ("日本", None),
            ("42", None),
        ] {
            assert_eq!(check_id(name).unwrap_err().proposal().as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn served_names() {
        assert_eq!(served_name(Some("my-plan"), "a-b").as_deref(), Ok("my_plan_a_b"));
        assert_eq!(served_name(Some("plan_"), "a").as_deref(), Ok("plan_a"));
        for prefix in ["", "_", "1", "A", "a.b", "-a"] {
            assert_eq!(
                served_name(Some(prefix), "a").unwrap_err().kind(),
                &NameFaultKind::Prefix,
                "{prefix:?}"
            );
        }
        let long = "a".repeat(64);
        assert_eq!(served_name(None, &long).as_deref(), Ok(long.as_str()));
        let fault = served_name(Some("p"), &long).unwrap_err();
        assert_eq!(fault.kind(), &NameFaultKind::TooLong { length: 66 });
        assert!(fault.to_string().ends_with("by 2"));
    }

    #[test]
    fn ids_of_functions() {
        assert_eq!(id_of_function("bean_update"), "bean-update");
        assert_eq!(id_of_function("r#move"), "move");
    }
}
