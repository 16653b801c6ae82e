//! Any bytes as a node file of any format: faults, or a node that is the same when it is written and read again.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use toolnode::node::{Format, read_str};

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let (format, name) = match first % 3 {
        0 => (Format::Toml, "tools/case.toml"),
        1 => (Format::Yaml, "tools/case.yaml"),
        _ => (Format::Json, "tools/case.json"),
    };
    match read_str(text, format, Path::new(name)) {
        Ok(read) => {
            let written = serde_json::to_string(&read.node).expect("a node is JSON");
            let again = read_str(&written, Format::Json, Path::new("tools/case.json"))
                .unwrap_or_else(|unread| panic!("{written}\n{unread:?}"));
            assert_eq!(read.node, again.node, "{written}");
        }
        Err(unread) => {
            assert!(!unread.faults.is_empty(), "a file that is not read has a fault");
            // A fault is shown with its place, whatever the text.
            toolnode::fault::render(&unread.faults);
        }
    }
});
