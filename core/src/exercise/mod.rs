//! Examples, called as any caller would call them, and what they show.

mod copy;
mod matchers;

use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::app::{App, LoadError, Options};
use crate::audit::LogError;
use crate::deploy::{Caller, NotConfined};
use crate::invoke::{Refusal, RefusalCode};
use crate::node::{Annotations, Example};
use crate::policy::Policy;
use crate::project::{Arm, Node, Projection};
use crate::serve::{NotServable, Service};
use crate::testing::{Client, ClientError, Profile};
use copy::Copy;
use matchers::{Answered, judge};

/// Which examples are exercised, and how.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// Served names of the tools; empty: all that have examples.
    pub names: Vec<String>,
    /// Whether tools that are neither read-only nor idempotent are exercised.
    pub writes: bool,
    /// Whether tools that may write do so in the instance's own folder, rather than in a copy of it.
    pub in_place: bool,
    /// Who calls.
    pub caller: Caller,
}

/// What the examples showed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Exercised {
    /// Each example, by tool and in the order of its declaration.
    pub results: Vec<Shown>,
    /// How many passed.
    pub passed: usize,
    /// How many failed.
    pub failed: usize,
    /// How many were refused as calls that are not allowed, or not possible, here and now.
    pub refused: usize,
    /// How many were passed over.
    pub skipped: usize,
    /// Whether it is on record.
    pub recorded: bool,
}

/// What one example showed.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// The tool's served name.
    pub tool: String,
    /// The example's name; empty where the tool has none.
    pub example: String,
    /// How it went.
    pub state: State,
    /// Why, where it did not pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// How an example went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// The answer is what it expects.
    Passed,
    /// It is not, or its input is none that the tool takes.
    Failed,
    /// The caller may not, or the tool is not there: nothing ran, which tells nothing of the tool.
    Refused,
    /// It was not called.
    Skipped,
}

/// Why examples could not be exercised.
#[derive(Debug, thiserror::Error)]
pub enum ExerciseError {
    /// The instance or its record cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The record cannot be written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The service does not start.
    #[error(transparent)]
    NotServable(#[from] NotServable),
    /// The deployment demands what cannot be kept.
    #[error(transparent)]
    NotConfined(#[from] NotConfined),
    /// The service does not answer.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The folder cannot be copied.
    #[error("the instance's folder cannot be copied: {0}")]
    Copy(#[source] io::Error),
}

/// Where a tool is exercised.
enum Place {
    Here,
    Copy,
    Nowhere(&'static str),
}

/// Exercises examples through the served path.
///
/// # Errors
///
/// The instance cannot be served, copied or recorded. An example that fails is no error.
pub fn exercise(app: &App, options: &Options, ask: &Ask) -> Result<Exercised, ExerciseError> {
    let mut deployment = app.deployment(options)?;
    deployment.check_confinement()?;
    deployment.caller = ask.caller.clone();
    let projection = Arc::new(app.projection(options)?);
    let policy = Arc::new(app.policy(options, &deployment, &projection)?.exercising());
    let asked = |node: &&Arc<Node>| {
        if ask.names.is_empty() {
            !node.entry.node.examples.is_empty()
        } else {
            ask.names.contains(&node.name)
        }
    };
    let service = |projection: &Arc<Projection>| -> Result<Client, ExerciseError> {
        let states = app.states(projection);
        let policy = Some(Arc::clone(&policy));
        let service = Service::deployed(Arc::clone(projection), states, &deployment, policy)?;
        Ok(Client::of_service(service, &Profile::default())?)
    };
    let here = service(&projection)?;
    let mut there: Option<(Client, Copy)> = None;
    let mut exercised = Exercised::default();
    for node in projection.nodes.iter().filter(asked) {
        let examples = &node.entry.node.examples;
        if examples.is_empty() {
            exercised.skip(node, "", "it has no example");
        }
        for example in examples {
            let client = match place(app, &projection, node, ask) {
                Place::Nowhere(why) => {
                    exercised.skip(node, &example.name, why);
                    continue;
                }
                Place::Here => &here,
                Place::Copy => {
                    if there.is_none() {
                        let folder = &projection.instance.dir;
                        let copy = Copy::of(folder).map_err(ExerciseError::Copy)?;
                        let copied = app.projection(&elsewhere(options, &copy.folder))?;
                        there = Some((service(&Arc::new(copied))?, copy));
                    }
                    there.as_ref().map_or(&here, |(client, _)| client)
                }
            };
            exercised.recorded = policy.records();
            let judged = call(client, &policy, node, example)?;
            if let Some(refusal) = policy.last_refusal() {
                exercised.refused(node, example, &refusal);
                continue;
            }
            policy.exercised(node, &example.name, judged.is_ok())?;
            exercised.add(node, example, judged);
        }
    }
    // The services may outlive this, and the log with them.
    policy.keep_record();
    Ok(exercised)
}

/// The same options for a copy of the instance.
fn elsewhere(options: &Options, folder: &Path) -> Options {
    Options { instance: Some(folder.to_owned()), ..options.clone() }
}

fn place(app: &App, projection: &Projection, node: &Node, ask: &Ask) -> Place {
    let Annotations { read_only, idempotent, .. } = node.entry.node.annotations;
    let (reads, again) = (read_only == Some(true), idempotent == Some(true));
    if !reads && !again && !ask.writes {
        return Place::Nowhere("it may write; --writes exercises it");
    }
    if reads || ask.in_place {
        return Place::Here;
    }
    if projection.instance.file.is_none() {
        return Place::Nowhere(
            "there is no toolnode.toml, so there is no folder to copy; --in-place",
        );
    }
    if node.entry.instance.name != projection.instance.name {
        return Place::Nowhere("it is another instance's, which is not copied; --in-place");
    }
    if let Arm::InProcess(spec) = &node.arm
        && spec.description().states.iter().any(|state| app.fixed_states().has(state.id))
    {
        return Place::Nowhere(
            "its state is not made of the instance's folder, so it would write there; toolnode::main!(folder => …), or --in-place",
        );
    }
    Place::Copy
}

/// # Errors
///
/// The service does not answer. What an example finds is inside.
fn call(
    client: &Client,
    policy: &Policy,
    node: &Node,
    example: &Example,
) -> Result<Result<(), String>, ClientError> {
    let mut calling = client
        .calling(&node.name, Value::Object(example.input.clone()))
        .with_meta(Policy::EXAMPLE, example.name.as_str());
    if let Some((role, skill)) = policy.way(node) {
        calling = calling.with_meta(Policy::ROLE, role).with_meta(Policy::SKILL, skill);
    }
    let answer = match calling.answer() {
        Ok(answer) => answer,
        Err(error @ ClientError::Protocol { .. }) => return Ok(Err(error.to_string())),
        Err(error) => return Err(error),
    };
    let text = answer.text();
    let answered =
        Answered { is_error: answer.is_error, structured: answer.structured.as_ref(), text: &text };
    Ok(judge(&example.expect, &answered))
}

impl Exercised {
    fn add(&mut self, node: &Node, example: &Example, judged: Result<(), String>) {
        let state = if judged.is_ok() { State::Passed } else { State::Failed };
        match state {
            State::Passed => self.passed += 1,
            _ => self.failed += 1,
        }
        let (tool, example) = (node.name.clone(), example.name.clone());
        self.results.push(Shown { tool, example, state, why: judged.err() });
    }

    /// Nothing ran, whatever the example expects. It is the example's own fault where its input is refused.
    fn refused(&mut self, node: &Node, example: &Example, refusal: &Refusal) {
        let state = match refusal.code {
            RefusalCode::Input => State::Failed,
            RefusalCode::Permission | RefusalCode::Unavailable | RefusalCode::Busy => {
                State::Refused
            }
        };
        match state {
            State::Failed => self.failed += 1,
            _ => self.refused += 1,
        }
        let why = format!("it was refused, and nothing ran: {}", refusal.message);
        let (tool, example) = (node.name.clone(), example.name.clone());
        self.results.push(Shown { tool, example, state, why: Some(why) });
    }

    fn skip(&mut self, node: &Node, example: &str, why: &str) {
        self.skipped += 1;
        self.results.push(Shown {
            tool: node.name.clone(),
            example: example.to_owned(),
            state: State::Skipped,
            why: Some(why.to_owned()),
        });
    }
}
