//! What is split is what `sh` splits, and what `shell-words` splits.

use std::process::Command;

use proptest::prelude::*;
use toolnode_rules::words::split;

/// The words that `sh` makes of a command line, handed to `printf` as they come.
fn by_sh(command: &str) -> Option<Vec<String>> {
    let output = Command::new("sh")
        .args(["-c", &format!("printf '%s\\0' {command}")])
        .env_clear()
        .output()
        .expect("a POSIX system has sh");
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.split_terminator('\0').map(str::to_owned).collect())
}

const PIECES: [&str; 30] = [
    "a", "b", " ", "  ", "\t", "'", "\"", "\\", "'x y'", "\"x y\"", "''", "\"\"", "\\ ", "\\'",
    "\\\"", "\\\\", "\\$", "\\\n", "=", "A=1", "#", "}", "]", "%", "é", "-", "$", "|", "\n", "if",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn agrees(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..10)) {
        let command = pieces.concat();
        if let Ok(words) = split(&command) {
            prop_assert_eq!(Some(words.clone()), by_sh(&command), "sh, {:?}", command);
            prop_assert_eq!(Ok(words), shell_words::split(&command), "shell-words, {:?}", command);
        }
    }

    /// A word that is quoted in any of the three ways comes out as it was, whatever it holds.
    #[test]
    fn quoting_keeps_every_word(words in prop::collection::vec("[^\0]{0,6}", 1..4)) {
        let single = words.iter().map(|w| format!("'{}'", w.replace('\'', r"'\''"))).collect::<Vec<_>>();
        prop_assert_eq!(split(&single.join(" ")), Ok(words.clone()));
        let double = words
            .iter()
            .map(|w| {
                let escaped = w.chars().flat_map(|c| "\\\"$`".contains(c).then_some('\\').into_iter().chain([c]));
                format!("\"{}\"", escaped.collect::<String>())
            })
            .collect::<Vec<_>>();
        prop_assert_eq!(split(&double.join(" ")), Ok(words.clone()));
    }
}
