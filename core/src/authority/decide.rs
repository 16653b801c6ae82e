//! The decision whether a call is allowed: one pure function over names.

use std::fmt;

use super::{ActorKind, Roles};
use crate::node::ToolNode;
use crate::source::listed;

/// Who asks, in which capacity, and by which skill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ask<'a> {
    /// The actor, where one is known.
    pub actor: Option<&'a str>,
    /// The role; where none is named, the only one that the actor may take.
    pub role: Option<&'a str>,
    /// The skill; where none is named, the only one that the role carries and the tool satisfies.
    pub skill: Option<&'a str>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked<'a> {
    /// The tool's id.
    pub tool: &'a str,
    /// The skills that it satisfies.
    pub satisfies: &'a [String],
    /// The permissions that it requires.
    pub permissions: &'a [String],
}

impl<'a> From<&'a ToolNode> for Asked<'a> {
    fn from(node: &'a ToolNode) -> Self {
        Self { tool: &node.id, satisfies: &node.satisfies, permissions: &node.requires.permissions }
    }
}

/// What was decided, and by which steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision<'a> {
    /// The role that was named or implied.
    pub role: Option<&'a str>,
    /// The skill that was named or implied.
    pub skill: Option<&'a str>,
    /// What held, in the order in which it was asked.
    pub chain: Vec<Step<'a>>,
    /// The first thing that did not hold; none where the call is allowed.
    pub denial: Option<Denial<'a>>,
}

/// Something that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// The actor is known.
    Actor(&'a str, ActorKind),
    /// The actor may take the role.
    Eligible(&'a str, &'a str),
    /// The role admits what the actor is.
    Admitted(&'a str, ActorKind),
    /// The role carries the skill, which is the own one of the last.
    Carried(&'a str, &'a str, &'a str),
    /// The tool satisfies the skill.
    Satisfied(&'a str, &'a str),
    /// The actor holds the permission, by the last.
    Held(&'a str, &'a str, &'a str),
}

/// Something that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denial<'a> {
    /// Nobody says who calls.
    NoActor,
    /// The roles file has no such actor.
    UnknownActor(&'a str),
    /// No role is named, and the actor may take these.
    NoRole(&'a str, &'a [String]),
    /// The roles file has no such role.
    UnknownRole(&'a str),
    /// The actor may not take the role, only these.
    NotEligible(&'a str, &'a str, &'a [String]),
    /// The role does not admit what the actor is.
    NotAdmitted(&'a str, ActorKind, &'a [ActorKind]),
    /// The role does not carry the skill.
    NotCarried(&'a str, &'a str),
    /// The role carries none of the skills that the tool satisfies.
    NoneCarried(&'a str, &'a str, &'a [String]),
    /// The role carries several of the skills that the tool satisfies, and none is named.
    NoSkill(&'a str, Vec<&'a str>),
    /// The tool does not satisfy the skill.
    NotSatisfied(&'a str, &'a str, &'a [String]),
    /// The actor does not hold a permission that the tool requires.
    NotHeld(&'a str, &'a str, &'a str),
}

/// Decides whether a call is allowed: the actor is known; it may take the role; the role admits what it is; the role, with
/// what it inherits, carries the skill; the tool satisfies the skill; the actor holds the permissions that the tool requires.
/// What fails first is the reason.
pub fn decide<'a>(roles: &'a Roles, ask: Ask<'a>, asked: Asked<'a>) -> Decision<'a> {
    let mut decision =
        Decision { role: ask.role, skill: ask.skill, chain: Vec::with_capacity(6), denial: None };
    decision.denial = walk(roles, ask, asked, &mut decision).err();
    decision
}

fn walk<'a>(
    roles: &'a Roles,
    ask: Ask<'a>,
    asked: Asked<'a>,
    decision: &mut Decision<'a>,
) -> Result<(), Denial<'a>> {
    let name = ask.actor.ok_or(Denial::NoActor)?;
    let actor = roles.actor(name).ok_or(Denial::UnknownActor(name))?;
    decision.chain.push(Step::Actor(name, actor.kind));

    let role = match (ask.role, actor.roles.as_slice()) {
        (Some(role), _) => role,
        (None, [only]) => only,
        (None, several) => return Err(Denial::NoRole(name, several)),
    };
    decision.role = Some(role);
    let declared = roles.role(role).ok_or(Denial::UnknownRole(role))?;
    if !actor.roles.iter().any(|eligible| eligible == role) {
        return Err(Denial::NotEligible(name, role, &actor.roles));
    }
    decision.chain.push(Step::Eligible(name, role));

    if !declared.actor_kinds.contains(&actor.kind) {
        return Err(Denial::NotAdmitted(role, actor.kind, &declared.actor_kinds));
    }
    decision.chain.push(Step::Admitted(role, actor.kind));

    let skill = match ask.skill {
        Some(skill) => skill,
        None => implied(roles, role, asked)?,
    };
    decision.skill = Some(skill);
    let of = roles.carries(role, skill).ok_or(Denial::NotCarried(role, skill))?;
    decision.chain.push(Step::Carried(role, skill, of));

    if !asked.satisfies.iter().any(|satisfied| satisfied == skill) {
        return Err(Denial::NotSatisfied(asked.tool, skill, asked.satisfies));
    }
    decision.chain.push(Step::Satisfied(asked.tool, skill));

    for permission in asked.permissions {
        let by = roles.holds(name, permission);
        let by = by.ok_or(Denial::NotHeld(name, permission, asked.tool))?;
        decision.chain.push(Step::Held(name, permission, by));
    }
    Ok(())
}

/// The only skill by which the role could use the tool.
fn implied<'a>(roles: &Roles, role: &'a str, asked: Asked<'a>) -> Result<&'a str, Denial<'a>> {
    let mut possible =
        asked.satisfies.iter().map(String::as_str).filter(|s| roles.carries(role, s).is_some());
    let Some(first) = possible.next() else {
        return Err(Denial::NoneCarried(role, asked.tool, asked.satisfies));
    };
    let mut several = vec![first];
    several.extend(possible);
    several.sort_unstable();
    several.dedup();
    if several.len() > 1 { Err(Denial::NoSkill(role, several)) } else { Ok(first) }
}

/// Whether there is a way in which an actor may call a tool: in the role that it names, else in any of its own, and by any
/// skill.
pub fn may_call(roles: &Roles, actor: Option<&str>, role: Option<&str>, asked: Asked<'_>) -> bool {
    let Some(known) = actor.and_then(|actor| roles.actor(actor)) else { return false };
    let own = known.roles.iter().map(String::as_str);
    own.filter(|own| role.is_none_or(|role| role == *own)).any(|role| {
        asked.satisfies.iter().any(|skill| {
            let ask = Ask { actor, role: Some(role), skill: Some(skill) };
            decide(roles, ask, asked).denial.is_none()
        })
    })
}

impl Decision<'_> {
    /// Whether the call is allowed.
    pub fn allowed(&self) -> bool {
        self.denial.is_none()
    }

    /// The decision in a sentence.
    pub fn reason(&self) -> String {
        match (&self.denial, self.role, self.skill) {
            (Some(denial), ..) => denial.to_string(),
            (None, Some(role), Some(skill)) => format!("allowed as {role}, by {skill}"),
            (None, ..) => "allowed".to_owned(),
        }
    }
}

impl Step<'_> {
    /// What was asked, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Actor(..) => "actor",
            Self::Eligible(..) => "eligible",
            Self::Admitted(..) => "kind",
            Self::Carried(..) => "skill",
            Self::Satisfied(..) => "satisfies",
            Self::Held(..) => "permission",
        }
    }
}

impl Denial<'_> {
    /// Which of the steps it is that did not hold.
    pub fn step(&self) -> &'static str {
        match self {
            Self::NoActor | Self::UnknownActor(_) => "actor",
            Self::NoRole(..) | Self::UnknownRole(_) | Self::NotEligible(..) => "eligible",
            Self::NotAdmitted(..) => "kind",
            Self::NotCarried(..) | Self::NoneCarried(..) | Self::NoSkill(..) => "skill",
            Self::NotSatisfied(..) => "satisfies",
            Self::NotHeld(..) => "permission",
        }
    }

    /// Why, for programs. A code never changes its meaning.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoActor => "no-actor",
            Self::UnknownActor(_) => "unknown-actor",
            Self::NoRole(..) => "no-role",
            Self::UnknownRole(_) => "unknown-role",
            Self::NotEligible(..) => "not-eligible",
            Self::NotAdmitted(..) => "kind-not-admitted",
            Self::NotCarried(..) | Self::NoneCarried(..) => "skill-not-carried",
            Self::NoSkill(..) => "no-skill",
            Self::NotSatisfied(..) => "skill-not-satisfied",
            Self::NotHeld(..) => "permission-not-held",
        }
    }
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Actor(actor, kind) => write!(f, "{actor} is known, as {}", kind.as_str()),
            Self::Eligible(actor, role) => write!(f, "{actor} may take the role {role}"),
            Self::Admitted(role, kind) => write!(f, "{role} admits the kind {}", kind.as_str()),
            Self::Carried(role, skill, of) if role == of => {
                write!(f, "{role} carries the skill {skill}")
            }
            Self::Carried(role, skill, of) => {
                write!(f, "{role} carries the skill {skill}, inherited from {of}")
            }
            Self::Satisfied(tool, skill) => write!(f, "{tool} satisfies {skill}"),
            Self::Held(actor, permission, by) if permission == by => {
                write!(f, "{actor} holds the permission {permission}")
            }
            Self::Held(actor, permission, by) => {
                write!(f, "{actor} holds the permission {permission}, included in {by}")
            }
        }
    }
}

impl fmt::Display for Denial<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoActor => f.write_str("nobody says who calls"),
            Self::UnknownActor(actor) => write!(f, "the roles file has no actor {actor:?}"),
            Self::NoRole(actor, []) => write!(f, "{actor} may take no role"),
            Self::NoRole(actor, several) => {
                write!(f, "no role is named, and {actor} may take {}", listed(several))
            }
            Self::UnknownRole(role) => write!(f, "the roles file has no role {role:?}"),
            Self::NotEligible(actor, role, []) => {
                write!(f, "{actor} may take no role, and {role} neither")
            }
            Self::NotEligible(actor, role, may) => {
                write!(f, "{actor} may not take the role {role}, only {}", listed(may))
            }
            Self::NotAdmitted(role, kind, admitted) => {
                let admitted: Vec<_> = admitted.iter().map(|kind| kind.as_str()).collect();
                write!(
                    f,
                    "{role} does not admit the kind {}, only {}",
                    kind.as_str(),
                    listed(&admitted)
                )
            }
            Self::NotCarried(role, skill) => write!(f, "{role} does not carry the skill {skill:?}"),
            Self::NoneCarried(role, tool, satisfies) => write!(
                f,
                "{role} carries none of the skills that {tool} satisfies: {}",
                listed(satisfies)
            ),
            Self::NoSkill(role, several) => {
                write!(f, "no skill is named, and {role} carries {}", listed(several))
            }
            Self::NotSatisfied(tool, skill, satisfies) => {
                write!(f, "{tool} does not satisfy {skill:?}, only {}", listed(satisfies))
            }
            Self::NotHeld(actor, permission, tool) => write!(
                f,
                "{actor} does not hold the permission {permission}, which {tool} requires"
            ),
        }
    }
}
