//! The macros of toolnode. Use them through the crate `toolnode`.
#![forbid(unsafe_code)]

mod argv_type;
mod docs;
mod faults;
#[cfg(test)]
mod golden;
mod instance;
mod keys;
mod tool;

use proc_macro::TokenStream;

/// Makes a function a tool.
///
/// Its name is `<subject>_<verb>`, with one of the verbs `list get create update delete run check sync`, or another one and
/// `verb_reason = "…"`. It names no transport, vendor, program or version, unless `allow_name = "…"` says why it must.
///
/// With a body it is a function that the server calls. Ended with `;` it is the declaration of a command, whose words are in
/// `shell = "…"` or `container(image = "…", command = "…")`, and whose parameters are its arguments:
///
/// ```ignore
/// /// A bean: change its status; the note is appended to its body.
/// #[tool(shell = "beans update", satisfies = "work-plan")]
/// fn bean_update(
///     #[arg(positional = 0)] id: BeanId,
///     #[arg(flag = "--status")] status: Option<BeanStatus>,
///     #[arg(flag = "--tag")] tags: Option<Vec<Tag>>,
///     #[arg(flag = "--force")] force: Option<bool>,
///     #[arg(stdin)] note: Option<String>,
/// );
/// ```
///
/// `Option<T>` may be left out, `Vec<T>` is one or more, `Option<Vec<T>>` any number, and `bool` is a flag without a value. Each
/// parameter says how it reaches the command; `#[arg(unplaced)]` says that it does not. A command cannot be called from
/// Rust: what is left of it is a function of that name which takes a value that there is not.
#[proc_macro_attribute]
pub fn tool(keys: TokenStream, item: TokenStream) -> TokenStream {
    tool::tool(keys.into(), &item.into()).into()
}

/// Makes a type one word of a command line, and proves it.
///
/// For a newtype over `String`: `#[argv(pattern = "^…$")]`, with `not`, `min_len` and `max_len`, by JSON Schema's meaning of
/// these. For a newtype over an integer: `#[argv(min = …, max = …)]`. For an enum without fields: its variants, renamed by
/// `#[serde(rename = "…")]` and `#[serde(rename_all = "…")]`. `#[argv(iri = "…")]` says that the type is one of a types
/// document, which is checked when the program starts.
///
/// It implements `ArgvType`, and `Serialize`, `Deserialize`, `JsonSchema`, `FromStr`, `Display`, and conversions from and into
/// what is inside, all of which check the value; do not derive those as well.
#[proc_macro_derive(ArgvType, attributes(argv, serde))]
pub fn argv_type(item: TokenStream) -> TokenStream {
    argv_type::argv_type(item.into()).into()
}

/// Says to which instance the tools of this crate belong. Once in a crate, in any of its modules:
///
/// ```ignore
/// toolnode::instance! { name = "folio-assistant", prefix = "fa" }
/// ```
///
/// `name` and `version` are those of the crate where they are not given; `title`, `description`, `base` (the IRI under which
/// its types are named) and `prefix` (put before the served names, wherever they are served) are optional. Where an instance
/// of that name is read from disk as well, the two are one, and what both say must agree.
#[proc_macro]
pub fn instance(keys: TokenStream) -> TokenStream {
    instance::instance(keys.into()).into()
}
