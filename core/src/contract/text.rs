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
        let folder = common_folder(self);
        if !folder.is_empty() {
            let _ = writeln!(text, "\nPlaces are below {}", visible(&folder));
        }
        for row in self.rows.iter().filter(|row| !row.findings.is_empty()) {
            for group in row.findings.chunk_by(|a, b| (a.level, &a.code) == (b.level, &b.code)) {
                section(&mut text, row, group, &folder);
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

/// The folder that all places are in, with `/` at its end; empty where it would be the current one.
fn common_folder(report: &Report) -> String {
    let mut files = report.rows.iter().flat_map(|row| &row.findings).filter_map(|finding| {
        let file = finding.source.as_ref()?.file.as_str();
        Some(file.rfind('/').map_or("", |end| &file[..=end]))
    });
    let mut common = files.next().unwrap_or_default();
    for folder in files {
        while !folder.starts_with(common) {
            let parent = common.trim_end_matches('/').rfind('/');
            common = parent.map_or("", |end| &common[..=end]);
        }
    }
    // Below the current folder, names are short enough.
    if common.starts_with(['/', '.']) { common.to_owned() } else { String::new() }
}

/// The findings of one code.
fn section(text: &mut String, row: &Row, group: &[Finding], folder: &str) {
    let Some(first) = group.first() else { return };
    let (level, count) = (first.level.as_str(), group.len());
    let plural = if count == 1 { "" } else { "s" };
    let _ = writeln!(text, "\n{}: {count} {level}{plural} {}", row.name.as_str(), first.code);
    match explanation(&first.code) {
        Some(explanation) => {
            let _ = writeln!(text, "  {explanation}");
            table(text, group, folder);
        }
        None => sentences(text, group, folder),
    }
}

/// One line a finding; a proposal that is that of several is said once, behind them.
fn sentences(text: &mut String, group: &[Finding], folder: &str) {
    let mut by_proposal: Vec<&Finding> = group.iter().collect();
    by_proposal.sort_by_key(|finding| &finding.proposal);
    for findings in by_proposal.chunk_by(|a, b| a.proposal == b.proposal) {
        for finding in findings {
            let _ = writeln!(text, "  {}", visible(&with_place(finding, folder)));
        }
        if let Some(proposal) = findings.first().and_then(|finding| finding.proposal.as_ref()) {
            let _ = writeln!(text, "    write: {}", visible(proposal));
        }
    }
}

/// Columns: place, subject, what of it, proposal.
fn table(text: &mut String, group: &[Finding], folder: &str) {
    let rows: Vec<[String; 4]> = group.iter().map(|finding| cells(finding, folder)).collect();
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

fn cells(finding: &Finding, folder: &str) -> [String; 4] {
    let text = |text: &Option<String>| text.as_deref().map(visible).unwrap_or_default();
    [
        place(finding, folder),
        visible(&finding.subject),
        text(&finding.about),
        text(&finding.proposal),
    ]
}

fn with_place(finding: &Finding, folder: &str) -> String {
    let whole = place(finding, "");
    // Faults of files begin with their place.
    if whole.is_empty() || finding.message.starts_with(&whole) {
        return finding.message.strip_prefix(folder).unwrap_or(&finding.message).to_owned();
    }
    format!("{}: {}", place(finding, folder), finding.message)
}

fn place(finding: &Finding, folder: &str) -> String {
    let Some(source) = &finding.source else { return String::new() };
    let mut place = visible(source.file.strip_prefix(folder).unwrap_or(&source.file));
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
        "never-passed" => "what a call gives for such an input never reaches the command",
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
