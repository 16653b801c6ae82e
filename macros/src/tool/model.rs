//! What is known of a tool once everything was checked.

use proc_macro2::{Ident, TokenStream};
use syn::{Attribute, Path, Type};

use crate::keys::Text;

/// A tool.
pub(super) struct Tool {
    /// What the keys say.
    pub(super) settings: Settings,
    /// The id, checked.
    pub(super) id: Text,
    /// The doc comment.
    pub(super) summary: String,
    /// Name of the function.
    pub(super) name: Ident,
    /// The `#[cfg(…)]` that the function is under.
    pub(super) conditions: Vec<Attribute>,
    /// Whether using the function makes a warning.
    pub(super) deprecated: bool,
    /// How it runs.
    pub(super) run: Run,
}

/// How a tool runs.
pub(super) enum Run {
    Function(Function),
    Command(Command),
}

/// What the keys of `#[tool(…)]` say.
#[derive(Default)]
pub(super) struct Settings {
    pub(super) krate: Option<Path>,
    pub(super) id: Option<Text>,
    pub(super) title: Option<Text>,
    /// `None` where the key is absent.
    pub(super) satisfies: Option<Vec<Text>>,
    pub(super) annotations: Annotations,
    pub(super) limits: Option<Limits>,
    pub(super) requires: Option<Requires>,
    pub(super) verb_reason: Option<Text>,
    pub(super) allow_name: Option<Text>,
    pub(super) examples: Vec<Example>,
    /// A constant text.
    pub(super) input_schema: Option<TokenStream>,
    pub(super) command: CommandSettings,
}

/// What the keys say of a command.
#[derive(Default)]
pub(super) struct CommandSettings {
    pub(super) shell: Option<Words>,
    pub(super) terminator: bool,
    pub(super) container: Option<Container>,
    pub(super) exit: Exit,
    /// The word, and its place.
    pub(super) stdout: Option<Text>,
    pub(super) media_type: Option<Text>,
    /// A key for a way to run it that there is not in Rust.
    pub(super) elsewhere: bool,
}

/// The fixed words of a command.
pub(super) struct Words {
    /// As they are written: one string, or a list.
    pub(super) given: Given,
    /// One by one; empty where they cannot be told.
    pub(super) words: Vec<String>,
}

pub(super) enum Given {
    Line(Text),
    List(Vec<Text>),
}

#[derive(Default)]
pub(super) struct Container {
    pub(super) image: Option<Text>,
    pub(super) command: Option<Words>,
    pub(super) mounts: Vec<Text>,
    pub(super) user: Option<Text>,
}

#[derive(Default)]
pub(super) struct Exit {
    pub(super) ok: Option<Vec<u8>>,
    pub(super) undetermined: Vec<u8>,
}

#[derive(Default)]
pub(super) struct Annotations {
    pub(super) read_only: Option<bool>,
    pub(super) destructive: Option<bool>,
    pub(super) idempotent: Option<bool>,
    pub(super) open_world: Option<bool>,
}

#[derive(Default)]
pub(super) struct Limits {
    pub(super) seconds: Option<f64>,
    pub(super) output_bytes: Option<u64>,
    pub(super) stdin_bytes: Option<u64>,
    pub(super) concurrent: Option<u32>,
    pub(super) per_minute: Option<u32>,
}

#[derive(Default)]
pub(super) struct Requires {
    pub(super) os: Vec<Text>,
    pub(super) runtime: Vec<Text>,
    pub(super) network: Option<bool>,
    pub(super) env: Vec<Text>,
    pub(super) permissions: Vec<Text>,
}

/// `example(name = "…", input = {…}, expect = …)`
pub(super) struct Example {
    pub(super) name: Text,
    pub(super) input: TokenStream,
    pub(super) expect: Option<TokenStream>,
}

/// A function with a body.
pub(super) struct Function {
    pub(super) is_async: bool,
    pub(super) parameters: Vec<Parameter>,
    /// The type after `->`.
    pub(super) output: Option<Type>,
}

pub(super) struct Parameter {
    /// Name of the property.
    pub(super) name: Text,
    /// The doc comment.
    pub(super) doc: String,
    pub(super) ty: Type,
    pub(super) role: Role,
}

/// What a parameter can be, as far as the syntax tells.
pub(super) enum Role {
    /// `&Context`; the type without `&` is in `Parameter::ty`.
    ByReference,
    /// No `#[arg(…)]`: an input, or something that the server lends.
    Any,
    /// With `#[arg(…)]`: an input.
    Input { secret: bool, default: Option<DefaultValue>, header: Option<Text> },
}

pub(super) enum DefaultValue {
    /// `default`
    Own,
    /// `default = …`
    Given(TokenStream),
}

/// A declaration without a body.
pub(super) struct Command {
    pub(super) arguments: Vec<Argument>,
    /// The type of what it prints.
    pub(super) output: Option<Type>,
}

/// An input of a command.
pub(super) struct Argument {
    pub(super) name: Text,
    /// The doc comment.
    pub(super) doc: String,
    pub(super) ty: Type,
    pub(super) secret: bool,
    pub(super) default: Option<DefaultValue>,
    /// Name of the header in which clients repeat it.
    pub(super) header: Option<Text>,
    pub(super) place: Place,
    /// Why it cannot have a value: what the program would do with it. A flag without one is sound.
    pub(super) runs_value: Option<String>,
    /// Why it cannot be a list: what the program would do with the elements behind the first.
    pub(super) runs_elements: Option<String>,
}

/// How an input reaches a command.
pub(super) enum Place {
    Flag { flag: Text, joined: bool },
    Positional { place: u32, lead: Vec<Text> },
    Stdin,
    Unplaced,
}
