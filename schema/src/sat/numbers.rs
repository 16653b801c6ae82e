//! Numbers: a range, a grid of multiples, other grids to keep off, and single numbers to keep off.

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use serde_json::Value;

use super::{Outcome, Solver, State};
use crate::ir::Node;
use crate::number::{self, Range, Rational};

/// Points of a grid that are tried, one by one.
const MAX_TRIED: usize = 5_000;
/// Grids that are tried where any number would do: as many decimals as a number may need.
const GRIDS: [u64; 12] = [
    1,
    2,
    4,
    10,
    100,
    1_000,
    10_000,
    1_000_000,
    100_000_000,
    1 << 40,
    10_u64.pow(12),
    10_u64.pow(15),
];

struct Wanted {
    range: Range,
    /// The least common multiple of what it must be a multiple of.
    step: Option<Rational>,
    off_grids: Vec<Rational>,
    excluded: Vec<Rational>,
}

impl Wanted {
    fn fits(&self, value: &Rational) -> bool {
        self.range.contains(value)
            && self.step.as_ref().is_none_or(|step| number::is_multiple(value, step))
            && !self.off_grids.iter().any(|step| number::is_multiple(value, step))
            && !self.excluded.contains(value)
    }
}

impl Solver<'_> {
    pub(super) fn number(&mut self, state: &State) -> Outcome {
        let mut wanted = Wanted {
            range: Range::default(),
            step: None,
            off_grids: Vec::new(),
            excluded: Vec::new(),
        };
        for &lit in &state.atoms {
            match (&**self.graph.node(lit), lit.is_negated()) {
                (Node::AtLeast { bound, strict }, false) => wanted.range.at_least(bound, *strict),
                (Node::AtLeast { bound, strict }, true) => wanted.range.at_most(bound, !*strict),
                (Node::AtMost { bound, strict }, false) => wanted.range.at_most(bound, *strict),
                (Node::AtMost { bound, strict }, true) => wanted.range.at_least(bound, !*strict),
                (Node::MultipleOf(step), false) => {
                    wanted.step = Some(match &wanted.step {
                        Some(other) => number::lcm(other, step),
                        None => step.clone(),
                    });
                }
                (Node::MultipleOf(step), true) => wanted.off_grids.push(step.clone()),
                _ => {}
            }
        }
        for value in &state.excluded {
            if let Value::Number(number) = value {
                match number::exact(number) {
                    Some(exact) => wanted.excluded.push(exact),
                    None => {
                        return Outcome::unknown("a number out of the range of double precision");
                    }
                }
            }
        }
        if wanted.range.is_empty() {
            return Outcome::Nothing;
        }
        if let Some(value) = wanted.range.single() {
            return if wanted.fits(value) { as_json(value) } else { Outcome::Nothing };
        }
        match wanted.step.clone() {
            Some(step) => on_grid(&wanted, &step),
            None => off_grid(&wanted),
        }
    }
}

fn as_json(value: &Rational) -> Outcome {
    match number::json(value) {
        Some(number) => Outcome::found(Value::Number(number)),
        None => {
            Outcome::unknown("the only numbers left need more digits than double precision has")
        }
    }
}

fn on_grid(wanted: &Wanted, step: &Rational) -> Outcome {
    // Every multiple of the step is a multiple of its divisors.
    if wanted.off_grids.iter().any(|off| number::is_multiple(step, off)) {
        // Zero is a multiple of everything, so nothing is left.
        return Outcome::Nothing;
    }
    let (first, last) = wanted.range.steps(step);
    let finite = match (&first, &last) {
        (Some(first), Some(last)) if first > last => return Outcome::Nothing,
        (Some(first), Some(last)) => (last - first).to_usize().is_some_and(|n| n < MAX_TRIED),
        _ => false,
    };
    let mut inexact = None;
    for factor in number::near_zero(first, last).take(MAX_TRIED) {
        let value = step * Rational::from_integer(factor);
        if wanted.fits(&value) {
            match as_json(&value) {
                Outcome::Unknown(reason) => inexact = Some(Outcome::Unknown(reason)),
                found => return found,
            }
        }
    }
    match inexact {
        Some(outcome) => outcome,
        None if finite => Outcome::Nothing,
        None => Outcome::unknown("no multiple was found among the first 5000"),
    }
}

/// A range of more than one number without a grid has numbers off any grid: only which to write is a question.
fn off_grid(wanted: &Wanted) -> Outcome {
    for grid in GRIDS {
        let step = Rational::new(BigInt::one(), grid.into());
        let (first, last) = wanted.range.steps(&step);
        for factor in number::near_zero(first, last).take(64) {
            let value = &step * Rational::from_integer(factor);
            if wanted.fits(&value) && number::json(&value).is_some() {
                return as_json(&value);
            }
        }
    }
    // Around the ends of ranges that no grid above hits: very small or very large.
    let mut power = Rational::from_integer(BigInt::from(10_u64.pow(15)));
    for _ in 0..300 {
        let value = [power.clone(), -power.clone(), power.recip(), -power.recip()]
            .into_iter()
            .find(|value| wanted.fits(value) && number::json(value).is_some());
        if let Some(value) = value {
            return as_json(&value);
        }
        power *= Rational::from_integer(10.into());
    }
    debug_assert!(!power.is_zero() && power.is_positive());
    Outcome::unknown("the only numbers left need more digits than double precision has")
}
