//! Every fault that a file can have, as people see it. One folder, a file for each kind of mistake.
//!
//! After a change that is meant, `INSTA_UPDATE=always cargo test -p toolnode --test faults` takes the new texts.
#![cfg(feature = "runtime")]

use toolnode::{fault, node};

#[test]
fn each_bad_file_is_told_about_in_full() {
    let mut files: Vec<_> = std::fs::read_dir("tests/fixtures/bad")
        .expect("the fixtures")
        .map(|entry| entry.expect("the fixtures").path())
        .collect();
    files.sort();
    for path in files {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name");
        let unread = node::read_file(&path, &path).expect_err(name);
        assert!(!unread.faults.is_empty(), "{name}");
        let id = unread.id.as_deref().unwrap_or("(none)");
        let text = format!("id {id} at {}\n\n{}", unread.location, fault::render(&unread.faults));
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name.replace('.', "_"), text);
        });
    }
}
