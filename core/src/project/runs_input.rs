//! Programs that would run what a caller gives them.

use toolnode_rules::program::{Placement, runs_its_input};

use super::{Code, NodeInput, Reason};
use crate::node::Arg;

/// An element of a repeated positional can be the one that is run: it is judged at so many places.
const ELEMENTS: usize = 4;

/// A reason for each input that the program would run. `is_bare` says that an input is a flag without a value.
pub(super) fn reasons(
    words: &[String],
    inputs: &[NodeInput],
    mut is_bare: impl FnMut(&NodeInput) -> bool,
) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for input in inputs {
        let Some(arg) = &input.arg else { continue };
        if matches!(arg, Arg::Flag(_)) && is_bare(input) {
            continue;
        }
        let run = placements(arg, input.repeated)
            .iter()
            .find_map(|placement| runs_its_input(words, placement));
        reasons.extend(
            run.map(|why| Reason::new(Code::RunsItsInput, format!("`{}`: {why}", input.name))),
        );
    }
    reasons
}

fn placements(arg: &Arg, repeated: bool) -> Vec<Placement> {
    match arg {
        Arg::Flag(flag) if flag.joined => vec![Placement::Joined(flag.flag.clone())],
        Arg::Flag(flag) => vec![Placement::AfterFlag(flag.flag.clone())],
        Arg::Positional(arg) => {
            let first = usize::try_from(arg.positional).unwrap_or(usize::MAX - ELEMENTS);
            let count = if repeated { ELEMENTS } else { 1 };
            (first..first + count).map(Placement::Positional).collect()
        }
        Arg::Stdin(_) => vec![Placement::Stdin],
    }
}
