//! *exercise*: a schema may be right and the tool may never have worked; this says of which that is known.

use super::{Finding, Level, Row, RowName, RowState, Subject};
use crate::audit::Standing;

pub(super) fn row(subject: &Subject<'_>) -> Row {
    let nodes = &subject.projection.nodes;
    let examples: usize = nodes.iter().map(|node| node.entry.node.examples.len()).sum();
    let Some(verifications) = subject.verifications else {
        let mut row = Row::of(RowName::Exercise, Vec::new(), "");
        row.state = RowState::NotConfigured;
        row.why = format!(
            "the deployment keeps no record, so it is not known of any tool whether it works; examples: {examples}"
        );
        return row;
    };
    let (mut findings, mut verified) = (Vec::new(), 0);
    for node in nodes {
        let verification = verifications.of(node);
        match verification.state {
            Standing::Verified => verified += 1,
            Standing::Failing => {
                let message = format!("{} is {verification}", node.name);
                findings.push(Finding::of(&node.entry, Level::Error, "failing", message));
            }
            Standing::Unverified => {
                let message = format!(
                    "{} is unverified: as it is declared now, no call of it is on record",
                    node.name
                );
                let mut finding = Finding::of(&node.entry, Level::Note, "unverified", message);
                if node.entry.node.examples.is_empty() {
                    finding = finding.propose("give it an example, and run `exercise`");
                }
                findings.push(finding);
            }
        }
    }
    let agreed =
        format!("verified: {verified} of {}; examples: {examples}; none is failing", nodes.len());
    Row::of(RowName::Exercise, findings, agreed)
}
