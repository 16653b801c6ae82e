//! Whatever is in a file, reading it ends in a node or in faults with places, never in a panic.
#![cfg(feature = "runtime")]

use std::path::Path;

use proptest::prelude::*;
use toolnode::fault;
use toolnode::node::{self, Format};

const FORMATS: [Format; 3] = [Format::Toml, Format::Yaml, Format::Json];

/// Pieces that mean something to one of the formats.
const PIECES: [&str; 48] = [
    "{",
    "}",
    "[",
    "]",
    "[[",
    "]]",
    ":",
    ": ",
    ",",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "#",
    "&a ",
    "*a",
    "!t ",
    "!!str ",
    "|\n",
    ">\n",
    "- ",
    "? ",
    "%YAML 1.2\n",
    "---\n",
    "...\n",
    "@",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "  ",
    "=",
    ".",
    "1",
    "-",
    "0x",
    "1e9",
    "nan",
    "true",
    "null",
    "~",
    "\\",
    "\\u12",
    "id",
    "io",
    "\u{feff}",
    "é",
    "\u{2028}",
];

fn check(text: &str, format: Format) {
    let Err(unread) = node::read_str(text, format, Path::new("node")) else { return };
    assert!(!unread.faults.is_empty(), "no node, and no fault");
    for fault in &unread.faults {
        let (start, end) = fault.location.span;
        assert!(text.get(start..end).is_some(), "{fault}: {start}..{end} is no part of the text");
        let before = &text[..start];
        assert_eq!(fault.location.line as usize, before.matches('\n').count() + 1, "{fault}");
    }
    fault::render(&unread.faults);
}

fn good(format: Format) -> String {
    let extension = match format {
        Format::Toml => "toml",
        Format::Yaml => "yaml",
        Format::Json => "json",
    };
    std::fs::read_to_string(format!("tests/fixtures/good/everything.{extension}"))
        .expect("a fixture")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        for format in FORMATS {
            check(&text, format);
        }
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60)) {
        let text = pieces.concat();
        for format in FORMATS {
            check(&text, format);
        }
    }

    #[test]
    fn a_node_with_changes(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..12usize, prop::sample::select(&PIECES[..])), 1..4)
    ) {
        for format in FORMATS {
            let mut text = good(format);
            for (at, length, piece) in &changes {
                let start = text.floor_char_boundary(at.index(text.len() + 1));
                let end = text.ceil_char_boundary((start + length).min(text.len()));
                text.replace_range(start..end, piece);
            }
            check(&text, format);
        }
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let folder = tempfile::tempdir().expect("a folder");
        for extension in ["toml", "yaml", "json"] {
            let path = folder.path().join("node").with_extension(extension);
            std::fs::write(&path, &bytes).expect("a file");
            let unread = node::read_file(&path, &path).expect_err("no node by chance");
            prop_assert!(!unread.faults.is_empty());
            fault::render(&unread.faults);
        }
    }
}

#[test]
fn nesting_is_bounded() {
    let deep = 200_000;
    let texts = [
        (Format::Json, "[".repeat(deep)),
        (Format::Json, "{\"a\":".repeat(deep)),
        (Format::Json, format!("{}{}", "[".repeat(100), "]".repeat(100))),
        (Format::Yaml, "[".repeat(deep)),
        (Format::Yaml, "- ".repeat(deep)),
        (Format::Yaml, "? ".repeat(deep)),
        (Format::Yaml, (0..500).map(|level| " ".repeat(level) + "a:\n").collect()),
        (Format::Toml, format!("a = {}", "[".repeat(deep))),
        (Format::Toml, format!("a = {}", "{a=".repeat(deep))),
        (Format::Toml, format!("a{} = 1", ".a".repeat(deep))),
        (Format::Toml, format!("[a{}]", ".a".repeat(deep))),
        (
            Format::Toml,
            format!(
                "[a{}]\nb{} = {}1{}",
                ".a".repeat(70),
                ".b".repeat(70),
                "[".repeat(70),
                "]".repeat(70)
            ),
        ),
    ];
    for (format, text) in texts {
        let unread = node::read_str(&text, format, Path::new("node")).expect_err("too deep");
        assert!(!unread.faults.is_empty());
    }
}

#[test]
fn many_keys_take_time_in_proportion() {
    let keys = 2_000;
    let json: Vec<_> = (0..keys).map(|key| format!("\"k{key}\":1")).collect();
    let yaml: Vec<_> = (0..keys).map(|key| format!("k{key}: 1")).collect();
    let toml: Vec<_> = (0..keys).map(|key| format!("k{key} = 1")).collect();
    let texts = [
        (Format::Json, format!("{{{}}}", json.join(","))),
        (Format::Yaml, yaml.join("\n")),
        (Format::Toml, toml.join("\n")),
    ];
    for (format, text) in texts {
        let unread = node::read_str(&text, format, Path::new("node")).expect_err("no node");
        assert_eq!(
            unread.faults.len(),
            1001,
            "as many as anybody reads, and how many more there are"
        );
    }
}
