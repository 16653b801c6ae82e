//! Doc comments as rustdoc would read them.

use quote::ToTokens;
use syn::{Attribute, Expr, Lit, Meta};
use toolnode_rules::text::hidden_characters;

use crate::faults::Faults;

/// The text of the doc comments among these attributes: empty where there is none, absent where it is not known here.
pub(crate) fn text(attributes: &[Attribute], faults: &Faults) -> Option<String> {
    let mut lines = Vec::new();
    let mut known = true;
    for attribute in attributes {
        let Meta::NameValue(meta) = &attribute.meta else { continue };
        if !meta.path.is_ident("doc") {
            continue;
        }
        match &meta.value {
            Expr::Lit(literal) => {
                if let Lit::Str(text) = &literal.lit {
                    not_hidden(&text.value(), text, faults);
                    add(&mut lines, &text.value());
                }
            }
            other => {
                known = false;
                faults.note(
                    other,
                    "the description must be known here, and this is computed elsewhere",
                    "write it as a doc comment, `/// …`",
                );
            }
        }
    }
    known.then(|| unindent(&lines).join("\n").trim().to_owned())
}

/// Notes characters that a model reads and a person does not see.
pub(crate) fn not_hidden(text: &str, tokens: impl ToTokens, faults: &Faults) {
    if let Some((_, character)) = hidden_characters(text).next() {
        let what = format!("this holds the hidden character {}", character.escape_unicode());
        faults.note(tokens, what, "remove it: what the caller is told must be seen in the source");
    }
}

/// Adds the lines of one comment. In a block comment with a column of stars the stars are no text.
fn add(lines: &mut Vec<String>, text: &str) {
    let rest = || text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let stars = rest().next().is_some() && rest().all(|line| line.trim_start().starts_with('*'));
    for (number, line) in text.lines().enumerate() {
        let line = match line.trim_start().strip_prefix('*') {
            Some(rest) if stars && number > 0 => rest,
            _ => line,
        };
        lines.push(line.trim_end().to_owned());
    }
    if text.is_empty() {
        lines.push(String::new());
    }
}

/// Takes off the spaces with which every line begins.
fn unindent(lines: &[String]) -> Vec<&str> {
    let spaces = |line: &String| line.len() - line.trim_start_matches(' ').len();
    let least = lines.iter().filter(|line| !line.is_empty()).map(spaces).min().unwrap_or(0);
    lines.iter().map(|line| line.get(least..).unwrap_or("")).collect()
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::parse::Parser;

    use super::*;

    fn read(tokens: proc_macro2::TokenStream) -> String {
        let faults = Faults::new();
        let attributes = Attribute::parse_outer.parse2(tokens).unwrap();
        let text = text(&attributes, &faults);
        faults.finish().unwrap();
        text.unwrap()
    }

    #[test]
    fn lines_are_joined_and_paragraphs_kept() {
        let text = read(quote! {
            #[doc = " A bean: list those"]
            #[doc = " on the plan."]
            #[doc = ""]
            #[doc = "     code"]
            #[doc = " "]
            #[allow(unused)]
            #[doc(hidden)]
        });
        assert_eq!(text, "A bean: list those\non the plan.\n\n    code");
    }

    #[test]
    fn a_block_comment_loses_its_stars() {
        assert_eq!(
            read(quote!(#[doc = " One.\n  * Two.\n  *\n  *   Three.\n "])),
            "One.\nTwo.\n\n  Three."
        );
        assert_eq!(read(quote!(#[doc = "\n  One.\n    Two.\n"])), "One.\n  Two.");
        assert_eq!(read(quote!(#[doc = " List:\n * a\n   b\n"])), "List:\n* a\n  b");
    }
}
