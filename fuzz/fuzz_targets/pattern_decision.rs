//! Any pattern: a witness is admitted and is a payload, and a pattern that is proven safe admits no text that is one.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use toolnode_rules::argv::{
    Decision, Matcher, Strings, admits_leading_dash, admits_payload, propose,
};

/// A character that makes a text a payload.
static PAYLOAD: LazyLock<Matcher> =
    LazyLock::new(|| Matcher::new(r"[^\p{L}\p{M}\p{N}_.\/:@%+=,\-]").expect("a pattern"));

fuzz_target!(|input: (&str, &str)| {
    let (pattern, text) = input;
    let strings = Strings::Pattern(pattern.to_owned());
    judge(pattern, text, &admits_payload(&strings), |text| PAYLOAD.is_match(text));
    judge(pattern, text, &admits_leading_dash(&strings), |text| text.starts_with('-'));
    if let Some(proposed) = propose(pattern) {
        let decision = admits_payload(&Strings::Pattern(proposed.clone()));
        assert_eq!(decision, Decision::Never, "{pattern:?} proposes {proposed:?}");
    }
});

fn judge(pattern: &str, text: &str, decision: &Decision, is_bad: fn(&str) -> bool) {
    match decision {
        Decision::Undecided { .. } => {}
        Decision::Admits { witness } => {
            assert!(is_bad(witness), "{pattern:?}: {witness:?}");
            assert!(Matcher::new(pattern).expect("decided").is_match(witness), "{pattern:?}: {witness:?}");
        }
        Decision::Never => {
            let admitted = Matcher::new(pattern).expect("decided").is_match(text);
            assert!(!(admitted && is_bad(text)), "{pattern:?} admits {text:?}");
        }
    }
}
