use super::*;

fn judge(id: &str, programs: &[&str], verbs: &[&str]) -> Vec<(&'static str, String)> {
    let found = breaches(&Name { id, programs, verbs });
    found.iter().map(|breach| (breach.code(), breach.word().to_owned())).collect()
}

fn one(id: &str, programs: &[&str]) -> (&'static str, String) {
    let [found] = judge(id, programs, &[]).try_into().unwrap_or_else(|all| panic!("{id}: {all:?}"));
    found
}

#[test]
fn subject_and_verb() {
    for id in [
        "bean-list",
        "bean_list",
        "work-plan-item-get",
        "ipv6-get",
        "version-get",
        "oauth2-token-get",
        "top-10-list",
    ] {
        assert_eq!(judge(id, &[], &[]), [], "{id}");
    }
    for (id, word) in [
        ("bean-fetch", "fetch"),
        ("ci-health", "health"),
        ("list-bean", "bean"),
        ("rest", "rest"),
        ("bean-lists", "lists"),
    ] {
        assert_eq!(one(id, &[]), ("name-verb", word.to_owned()), "{id}");
    }
    assert_eq!(one("list", &[]), ("name-subject", "list".to_owned()));
}

#[test]
fn a_declared_verb_is_one() {
    assert_eq!(judge("bean-claim", &[], &["claim"]), []);
    assert_eq!(judge("claim", &[], &["claim"]), [("name-subject", "claim".to_owned())]);
    // It excuses the verb and nothing else.
    let vendor = ("name-vendor", "github".to_owned());
    assert_eq!(judge("github-bean-claim", &[], &["claim"]), [vendor]);
}

#[test]
fn no_transport_vendor_program_or_version() {
    for (id, programs, expected) in [
        ("bean-mcp-list", &[][..], ("name-transport", "mcp")),
        ("http-list", &[], ("name-transport", "http")),
        ("github-pr-create", &[], ("name-vendor", "github")),
        ("gh-pr-create", &["gh"], ("name-program", "gh")),
        ("git-log-list", &["git"], ("name-program", "git")),
        ("git-log-list", &["/usr/bin/git"], ("name-program", "git")),
        ("whisper-cli-text-get", &["whisper-cli"], ("name-program", "whisper-cli")),
        ("bean-list-v2", &[], ("name-version", "v2")),
        ("bean-v2beta1-list", &[], ("name-version", "v2beta1")),
        ("bean-list-2", &[], ("name-version", "2")),
        ("bean-list2", &[], ("name-version", "list2")),
        ("bean--list", &[], ("name-separator", "")),
        ("bean-list-", &[], ("name-separator", "")),
    ] {
        assert_eq!(one(id, programs), (expected.0, expected.1.to_owned()), "{id}");
    }
}

#[test]
fn a_script_of_the_instance_and_a_verb_may_be_called_as_the_tool_is() {
    assert_eq!(judge("note-check", &["scripts/note-check"], &[]), []);
    assert_eq!(judge("note-check", &["./note-check"], &[]), []);
    assert_eq!(judge("disk-sync", &["sync"], &[]), []);
    assert_eq!(judge("bean-update", &["beans"], &[]), []);
}

#[test]
fn all_are_told() {
    let codes: Vec<_> =
        judge("mcp-github--fetch", &[], &[]).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["name-separator", "name-transport", "name-vendor", "name-verb"]);
}

#[test]
fn every_message_follows_the_name() {
    let name = Name { id: "mcp-github-git--fetch-v2", programs: &["git"], verbs: &[] };
    let said: Vec<_> = breaches(&name).iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "makes up a separator: an empty word",
            "names the program that it runs, `git`",
            "names a transport, `mcp`",
            "names a vendor, GitHub (`github`)",
            "names a version, `v2`",
            "ends with `fetch`, which is none of the verbs list, get, create, update, delete, run, check and sync",
        ]
    );
}

#[test]
fn proposals() {
    for (id, programs, summary, expected) in [
        ("bean-fetch", &[][..], "", Some("bean-get")),
        ("check-tools", &["bun"], "", Some("tools-check")),
        ("fetch-bean", &[], "", Some("bean-get")),
        ("test-coverage", &[], "Counts lines.", Some("test-coverage-get")),
        ("tools-viewer", &[], "Generates pages.", Some("tools-viewer-create")),
        ("ci-health", &[], "The health of CI: report it.", Some("ci-health-get")),
        ("gates", &[], "Whatever.", Some("gates-run")),
        ("bean-list-v2", &[], "", Some("bean-list")),
        ("bean--list2", &[], "", Some("bean-list")),
        ("github-pr-create", &[], "", Some("pr-create")),
        ("git-log", &["git"], "Lists commits.", Some("log-list")),
        ("http-get", &[], "", Some("a-skill-get")),
        ("list", &[], "", Some("a-skill-list")),
    ] {
        let name = Name { id, programs, verbs: &[] };
        let proposed = propose(&name, &Hints { summary, skill: "a-skill" }, |_| false);
        assert_eq!(proposed.as_deref(), expected, "{id}");
    }
    let nothing_left = Name { id: "mcp", programs: &[], verbs: &[] };
    assert_eq!(propose(&nothing_left, &Hints::default(), |_| false), None);
}

#[test]
fn a_proposal_is_not_taken_and_keeps_a_declared_verb() {
    let name = Name { id: "github-bean-claim", programs: &[], verbs: &["claim"] };
    assert_eq!(propose(&name, &Hints::default(), |_| false).as_deref(), Some("bean-claim"));
    let taken = |id: &str| ["bean-claim", "bean-list"].contains(&id);
    assert_eq!(propose(&name, &Hints::default(), taken).as_deref(), Some("bean-get"));
}
