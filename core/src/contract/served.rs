//! *schema* and *coverage*: what a server says it serves is what was declared, no more and no less.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use toolnode_schema::{Options, Relation, Verdict, compare};

use super::calls::{of_calls, says_nothing};
use super::peer::{Generation, PeerError, Said};
use super::{Finding, Level, Row, RowName, RowState};
use crate::project::{Node, Projection};
use crate::serve::declare;

/// The rows about a server, by what it said in each generation; or that it could not be asked.
pub(super) fn rows(projection: &Projection, said: &Result<Vec<Said>, PeerError>) -> Vec<Row> {
    let said = match said {
        Ok(said) => said,
        Err(error) => {
            let row = |name| Row::of(name, Vec::new(), "").could_not_check(error.to_string());
            return vec![row(RowName::Schema), row(RowName::Coverage)];
        }
    };
    let (mut schema, mut coverage) = (Vec::new(), Vec::new());
    let (mut compared, mut undecided) = (0, 0);
    for said in said {
        let served = by_name(said, projection, &mut coverage);
        for node in &projection.nodes {
            match served.get(node.name.as_str()) {
                Some(tool) => {
                    compared += 1;
                    undecided += judge(node, tool, said, &mut schema);
                }
                None => coverage.push(Finding::of(
                    &node.entry,
                    Level::Error,
                    "not-served",
                    format!(
                        "`{}` is declared and is not in tools/list of {}",
                        node.name,
                        said.generation.revision()
                    ),
                )),
            }
        }
        for (name, tool) in &served {
            if projection.get(name).is_none() {
                coverage.push(stranger(projection, said, name, tool));
            }
        }
    }
    // The generations agree where nothing is wrong; what is wrong in both is said once.
    for findings in [&mut schema, &mut coverage] {
        let mut known = Vec::new();
        findings.retain(|finding: &Finding| {
            let key = (finding.code.clone(), finding.subject.clone(), finding.about.clone());
            !known.contains(&key) && {
                known.push(key);
                true
            }
        });
    }
    let revisions: Vec<_> = said.iter().map(|said| said.generation.revision()).collect();
    let asked = format!("{} tools, asked at {}", projection.nodes.len(), revisions.join(" and "));
    let schema = Row::of(RowName::Schema, schema, asked.clone());
    let schema = match undecided {
        // Nothing that was not looked at agrees.
        0 if compared == 0 && !projection.nodes.is_empty() => Row {
            state: RowState::NotConfigured,
            why: "none of the declared tools is served, so none was compared".to_owned(),
            ..schema
        },
        0 => schema,
        some => schema.could_not_check(format!("{some} schemas could not be compared")),
    };
    vec![schema, Row::of(RowName::Coverage, coverage, asked)]
}

/// The tools by name. A second one of a name, and one without a name, are findings.
fn by_name<'a>(
    said: &'a Said,
    projection: &Projection,
    findings: &mut Vec<Finding>,
) -> BTreeMap<&'a str, &'a Map<String, Value>> {
    let mut served = BTreeMap::new();
    for tool in &said.tools {
        let name = tool.get("name").and_then(Value::as_str);
        let (Some(name), Some(tool)) = (name, tool.as_object()) else {
            findings.push(Finding {
                subject: tool.to_string(),
                ..about_server(
                    projection,
                    "no-tool",
                    "an element of tools/list has no name".to_owned(),
                )
            });
            continue;
        };
        if served.insert(name, tool).is_some() {
            findings.push(Finding {
                subject: name.to_owned(),
                ..about_server(
                    projection,
                    "served-twice",
                    format!("`{name}` is in tools/list more than once"),
                )
            });
        }
    }
    served
}

fn stranger(
    projection: &Projection,
    said: &Said,
    name: &str,
    tool: &Map<String, Value>,
) -> Finding {
    let summary = tool.get("description").and_then(Value::as_str).unwrap_or_default();
    let message = format!(
        "`{name}` ({summary:?}) is in tools/list of {} and no node declares it",
        said.generation.revision()
    );
    Finding { subject: name.to_owned(), ..about_server(projection, "undeclared", message) }
}

fn about_server(projection: &Projection, code: &str, message: String) -> Finding {
    Finding {
        code: code.to_owned(),
        level: Level::Error,
        instance: projection.instance.name.clone(),
        subject: String::new(),
        about: None,
        source: None,
        message,
        proposal: None,
    }
}

/// Compares one tool with its node; gives the number of comparisons that came to nothing.
fn judge(
    node: &Node,
    tool: &Map<String, Value>,
    said: &Said,
    findings: &mut Vec<Finding>,
) -> usize {
    let declared = match serde_json::to_value(declare::tool(node)) {
        Ok(Value::Object(declared)) => declared,
        _ => Map::new(),
    };
    let mut differs = |code: &str, about: &str, message: String| {
        findings.push(Finding::of(&node.entry, Level::Error, code, message).about(about));
    };
    for (key, code) in [("description", "summary-differs"), ("title", "title-differs")] {
        let (ours, theirs) = (declared.get(key), tool.get(key));
        if ours != theirs {
            differs(
                code,
                key,
                format!(
                    "`{}` is served {}, and declared {}",
                    node.name,
                    with(key, theirs),
                    with(key, ours)
                ),
            );
        }
    }
    let hints = |tool: &Map<String, Value>| {
        let mut hints =
            tool.get("annotations").and_then(Value::as_object).cloned().unwrap_or_default();
        hints.retain(|_, value| !value.is_null());
        hints
    };
    if hints(&declared) != hints(tool) {
        let message = format!(
            "`{}` is served with the hints {}, and declared with {}",
            node.name,
            Value::from(hints(tool)),
            Value::from(hints(&declared))
        );
        differs("hints-differ", "annotations", message);
    }

    let mut undecided = 0;
    let declared_input = declared.get("inputSchema").cloned();
    // The generation without sessions has any value as structured content, the other objects only.
    let declared_output = node.output_schema.as_deref().cloned();
    let is_of_objects = |schema: &Value| schema.get("type").is_some_and(|ty| ty == "object");
    let declared_output = declared_output
        .filter(|schema| said.generation == Generation::Stateless || is_of_objects(schema));
    for (key, ours) in [("inputSchema", declared_input), ("outputSchema", declared_output)] {
        match (ours, tool.get(key)) {
            (None, None) => {}
            (Some(ours), Some(theirs)) if ours == *theirs => {}
            (Some(ours), Some(theirs)) => {
                let comparison = match key {
                    "inputSchema" => {
                        compare(&of_calls(&ours), &of_calls(theirs), &Options::default())
                    }
                    _ => compare(&ours, theirs, &Options::default()),
                };
                let what = match comparison.relation() {
                    Relation::Equal => continue,
                    Relation::Unknown { reason, pointer } => {
                        undecided += 1;
                        format!("cannot be compared with the declared one ({pointer} {reason})")
                    }
                    _ => {
                        let sides = [
                            ("the declaration accepts and the server does not", &comparison.a_in_b),
                            ("the server accepts and the declaration does not", &comparison.b_in_a),
                        ];
                        let witnesses =
                            sides.into_iter().filter_map(|(who, verdict)| match verdict {
                                Verdict::No { witness } => Some(format!("{who} {witness}")),
                                Verdict::Yes | Verdict::Unknown { .. } => None,
                            });
                        let nothing = if key == "inputSchema" && says_nothing(theirs) {
                            ", for its schema says nothing and accepts any call"
                        } else {
                            ""
                        };
                        format!(
                            "differs from the declared one: {}{nothing}",
                            witnesses.collect::<Vec<_>>().join("; ")
                        )
                    }
                };
                differs(
                    "schema-differs",
                    key,
                    format!("the {key} of `{}` as served {what}", node.name),
                );
            }
            (None, Some(_)) => differs(
                "schema-differs",
                key,
                format!("`{}` is served with an {key}, and declares none", node.name),
            ),
            (Some(_), None) => differs(
                "schema-differs",
                key,
                format!("`{}` is served without an {key}, and declares one", node.name),
            ),
        }
    }
    undecided
}

fn with(key: &str, value: Option<&Value>) -> String {
    value.map_or_else(|| format!("without a {key}"), |value| format!("with the {key} {value}"))
}
