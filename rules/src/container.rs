//! What a declaration may say of a container.

/// Whether this can be the name of an image or of a user: no white space, no control, no `-` at the start, which the engine
/// would take for an option (CWE-88).
pub fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('-')
        && !name.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// Whether this is a path that stays inside the instance and that the engine takes for one path: relative, without `..`,
/// and without the `:` and `,` by which mounts are written (CWE-22).
pub fn is_mount(path: &str) -> bool {
    !path.is_empty()
        && !path.starts_with(['/', '~'])
        && path.split('/').all(|segment| segment != "..")
        && !path.contains(|c: char| c == ':' || c == ',' || c.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_mounts() {
        assert!(is_plain_name("docker.io/library/alpine:3") && is_plain_name("1000:1000"));
        assert!(!["", "-v", "a b", "a\n"].into_iter().any(is_plain_name));
        assert!(is_mount("plan") && is_mount("a/b.c"));
        assert!(!["", "/a", "~/a", "..", "a/../b", "a:b", "a,b"].into_iter().any(is_mount));
    }
}
