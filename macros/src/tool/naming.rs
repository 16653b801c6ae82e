//! The rule for names: what a file gets a finding for, a function does not compile with.

use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use toolnode_rules::naming::{Breach, Hints, Name, breaches, propose};

use super::model::Settings;
use super::parse::Item;
use crate::faults::Faults;

/// Notes how the id breaks the rule, unless `allow_name` says why it may. `tokens` is where the name was chosen.
pub(super) fn check(
    id: &str,
    summary: &str,
    settings: &Settings,
    item: &Item,
    tokens: TokenStream,
    faults: &Faults,
) {
    if settings.allow_name.is_some() {
        return;
    }
    let own_verb = id.rsplit(['-', '_']).next().unwrap_or(id);
    // `verb_reason` declares the verb that stands there.
    let verbs = if settings.verb_reason.is_some() { &[own_verb][..] } else { &[] };
    let said = &settings.command;
    let commands = [
        said.shell.as_ref(),
        said.container.as_ref().and_then(|container| container.command.as_ref()),
    ];
    let programs: Vec<&str> = commands
        .into_iter()
        .flatten()
        .filter_map(|c| c.words.first().map(String::as_str))
        .collect();
    let name = Name { id, programs: &programs, verbs };
    let breaches = breaches(&name);
    if breaches.is_empty() {
        return;
    }
    let skill = settings.satisfies.as_ref().and_then(|skills| skills.first());
    let hints = Hints { summary, skill: skill.map_or("", |skill| skill.value.as_str()) };
    let proposed = propose(&name, &hints, |_| false);
    let own = item.name.unraw().to_string();
    let written = if settings.id.is_some() { id.to_owned() } else { own };
    let what: Vec<_> = breaches.iter().map(ToString::to_string).collect();
    let what = format!("the name `{written}` {}", what.join(", and "));
    let better = match proposed {
        Some(better) if settings.id.is_some() => format!("write `{better}`"),
        Some(better) => format!("write `{}`", better.replace('-', "_")),
        None => "write `<subject>_<verb>`, as in `bean_list`".to_owned(),
    };
    let otherwise = match breaches.as_slice() {
        [Breach::Verb { .. }] if id.contains(['-', '_']) => {
            "if none of the verbs will do, say why: `verb_reason = \"…\"`"
        }
        _ => "if the name must be, say why: `allow_name = \"…\"`",
    };
    faults.note(tokens, what, format!("{better}; {otherwise}"));
}
