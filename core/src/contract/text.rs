//! A report for people: each row, then its findings by code, counted.

use std::fmt::Write;

use toolnode_rules::naming::VERBS;
use toolnode_rules::text::is_unprintable;

use super::report::counted;
use super::{Finding, Level, Report, Row};

impl Report {
    /// The report as plain text. Each code is explained once; each finding has its place and one proposal.
    pub fn to_text(&self) -> String {
        let mut text = format!("{} {}: {}\n\n", self.instance, self.version, self.outcome());
        for row in &self.rows {
            let name = row.name.as_str();
            let _ = writeln!(text, " {name:<13} {:<16} {}", row.state.as_str(), row.why);
        }
        for row in self.rows.iter().filter(|row| !row.findings.is_empty()) {
            for group in row.findings.chunk_by(|a, b| (a.level, &a.code) == (b.level, &b.code)) {
                section(&mut text, row, group);
            }
        }
        if let Some(baseline) = &self.baseline {
            let _ =
                write!(text, "\n{} holds back {}", baseline.file, plural(baseline.held, "finding"));
            if baseline.mended > 0 {
                let _ = write!(
                    text,
                    "; {} of it mended: write it anew with --write-baseline",
                    baseline.mended
                );
            }
            text.push('\n');
        }
        text
    }

    fn outcome(&self) -> String {
        let levels = [(Level::Error, "error"), (Level::Warning, "warning"), (Level::Note, "note")];
        let counts = levels.map(|(level, what)| (self.count(level), what));
        let mut outcome = counted(&counts);
        if outcome.is_empty() {
            "everything agrees".clone_into(&mut outcome);
        }
        if self.could_not_check() {
            outcome += "; not everything could be checked";
        }
        outcome
    }
}

fn plural(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The findings of one code.
fn section(text: &mut String, row: &Row, group: &[Finding]) {
    let Some(first) = group.first() else { return };
    let (level, count) = (first.level.as_str(), group.len());
    let _ = write!(
        text,
        "\n{}: {count} {level}{}",
        row.name.as_str(),
        if count == 1 { "" } else { "s" }
    );
    let _ = writeln!(text, " {}", first.code);
    let Some(explanation) = explanation(&first.code) else {
        for finding in group {
            let _ = writeln!(text, "  {}", visible(&with_place(finding)));
            if let Some(proposal) = &finding.proposal {
                let _ = writeln!(text, "    write: {}", visible(proposal));
            }
        }
        return;
    };
    let _ = writeln!(text, "  {explanation}");
    let rows: Vec<[String; 4]> = group.iter().map(cells).collect();
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    for [place, subject, about, proposal] in &rows {
        let mut line = format!("  {place:<0$}  {subject:<1$}", widths[0], widths[1]);
        if widths[2] > 0 {
            let _ = write!(line, "  {about:<0$}", widths[2]);
        }
        if !proposal.is_empty() {
            let _ = write!(line, "  -> {proposal}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

fn cells(finding: &Finding) -> [String; 4] {
    let text = |text: &Option<String>| text.as_deref().map(visible).unwrap_or_default();
    [place(finding), visible(&finding.subject), text(&finding.about), text(&finding.proposal)]
}

fn with_place(finding: &Finding) -> String {
    let place = place(finding);
    // Faults of files begin with their place.
    if place.is_empty() || finding.message.starts_with(&place) {
        finding.message.clone()
    } else {
        format!("{place}: {}", finding.message)
    }
}

fn place(finding: &Finding) -> String {
    let Some(source) = &finding.source else { return String::new() };
    let mut place = visible(&source.file);
    for number in [source.line, source.column].into_iter().flatten() {
        let _ = write!(place, ":{number}");
    }
    place
}

/// What is wrong with every finding of a code, where the finding itself has nothing to add but its subject, what it is about
/// and a proposal.
fn explanation(code: &str) -> Option<String> {
    let text = match code {
        "name-verb" => {
            let verbs = VERBS.join(", ");
            return Some(format!(
                "the last word of a name is its verb: {verbs}, or one under [verbs] in toolnode.toml"
            ));
        }
        "name-subject" => "before the verb of a name stands its subject",
        "name-transport" => "a name does not tell how the tool is reached",
        "name-vendor" => "a name does not tell who makes what is behind the tool",
        "name-program" => "a name does not tell which program is run",
        "name-version" => "the service has a version, a name has none",
        "name-separator" => "a name makes up no separator: clients show it as it is",
        "summary-subject" => "the first clause of a summary names the subject of the name",
        "summary-word" => "a summary of one word tells a model nothing",
        "summary-duplicate" => "a model cannot tell tools of one summary apart",
        "summary-long" => "clients cut a summary that is so long",
        _ => return None,
    };
    Some(text.to_owned())
}

/// Text from files, one line, with a stand-in for what a terminal would obey (CWE-150).
fn visible(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c == '\n' || c == '\t' {
                ' '
            } else if is_unprintable(c) {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}
