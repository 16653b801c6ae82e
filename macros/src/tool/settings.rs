//! The keys of `#[tool(…)]`.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::Path;

use super::command_settings;
use super::model::{Example, Limits, Requires, Settings};
use crate::docs;
use crate::faults::Faults;
use crate::keys::{self, Entry, Known, Text};

const TOOL: Known = Known {
    place: "#[tool(…)]",
    keys: &[
        "title",
        "satisfies",
        "id",
        "read_only",
        "destructive",
        "idempotent",
        "open_world",
        "limits",
        "requires",
        "verb_reason",
        "allow_name",
        "example",
        "input_schema",
        "crate",
        "shell",
        "terminator",
        "container",
        "exit",
        "stdout",
        "media_type",
    ],
    elsewhere: &[
        (
            "mcp",
            "what another MCP server serves is declared in a file, `tools/NAME.toml`, with `[invoke.mcp]`",
        ),
        (
            "manual",
            "what is done by hand is declared in a file, `tools/NAME.toml`, with `manual = true` under `[invoke]`",
        ),
        (
            "description",
            "the doc comment of the function is its description: write `/// …` above it",
        ),
        ("summary", "the doc comment of the function is its summary: write `/// …` above it"),
        ("name", "the function's name is the tool's; another is set with `id = \"…\"`"),
        (
            "annotations",
            "each hint is a key: `read_only`, `destructive`, `idempotent`, `open_world`",
        ),
        ("read_only_hint", "write `read_only`"),
        ("destructive_hint", "write `destructive`"),
        ("idempotent_hint", "write `idempotent`"),
        ("open_world_hint", "write `open_world`"),
        (
            "schema",
            "the parameters' types are the input schema; one that is written by hand is `input_schema = …`",
        ),
        ("output_schema", "the function's result is the output schema"),
        ("command", "write `shell = \"…\"`, with the program and its fixed words"),
        ("timeout", "write `limits(seconds = …)`"),
        ("skill", "write `satisfies = \"…\"`"),
        ("skills", "write `satisfies = [\"…\", \"…\"]`"),
    ],
};

const LIMITS: Known = Known {
    place: "limits(…)",
    keys: &["seconds", "output_bytes", "stdin_bytes", "concurrent", "per_minute"],
    elsewhere: &[("timeout", "write `seconds = …`")],
};

const REQUIRES: Known = Known {
    place: "requires(…)",
    keys: &["os", "runtime", "network", "env", "permissions"],
    elsewhere: &[],
};

const EXAMPLE: Known =
    Known { place: "example(…)", keys: &["name", "input", "expect"], elsewhere: &[] };

/// Keys that say how a command is run.
const COMMAND: &[&str] = &["shell", "terminator", "container", "exit", "stdout", "media_type"];

/// Reads the keys. The caller adds what is refused for being absent.
pub(super) fn read(tokens: TokenStream, has_body: bool, faults: &Faults) -> Settings {
    let mut settings = Settings::default();
    settings.command.elsewhere = command_settings::names_another_way(&tokens);
    for entry in keys::read(tokens, &TOOL, faults) {
        let key = entry.name.as_str();
        if has_body && COMMAND.contains(&key) {
            faults.note(
                &entry.key,
                format!("`{key}` is for a command, and this function has a body"),
                "end the declaration of a command with `;` after its parameters, or remove the key",
            );
            continue;
        }
        if !has_body && key == "input_schema" {
            faults.note(
                &entry.key,
                "`input_schema` is for functions, and this is a command: each of its inputs is proven to be safe by its type",
                "remove it; a value with a schema of its own goes to standard input, `#[arg(stdin)]`",
            );
            continue;
        }
        settings.set(key, &entry, faults);
    }
    settings
}

impl Settings {
    fn set(&mut self, key: &str, entry: &Entry, faults: &Faults) {
        match key {
            "title" => self.title = filled(entry, faults),
            "id" => self.id = filled(entry, faults),
            "verb_reason" => self.verb_reason = filled(entry, faults),
            "allow_name" => self.allow_name = filled(entry, faults),
            "satisfies" => self.satisfies = Some(skills(entry, faults)),
            "read_only" => self.annotations.read_only = entry.flag(faults),
            "destructive" => self.annotations.destructive = entry.flag(faults),
            "idempotent" => self.annotations.idempotent = entry.flag(faults),
            "open_world" => self.annotations.open_world = entry.flag(faults),
            "limits" => self.limits = entry.list(faults).map(|tokens| limits(tokens, faults)),
            "requires" => self.requires = entry.list(faults).map(|tokens| requires(tokens, faults)),
            "example" => {
                let example = entry.list(faults).and_then(|tokens| example(entry, tokens, faults));
                self.examples.extend(example);
            }
            "input_schema" => self.input_schema = schema(entry, faults),
            "crate" => self.krate = path(entry, faults),
            _ => self.command.set(key, entry, faults),
        }
    }
}

/// The skills: one or more, each with a name and said once.
fn skills(entry: &Entry, faults: &Faults) -> Vec<Text> {
    let Some(skills) = entry.texts(faults) else { return Vec::new() };
    if skills.is_empty() {
        let help = "write `satisfies = \"…\"`, with the name of a skill";
        faults.note(entry.value_or_key(), "a tool satisfies one skill or more", help);
    }
    for (number, skill) in skills.iter().enumerate() {
        if skill.value.trim().is_empty() {
            faults.note(skill, "the name of a skill is empty", "write the `name` of a skill");
        } else if skills[..number].iter().any(|s| s.value == skill.value) {
            faults.note(
                skill,
                format!("the skill `{}` is said twice", skill.value),
                "keep one of the two",
            );
        }
    }
    skills
}

/// A string that says something.
pub(super) fn filled(entry: &Entry, faults: &Faults) -> Option<Text> {
    let text = entry.text(faults)?;
    docs::not_hidden(&text.value, &text, faults);
    if text.value.trim().is_empty() {
        let what = format!("`{}` is empty", entry.name);
        faults.note(&text, what, "write what it should say, or remove the key");
        return None;
    }
    Some(text)
}

fn limits(tokens: TokenStream, faults: &Faults) -> Limits {
    let mut limits = Limits::default();
    for entry in keys::read(tokens, &LIMITS, faults) {
        match entry.name.as_str() {
            "seconds" => limits.seconds = entry.amount(faults),
            "output_bytes" => limits.output_bytes = entry.count(faults),
            "stdin_bytes" => limits.stdin_bytes = entry.count(faults),
            "per_minute" => limits.per_minute = calls(&entry, faults),
            _ => limits.concurrent = calls(&entry, faults),
        }
    }
    limits
}

/// A number of calls.
fn calls(entry: &Entry, faults: &Faults) -> Option<u32> {
    let number = entry.count(faults)?;
    let small = u32::try_from(number).ok();
    if small.is_none() {
        let what = format!("`{}` is more than can be counted", entry.name);
        faults.note(entry.value_or_key(), what, "write how many calls there may be");
    }
    small
}

fn requires(tokens: TokenStream, faults: &Faults) -> Requires {
    let mut requires = Requires::default();
    for entry in keys::read(tokens, &REQUIRES, faults) {
        match entry.name.as_str() {
            "os" => requires.os = entry.texts(faults).unwrap_or_default(),
            "runtime" => requires.runtime = entry.texts(faults).unwrap_or_default(),
            "network" => requires.network = entry.flag(faults),
            "env" => requires.env = entry.texts(faults).unwrap_or_default(),
            _ => requires.permissions = entry.texts(faults).unwrap_or_default(),
        }
    }
    requires
}

fn example(whole: &Entry, tokens: TokenStream, faults: &Faults) -> Option<Example> {
    let (mut name, mut input, mut expect) = (None, None, None);
    for entry in keys::read(tokens, &EXAMPLE, faults) {
        match entry.name.as_str() {
            "name" => name = filled(&entry, faults),
            "input" => input = object(&entry, faults),
            _ => expect = expectation(&entry, faults),
        }
    }
    if name.is_none() {
        let help = "write `example(name = \"…\", input = { … })`";
        faults.note(&whole.key, "an example has a name", help);
    }
    Some(Example { name: name?, input: input.unwrap_or_default(), expect })
}

/// The JSON object of what an example expects: `toolnode::node::Expect`.
fn expectation(entry: &Entry, faults: &Faults) -> Option<TokenStream> {
    const KEYS: [&str; 5] = ["status", "equals", "contains", "subset", "schema"];
    let members = object(entry, faults)?;
    let mut before = None;
    for token in members {
        // The commas of values stand inside of brackets, so a string after one, or the first, is a key.
        if let TokenTree::Literal(literal) = &token
            && before.is_none_or(|comma| comma)
            && let Ok(key) = syn::parse2::<syn::LitStr>(TokenTree::from(literal.clone()).into())
            && !KEYS.contains(&key.value().as_str())
        {
            let near = toolnode_rules::suggest::did_you_mean(&key.value(), KEYS.iter().copied());
            let help = match near {
                Some(near) => format!("did you mean `\"{near}\"`?"),
                None => format!("the keys are `\"{}\"`", KEYS.join("\"`, `\"")),
            };
            faults.note(literal, format!("`expect` has no key `{}`", key.value()), help);
        }
        before = Some(matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ','));
    }
    entry.value().cloned()
}

/// The tokens between the braces of a JSON object.
fn object(entry: &Entry, faults: &Faults) -> Option<TokenStream> {
    if let Some(Ok(TokenTree::Group(group))) = entry.value().map(|v| syn::parse2(v.clone()))
        && group.delimiter() == Delimiter::Brace
    {
        return Some(group.stream());
    }
    let help = format!("write `{} = {{ \"name\": \"value\" }}`", entry.name);
    faults.note(entry.value_or_key(), format!("`{}` is a JSON object", entry.name), help);
    None
}

/// The expression behind `input_schema =`; what it says is for the compiler to look at.
fn schema(entry: &Entry, faults: &Faults) -> Option<TokenStream> {
    let schema = entry.value().cloned();
    if schema.is_none() {
        let help = "write `input_schema = include_str!(\"…\")`, or the JSON itself as a string";
        faults.note(&entry.key, "`input_schema` is a JSON Schema in a string", help);
    }
    schema
}

pub(crate) fn path(entry: &Entry, faults: &Faults) -> Option<Path> {
    let path = entry.value().and_then(|tokens| syn::parse2(tokens.clone()).ok());
    if path.is_none() {
        let help =
            "write `crate = some::path` where `some::path` is what this crate calls `toolnode`";
        faults.note(entry.value_or_key(), "`crate` is a path", help);
    }
    path
}
