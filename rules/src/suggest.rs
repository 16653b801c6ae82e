//! "Did you mean …?": the known word nearest to one that is not known.

/// How alike two words must be, from 0 to 1, before one is suggested for the other. By Jaro and Winkler's measure, which
/// favours a common beginning; 0.8 lets through a slip or two in a word of six letters and no unrelated words.
const ALIKE: f64 = 0.8;

/// The known word that `unknown` most likely stands for, or `None` where none is near.
///
/// One that differs only in how its parts are joined (`readOnly`, `read_only`, `read-only`) comes before any other. Of two
/// that are equally near, the first is given, so that the answer is the same on every run.
///
/// ```
/// use toolnode_rules::suggest::did_you_mean;
///
/// let keys = ["satisfies", "read_only", "summary"];
/// assert_eq!(did_you_mean("satisfy", keys), Some("satisfies"));
/// assert_eq!(did_you_mean("readOnly", keys), Some("read_only"));
/// assert_eq!(did_you_mean("color", keys), None);
/// ```
pub fn did_you_mean<'a>(
    unknown: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let folded = fold(unknown);
    let mut best: Option<(f64, &str)> = None;
    for word in known {
        let candidate = fold(word);
        if candidate == folded {
            return Some(word);
        }
        // Jaro and Winkler alone find short words alike that share a letter or two (`os`, `io`), so edits are counted too.
        let edits = strsim::damerau_levenshtein(&folded, &candidate);
        let length = folded.chars().count().max(candidate.chars().count());
        let alike = strsim::jaro_winkler(&folded, &candidate);
        if alike >= ALIKE && edits * 5 <= length * 2 && best.is_none_or(|(most, _)| alike > most) {
            best = Some((alike, word));
        }
    }
    best.map(|(_, word)| word)
}

/// Lower case, without the joints: `readOnly`, `read_only` and `read-only` become one.
fn fold(word: &str) -> String {
    word.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [&str; 10] = [
        "id",
        "title",
        "summary",
        "satisfies",
        "invoke",
        "requires",
        "limits",
        "inProcess",
        "shell",
        "container",
    ];

    #[test]
    fn slips() {
        for (unknown, expected) in [
            ("sumary", "summary"),
            ("satisfy", "satisfies"),
            ("limit", "limits"),
            ("require", "requires"),
            ("contianer", "container"),
            ("tilte", "title"),
            ("shel", "shell"),
        ] {
            assert_eq!(did_you_mean(unknown, KEYS), Some(expected), "{unknown}");
        }
    }

    #[test]
    fn joints_do_not_count() {
        for unknown in ["in_process", "in-process", "InProcess", "IN_PROCESS"] {
            assert_eq!(did_you_mean(unknown, KEYS), Some("inProcess"));
        }
        assert_eq!(did_you_mean("base_url", ["baseUrls", "base-url"]), Some("base-url"));
    }

    #[test]
    fn strangers() {
        for unknown in ["", "x", "colour", "permissions", "network", "io"] {
            assert_eq!(did_you_mean(unknown, KEYS), None, "{unknown}");
        }
        assert_eq!(did_you_mean("id", []), None);
    }
}
