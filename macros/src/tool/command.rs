//! The declaration of a command: every rule that the syntax alone decides. What depends on a type is for the compiler, by the
//! constants that `expand_command` writes.

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Token, Type};
use toolnode_rules::program::{Placement, runs_its_input};

use super::model::{Argument, Command, CommandSettings, Place, Settings};
use super::parse::{self, Item, Typed};
use super::{arg, validate};
use crate::docs;
use crate::faults::{Faults, with_help};
use crate::keys::Text;

/// An element of a list can be the one that is run: it is judged at so many places.
const ELEMENTS: usize = 4;

/// An argument, with what a message about its place belongs to.
type Placed = (Argument, proc_macro2::TokenStream);

pub(super) fn command(
    item: &Item,
    semicolon: Token![;],
    settings: &Settings,
    faults: &Faults,
) -> Command {
    let said = &settings.command;
    if said.shell.is_none() && said.container.is_none() && !said.elsewhere {
        let help = "write the function's body, or `shell = \"…\"` in `#[tool(…)]`";
        faults.note(semicolon, "a tool without a body is a command, and no command is given", help);
    }
    if let Some(token) = &item.qualifiers.asyncness {
        let what = "a command is not `async`: the server waits for it";
        faults.note(token, what, "remove `async`");
    }
    let mut arguments: Vec<Placed> = Vec::new();
    let mut positionals = 0;
    for parameter in &item.parameters {
        let parse::Parameter::Typed(typed) = parameter else { continue };
        let Some(argument) = argument(typed, positionals, faults) else { continue };
        positionals += u32::from(matches!(argument.0.place, Place::Positional { .. }));
        if arguments.iter().any(|(other, _)| other.name.value == argument.0.name.value) {
            let what = format!("two inputs are called `{}`", argument.0.name.value);
            faults.note(&argument.0.name, what, "give one of them another name");
        }
        arguments.push(argument);
    }
    flags(&arguments, faults);
    places(&arguments, faults);
    one_stdin(&arguments, faults);
    arg::distinct(arguments.iter().filter_map(|(argument, _)| argument.header.as_ref()), faults);
    run(&mut arguments, said, faults);
    printed(item, said, faults);
    Command {
        arguments: arguments.into_iter().map(|(argument, _)| argument).collect(),
        output: item.output.as_ref().map(|(_, ty)| ty.clone()),
    }
}

fn argument(typed: &Typed, next: u32, faults: &Faults) -> Option<Placed> {
    validate::conditional(typed, faults);
    let arg = arg::arg(&typed.attributes, false, faults);
    let ident = validate::name(typed, "write a name", faults)?;
    let doc = docs::text(&typed.attributes, faults).unwrap_or_default();
    let own = ident.unraw().to_string();
    if let Type::Reference(reference) = &typed.ty {
        let help = "write an owned type: a newtype with `#[derive(ArgvType)]` for a word, `String` for standard input";
        faults.note(
            reference,
            "an input of a command is no reference: it is read from the call",
            help,
        );
    }
    let arg = arg.map(|(_, arg)| arg).unwrap_or_default();
    let mut given = arg.places.into_iter();
    let (at, place) = given.next().unwrap_or_else(|| {
        // Where the attribute has a mistake, that may be the place.
        if !arg.faulty {
            let help = format!(
                "write `#[arg(positional = {next})]`, `#[arg(flag = \"--{}\")]` or `#[arg(stdin)]`; by `#[arg(unplaced)]` it is a part of the contract and passed to nothing",
                own.replace('_', "-")
            );
            faults.note(ident, format!("it is not said how `{own}` reaches the command"), help);
        }
        (ident.to_token_stream(), Place::Unplaced)
    });
    for (other, _) in given {
        let what = format!("`{own}` has two places");
        faults.note(other, what, "keep one of `positional`, `flag`, `stdin` and `unplaced`");
    }
    let name = arg.name.unwrap_or_else(|| Text { value: own, span: ident.span() });
    let argument = Argument {
        name,
        doc,
        ty: typed.ty.clone(),
        secret: arg.secret,
        default: arg.default,
        header: arg.header,
        place,
        runs_value: None,
        runs_elements: None,
    };
    Some((argument, at))
}

fn flags(arguments: &[Placed], faults: &Faults) {
    let flag = |argument: &Placed| match &argument.0.place {
        Place::Flag { flag, .. } => Some(flag.clone()),
        _ => None,
    };
    for (number, argument) in arguments.iter().enumerate() {
        let Some(own) = flag(argument) else { continue };
        let mut before = arguments[..number].iter();
        if let Some((other, _)) =
            before.find(|other| flag(other).is_some_and(|flag| flag.value == own.value))
        {
            let what = format!("`{}` has the flag `{}` already", other.name.value, own.value);
            faults.note(&own, what, "give each input a flag of its own; for a list, take a `Vec`");
        }
    }
}

/// The positionals are counted from 0, without gaps.
fn places(arguments: &[Placed], faults: &Faults) {
    let mut positionals: Vec<_> = arguments
        .iter()
        .filter_map(|(argument, at)| match argument.place {
            Place::Positional { place, .. } => Some((place, &argument.name.value, at)),
            _ => None,
        })
        .collect();
    positionals.sort_by_key(|(place, ..)| *place);
    let mut expected = 0;
    let mut previous: Option<&String> = None;
    for (place, name, at) in positionals {
        match previous {
            Some(other) if place < expected => {
                let what = format!("`{other}` is positional {place} already");
                faults.note(at, what, format!("write `positional = {expected}`"));
            }
            _ if place > expected => {
                let what = format!("no input is positional {expected}, and this one is {place}");
                faults.note(at, what, "count from 0 without gaps");
            }
            _ => {}
        }
        expected = place.saturating_add(1);
        previous = Some(name);
    }
}

fn one_stdin(arguments: &[Placed], faults: &Faults) {
    let mut all = arguments.iter().filter(|(argument, _)| matches!(argument.place, Place::Stdin));
    let Some((first, _)) = all.next() else { return };
    for (_, at) in all {
        let what = format!("`{}` goes to standard input already", first.name.value);
        let help = "give this one a flag or a place, or take both as one text";
        faults.note(at, what, help);
    }
}

/// Programs that would run what a caller gives them. Whether a flag has a value and a positional is a list is for the types
/// to say.
fn run(arguments: &mut [Placed], said: &CommandSettings, faults: &Faults) {
    let in_container = said.container.as_ref().and_then(|container| container.command.as_ref());
    let commands: Vec<_> = [said.shell.as_ref(), in_container].into_iter().flatten().collect();
    for (argument, at) in arguments {
        let judge = |placement: &Placement| {
            let mut reasons =
                commands.iter().filter_map(|command| runs_its_input(&command.words, placement));
            reasons.next().map(|why| with_help(&format!("`{}`: {why}", argument.name.value)))
        };
        match &argument.place {
            Place::Stdin => note(judge(&Placement::Stdin), at, faults),
            Place::Positional { place, .. } => {
                let place = usize::try_from(*place).unwrap_or(usize::MAX - ELEMENTS);
                let first = judge(&Placement::Positional(place));
                if first.is_none() {
                    let mut others = place + 1..place + ELEMENTS;
                    argument.runs_elements = others.find_map(|n| judge(&Placement::Positional(n)));
                }
                note(first, at, faults);
            }
            Place::Flag { flag, joined } => {
                let flag = flag.value.clone();
                argument.runs_value = judge(&if *joined {
                    Placement::Joined(flag)
                } else {
                    Placement::AfterFlag(flag)
                });
            }
            Place::Unplaced => {}
        }
    }
}

fn note(what: Option<String>, at: &proc_macro2::TokenStream, faults: &Faults) {
    if let Some(what) = what {
        faults.push(syn::Error::new_spanned(at, what));
    }
}

fn printed(item: &Item, said: &CommandSettings, faults: &Faults) {
    let stdout = said.stdout.as_ref().map(|text| text.value.as_str());
    match (&item.output, &said.stdout) {
        (Some((_, ty)), _) if stdout != Some("json") => {
            let help = "add `stdout = \"json\"` to `#[tool(…)]`, or remove `->` and the type: then what it prints is the answer, as text";
            faults.note(ty, "a command gives a value only when it prints JSON", help);
        }
        (None, Some(text)) if text.value == "json" => {
            let help = "write the type behind the parameters: `-> Type`";
            faults.note(text, "it is not said what JSON the command prints", help);
        }
        _ => {}
    }
    match (&said.stdout, &said.media_type) {
        (Some(text), None) if text.value == "bytes" => {
            let help = "add one, as in `media_type = \"image/png\"`";
            faults.note(text, "bytes need a `media_type`", help);
        }
        (_, Some(media_type)) if stdout != Some("bytes") => {
            let help = "add `stdout = \"bytes\"`, or remove it";
            faults.note(media_type, "`media_type` is for `stdout = \"bytes\"` only", help);
        }
        _ => {}
    }
}
