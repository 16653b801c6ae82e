//! A report as the annotations of GitHub Actions.

use std::fmt::Write;

use super::{Finding, Level, Report, RowState};

impl Report {
    /// One workflow command a finding: `::error file=…,line=…,title=…::…`.
    pub fn to_github(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            for finding in &row.findings {
                command(&mut text, finding);
            }
            if row.state == RowState::CouldNotCheck {
                let why = escaped(&row.why, false);
                let _ =
                    writeln!(text, "::error title=could not check::{}: {why}", row.name.as_str());
            }
        }
        text
    }
}

fn command(text: &mut String, finding: &Finding) {
    let level = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let mut properties = Vec::new();
    if let Some(source) = &finding.source {
        properties.push(format!("file={}", escaped(&source.file, true)));
        properties.extend(source.line.map(|line| format!("line={line}")));
        properties.extend(source.column.map(|column| format!("col={column}")));
    }
    properties.push(format!("title={}", escaped(&finding.code, true)));
    let mut message = escaped(&finding.message, false);
    if let Some(proposal) = &finding.proposal {
        message += &format!("%0Awrite: {}", escaped(proposal, false));
    }
    let _ = writeln!(text, "::{level} {}::{message}", properties.join(","));
}

/// Line ends would end the command (CWE-93); in a property, `:` and `,` would end that.
fn escaped(text: &str, is_property: bool) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    if is_property { text.replace(':', "%3A").replace(',', "%2C") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Source;

    #[test]
    fn a_finding_cannot_end_its_command() {
        let mut text = String::new();
        let source = Source { file: "a,b:c\n.toml".into(), line: Some(3), column: Some(1) };
        command(
            &mut text,
            &Finding {
                code: "name-verb".into(),
                level: Level::Note,
                instance: "case".into(),
                subject: "x".into(),
                about: None,
                source: Some(source),
                message: "100%\n::error::x".into(),
                proposal: Some("y".into()),
            },
        );
        assert_eq!(
            text,
            "::notice file=a%2Cb%3Ac%0A.toml,line=3,col=1,title=name-verb::100%25%0A::error::x%0Awrite: y\n"
        );
    }
}
