//! `invoke`: the arms.

use toolnode_rules::{container, words};

use crate::node::semantics::strings;
use crate::source::{Entry, Faults, Node, Value};

pub(super) fn check(invoke: &Entry, faults: &mut Faults<'_>) {
    let arms = &invoke.value;
    let named =
        ["inProcess", "shell", "container", "mcp"].iter().any(|arm| arms.get(arm).is_some());
    let manual = arms.get("manual").is_some_and(|manual| manual.as_bool() != Some(false));
    if !named && !manual && matches!(arms.value, Value::Table(_)) {
        let help = "write one of `shell`, `inProcess`, `container`, `mcp` and `manual = true`";
        faults.invalid_with(invoke.key_span, "`invoke` names no way to run the tool", help);
    }
    if let Some(shell) = arms.get("shell") {
        check_words(shell, faults);
    }
    if let Some(module) = arms.get("inProcess").and_then(|arm| arm.get("module")) {
        module_path(module, faults);
    }
    if let Some(container) = arms.get("container") {
        check_container(container, faults);
    }
    if let Some(tool) = arms.get("mcp").and_then(|arm| arm.get("tool"))
        && tool.as_str().is_some_and(|name| name.trim().is_empty())
    {
        faults.invalid(tool.span, "the tool's name is empty");
    }
}

/// The fixed words of a command. Whether they need a shell is a reason for an omission, and decided later.
fn check_words(command: &Node, faults: &mut Faults<'_>) {
    match &command.value {
        Value::String(line) => {
            if let Err(fault) = words::split(line)
                && !fault.needs_shell()
            {
                faults.invalid(command.span, fault.to_string());
            }
        }
        Value::Array(items) => {
            for (item, _) in strings(Some(command)).filter(|(_, word)| word.contains('\0')) {
                faults.invalid(item.span, "a word of a command cannot hold the character NUL");
            }
            if items.first().is_none_or(|first| first.as_str() == Some("")) {
                faults.invalid_with(
                    command.span,
                    "the command has no program",
                    "the first word names it",
                );
            }
        }
        _ => {}
    }
}

/// `crate::module::function`; a path with `/` or `.` is a module of another language, and never linked here.
fn module_path(module: &Node, faults: &mut Faults<'_>) {
    let Some(path) = module.as_str() else { return };
    let is_identifier = |segment: &str| {
        let mut characters = segment.chars();
        characters.next().is_some_and(|first| first == '_' || first.is_alphabetic())
            && characters.all(|character| character == '_' || character.is_alphanumeric())
    };
    let segments: Vec<&str> = path.split("::").collect();
    let is_rust = segments.len() > 1 && segments.iter().all(|segment| is_identifier(segment));
    let is_foreign = !path.contains("::")
        && path.contains(['/', '.'])
        && !path.chars().any(|character| character.is_whitespace() || character.is_control());
    if !is_rust && !is_foreign {
        let message = format!("`{path}` is not the path of a function");
        faults.invalid_with(module.span, message, "write it as in Rust: `crate::module::function`");
    }
}

fn check_container(arm: &Node, faults: &mut Faults<'_>) {
    for key in ["image", "user"] {
        if let Some((node, name)) = arm.get(key).and_then(|node| Some((node, node.as_str()?)))
            && !container::is_plain_name(name)
        {
            let message =
                format!("`{key}` must be a plain name: no white space, and no `-` at the start");
            faults.invalid(node.span, message);
        }
    }
    if let Some(command) = arm.get("command") {
        check_words(command, faults);
    }
    for (mount, path) in strings(arm.get("mounts")) {
        if !container::is_mount(path) {
            let message = format!("the mount `{path}` is not a path inside the instance");
            let help = "write a relative path without `..`, `:` and `,`";
            faults.invalid_with(mount.span, message, help);
        }
    }
}
