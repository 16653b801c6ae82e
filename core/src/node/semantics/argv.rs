//! `arg`: what can be put on a command line as declared.

use toolnode_rules::flag::Flag;

use crate::node::semantics::{check_unique, strings};
use crate::source::{Entry, Faults, Node, Span};

/// An input that is a positional.
struct Positional {
    place: u64,
    span: Span,
    required: bool,
    repeated: bool,
}

pub(super) fn check(io: &Node, faults: &mut Faults<'_>) {
    let inputs = io.get("inputs").map(Node::items).unwrap_or_default();
    let flags = inputs.iter().filter_map(|input| input.get("arg")?.get("flag"));
    check_unique(flags, "the flag", faults);
    let mut positionals = Vec::new();
    let mut stdin: Option<Span> = None;
    for input in inputs {
        let is = |key: &str| input.get(key).and_then(Node::as_bool) == Some(true);
        let Some(arg) = input.get("arg") else { continue };
        if let Some(flag) = arg.entry("flag") {
            check_flag(flag, arg, faults);
        }
        if let Some(place) = arg.get("positional")
            && let Some(at) = place.as_u64()
        {
            let (required, repeated) = (is("required"), is("repeated"));
            positionals.push(Positional { place: at, span: place.span, required, repeated });
        }
        check_lead(arg, faults);
        if let Some(entry) = arg.entry("stdin") {
            if let Some(first) = stdin {
                let line = faults.line(first);
                let help = format!("the one in line {line} does already");
                faults.invalid_with(
                    entry.key_span,
                    "only one input can go to standard input",
                    help,
                );
            }
            stdin.get_or_insert(entry.key_span);
            if is("repeated") {
                faults.invalid(entry.key_span, "a repeated input cannot go to standard input");
            }
        }
    }
    check_places(positionals, faults);
}

fn check_flag(flag: &Entry, arg: &Node, faults: &mut Faults<'_>) {
    let Some(text) = flag.value.as_str() else { return };
    let parsed = match Flag::parse(text) {
        Ok(parsed) => parsed,
        Err(fault) => return faults.invalid(flag.value.span, fault.to_string()),
    };
    if let Some(joined) = arg.entry("joined")
        && joined.value.as_bool() == Some(true)
        && !parsed.is_long()
    {
        let message = format!("`{text}` cannot be joined to its value");
        faults.invalid_with(joined.key_span, message, "only long flags can: `--name=value`");
    }
}

fn check_lead(arg: &Node, faults: &mut Faults<'_>) {
    check_unique(strings(arg.get("lead")).map(|(node, _)| node), "the leading character", faults);
    for (node, text) in strings(arg.get("lead")) {
        if text.chars().count() != 1 {
            let message = "each entry of `lead` is a single character";
            faults.invalid_with(node.span, message, "for example `lead = [\"@\"]`");
        }
    }
}

fn check_places(mut positionals: Vec<Positional>, faults: &mut Faults<'_>) {
    positionals.sort_by_key(|positional| (positional.place, positional.span.start));
    let mut optional: Option<u64> = None;
    for (index, pair) in positionals.iter().enumerate() {
        let Positional { place, span, required, repeated } = *pair;
        let previous = index.checked_sub(1).map(|index| positionals[index].place);
        if previous == Some(place) {
            faults.invalid(span, format!("two inputs are positional {place}"));
            continue;
        }
        let expected = previous.map_or(0, |previous| previous + 1);
        if place != expected {
            let message = format!("there is no positional {expected} before this one");
            faults.invalid_with(span, message, "count from 0 without gaps");
        }
        if let Some(before) = optional.filter(|_| required) {
            let message = format!("a required positional cannot follow an optional one ({before})");
            faults.invalid_with(
                span,
                message,
                "put the required ones first, or give the optional one a flag",
            );
        }
        if !required {
            optional.get_or_insert(place);
        }
        if repeated && positionals.last().is_some_and(|last| last.place != place) {
            let message = "a repeated positional must be the last one";
            faults.invalid_with(span, message, "it takes all words that follow");
        }
    }
}
