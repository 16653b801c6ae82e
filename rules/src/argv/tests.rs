//! The parser and the automaton against two engines: `regress` for ECMA-262, `jsonschema` for what runs.

use proptest::prelude::*;
use serde_json::json;

use super::decide::compile;
use super::*;

fn pattern(text: &str) -> Strings {
    Strings::Pattern(text.to_owned())
}

fn payload(text: &str) -> String {
    match admits_payload(&pattern(text)) {
        Decision::Never => "never".to_owned(),
        Decision::Admits { witness } => witness,
        Decision::Undecided { reason } => panic!("{text}: {reason}"),
    }
}

fn obstacle(strings: &Strings) -> Obstacle {
    match admits_payload(strings) {
        Decision::Undecided { reason } => reason.obstacle().clone(),
        other => panic!("{strings:?}: {other:?}"),
    }
}

#[test]
fn witnesses_are_short_and_readable() {
    for (text, expected) in [
        ("[a-z]+", "a;"),
        ("^https?://.+$", "http://;"),
        (".*", ";"),
        ("", ";"),
        ("^[a-z]+", "a;"),
        ("[a-z]+$", ";a"),
        (r"^\S+$", ";"),
        (r"^\s$", " "),
        (r"^\W$", ";"),
        (r"^[^;]$", " "),
        ("^[^/]+$", ";"),
        ("^a b$", "a b"),
        ("^(a|^;)$", ";"),
        ("^(?:[a-z]+|[A-Z]+;)$", "A;"),
        ("^[0-9]{3} ?$", "000 "),
        ("^(?:A|a);$", "a;"),
        ("^(?:a|A);$", "a;"),
        ("^(?:#;|A |a!)$", "A "),
        (r"^\u{1F600}$", "\u{1F600}"),
        (r"^\uD83D\uDE00$", "\u{1F600}"),
        (r"^[\x00-\x1f]$", "\n"),
    ] {
        assert_eq!(payload(text), expected, "{text}");
    }
    assert_eq!(admits_payload(&Strings::Any), Decision::Admits { witness: ";".to_owned() });
}

#[test]
fn proofs() {
    for text in [
        "^[a-z0-9-]+$",
        r"^[\p{L}\p{N}_./-]{1,64}$",
        "^(?:[a-z][a-z0-9-]*/)?[a-z][a-z0-9-]*$",
        "a^",
        "$a",
        "^(?:;^a|b)$",
        "^(?:a|$;)+$",
        r"^\d{4}-\d{2}$",
        r"^\w+$",
        "^(?:^)*a(?:$)*$",
        r"^\p{Lu}\p{Nd}?$",
        "^.$^",
    ] {
        assert_eq!(payload(text), "never", "{text}");
    }
}

#[test]
fn lists_lengths_and_conjunctions() {
    let words = |list: &[&str]| Strings::OneOfWords(list.iter().map(ToString::to_string).collect());
    assert_eq!(admits_payload(&words(&["draft", "in-progress"])), Decision::Never);
    assert_eq!(admits_payload(&words(&[])), Decision::Never);
    assert_eq!(
        admits_payload(&words(&["ok", "a long one", "a;"])),
        Decision::Admits { witness: "a;".to_owned() }
    );
    let both = Strings::All(vec![words(&["a b", "ab"]), pattern("^[ab]+$")]);
    assert_eq!(admits_payload(&both), Decision::Never);
    // Each alone admits `;` or ` `, together they do not.
    let both = Strings::All(vec![pattern("^[a;]+$"), pattern("^[a ]+$")]);
    assert_eq!(admits_payload(&both), Decision::Never);
    let long = Strings::All(vec![pattern("^[a-z]+;?$"), Strings::Length { min: 4, max: Some(4) }]);
    assert_eq!(admits_payload(&long), Decision::Admits { witness: "aaa;".to_owned() });
    let short =
        Strings::All(vec![pattern("^[a-z]{3};$"), Strings::Length { min: 0, max: Some(3) }]);
    assert_eq!(admits_payload(&short), Decision::Never);
    let never = Strings::Length { min: 3, max: Some(2) };
    assert_eq!(admits_payload(&never), Decision::Never);
    assert_eq!(admits_payload(&Strings::Nothing), Decision::Never);
    assert_eq!(
        admits_payload(&Strings::AnyOf(vec![pattern("^a$"), pattern("^b c$")])),
        Decision::Admits { witness: "b c".to_owned() }
    );
}

#[test]
fn a_negation_never_makes_a_type_safe() {
    let text = Strings::All(vec![
        Strings::Length { min: 1, max: Some(400) },
        Strings::Not(Box::new(pattern(r"[\r\n]"))),
    ]);
    assert_eq!(admits_payload(&text), Decision::Admits { witness: ";".to_owned() });
    let without_semicolon = Strings::Not(Box::new(pattern(";")));
    assert_eq!(admits_payload(&without_semicolon), Decision::Admits { witness: " ".to_owned() });
    let clean = Strings::Not(Box::new(pattern("[^a-z]")));
    assert_eq!(obstacle(&clean), Obstacle::Negation { found: ";".to_owned() });
}

#[test]
fn overlapping_branches() {
    let apart = Strings::OneOf(vec![pattern("^[a-z]+$"), pattern("^[a-z;]+$")]);
    assert_eq!(admits_payload(&apart), Decision::Admits { witness: ";".to_owned() });
    let twice = Strings::OneOf(vec![pattern(";"), pattern(";")]);
    assert_eq!(obstacle(&twice), Obstacle::Overlap { found: ";".to_owned() });
    let safe = Strings::OneOf(vec![pattern("^[a-z]+$"), pattern("^[a-m]+$")]);
    assert_eq!(admits_payload(&safe), Decision::Never);
}

#[test]
fn what_cannot_be_decided_is_named() {
    let at = |text: &str| match admits_payload(&pattern(text)) {
        Decision::Undecided { reason } => {
            assert_eq!(reason.pattern(), Some(text));
            (reason.obstacle().clone(), reason.offset())
        }
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(at("^(?!-)[a-z]+$"), (Obstacle::LookAround, Some(1)));
    assert_eq!(at("^a(?<=b)$"), (Obstacle::LookAround, Some(2)));
    assert_eq!(at(r"^(a)\1$"), (Obstacle::BackReference, Some(4)));
    assert_eq!(at(r"^(?<n>a)\k<n>$"), (Obstacle::BackReference, Some(8)));
    assert_eq!(at(r"^\ba$"), (Obstacle::WordBoundary, Some(1)));
    assert!(matches!(at("^[]a]$"), (Obstacle::EnginesDiffer(_), Some(1))));
    assert!(matches!(at("^[^]$"), (Obstacle::EnginesDiffer(_), Some(1))));
    assert!(matches!(at("^(?:a{1000}){1000}$"), (Obstacle::OverBound(_), Some(0))));
    for text in [
        "(",
        ")",
        "[a",
        "a{",
        "a{,2}",
        "a{2,1}",
        "*",
        "a**",
        "a++",
        "^*",
        "]",
        "}",
        r"\",
        r"\a",
        r"\A",
        r"\<",
        r"\x4",
        r"\u{110000}",
        r"\uD800",
        r"\p{Nonsense}",
        r"\p{Greek}",
        r"\p{l}",
        r"\p{Cs}",
        r"\pL",
        r"\p{Age=6.0}",
        "(?i)a",
        "(?i:a)",
        "(?P<n>a)",
        "(?#a)",
        "(?>a)",
        r"[\d-z]",
        "[z-a]",
        r"[\B]",
        r"\c1",
        r"\00",
        "(?<>a)",
        "(?<1>a)",
        r"\h",
        r"\z",
        r"\K",
        r"[\1]",
        "a{1}{2}",
    ] {
        assert!(matches!(at(text), (Obstacle::Invalid(_), _)), "{text}");
    }
    let deep = format!("{}a{}", "(".repeat(5000), ")".repeat(5000));
    assert!(matches!(at(&deep), (Obstacle::OverBound(_), _)));
}

#[test]
fn what_cannot_be_decided_is_decided_by_its_neighbour() {
    let safe = Strings::All(vec![pattern("^(?!-)"), pattern("^[a-z-]+$")]);
    assert_eq!(admits_payload(&safe), Decision::Never);
    let unsafe_one = Strings::All(vec![pattern("^(?!-)"), pattern("^[a-z;]+$")]);
    assert_eq!(obstacle(&unsafe_one), Obstacle::LookAround);
    // One branch that surely admits a payload settles the matter.
    let either = Strings::AnyOf(vec![pattern("^(?!-)"), pattern("^[a-z;]+$")]);
    assert_eq!(admits_payload(&either), Decision::Admits { witness: ";".to_owned() });
}

#[test]
fn leading_characters() {
    let leading = |text: &str| admits_leading_dash(&pattern(text));
    assert_eq!(leading("^[a-z0-9-]+$"), Decision::Admits { witness: "-".to_owned() });
    assert_eq!(leading("[a-z]+"), Decision::Admits { witness: "-a".to_owned() });
    assert_eq!(leading("^[a-z][a-z-]*$"), Decision::Never);
    assert_eq!(leading("^(-|^a)$"), Decision::Admits { witness: "-".to_owned() });
    assert_eq!(
        admits_leading(&pattern("^@?[a-z]+$"), '@'),
        Decision::Admits { witness: "@a".to_owned() }
    );
}

#[test]
fn proposals() {
    for (text, expected) in [
        ("[a-z]+", Some("^[a-z]+$")),
        ("^[a-z]+", Some("^[a-z]+$")),
        ("a|b", Some("^(?:a|b)$")),
        ("^a|b$", Some("^(?:^a|b$)$")),
        ("^https?://.+$", Some("^https?://[A-Za-z0-9_./:@%+=,-]+$")),
        ("^[^/]+$", Some("^[A-Za-z0-9_.:@%+=,-]+$")),
        (r"^[\w ;-]+$", Some(r"^[\w-]+$")),
        (r"^[ -~]+$", Some("^[A-Za-z0-9_./:@%+=,-]+$")),
        (r"^[\p{L} ]+$", Some(r"^[\p{L}]+$")),
        (r"^[+--;]+$", Some("^[+--]+$")),
        ("^[a-z]+$", Some("^[a-z]+$")),
        ("^$", Some("^$")),
        ("", Some("^[a-z]+$")),
        ("^", Some("^[a-z]+$")),
        ("$", Some("^[a-z]+$")),
        ("()|^", Some("^[a-z]+$")),
        ("a{0}", None),
        ("a*", Some("^a*$")),
        ("^a b$", None),
        ("^[;|]+$", None),
        ("^a(?=b)", None),
        ("a^", None),
    ] {
        assert_eq!(propose(text).as_deref(), expected, "{text}");
    }
}

/// One character or escape inside a class, and what the two engines could take for syntax.
const CLASS_ITEMS: [&str; 31] = [
    "a", "c", "z", ";", "-", "--", "[", "&", "&&", "~~", "^", ":", "[:alpha:", "0", ".", "$", "(",
    "|", "#", " ", "/", r"\w", r"\W", r"\d", r"\s", r"\S", r"\-", r"\]", r"\\", r"\x3b", r"\cJ",
];

/// Outside classes: atoms, operators, and pieces of syntax that may or may not fit.
const PIECES: [&str; 40] = [
    "a",
    ";",
    "-",
    "0",
    ".",
    r"\w",
    r"\W",
    r"\d",
    r"\D",
    r"\s",
    r"\S",
    r"\n",
    r"\v",
    r"\f",
    r"\0",
    r"\cA",
    r"\x41",
    r"\u0041",
    r"\u{41}",
    r"\uD83D\uDE00",
    r"\p{L}",
    r"\P{Lu}",
    r"\p{Script=Greek}",
    r"\.",
    r"\/",
    r"\-",
    r"\#",
    "(?:",
    "(",
    "(?<n>",
    ")",
    "|",
    "*",
    "+?",
    "?",
    "{2}",
    "{0,1}",
    "^",
    "$",
    "[a-c]",
];

/// Every ASCII character and some others that a class might get wrong, alone and behind an `a`.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = (0..128_u8).map(char::from).map(String::from).collect();
    texts.extend(
        "\u{85}\u{a0}éß\u{180e}Σς\u{200b}\u{2028}\u{2029}\u{feff}中\u{1F600}"
            .chars()
            .map(String::from),
    );
    texts.extend(["", "aa", "a;", ";a", "-a", "AA", "a\n", "\na", "aaa", "a0;"].map(str::to_owned));
    texts
}

/// Where this crate reads a pattern, ECMA-262 reads it, and all three agree on every text.
fn engines_agree(text: &str) -> Result<(), TestCaseError> {
    let Ok(automaton) = compile(text) else {
        return Ok(());
    };
    let ecma = regress::Regex::with_flags(text, "u");
    let lenient = text.contains(r"\-") || text.contains(r"\#");
    prop_assert!(ecma.is_ok() || lenient, "{text:?} is no ECMA-262");
    let validator = jsonschema::validator_for(&json!({ "pattern": text })).ok();
    for subject in texts() {
        let ours = automaton.nfa.matches(&automaton.pattern, &subject);
        if let Ok(ecma) = &ecma {
            prop_assert_eq!(
                ours,
                ecma.find(&subject).is_some(),
                "regress: {:?} on {:?}",
                text,
                subject
            );
        }
        if let Some(validator) = &validator {
            prop_assert_eq!(
                ours,
                validator.is_valid(&json!(subject)),
                "jsonschema: {:?} on {:?}",
                text,
                subject
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn classes_mean_what_the_engines_mean(
        negated in any::<bool>(),
        items in prop::collection::vec(prop::sample::select(&CLASS_ITEMS[..]), 1..6),
    ) {
        let text = format!("^[{}{}]$", if negated { "^" } else { "" }, items.concat());
        engines_agree(&text)?;
    }

    #[test]
    fn patterns_mean_what_the_engines_mean(
        pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..8),
    ) {
        engines_agree(&pieces.concat())?;
        engines_agree(&format!("^(?:{})$", pieces.concat()))?;
    }
}

#[test]
fn escapes_mean_what_the_engines_mean() {
    for c in (0..128_u8).map(char::from) {
        for text in
            [format!(r"^\{c}$"), format!(r"^[\{c}]$"), format!("^{c}$"), format!("^[{c}x]$")]
        {
            let Ok(automaton) = compile(&text) else {
                continue;
            };
            let ecma = regress::Regex::with_flags(&text, "u").ok();
            let validator = jsonschema::validator_for(&json!({ "pattern": text })).ok();
            for subject in texts() {
                let ours = automaton.nfa.matches(&automaton.pattern, &subject);
                if let Some(ecma) = &ecma {
                    assert_eq!(
                        ours,
                        ecma.find(&subject).is_some(),
                        "regress: {text:?} on {subject:?}"
                    );
                }
                if let Some(validator) = &validator {
                    assert_eq!(
                        ours,
                        validator.is_valid(&json!(subject)),
                        "jsonschema: {text:?} on {subject:?}"
                    );
                }
            }
        }
    }
}
#[test]
fn properties_mean_what_the_engines_mean() {
    for name in property::BINARY.iter().chain(property::CATEGORIES) {
        let text = format!(r"^\p{{{name}}}$");
        let automaton = compile(&text).unwrap_or_else(|reason| panic!("{reason}"));
        let ecma = regress::Regex::with_flags(&text, "u").expect("a name of ECMA-262");
        let validator =
            jsonschema::validator_for(&json!({ "pattern": text })).expect("a name that is known");
        // Engines differ in their version of Unicode, but not here.
        for c in '\0'..='\u{24f}' {
            let subject = c.to_string();
            let ours = automaton.nfa.matches(&automaton.pattern, &subject);
            assert_eq!(ours, ecma.find(&subject).is_some(), "regress: {name} on {c:?}");
            assert_eq!(ours, validator.is_valid(&json!(subject)), "jsonschema: {name} on {c:?}");
        }
    }
}

#[test]
fn real_patterns_are_decided() {
    for text in include_str!("../../benches/patterns.txt").lines() {
        let decision = admits_payload(&pattern(text));
        let anchored = text.starts_with('^') && text.ends_with('$');
        assert_eq!(decision == Decision::Never, anchored, "{text}: {decision:?}");
    }
}
