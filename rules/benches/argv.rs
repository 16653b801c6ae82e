//! How long the proof takes, in the build in which it delays an author: a debug build of a procedural macro.
//!
//!     cargo bench -p toolnode-rules --bench argv --profile dev
//!
//! Times are those on a processor where Linux tells them, so that a busy machine does not count, and by the clock elsewhere.
//! Prints the mean for the patterns of `patterns.txt`, those of real declarations, and for patterns made to be hard, and
//! fails when a real one takes over 10 ms or a hard one over 100 ms.
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use toolnode_rules::argv::{Decision, Strings, admits_leading_dash, admits_payload, propose};

const ENOUGH: Duration = Duration::from_millis(200);
const REAL: Duration = Duration::from_millis(10);
const HARD: Duration = Duration::from_millis(100);

fn main() {
    // The tables of Unicode are read once; what the first question of a process pays for them is shown apart.
    let start = Instant::now();
    let _ = admits_payload(&Strings::Any);
    println!(
        "{:>9.3} ms  the first question of a process, by the clock",
        milliseconds(start.elapsed())
    );

    let mut slow = Vec::new();
    println!("\nreal patterns, both questions");
    for pattern in include_str!("patterns.txt").lines() {
        let strings = Strings::Pattern(pattern.to_owned());
        measure(pattern, &strings, REAL, &mut slow);
    }
    println!("\nhard ones, both questions");
    for (name, strings) in hard() {
        measure(&name, &strings, HARD, &mut slow);
    }
    println!("\nproposals");
    for pattern in ["[a-z]+", "^https?://.+$", r"^[\p{L} ]{1,64}$"] {
        let mean = time(|| {
            propose(pattern);
        });
        println!("{mean:>9.3} ms  {pattern}");
    }
    assert!(slow.is_empty(), "over their limits: {slow:?}");
}

fn measure(name: &str, strings: &Strings, limit: Duration, slow: &mut Vec<String>) {
    let mean = time(|| {
        let _ = admits_payload(strings);
        let _ = admits_leading_dash(strings);
    });
    let answer = match admits_payload(strings) {
        Decision::Never => "never".to_owned(),
        Decision::Admits { witness } if witness.len() > 24 => {
            format!("{:.20}…", format!("{witness:?}"))
        }
        Decision::Admits { witness } => format!("{witness:?}"),
        Decision::Undecided { reason } => format!("{:?}", reason.obstacle()),
    };
    println!("{mean:>9.3} ms  {name}  -> {answer}");
    if mean > milliseconds(limit) {
        slow.push(name.to_owned());
    }
}

/// Milliseconds for one run, over as many as it takes for the processor's clock, which ticks in milliseconds, to be exact.
fn time(run: impl Fn()) -> f64 {
    let start = Now::get();
    let mut runs = 0_u32;
    loop {
        run();
        runs += 1;
        let elapsed = start.elapsed();
        if runs >= 5 && elapsed >= ENOUGH {
            return milliseconds(elapsed / runs);
        }
    }
}

enum Now {
    Processor(Duration),
    Clock(Instant),
}

impl Now {
    fn get() -> Self {
        Self::on_processor().map_or_else(|| Self::Clock(Instant::now()), Self::Processor)
    }

    fn elapsed(&self) -> Duration {
        match self {
            Self::Processor(start) => Self::on_processor().unwrap_or(*start).saturating_sub(*start),
            Self::Clock(start) => start.elapsed(),
        }
    }

    fn on_processor() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        let nanoseconds = text.split(' ').next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[allow(clippy::too_many_lines)] // A list.
fn hard() -> Vec<(String, Strings)> {
    let pattern = |text: String| Strings::Pattern(text);
    let letters = ('a'..='z').map(String::from).collect::<Vec<_>>().join("|");
    let words = (0..1000).map(|n| format!("word{n}-{:x}", n * 7919)).collect::<Vec<_>>();
    let scripts = ["Greek", "Cyrillic", "Han", "Arabic", "Thai", "Latin", "Hebrew", "Devanagari"];
    let script_classes = scripts.map(|s| format!(r"\p{{Script={s}}}")).concat();
    let named = |name: &str, strings: Strings| (name.to_owned(), strings);
    let same = |text: &str| (text.to_owned(), pattern(text.to_owned()));
    vec![
        same(r"^[\p{L}\p{N}_./-]{1,64}$"),
        same(r"^[\p{L}\p{M}\p{N}]{1,1024}$"),
        same(r"^[\p{L}\p{N}_./-]{1,64};$"),
        same(r"^(\p{Lu}\p{Ll}+|\p{Lt}|\p{Nd}{1,9}|\P{Lu}\P{Z})+$"),
        same("^(?:(?:(?:a+)+)+)+$"),
        same("^(?:(?:a?){0,30}){0,30}$"),
        same("^(?:(?:[a-z]{1,10}-){1,10}/){1,20}[a-z]+$"),
        same("^.{0,4096}$"),
        same("^[a-z]{1,9999}$"),
        named("^(?:a|b|…|z){0,100}$", pattern(format!("^(?:{letters}){{0,100}}$"))),
        named("^(?:1000 words)$", pattern(format!("^(?:{})$", words.join("|")))),
        named("^(?:1000 words)*$", pattern(format!("^(?:{})*$", words.join("|")))),
        named("^(?:8 scripts){1,64}$", pattern(format!(r"^[{script_classes}]{{1,64}}$"))),
        named(
            "over: ^(?:1000 words){0,100}$",
            pattern(format!("^(?:{}){{0,100}}$", words.join("|"))),
        ),
        named("over: ^(?:a{1000}){1000}$", pattern("^(?:a{1000}){1000}$".to_owned())),
        named("over: ^a{4294967295}$", pattern("^a{4294967295}$".to_owned())),
        named(
            "[\\p{L} and 20000 letters]",
            pattern(format!(r"^[\p{{L}}{}]$", "abcdefghij".repeat(2000))),
        ),
        named("over: 8000 classes with \\p{L}", pattern(r"[\p{L}a]".repeat(8000))),
        named("over: 10000 groups", pattern("(".repeat(10_000))),
        named(
            "allOf 4 patterns",
            Strings::All(
                ["^[a-z;]{1,20}$", "^[a-z ]{1,20}$", "^(?:[a-z]|; )+$", "(?:ab|;)+"]
                    .map(|text| pattern(text.to_owned()))
                    .to_vec(),
            ),
        ),
        named(
            "allOf 2 classes, 1 to 4096 characters",
            Strings::All(vec![
                pattern(r"^[\p{L};]+$".to_owned()),
                pattern(r"^[\p{L} ]+$".to_owned()),
                Strings::Length { min: 1, max: Some(4096) },
            ]),
        ),
        named(
            "at least 1000 characters",
            Strings::All(vec![
                pattern("^[a-z]+;?$".to_owned()),
                Strings::Length { min: 1000, max: None },
            ]),
        ),
        named(
            "over: at least 1000000 characters",
            Strings::All(vec![
                pattern("^[a-z]+;?$".to_owned()),
                Strings::Length { min: 1_000_000, max: None },
            ]),
        ),
        named(
            "over: allOf anyOf, 2 to the 20th",
            Strings::All(vec![
                Strings::AnyOf(vec![
                    pattern("^a".to_owned()),
                    pattern("^b".to_owned())
                ]);
                20
            ]),
        ),
        named(
            "anyOf 256",
            Strings::AnyOf((0..256).map(|n| pattern(format!("^[a-z]{{1,{}}}$", n + 1))).collect()),
        ),
    ]
}
