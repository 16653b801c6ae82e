//! Names of the headers in which clients repeat an argument (`x-mcp-header`, MCP 2026-07-28, *Custom Headers from Tool
//! Parameters*). A client drops a tool that breaks these rules.

use std::fmt;

/// What goes before the name on the wire.
pub const PREFIX: &str = "Mcp-Param-";

/// The types of JSON Schema whose values can be repeated in a header.
pub const TYPES: [&str; 3] = ["boolean", "integer", "string"];

/// What is wrong with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is empty.
    Empty,
    /// It has a character that the name of a header cannot have.
    Character(char),
    /// It says already what goes before it.
    Prefixed,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                write!(f, "the name of a header is empty; write what comes after `{PREFIX}`")
            }
            Self::Character(character) => write!(
                f,
                "the name of a header cannot have {character:?}; take letters, digits and `-`"
            ),
            Self::Prefixed => {
                write!(f, "the header is `{PREFIX}` and then this name; leave `{PREFIX}` out of it")
            }
        }
    }
}

impl std::error::Error for Fault {}

/// Whether a name can be that of a header: a token (RFC 9110, section 5.6.2).
///
/// # Errors
///
/// What is wrong with it.
///
/// ```
/// use toolnode_rules::header::{Fault, check};
///
/// assert_eq!(check("Region"), Ok(()));
/// assert_eq!(check("My Region"), Err(Fault::Character(' ')));
/// ```
pub fn check(name: &str) -> Result<(), Fault> {
    if name.is_empty() {
        return Err(Fault::Empty);
    }
    if let Some(character) = name.chars().find(|c| !is_token(*c)) {
        return Err(Fault::Character(character));
    }
    if name.len() > PREFIX.len() && name[..PREFIX.len()].eq_ignore_ascii_case(PREFIX) {
        return Err(Fault::Prefixed);
    }
    Ok(())
}

/// The first name that another one before it says already. Headers do not differ by case.
pub fn twice<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let mut seen: Vec<&str> = Vec::new();
    for name in names {
        if seen.iter().any(|other| other.eq_ignore_ascii_case(name)) {
            return Some(name);
        }
        seen.push(name);
    }
    None
}

fn is_token(character: char) -> bool {
    character.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_token() {
        for name in ["Region", "x", "X-Tenant_1", "!#$%&'*+-.^_`|~"] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
        let faults =
            [("", Fault::Empty), ("a b", Fault::Character(' ')), ("a:b", Fault::Character(':'))];
        for (name, fault) in faults {
            assert_eq!(check(name), Err(fault), "{name}");
        }
        for character in ['é', '\n', '\u{7f}', '"', '(', ',', '/', ';', '=', '@', '[', '{', '\t'] {
            assert_eq!(check(&format!("a{character}")), Err(Fault::Character(character)));
        }
        assert_eq!(check("mcp-param-Region"), Err(Fault::Prefixed));
        assert_eq!(check("Mcp-Param"), Ok(()));
    }

    #[test]
    fn names_do_not_differ_by_case() {
        assert_eq!(twice(["Region", "Tenant"]), None);
        assert_eq!(twice(["Region", "Tenant", "REGION"]), Some("REGION"));
    }
}
