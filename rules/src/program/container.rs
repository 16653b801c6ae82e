//! `docker run`, `kubectl exec` and their like. Which of their many flags take a value is not known here, so the command
//! inside is looked for among all words: any that names a program of the list is judged as if it were the command.

use super::walk::is_stdin;
use super::{Placement, Role, runs_its_input};

/// What an input is to the program, or to the command inside.
pub(super) fn judge(words: &[String], placement: &Placement) -> Option<Role> {
    if words.iter().any(|word| word == "build") && words.iter().any(|word| is_stdin(word)) {
        // A file of build steps.
        return (*placement == Placement::Stdin).then_some(Role::StandardInput);
    }
    let Some(verb) =
        words.iter().position(|word| matches!(word.as_str(), "run" | "exec" | "create"))
    else {
        return match placement {
            Placement::Positional(0) if words.iter().all(|word| word.starts_with('-')) => {
                Some(Role::Subcommand)
            }
            _ => None,
        };
    };
    let words = &words[verb + 1..];
    for start in 0..words.len() {
        if let Some(reason) = runs_its_input(&words[start..], placement) {
            return Some(reason.role);
        }
    }
    if let Some((entrypoint, rest)) = entrypoint(words) {
        // Behind the image stand its arguments.
        let arguments = rest.iter().filter(|word| !word.starts_with('-')).skip(1);
        let inner: Vec<_> = std::iter::once(entrypoint).chain(arguments.cloned()).collect();
        if let Some(reason) = runs_its_input(&inner, placement) {
            return Some(reason.role);
        }
    }
    // The image or container, and the command. With fewer, a positional would be one of the two.
    let operands = words.iter().filter(|word| !word.starts_with('-')).count();
    match placement {
        Placement::Positional(number) if operands + number < 2 => Some(Role::Command),
        Placement::AfterFlag(flag) | Placement::Joined(flag)
            if operands == 0 || flag == "--entrypoint" =>
        {
            Some(Role::Command)
        }
        _ => None,
    }
}

/// What takes the place of the image's own command, and the words behind that.
fn entrypoint(words: &[String]) -> Option<(String, &[String])> {
    words.iter().enumerate().find_map(|(at, word)| {
        let rest = &words[at + 1..];
        match word.strip_prefix("--entrypoint")? {
            "" => Some((rest.first()?.clone(), &rest[1..])),
            joined => Some((joined.strip_prefix('=')?.to_owned(), rest)),
        }
    })
}
