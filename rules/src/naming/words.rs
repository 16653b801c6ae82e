//! The words that names are made of, and those that have no place in one.

/// The verbs that end a name. Another one is declared with its reason: under `[verbs]` of `toolnode.toml`, or by
/// `verb_reason = "…"` on the function.
pub const VERBS: [&str; 8] = ["list", "get", "create", "update", "delete", "run", "check", "sync"];

/// How a tool is reached.
pub(super) const TRANSPORTS: [&str; 8] =
    ["mcp", "http", "https", "stdio", "cli", "sse", "grpc", "jsonrpc"];

/// Verbs that people write, and the one of [`VERBS`] that says the same.
const SYNONYMS: [(&str, &str); 78] = [
    ("add", "create"),
    ("answer", "get"),
    ("append", "update"),
    ("apply", "run"),
    ("audit", "check"),
    ("bring", "create"),
    ("build", "create"),
    ("call", "run"),
    ("carry", "get"),
    ("change", "update"),
    ("clone", "create"),
    ("collect", "get"),
    ("compare", "check"),
    ("compute", "get"),
    ("count", "get"),
    ("describe", "get"),
    ("destroy", "delete"),
    ("document", "create"),
    ("download", "get"),
    ("draw", "create"),
    ("edit", "update"),
    ("ensure", "check"),
    ("enumerate", "list"),
    ("erase", "delete"),
    ("exec", "run"),
    ("execute", "run"),
    ("extract", "get"),
    ("fetch", "get"),
    ("find", "list"),
    ("generate", "create"),
    ("give", "get"),
    ("insert", "create"),
    ("inspect", "get"),
    ("install", "create"),
    ("invoke", "run"),
    ("launch", "run"),
    ("lint", "check"),
    ("load", "get"),
    ("look", "list"),
    ("lookup", "get"),
    ("make", "create"),
    ("mirror", "sync"),
    ("modify", "update"),
    ("name", "list"),
    ("new", "create"),
    ("open", "get"),
    ("parse", "check"),
    ("patch", "update"),
    ("perform", "run"),
    ("print", "get"),
    ("publish", "create"),
    ("pull", "sync"),
    ("push", "sync"),
    ("query", "list"),
    ("read", "get"),
    ("record", "create"),
    ("refresh", "sync"),
    ("regenerate", "update"),
    ("remove", "delete"),
    ("rename", "update"),
    ("render", "create"),
    ("report", "get"),
    ("resolve", "get"),
    ("retrieve", "get"),
    ("return", "get"),
    ("rewrite", "update"),
    ("rm", "delete"),
    ("save", "update"),
    ("search", "list"),
    ("set", "update"),
    ("show", "get"),
    ("start", "run"),
    ("store", "create"),
    ("tell", "get"),
    ("test", "check"),
    ("validate", "check"),
    ("verify", "check"),
    ("write", "create"),
];

/// The verb of [`VERBS`] that a word is, or stands for.
pub(super) fn verb_of(word: &str) -> Option<&'static str> {
    let own = VERBS.iter().find(|verb| **verb == word).copied();
    own.or_else(|| {
        SYNONYMS.binary_search_by_key(&word, |(other, _)| other).ok().map(|at| SYNONYMS[at].1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_are_sorted_and_lead_to_verbs() {
        assert!(SYNONYMS.is_sorted_by(|(a, _), (b, _)| a < b));
        for (word, verb) in SYNONYMS {
            assert!(VERBS.contains(&verb) && !VERBS.contains(&word), "{word}");
            assert_eq!(verb_of(word), Some(verb));
        }
        assert_eq!((verb_of("sync"), verb_of("claim")), (Some("sync"), None));
    }
}
