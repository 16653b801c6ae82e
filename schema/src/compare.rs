//! The comparison: lift, search, confirm, shrink.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use regexsolver::execution_profile::ExecutionProfileBuilder;
use serde_json::Value;

use crate::ir::Graph;
use crate::lift::{Lifted, lift};
use crate::options::{Draft, Options};
use crate::oracle::{Oracle, Validators};
use crate::sat::{Bounds, Outcome, Solver};
use crate::shrink::shrink;
use crate::verdict::{Comparison, Verdict};

/// Stack of the thread that compares. Only what is used of it costs anything.
const STACK: usize = 256 << 20;
/// Steps of the search for one direction.
const MAX_STEPS: u64 = 400_000;
/// Assertions that may come up.
const MAX_NODES: usize = 200_000;
/// States of one automaton.
const MAX_STATES: usize = 6_000;

/// Compares what two schemas accept. Never fails: what cannot be read or decided is [`Verdict::Unknown`].
///
/// No reference is followed out of the schemas; what the same absolute IRI names is taken to be the same on both sides.
pub fn compare(a: &Value, b: &Value, options: &Options) -> Comparison {
    if a == b {
        return Comparison { a_in_b: Verdict::Yes, b_in_a: Verdict::Yes };
    }
    // A deep schema needs a deep stack, and the caller's may be any.
    let thread = std::thread::Builder::new().name("schema".to_owned()).stack_size(STACK);
    std::thread::scope(|scope| {
        let started = thread.spawn_scoped(scope, || compare_here(a, b, options));
        match started.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(comparison)) => comparison,
            Ok(Err(_)) => undecided(
                "the comparison failed on an error of its own; please report these schemas",
            ),
            Err(error) => undecided(&format!("no thread could be started: {error}")),
        }
    })
}

fn undecided(reason: &str) -> Comparison {
    let unknown = Verdict::Unknown { reason: reason.to_owned(), pointer: String::new() };
    Comparison { a_in_b: unknown.clone(), b_in_a: unknown }
}

fn compare_here(a: &Value, b: &Value, options: &Options) -> Comparison {
    let begun = Instant::now();
    let millis = u64::try_from(options.time.as_millis()).unwrap_or(u64::MAX);
    let limits = ExecutionProfileBuilder::new()
        .execution_timeout(millis.max(1))
        .max_number_of_states(MAX_STATES)
        .build();
    limits.run(|| {
        let mut graph = Graph::new();
        let sides = [
            Side::new(&mut graph, a, options.draft, "a"),
            Side::new(&mut graph, b, options.draft, "b"),
        ];
        let [a, b] = &sides;
        let mut solver = Solver::new(&mut graph);
        let a_in_b = direction(&mut solver, a, b, begun + options.time / 2);
        let b_in_a = direction(&mut solver, b, a, begun + options.time);
        Comparison { a_in_b, b_in_a }
    })
}

/// One schema, and its validators once they are needed.
struct Side<'v> {
    schema: &'v Value,
    draft: Draft,
    lifted: Lifted,
    oracle: OnceCell<Result<Validators, String>>,
}

impl<'v> Side<'v> {
    fn new(graph: &mut Graph, schema: &'v Value, draft: Draft, name: &str) -> Self {
        let lifted = lift(graph, schema, draft, name);
        Self { schema, draft, lifted, oracle: OnceCell::new() }
    }

    fn accepts(&self, value: &Value) -> Result<bool, String> {
        let oracle = self
            .oracle
            .get_or_init(|| Validators::new(self.schema, self.draft, &self.lifted.holes));
        let oracle = oracle
            .as_ref()
            .map_err(|error| format!("the validator refuses the schema: {error}"))?;
        oracle
            .accepts(value)
            .ok_or_else(|| "a witness depends on what is not understood".to_owned())
    }
}

fn direction(
    solver: &mut Solver<'_>,
    one: &Side<'_>,
    other: &Side<'_>,
    deadline: Instant,
) -> Verdict {
    solver.begin(Bounds { deadline, steps: MAX_STEPS, nodes: MAX_NODES });
    let outcome = solver.solve(&[one.lifted.lit, other.lifted.lit.not()]);
    let witness = match outcome {
        Outcome::Nothing => return Verdict::Yes,
        Outcome::Unknown(reason) => {
            return Verdict::Unknown {
                reason: reason.text.clone(),
                pointer: reason.pointer.clone(),
            };
        }
        Outcome::Found(witness) => witness,
    };
    let confirmed = |value: &Value| -> Result<bool, String> {
        Ok(one.accepts(value)? && !other.accepts(value)?)
    };
    match confirmed(&witness) {
        Ok(true) => {
            let until = Instant::now() + Duration::from_millis(20);
            let witness = shrink((*witness).clone(), |value| {
                Instant::now() < until && confirmed(value) == Ok(true)
            });
            Verdict::No { witness }
        }
        Ok(false) => Verdict::Unknown {
            reason: format!("the validator does not confirm the witness {witness}"),
            pointer: String::new(),
        },
        Err(reason) => Verdict::Unknown { reason, pointer: String::new() },
    }
}
