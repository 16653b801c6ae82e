//! Commands of real declarations: each is words alone, and its program runs none of its inputs.
//!
//! `fixtures/commands.tsv`: the command, then each input's place: `#N` a positional, `<` standard input, a flag with `=`
//! joined, a flag alone with the value behind it.

use toolnode_rules::flag::Flag;
use toolnode_rules::program::{Placement, runs_its_input};
use toolnode_rules::words::split;

#[test]
fn none_is_refused() {
    for line in include_str!("fixtures/commands.tsv").lines() {
        let mut fields = line.split('\t');
        let command = fields.next().unwrap_or_default();
        let words = split(command).unwrap_or_else(|fault| panic!("{fault}"));
        for field in fields {
            let placement = if field == "<" {
                Placement::Stdin
            } else if let Some(number) = field.strip_prefix('#') {
                Placement::Positional(number.parse().expect("a number"))
            } else if let Some(flag) = field.strip_suffix('=') {
                Placement::Joined(flag.to_owned())
            } else {
                Placement::AfterFlag(field.to_owned())
            };
            if let Placement::Joined(flag) | Placement::AfterFlag(flag) = &placement {
                Flag::parse(flag).unwrap_or_else(|fault| panic!("{fault}"));
            }
            assert_eq!(runs_its_input(&words, &placement), None, "{line}");
        }
    }
}
