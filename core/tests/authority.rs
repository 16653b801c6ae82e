//! Who may do what: the roles file with all its faults, the decision beside a model of it, and `explain`.
#![cfg(feature = "cli")]
#![allow(clippy::items_after_statements, reason = "the model stands by itself")]

mod common;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use common::Instance;
use proptest::prelude::*;
use serde_json::{Value, json};
use toolnode::authority::{self, Ask, Asked, Roles, decide, may_call};
use toolnode::node::Format;

const FIXTURE: &str = "tests/fixtures/authority";

fn roles(text: &str) -> Result<Roles, Vec<String>> {
    authority::read_str(text, Format::Json, Path::new("roles.json"))
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn explain(folder: &Path, words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_toolnode"))
        .arg("--instance")
        .arg(folder)
        .arg("--allow-unlinked")
        .arg("explain")
        .args(words)
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a status"), text(output.stdout), text(output.stderr))
}

#[test]
fn the_cases_come_out_right() {
    let cases = std::fs::read_to_string(format!("{FIXTURE}/cases.jsonl")).expect("the cases");
    let mut looked_at = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let word = |key: &str| case[key].as_str().expect("text");
        let (status, said, complaint) = explain(
            Path::new(FIXTURE),
            &[
                "--actor",
                word("actor"),
                "--role",
                word("role"),
                "--skill",
                word("skill"),
                "--json",
                word("tool"),
            ],
        );
        let said: Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{complaint}"));
        assert_eq!(said["allowed"], case["allowed"], "{line}\n{said}");
        assert_eq!(status, if said["allowed"] == true { 0 } else { 3 }, "{line}");
        let holds = |step: &Value| step["holds"] == said["allowed"];
        assert!(
            said["chain"].as_array().and_then(|chain| chain.last()).is_some_and(holds),
            "{said}"
        );
        looked_at += 1;
    }
    assert_eq!(looked_at, 12);
}

#[test]
fn explain_prints_the_chain_for_people() {
    let skill = "bean-coordination";
    let ask = ["--actor", "ana", "--role", "maintainer", "--skill", skill, "beans-manual"];
    let (status, said, _) = explain(Path::new(FIXTURE), &ask);
    assert_eq!(
        (status, said.as_str()),
        (
            0,
            "ana may call beans_manual: allowed as maintainer, by bean-coordination\n  \
             yes  ana is known, as person\n  \
             yes  ana may take the role maintainer\n  \
             yes  maintainer admits the kind person\n  \
             yes  maintainer carries the skill bean-coordination, inherited from planner\n  \
             yes  beans-manual satisfies bean-coordination\n"
        )
    );
    let (status, said, _) = explain(Path::new(FIXTURE), &["--actor", "mirror-bot", "qa-sweep"]);
    assert_eq!(
        (status, said.as_str()),
        (
            3,
            "mirror-bot may not call qa_sweep: no role is named, and mirror-bot may take `builder` and `reviewer`\n  \
             yes  mirror-bot is known, as system\n  \
             no   no role is named, and mirror-bot may take `builder` and `reviewer`\n"
        )
    );
    let (status, _, complaint) = explain(Path::new(FIXTURE), &["--actor", "ana", "qa-swep"]);
    assert!(status == 2 && complaint.contains("qa-sweep"), "{complaint}");
}

#[test]
fn every_fault_is_told_at_once_with_its_place() {
    let text = r#"{
 "permissions": [
  {"id": "use", "includedIn": ["all"]},
  {"id": "all", "includedIn": ["use"]},
  {"id": "use"}
 ],
 "actors": [
  {"id": "ana", "kind": "person", "roles": ["editr"], "permissions": ["used"]},
  {"id": "bot", "kind": "robot", "roles": ["editor", "editor"]}
 ],
 "roles": [
  {"id": "editor", "inherits": ["author"], "actorKinds": []},
  {"id": "author", "inherits": ["reader"], "actorKinds": ["person"]},
  {"id": "reader", "inherits": ["editor", "nobody"], "actorKinds": ["person"], "skill": []}
 ]
}"#;
    let expected = [
        "roles.json:4:32: the permission `use` is included in itself: use → all → use; take one of these out",
        "roles.json:5:10: the permission `use` is there twice; it stands in line 3 already",
        "roles.json:8:45: there is no role `editr`; did you mean `editor`?",
        "roles.json:8:71: there is no permission `used`; did you mean `use`?",
        "roles.json:9:25: `actors[1].kind` must be one of `person`, `agent`, `system` and `external`",
        "roles.json:9:54: the role `editor` is named twice; take one out",
        "roles.json:12:58: `roles[0].actorKinds` must have 1 element or more",
        "roles.json:14:33: the role `editor` inherits itself: editor → author → reader → editor; take one of these out",
        "roles.json:14:43: there is no role `nobody`; declare it, or take it out of `inherits`",
        "roles.json:14:80: the key `skill` is not known here; did you mean `skills`?",
    ];
    assert_eq!(roles(text).expect_err("faults"), expected);
}

#[test]
fn a_role_inherits_skills_and_never_kinds() {
    let roles = roles(
        r#"{"actors": [{"id": "bot", "kind": "agent", "roles": ["child"]}],
            "roles": [{"id": "child", "inherits": ["parent"], "actorKinds": ["person"]},
                      {"id": "parent", "skills": ["s"], "actorKinds": ["agent", "person"]}]}"#,
    )
    .expect("no fault");
    let satisfies = ["s".to_owned()];
    let asked = Asked { tool: "t", satisfies: &satisfies, permissions: &[] };
    let ask = Ask { actor: Some("bot"), ..Ask::default() };
    assert_eq!(
        decide(&roles, ask, asked).reason(),
        "child does not admit the kind agent, only `person`"
    );
    assert_eq!(roles.carried("child").collect::<Vec<_>>(), [("s", "parent")]);
}

#[test]
fn where_roles_are_found() {
    let instance = Instance::new();
    let text = "id = \"x-run\"\nsummary = \"X.\"\nsatisfies = [\"s\"]\n[invoke]\nmanual = true\n";
    instance.file("tools/x.toml", text);
    let asked = ["--actor", "ana", "x-run"];
    let (status, _, complaint) = explain(instance.path(), &asked);
    assert!(status == 2 && complaint.contains("authority is not configured"), "{complaint}");

    let toml = "[[actors]]\nid = \"ana\"\nkind = \"person\"\nroles = [\"r\"]\n\n[[roles]]\nid = \"r\"\nskills = [\"s\"]\nactorKinds = [\"person\"]\n";
    instance.file("roles.toml", toml);
    assert_eq!(explain(instance.path(), &asked).0, 0);
    instance.file("roles.json", "{}");
    let (status, _, complaint) = explain(instance.path(), &asked);
    assert!(status == 2 && complaint.contains("one alone can hold"), "{complaint}");

    // What is named must be there: a slip must not open the doors.
    let named = "[instance]\nname = \"case\"\nversion = \"1.2.3\"\n[paths]\nroles = \"who.json\"\n";
    instance.file("toolnode.toml", named);
    let (status, _, complaint) = explain(instance.path(), &asked);
    assert!(status == 2 && complaint.contains("who.json"), "{complaint}");
}

/// The rules once more, as plainly as they can be said.
fn model(
    file: &Value,
    actor: &str,
    role: &str,
    skill: &str,
    tool: &[&str],
    needs: &[&str],
) -> bool {
    let by_id =
        |kind: &str, id: &str| file[kind].as_array()?.iter().find(|x| x["id"] == id).cloned();
    let has = |x: &Value, key: &str, word: &str| {
        x[key].as_array().is_some_and(|l| l.contains(&json!(word)))
    };
    fn reach(file: &Value, kind: &str, key: &str, from: &str, found: &mut BTreeSet<String>) {
        if found.insert(from.to_owned()) {
            let item = file[kind].as_array().and_then(|l| l.iter().find(|x| x["id"] == from));
            for next in item.and_then(|x| x[key].as_array()).into_iter().flatten() {
                reach(file, kind, key, next.as_str().unwrap_or_default(), found);
            }
        }
    }
    let all = |kind, key, from: &str| {
        let mut found = BTreeSet::new();
        reach(file, kind, key, from, &mut found);
        found
    };
    let (Some(a), Some(r)) = (by_id("actors", actor), by_id("roles", role)) else { return false };
    has(&a, "roles", role)
        && has(&r, "actorKinds", a["kind"].as_str().unwrap_or_default())
        && all("roles", "inherits", role)
            .iter()
            .any(|r| has(&by_id("roles", r).unwrap_or_default(), "skills", skill))
        && tool.contains(&skill)
        && needs
            .iter()
            .all(|p| all("permissions", "includedIn", p).iter().any(|p| has(&a, "permissions", p)))
}

fn names(of: &'static [&'static str]) -> impl Strategy<Value = Vec<&'static str>> {
    proptest::sample::subsequence(of, 0..=of.len())
}

const KINDS: [&str; 4] = ["person", "agent", "system", "external"];
const ROLES: [&str; 5] = ["r0", "r1", "r2", "r3", "r4"];
const SKILLS: [&str; 4] = ["s0", "s1", "s2", "s3"];
const PERMISSIONS: [&str; 4] = ["p0", "p1", "p2", "p3"];

prop_compose! {
    /// A roles file without a cycle: whatever has parents has them further on.
    fn a_file()(
        actors in proptest::collection::vec((0..4usize, names(&ROLES), names(&PERMISSIONS)), 2),
        roles in proptest::collection::vec((names(&SKILLS), names(&ROLES), proptest::sample::subsequence(&KINDS[..], 1..=4)), 5),
        permissions in proptest::collection::vec(names(&PERMISSIONS), 4),
    ) -> Value {
        let later = |of: &[&'static str], at: usize| of.iter().copied().filter(|name| name[1..].parse::<usize>().is_ok_and(|n| n > at)).collect::<Vec<_>>();
        let actors: Vec<_> = actors.iter().enumerate().map(|(at, (kind, roles, held))| json!({
            "id": format!("a{at}"), "kind": KINDS[*kind], "roles": roles, "permissions": held})).collect();
        let roles: Vec<_> = roles.iter().enumerate().map(|(at, (skills, inherits, kinds))| json!({
            "id": format!("r{at}"), "skills": skills, "inherits": later(inherits, at), "actorKinds": kinds})).collect();
        let permissions: Vec<_> = permissions.iter().enumerate().map(|(at, broader)| json!({
            "id": format!("p{at}"), "includedIn": later(broader, at)})).collect();
        json!({"actors": actors, "roles": roles, "permissions": permissions})
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_decision_is_the_models(
        file in a_file(),
        actor in proptest::sample::select(&["a0", "a1", "a2"][..]),
        role in proptest::sample::select(&["r0", "r1", "r2", "r3", "r4", "r5"][..]),
        skill in proptest::sample::select(&SKILLS[..]),
        satisfies in names(&SKILLS),
        needs in names(&PERMISSIONS),
    ) {
        let roles = roles(&file.to_string()).expect("no fault");
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let (satisfied, required) = (owned(&satisfies), owned(&needs));
        let asked = Asked { tool: "t", satisfies: &satisfied, permissions: &required };
        let ask = Ask { actor: Some(actor), role: Some(role), skill: Some(skill) };
        let decision = decide(&roles, ask, asked);
        let expected = model(&file, actor, role, skill, &satisfies, &needs);
        prop_assert_eq!(decision.allowed(), expected, "{}", decision.reason());

        // Where no skill is named, one is implied if it is the only one; a listing shows whatever some skill allows.
        let by: Vec<_> = SKILLS.into_iter().filter(|skill| model(&file, actor, role, skill, &satisfies, &needs)).collect();
        let implied = decide(&roles, Ask { skill: None, ..ask }, asked);
        prop_assert_eq!(implied.allowed(), by.len() == 1, "{}", implied.reason());
        prop_assert_eq!(may_call(&roles, Some(actor), Some(role), asked), !by.is_empty());
    }
}
