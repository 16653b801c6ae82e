//! The tools as an author tests them: in this process, without a program or a pipe.

mod common;

use beans::{BeanStatus, Plan};
use common::copied_plan;
use serde_json::{Value, json};
use tempfile::TempDir;
use toolnode::testing::{Client, ClientError};

// ANCHOR: test
fn client() -> (TempDir, Plan, Client) {
    let (folder, plan) = copied_plan();
    let client = Client::start(toolnode::app!(plan.clone())).expect("started");
    (folder, plan, client)
}

#[test]
fn a_bean_is_given_as_it_is_on_the_plan() {
    let (_folder, plan, client) = client();
    let answer = client.call("bean_get", json!({"id": "flood-alert"})).expect("answered");
    let bean = plan.get(&"flood-alert".to_owned().try_into().expect("an id")).expect("a bean");
    assert_eq!(answer.structured, Some(serde_json::to_value(bean).expect("JSON")));
}
// ANCHOR_END: test

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().map(|tool| tool["name"].as_str().expect("a name")).collect()
}

fn ids(answer: &toolnode::testing::Answer) -> Vec<String> {
    let beans: Value = serde_json::from_str(&answer.text()).expect("JSON");
    let beans = beans.as_array().expect("a list");
    beans.iter().map(|bean| bean["id"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn the_functions_are_served_with_their_hints() {
    let (_folder, _plan, client) = client();
    let tools = client.tools().expect("listed");
    for name in ["bean_check", "bean_create", "bean_get", "bean_list", "bean_update"] {
        assert!(names(&tools).contains(&name), "{name} is not served: {:?}", names(&tools));
    }
    for tool in &tools {
        let name = tool["name"].as_str().expect("a name");
        let changes = ["bean_create", "bean_update"].contains(&name);
        assert_eq!(tool["annotations"]["readOnlyHint"] == json!(true), !changes, "{name}");
        let summary = tool["description"].as_str().expect("a summary");
        assert!(summary.contains(':'), "{name}: the first clause names the subject: {summary}");
    }
}

#[test]
fn the_list_is_filtered() {
    let (_folder, _plan, client) = client();
    let all = client.call("bean_list", json!({})).expect("answered");
    assert_eq!(ids(&all).len(), 12);
    let some = client.call("bean_list", json!({"status": "todo", "tag": "import"}));
    assert_eq!(ids(&some.expect("answered")), ["winter-ice"]);
    let none = client.call("bean_list", json!({"tag": "no-such-tag"})).expect("answered");
    assert_eq!(ids(&none), [""; 0]);
}

#[test]
fn a_bean_is_created_and_changed() {
    let (_folder, plan, client) = client();
    let answer = client.call("bean_create", json!({"id": "new-one", "title": "A new one"}));
    let created = answer.expect("answered").structured.expect("structured");
    assert_eq!((&created["status"], &created["tags"]), (&json!("draft"), &json!([])));

    let change = json!({"id": "new-one", "status": "todo", "note": "Agreed on."});
    let changed = client.call("bean_update", change).expect("answered");
    assert!(!changed.is_error, "{}", changed.text());
    let bean = plan.get(&"new-one".to_owned().try_into().expect("an id")).expect("a bean");
    assert_eq!((bean.status, bean.body.as_str()), (BeanStatus::Todo, "Agreed on."));

    let again = client.call("bean_create", json!({"id": "new-one", "title": "Twice"}));
    let again = again.expect("answered");
    assert!(again.is_error && again.text().contains("there is a bean new-one already"));
}

#[test]
fn the_check_names_file_and_line() {
    let (folder, _plan, client) = client();
    std::fs::write(folder.path().join("broken.md"), "---\ntitle: x\nstatus: done\n---\n")
        .expect("written");
    let answer = client.call("bean_check", json!({})).expect("answered");
    let report = answer.structured.expect("structured");
    assert_eq!(report["checked"], 13);
    assert_eq!(report["faults"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&report["faults"][0]["file"], &report["faults"][0]["line"]),
        (&json!("broken.md"), &json!(3))
    );

    let list = client.call("bean_list", json!({})).expect("answered");
    assert!(list.is_error && list.text().contains("broken.md:3: "), "{}", list.text());
}

#[test]
fn a_bad_call_is_an_error_result_that_says_what_to_do() {
    let (_folder, _plan, client) = client();
    for (tool, arguments, words) in [
        ("bean_get", json!({"id": "no-such-bean"}), ["no-such-bean", "bean_list"]),
        ("bean_get", json!({"id": "../plan/flood-alert"}), ["id", "does not match"]),
        ("bean_get", json!({}), ["id", "required"]),
        ("bean_list", json!({"status": "doing"}), ["status", "in-progress"]),
        ("bean_create", json!({"id": "a", "title": "two\nlines"}), ["title", "does not match"]),
        ("bean_list", json!({"stauts": "todo"}), ["stauts", "status"]),
    ] {
        let answer = client.call(tool, arguments.clone()).expect("answered");
        assert!(answer.is_error, "{tool} {arguments}: {}", answer.text());
        for word in words {
            assert!(answer.text().contains(word), "{tool} {arguments}: {}", answer.text());
        }
    }
}

#[test]
fn an_unknown_tool_is_a_protocol_error() {
    let (_folder, _plan, client) = client();
    let error = client.call("bean_gett", json!({})).expect_err("refused");
    let ClientError::Protocol { code, message, .. } = error else { panic!("{error}") };
    assert_eq!(code, -32602);
    assert!(message.contains("bean_get"), "{message}");
}
