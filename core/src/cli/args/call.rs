//! Calls, and who makes them.

use clap::Args as ClapArgs;

/// Call a tool as a client would
///
/// Exit status: 0 it ran; 1 it failed; 2 it is undetermined or unknown; 3 the call was refused and nothing ran.
#[derive(Debug, ClapArgs)]
pub(crate) struct Call {
    /// Served name or id
    pub(crate) name: String,
    /// The arguments: a JSON object, @FILE, or - for standard input
    #[arg(long, value_name = "JSON")]
    pub(crate) input: Option<String>,
    /// One argument, NAME=VALUE: text for string types, otherwise JSON; given again it makes a list
    #[arg(long = "arg", value_name = "NAME=VALUE")]
    pub(crate) args: Vec<String>,
    /// Seconds until the call is ended, if the node and the deployment do not say less
    #[arg(long, value_name = "SECONDS")]
    pub(crate) seconds: Option<f64>,
    #[command(flatten)]
    pub(crate) caller: Caller,
    /// By which skill [default: the only one that the role carries and the tool satisfies]
    #[arg(long)]
    pub(crate) skill: Option<String>,
    /// Print what would run, and run nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who calls, where the transport does not say it.
#[derive(Debug, ClapArgs)]
pub(crate) struct Caller {
    /// Who calls, instead of what the deployment says
    #[arg(long)]
    actor: Option<String>,
    /// In which role, instead of what the deployment says
    #[arg(long)]
    role: Option<String>,
}

impl Caller {
    /// What is said here goes before what the deployment says; a role belongs to the actor who takes it.
    pub(crate) fn over(&self, deployment: &mut crate::deploy::Caller) {
        if let Some(actor) = &self.actor {
            *deployment = crate::deploy::Caller { actor: Some(actor.clone()), role: None };
        }
        if let Some(role) = &self.role {
            deployment.role = Some(role.clone());
        }
    }
}

/// Say whether an actor may call a tool, and why
///
/// Asks what a call would be asked, for any node, served here or not. The roles are those of the instance that is served.
///
/// Exit status: 0 allowed; 3 refused; 2 there are no roles, or no such node.
#[derive(Debug, ClapArgs)]
pub(crate) struct Explain {
    /// Served name or id
    pub(crate) name: String,
    /// Who calls
    #[arg(long)]
    pub(crate) actor: String,
    /// In which role [default: the only one that the actor may take]
    #[arg(long)]
    pub(crate) role: Option<String>,
    /// By which skill [default: the only one that the role carries and the tool satisfies]
    #[arg(long)]
    pub(crate) skill: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Call tools by their examples, and look at what they answer
///
/// The calls go the way of every call and are recorded as examples, where the deployment keeps a record; `list`, `show` and `check`
/// tell from it which tools are verified. Tools that only read run where they are, all others in a copy of the instance's folder.
///
/// Exit status: 0 all passed; 1 one failed; 2 something is undetermined or unknown, one was refused (the caller may not, or the tool
/// is not available), or nothing could be exercised.
#[derive(Debug, ClapArgs)]
pub(crate) struct Exercise {
    /// Served names or ids [default: all that have examples]
    pub(crate) names: Vec<String>,
    /// Exercise tools that are neither read-only nor idempotent, too
    #[arg(long)]
    pub(crate) writes: bool,
    /// Do not copy the instance's folder: what is written is written
    #[arg(long)]
    pub(crate) in_place: bool,
    #[command(flatten)]
    pub(crate) caller: Caller,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
