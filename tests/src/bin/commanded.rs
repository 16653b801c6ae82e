//! A service of commands declared in Rust, one for each type and place of the adversarial cases. All run a script that writes
//! its words and its standard input to a file, byte for byte.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use toolnode::{ArgvType, tool};

/// Types that admit a leading dash where none may be. `#[derive(ArgvType)]` would say so, and the declarations below would
/// be refused; these promise by hand what they do not keep, so that the last look before a program runs is what refuses.
macro_rules! broken_promises {
    ($($name:ident: $schema:tt;)*) => {
        $(
            struct $name;

            impl ArgvType for $name {
                const LEADING_DASH: Option<&'static str> = None;
                const LONGER_LEADING_DASH: Option<&'static str> = None;
            }

            impl JsonSchema for $name {
                fn schema_name() -> Cow<'static, str> {
                    Cow::Borrowed(stringify!($name))
                }

                fn json_schema(_: &mut SchemaGenerator) -> Schema {
                    json_schema!($schema)
                }
            }
        )*
    };
}

broken_promises! {
    DashAdmitting: {"type": "string", "pattern": "^[A-Za-z0-9=/_.+@-]+$"};
    SpaceAdmitting: {"type": "string", "pattern": "^[a-z-]+$"};
    AtAdmitting: {"type": "string", "pattern": "^[a-z@/-]+$"};
    PlusAdmitting: {"type": "string", "pattern": "^[a-z+-]+$"};
    AnyInteger: {"type": "integer"};
}

#[derive(ArgvType)]
#[argv(pattern = "^[A-Za-z0-9=/_.+@-]+$")]
struct JoinedAdmitting(String);

#[derive(ArgvType)]
#[argv(pattern = "^[a-z][a-z0-9-]*$")]
struct Slug(String);

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct SlugUnbounded(String);

#[derive(ArgvType)]
#[argv(pattern = r"^[\p{L}\p{M}\p{N}]+$")]
struct Name(String);

#[derive(ArgvType)]
#[argv(pattern = "^https?://[a-z.]+$")]
struct Url(String);

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]*$")]
struct EmptyAdmitting(String);

#[derive(ArgvType)]
#[argv(
    pattern = "^[A-Za-z0-9._][A-Za-z0-9._/-]*$",
    not = r"(^|/)\.\.(/|$)",
    iri = "urn:toolnode:types:1#/$defs/RepoPath"
)]
struct RepoPath(String);

#[derive(ArgvType)]
#[argv(max = 1_000_000_000)]
struct Count(u32);

/// Prose in Markdown.
#[derive(Deserialize, JsonSchema)]
struct Markdown(#[allow(dead_code, reason = "the command is what reads it")] String);

macro_rules! cases {
    ($($name:ident: $ty:ty, ($($arg:tt)*);)*) => {
        $(
            /// A case: prints its words.
            #[tool(shell = "./show-argv fixed", satisfies = "cases", allow_name = "the case is the name")]
            fn $name(#[arg($($arg)*)] value: $ty);
        )*
    };
}

cases! {
    dash_admitting_positional: DashAdmitting, (positional = 0);
    dash_admitting_flag_separate: DashAdmitting, (flag = "--value");
    dash_admitting_flag_joined: JoinedAdmitting, (flag = "--value", joined);
    integer_positional: AnyInteger, (positional = 0);
    integer_flag_separate: AnyInteger, (flag = "--value");
    integer_flag_joined: i64, (flag = "--value", joined);
    boolean_flag_bool: bool, (flag = "--value");
    space_admitting_positional: SpaceAdmitting, (positional = 0);
    at_admitting_positional: AtAdmitting, (positional = 0);
    plus_admitting_positional: PlusAdmitting, (positional = 0);
    url_positional: Url, (positional = 0);
    slug_positional: Slug, (positional = 0);
    slug_unbounded_positional: SlugUnbounded, (positional = 0);
    slug_positional_repeated: Vec<Slug>, (positional = 0);
    name_positional: Name, (positional = 0);
    empty_admitting_positional: EmptyAdmitting, (positional = 0);
    empty_admitting_flag_separate: EmptyAdmitting, (flag = "--value");
    markdown_stdin: Markdown, (stdin);
    repo_path_positional: RepoPath, (positional = 0);
    repo_path_flag_joined: RepoPath, (flag = "--value", joined);
    count_positional: Count, (positional = 0);
}

/// A case: shows in which folder a command runs, and that a flag without a value is there or not.
#[tool(shell = "fixtures/where", satisfies = "cases")]
fn folder_get(#[arg(flag = "--all", default)] all: bool);

toolnode::main!();
