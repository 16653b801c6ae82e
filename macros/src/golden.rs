//! The expansions in `golden/`, as formatted Rust: `NAME.rs` is what an author writes, `NAME.expanded.rs` what the compiler
//! is given. After a change that is meant, `BLESS=1 cargo test -p toolnode-macros golden` writes them anew; read the
//! difference before committing it.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

#[test]
fn golden() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let mut compared = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.to_str().unwrap().ends_with(".expanded.rs") {
            continue;
        }
        let expansion = expand(&std::fs::read_to_string(&path).unwrap());
        let expected = path.with_extension("expanded.rs");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &expansion).unwrap();
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(expansion, expected, "{} expands to something else", path.display());
        compared += 1;
    }
    assert!(compared > 0);
}

/// Expands a file that begins with `#[tool(…)]` or `#[derive(ArgvType)]`, or that is what `instance!` is given, and formats
/// what comes out.
fn expand(source: &str) -> String {
    if !source.starts_with("#[") {
        let expansion = crate::instance::instance(source.parse().unwrap());
        return prettyplease::unparse(&syn::parse2(expansion).unwrap());
    }
    let mut trees = source.parse::<TokenStream>().unwrap().into_iter();
    let Some((_, TokenTree::Group(attribute))) = trees.next().zip(trees.next()) else {
        panic!("the file begins with the attribute");
    };
    let attribute: Vec<_> = attribute.stream().into_iter().collect();
    let [TokenTree::Ident(name), TokenTree::Group(keys)] = attribute.as_slice() else {
        panic!("the attribute has keys");
    };
    let item: TokenStream = trees.collect();
    let expansion = if name == "derive" {
        crate::argv_type::argv_type(item)
    } else {
        crate::tool::tool(keys.stream(), &item)
    };
    match syn::parse2(expansion.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        // With a body that is no Rust, which is let through as it is.
        Err(_) => format!("{expansion}\n"),
    }
}
