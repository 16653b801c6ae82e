//! The keys of `#[tool(…)]` that say how a command is run.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use toolnode_rules::{batch, container, words};

use super::model::{CommandSettings, Container, Exit, Given, Words};
use super::settings::filled;
use crate::faults::Faults;
use crate::keys::{self, Entry, Known, Text};

const CONTAINER: Known = Known {
    place: "container(…)",
    keys: &["image", "command", "mounts", "user"],
    elsewhere: &[
        ("shell", "write `command = \"…\"`: the words that run in the container"),
        ("volumes", "write `mounts = [\"…\"]`, with folders of the instance"),
        ("network", "write `requires(network)` in `#[tool(…)]`"),
        ("env", "write `requires(env = \"…\")` in `#[tool(…)]`"),
    ],
};

const EXIT: Known = Known {
    place: "exit(…)",
    keys: &["ok", "undetermined"],
    elsewhere: &[("success", "write `ok = [0]`"), ("codes", "write `ok = [0]`")],
};

const STDOUT: [&str; 4] = ["text", "json", "jsonl", "bytes"];

/// Whether the keys name a way to run a tool that is only for files. It is told of by its own message.
pub(super) fn names_another_way(tokens: &TokenStream) -> bool {
    let mut trees = tokens.clone().into_iter();
    trees.any(|tree| matches!(tree, TokenTree::Ident(key) if key == "mcp" || key == "manual"))
}

impl CommandSettings {
    pub(super) fn set(&mut self, key: &str, entry: &Entry, faults: &Faults) {
        match key {
            "shell" => self.shell = Some(command(entry, faults)),
            "terminator" => self.terminator = entry.flag(faults).unwrap_or_default(),
            "container" => {
                let read = entry.list(faults).map(|tokens| read(entry, tokens, faults));
                self.container = Some(read.unwrap_or_default());
            }
            "exit" => {
                self.exit = entry.list(faults).map(|t| exit(t, faults)).unwrap_or_default();
            }
            "stdout" => self.stdout = filled(entry, faults).filter(|text| is_stdout(text, faults)),
            "media_type" => self.media_type = filled(entry, faults),
            _ => {}
        }
    }
}

fn is_stdout(text: &Text, faults: &Faults) -> bool {
    let known = STDOUT.contains(&text.value.as_str());
    if !known {
        let help = format!("write one of `{}`", STDOUT.join("`, `"));
        faults.note(text, format!("`{}` is nothing that a command prints", text.value), help);
    }
    known
}

/// The fixed words of a command. What is wrong with them is noted; they are empty then.
fn command(entry: &Entry, faults: &Faults) -> Words {
    let nothing = Words { given: Given::List(Vec::new()), words: Vec::new() };
    let Some(texts) = entry.texts(faults) else { return nothing };
    let is_list = matches!(
        entry.value().map(|tokens| syn::parse2(tokens.clone())),
        Some(Ok(TokenTree::Group(group))) if group.delimiter() == Delimiter::Bracket
    );
    if is_list {
        return listed(entry, texts, faults);
    }
    let Some(line) = texts.into_iter().next() else { return nothing };
    let words = match words::split(&line.value) {
        Ok(words) => runnable(words, &line, faults),
        Err(fault) => {
            faults.note_rule(&line, fault);
            Vec::new()
        }
    };
    Words { given: Given::Line(line), words }
}

fn listed(entry: &Entry, texts: Vec<Text>, faults: &Faults) -> Words {
    if let Some(text) = texts.iter().find(|text| text.value.contains('\0')) {
        faults.note(text, "a word of a command cannot hold the character NUL", "take it out");
    }
    if texts.first().is_none_or(|program| program.value.is_empty()) {
        let help = "the first word names it, as in `[\"git\", \"status\"]`";
        faults.note(entry.value_or_key(), "the command has no program", help);
        return Words { given: Given::List(texts), words: Vec::new() };
    }
    if let [line] = texts.as_slice()
        && line.value.contains(' ')
        && !line.value.contains('/')
    {
        let help = "for words in one string, write it without the brackets";
        faults.note(line, "the name of this program has a space in it", help);
    }
    let words: Vec<_> = texts.iter().map(|text| text.value.clone()).collect();
    let words = match texts.first() {
        Some(program) => runnable(words, program, faults),
        None => words,
    };
    Words { words, given: Given::List(texts) }
}

/// The words, unless they name what is never run, which is noted at `place`.
fn runnable(words: Vec<String>, place: &Text, faults: &Faults) -> Vec<String> {
    match words.first().and_then(|program| batch::refusal(program)) {
        Some(why) => {
            faults.note_rule(place, why);
            Vec::new()
        }
        None => words,
    }
}

fn read(whole: &Entry, tokens: TokenStream, faults: &Faults) -> Container {
    let mut read = Container::default();
    for entry in keys::read(tokens, &CONTAINER, faults) {
        match entry.name.as_str() {
            "image" => read.image = plain(&entry, faults),
            "user" => read.user = plain(&entry, faults),
            "command" => read.command = Some(command(&entry, faults)),
            _ => read.mounts = mounts(&entry, faults),
        }
        if entry.name == "image" && read.image.is_none() {
            // It is there, and was told of.
            read.image = Some(Text { value: String::new(), span: entry.key.span() });
        }
    }
    if read.image.is_none() {
        let help = "write `container(image = \"…\")`, with the name of an image that is present";
        faults.note(&whole.key, "a container has an image", help);
    }
    read
}

fn plain(entry: &Entry, faults: &Faults) -> Option<Text> {
    let name = filled(entry, faults)?;
    if !container::is_plain_name(&name.value) {
        let help = "write it without white space, and without `-` at the start";
        faults.note(&name, format!("`{}` must be a plain name", entry.name), help);
    }
    Some(name)
}

fn mounts(entry: &Entry, faults: &Faults) -> Vec<Text> {
    let mounts = entry.texts(faults).unwrap_or_default();
    for mount in mounts.iter().filter(|mount| !container::is_mount(&mount.value)) {
        let what = format!("the mount `{}` is not a path inside the instance", mount.value);
        faults.note(mount, what, "write a relative path without `..`, `:` and `,`");
    }
    mounts
}

fn exit(tokens: TokenStream, faults: &Faults) -> Exit {
    let (mut ok, mut undetermined) = (None, Vec::new());
    for entry in keys::read(tokens, &EXIT, faults) {
        let Some(statuses) = entry.statuses(faults) else { continue };
        for (number, (status, literal)) in statuses.iter().enumerate() {
            if statuses[..number].iter().any(|(other, _)| other == status) {
                faults.note(literal, format!("{status} is said twice"), "keep one of the two");
            }
        }
        if entry.name == "undetermined" {
            undetermined = statuses;
            continue;
        }
        if statuses.is_empty() {
            let what = "no exit status would mean success";
            faults.note(entry.value_or_key(), what, "write one, as in `ok = [0]`");
        }
        ok = Some(statuses.into_iter().map(|(status, _)| status).collect::<Vec<_>>());
    }
    let means_success = |status: u8| ok.as_ref().map_or(status == 0, |ok| ok.contains(&status));
    for (status, literal) in undetermined.iter().filter(|(status, _)| means_success(*status)) {
        let help = "take it out here, or say with `ok` which statuses are success";
        faults.note(literal.to_token_stream(), format!("{status} means success already"), help);
    }
    Exit { ok, undetermined: undetermined.into_iter().map(|(status, _)| status).collect() }
}
