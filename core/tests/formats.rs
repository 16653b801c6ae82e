//! The three formats carry one model: the same node written in each is the same value.
#![cfg(feature = "runtime")]

use std::path::Path;

use toolnode::fault;
use toolnode::node::{self, Format, ToolNode};

const FORMATS: [(&str, Format); 3] =
    [("toml", Format::Toml), ("yaml", Format::Yaml), ("json", Format::Json)];

fn text(name: &str, extension: &str) -> String {
    std::fs::read_to_string(format!("tests/fixtures/good/{name}.{extension}")).expect("a fixture")
}

fn read(text: &str, format: Format) -> ToolNode {
    let read = node::read_str(text, format, Path::new("node"));
    read.unwrap_or_else(|unread| panic!("{}", fault::render(&unread.faults))).node
}

#[test]
fn a_node_is_the_same_in_all_formats() {
    for name in ["bean-update", "everything"] {
        let nodes = FORMATS.map(|(extension, format)| read(&text(name, extension), format));
        assert_eq!(nodes[0], nodes[1], "{name}: TOML and YAML");
        assert_eq!(nodes[0], nodes[2], "{name}: TOML and JSON");
    }
}

#[test]
fn what_is_written_can_be_read_again() {
    for name in ["bean-update", "everything"] {
        let node = read(&text(name, "toml"), Format::Toml);
        let json = serde_json::to_string_pretty(&node).expect("a node has no other values");
        assert_eq!(read(&json, Format::Json), node);
    }
}

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    for name in ["bean-update", "everything"] {
        for (extension, format) in FORMATS {
            let plain = text(name, extension);
            let expected = read(&plain, format);
            assert_eq!(
                read(&plain.replace('\n', "\r\n"), format),
                expected,
                "{name}.{extension}: CRLF"
            );
            assert_eq!(
                read(&format!("\u{feff}{plain}"), format),
                expected,
                "{name}.{extension}: BOM"
            );
        }
    }
}

#[test]
fn places_are_those_of_the_file() {
    let at = |text: &str, format: Format| {
        let location = node::read_str(text, format, Path::new("node")).expect("a node").location;
        (location.line, location.column, text[location.span.0..location.span.1].to_owned())
    };
    for (extension, format) in FORMATS {
        let plain = text("bean-update", extension);
        let (line, column, excerpt) = at(&plain, format);
        assert_eq!(excerpt.trim_matches('"'), "bean-update");
        let expected = (line, column, excerpt);
        let marked = format!("\u{feff}{plain}");
        assert_eq!(at(&marked, format), expected, "{extension}: a byte order mark takes no column");
        assert_eq!(at(&plain.replace('\n', "\r\n"), format), expected, "{extension}: CRLF");
    }
    let (line, column, excerpt) =
        at(&text("everything", "yaml").replace("'Render a", "'ÄÖÜ a"), Format::Yaml);
    assert_eq!((line, column, &*excerpt), (2, 7, "report-render"));
}

#[test]
fn a_pointer_leads_to_a_place() {
    for (extension, _) in FORMATS {
        let path = format!("tests/fixtures/good/everything.{extension}");
        let path = Path::new(&path);
        let excerpt = |pointer: &str| {
            let location = node::locate(path, path, pointer).expect("a place");
            text("everything", extension)[location.span.0..location.span.1]
                .trim_matches('"')
                .to_owned()
        };
        assert_eq!(excerpt("/io/inputs/1/arg/flag"), "--format", "{extension}");
        assert_eq!(excerpt("/io/outputs/0/description"), "The report.", "{extension}");
        assert_eq!(excerpt("/io/media_type/no/such/thing"), "application/pdf", "{extension}");
    }
    assert_eq!(node::locate(Path::new("no-such.toml"), Path::new("no-such.toml"), ""), None);
}
