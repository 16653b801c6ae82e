//! *skill inputs*: the tools of a skill can receive what the skill says that it gives them.
//!
//! A skill's own contract is a schema of an object: what whoever follows the skill has at hand. Each property that it
//! requires must find a tool that takes it, and a tool that takes it must take every value of it.

use serde_json::{Map, Value, json};
use toolnode_schema::{Options, Verdict, compare};

use super::satisfaction::{owner_of, seen_by};
use super::summaries::some_of;
use super::{Finding, Level, Member, Row, RowName, RowState, Source, Subject};
use crate::instance::{Skill, SkillInput};
use crate::project::Node;

pub(super) fn row(subject: &Subject<'_>) -> Row {
    let mut findings = Vec::new();
    let (mut contracts, mut undecided) = (0, 0);
    for member in subject.members {
        for skill in &member.skills.read {
            let Some(input) = &skill.input else { continue };
            contracts += 1;
            let tools = tools(subject, member, skill);
            // A skill without tools has a finding already, in *satisfaction*.
            if !tools.is_empty() {
                let judged = Judged { member, skill, input, tools };
                undecided += judged.of_skill(&mut findings);
                judged.of_tools(&mut findings);
            }
        }
    }
    let mut row = Row::of(
        RowName::SkillInputs,
        findings,
        format!("{contracts} skills say what they give, and their tools can receive it"),
    );
    if contracts == 0 {
        row.state = RowState::NotConfigured;
        "no skill has an `input` in its front matter".clone_into(&mut row.why);
    }
    match undecided {
        0 => row,
        some => row.could_not_check(format!("{some} inputs could not be compared")),
    }
}

/// The tools that are served and satisfy a skill.
fn tools<'a>(subject: &Subject<'a>, member: &Member, skill: &Skill) -> Vec<&'a Node> {
    let satisfies = |node: &&Node| {
        let declared = &node.entry.node.satisfies;
        declared.contains(&skill.name) && {
            let seen = seen_by(subject, &node.entry.instance);
            owner_of(&seen, &skill.name).is_some_and(|owner| owner.owner.name == member.owner.name)
        }
    };
    subject.projection.nodes.iter().map(AsRef::as_ref).filter(satisfies).collect()
}

struct Judged<'a> {
    member: &'a Member,
    skill: &'a Skill,
    input: &'a SkillInput,
    tools: Vec<&'a Node>,
}

impl Judged<'_> {
    /// What the skill requires must be received; gives the number of comparisons that came to nothing.
    fn of_skill(&self, findings: &mut Vec<Finding>) -> usize {
        let mut undecided = 0;
        for key in required(&self.input.schema) {
            let takers = self.tools.iter().filter_map(|node| {
                property(&Value::Object(node.input_schema.as_ref().clone()), key)
                    .map(|schema| (*node, schema))
            });
            let takers: Vec<_> = takers.collect();
            if takers.is_empty() {
                let names: Vec<_> =
                    self.tools.iter().map(|node| format!("`{}`", node.entry.node.id)).collect();
                let message = format!(
                    "the skill `{}` requires `{key}`, and none of its tools takes it: {}",
                    self.skill.name,
                    some_of(&names)
                );
                findings.push(
                    self.finding(Level::Error, "not-received", key, message)
                        .propose("an input of that name, or a contract of the skill without it"),
                );
            }
            // A property that is required and not described may be anything.
            let given = property(&self.input.schema, key).unwrap_or(Value::Bool(true));
            for (node, taken) in takers {
                let what = match compare(&given, &taken, &Options::default()).a_in_b {
                    Verdict::Yes => continue,
                    Verdict::No { witness } => format!("does not take {witness}"),
                    Verdict::Unknown { reason, pointer } => {
                        undecided += 1;
                        format!("cannot be compared with it ({pointer} {reason})")
                    }
                };
                let id = &node.entry.node.id;
                let message =
                    format!("the skill `{}` gives `{key}`, and `{id}` {what}", self.skill.name);
                let about = format!("{key} of {id}");
                findings.push(self.finding(Level::Error, "not-accepted", &about, message));
            }
        }
        undecided
    }

    /// What a tool requires should be given.
    fn of_tools(&self, findings: &mut Vec<Finding>) {
        for node in &self.tools {
            let schema = Value::Object(node.input_schema.as_ref().clone());
            for key in required(&schema) {
                let how = if property(&self.input.schema, key).is_none() {
                    "says nothing of"
                } else if required(&self.input.schema).all(|given| given != key) {
                    "gives only sometimes"
                } else {
                    continue;
                };
                let id = &node.entry.node.id;
                let message =
                    format!("`{id}` requires `{key}`, which the skill `{}` {how}", self.skill.name);
                let about = format!("{key} of {id}");
                findings.push(self.finding(Level::Warning, "not-given", &about, message));
            }
        }
    }

    fn finding(&self, level: Level, code: &str, about: &str, message: String) -> Finding {
        let file = self.input.file.display().to_string();
        Finding {
            code: code.to_owned(),
            level,
            instance: self.member.owner.name.clone(),
            subject: self.skill.name.clone(),
            about: Some(about.to_owned()),
            source: Some(Source { file, line: None, column: None }),
            message,
            proposal: None,
        }
    }
}

fn required(schema: &Value) -> impl Iterator<Item = &str> {
    let keys = schema.get("required").and_then(Value::as_array);
    keys.into_iter().flatten().filter_map(Value::as_str)
}

/// The schema of one property, with the definitions that it may refer to.
fn property(schema: &Value, key: &str) -> Option<Value> {
    let property = schema.get("properties")?.get(key)?;
    let mut alone = Map::new();
    if let Some(defs) = schema.get("$defs") {
        alone.insert("$defs".to_owned(), defs.clone());
    }
    alone.insert("allOf".to_owned(), json!([property]));
    Some(Value::Object(alone))
}
