//! Programs that run their input: shells, interpreters, and programs that start others.
//!
//! `bash -c` with a value behind it runs the value, whatever the value's type says (CWE-78, CWE-88, CWE-94). This module
//! knows, for some two hundred programs, which flags take program text, what the first operand is, and whether standard
//! input is a program; and says of one input of a declaration whether the program would run it.
//!
//! It is a list, and so it cannot be complete: a program that is not on it is taken to treat its input as data. What is
//! on it is judged to the safe side: of a flag that is not known both is looked at, that it takes the word behind it and that it
//! does not.

mod confined;
mod container;
mod flags;
mod interpreters;
mod managers;
mod runtimes;
mod starters;
mod table;
mod tools;
mod walk;
mod watched;

#[cfg(test)]
mod tests;

use std::fmt;

use walk::Walk;

/// Where a declaration puts one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    /// The positional with this number, from 0 on, behind the declaration's words.
    Positional(usize),
    /// The word after this flag.
    AfterFlag(String),
    /// Joined to this flag by `=`.
    Joined(String),
    /// Standard input.
    Stdin,
}

/// Why an input would be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    program: String,
    role: Role,
}

/// What the program takes the input for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// The name of the script, module or package that it runs.
    Script,
    /// Program text, as an operand.
    Text,
    /// The value of a flag that takes program text or names code to load.
    Flag(String),
    /// Program text on standard input.
    StandardInput,
    /// Words on standard input, which it appends to a command.
    Arguments,
    /// The command that it starts.
    Command,
    /// Part of a line that it hands to a shell.
    ShellLine,
    /// Its subcommand, of which some run their operands.
    Subcommand,
    /// A setting, by which a program to run can be named.
    Setting,
}

/// Whether the program that `words` name would run the input at `placement`; `None` where it would not.
///
/// `words` are the declaration's fixed words, the program first; of a path the last segment counts, without a version. A
/// program that starts another (`env`, `timeout`, `sudo`) is judged by the one that it starts.
///
/// ```
/// use toolnode_rules::program::{runs_its_input, Placement};
///
/// let words = |line| toolnode_rules::words::split(line).unwrap();
/// assert_eq!(runs_its_input(&words("python3 tool.py"), &Placement::Positional(0)), None);
/// assert_eq!(
///     runs_its_input(&words("python3"), &Placement::Stdin).unwrap().to_string(),
///     "`python3` runs its standard input as a program; put the program in a file of its own and name it behind `python3`"
/// );
/// ```
pub fn runs_its_input(words: &[String], placement: &Placement) -> Option<Reason> {
    let name = words.first()?;
    Walk::new(name, table::find(name)?).judge(&words[1..], placement)
}

impl Reason {
    /// The program, as the declaration names it.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// What it takes the input for.
    pub fn role(&self) -> &Role {
        &self.role
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = self.program.escape_debug();
        match &self.role {
            Role::Script => write!(
                f,
                "`{program}` runs the file or module that this input names; name it in the declaration's words"
            ),
            Role::Text => write!(
                f,
                "`{program}` runs this input as a program; write the program in the declaration's words, or in a file"
            ),
            Role::Flag(flag) => write!(
                f,
                "`{program}` runs what `{}` is given; write that in the declaration's words, or put it in a script and name \
                 the script",
                flag.escape_debug()
            ),
            Role::StandardInput => write!(
                f,
                "`{program}` runs its standard input as a program; put the program in a file of its own and name it behind \
                 `{program}`"
            ),
            Role::Arguments => write!(
                f,
                "`{program}` makes words of its standard input, options among them; use a repeated positional"
            ),
            Role::Command => write!(
                f,
                "`{program}` starts the command that this input names; name it in the declaration's words"
            ),
            Role::ShellLine => write!(
                f,
                "`{program}` hands this input to a shell, as part of a line; put the command in a script that reads standard \
                 input, and name the script"
            ),
            Role::Subcommand => write!(
                f,
                "this input would be the subcommand of `{program}`, some of which run what they are given; write the \
                 subcommand in the declaration's words"
            ),
            Role::Setting => write!(
                f,
                "`{program}` takes an operand for a setting, by which a program to run can be named; write the operands in \
                 the declaration's words"
            ),
        }
    }
}

impl std::error::Error for Reason {}
