//! `requires`, `exit`, `examples`.

use std::collections::HashSet;

use crate::node::semantics::{check_unique, is_empty, strings};
use crate::source::{Faults, Node, did_you_mean, listed};

/// `std::env::consts::OS` on the systems that Rust is built for.
const SYSTEMS: [&str; 10] = [
    "android",
    "dragonfly",
    "freebsd",
    "illumos",
    "ios",
    "linux",
    "macos",
    "netbsd",
    "openbsd",
    "windows",
];

pub(super) fn check(root: &Node, faults: &mut Faults<'_>) {
    if let Some(requires) = root.get("requires") {
        check_requires(requires, faults);
    }
    if let Some(exit) = root.get("exit") {
        check_exit(exit, faults);
    }
    check_examples(root, faults);
}

fn check_requires(requires: &Node, faults: &mut Faults<'_>) {
    for (node, name) in strings(requires.get("os")) {
        if !SYSTEMS.contains(&name) {
            let other = match name.to_lowercase().as_str() {
                "darwin" | "osx" | "mac" => Some("macos"),
                "win32" | "win" | "win64" => Some("windows"),
                _ => None,
            };
            let help = other
                .map(|name| format!("did you mean `{name}`?"))
                .or_else(|| did_you_mean(name, &SYSTEMS))
                .unwrap_or_else(|| format!("known are {}", listed(&SYSTEMS)));
            faults.invalid_with(node.span, format!("`{name}` is no operating system"), help);
        }
    }
    for (node, name) in strings(requires.get("env")) {
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            let message = format!("`{name}` cannot be the name of an environment variable");
            faults.invalid_with(
                node.span,
                message,
                "a name is letters, digits and `_`, as in `GH_TOKEN`",
            );
        }
    }
    for (key, what) in [("runtime", "program"), ("permissions", "permission")] {
        for (node, name) in strings(requires.get(key)) {
            if name.is_empty()
                || name.starts_with('-')
                || name.contains(|c: char| c.is_whitespace() || c.is_control())
            {
                faults.invalid(node.span, format!("`{name}` cannot be the name of a {what}"));
            }
        }
    }
    for key in ["os", "runtime", "env", "permissions"] {
        check_unique(strings(requires.get(key)).map(|(node, _)| node), "the entry", faults);
    }
}

fn check_exit(exit: &Node, faults: &mut Faults<'_>) {
    if let Some(ok) = exit.entry("ok").filter(|ok| is_empty(&ok.value)) {
        faults.invalid_with(
            ok.key_span,
            "no exit status would mean success",
            "write one, as in `ok = [0]`",
        );
    }
    for node in exit.get("undetermined").map(Node::items).unwrap_or_default() {
        let means_success = |status| match exit.get("ok") {
            Some(ok) => ok.items().iter().any(|ok| ok.as_u64() == Some(status)),
            None => status == 0,
        };
        if node.as_u64().is_some_and(means_success) {
            faults.invalid(node.span, "this exit status means success already");
        }
    }
}

fn check_examples(root: &Node, faults: &mut Faults<'_>) {
    let examples = root.get("examples").map(Node::items).unwrap_or_default();
    check_unique(examples.iter().filter_map(|example| example.get("name")), "an example", faults);
    let inputs =
        root.get("io").and_then(|io| io.get("inputs")).map(Node::items).unwrap_or_default();
    let names: Vec<&str> = inputs.iter().filter_map(|input| input.get("name")?.as_str()).collect();
    let known: HashSet<&str> = names.iter().copied().collect();
    let values = examples
        .iter()
        .flat_map(|example| example.get("input").map(Node::entries).unwrap_or_default());
    for entry in values.filter(|entry| !known.contains(&*entry.key)) {
        let message = format!("there is no input `{}`", entry.key);
        if faults.is_full() {
            faults.invalid(entry.key_span, message);
            continue;
        }
        let help = did_you_mean(&entry.key, &names)
            .unwrap_or_else(|| format!("the inputs are {}", listed(&names)));
        faults.invalid_with(entry.key_span, message, help);
    }
}
