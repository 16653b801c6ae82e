//! A pattern, run over strings by the automaton of the proof.

use super::Undecided;
use super::decide::compile;
use super::search::Automaton;

/// A pattern that values are held against. It is the automaton of the proof itself, so that what was proven of a pattern is
/// true of what it lets through: there is no second engine that could read it another way.
#[derive(Debug)]
pub struct Matcher(Automaton);

impl Matcher {
    /// Compiles a pattern.
    ///
    /// # Errors
    ///
    /// What cannot be decided cannot be matched either; the error names the construct.
    pub fn new(pattern: &str) -> Result<Self, Undecided> {
        compile(pattern).map(Self)
    }

    /// Whether the pattern is found in `text`. As in JSON Schema it is searched for, not matched whole.
    ///
    /// The time is that of the text times that of the pattern, whatever the two are.
    pub fn is_match(&self, text: &str) -> bool {
        self.0.nfa.matches(&self.0.pattern, text)
    }
}

/// Whether a pattern is found in `text`, by ECMA-262 with the `u` flag.
///
/// ```
/// use toolnode_rules::argv::matches;
///
/// assert_eq!(matches("^[a-z]+$", "bean"), Ok(true));
/// assert_eq!(matches("^[a-z]+$", "bean;"), Ok(false));
/// assert!(matches("^(?=a)", "a").is_err());
/// ```
///
/// # Errors
///
/// As [`Matcher::new`].
pub fn matches(pattern: &str, text: &str) -> Result<bool, Undecided> {
    Ok(Matcher::new(pattern)?.is_match(text))
}
