//! `check`

use std::path::Path;

use super::{Exit, Failure, args, complain, say};
use crate::app::App;
use crate::contract::{BASELINE, Baseline, Level};

pub(super) fn run(app: &App, args: &args::Args, check: &args::Check) -> Result<Exit, Failure> {
    let checked = app.check(&args.options())?;
    let mut report = checked.report;
    let (path, shown) = match &check.baseline {
        Some(file) => (file.clone(), file.clone()),
        None => (checked.dir.join(BASELINE), checked.shown.join(BASELINE)),
    };
    if check.write_baseline {
        let baseline = Baseline::of(&report);
        baseline.write(&path)?;
        complain(&format!(
            "{}: {} known findings are held back from now on; new ones are not",
            shown.display(),
            baseline.len()
        ));
        baseline.hold(&mut report, &shown);
    } else {
        match Baseline::read(&path)? {
            Some(baseline) => baseline.hold(&mut report, &shown),
            None if check.baseline.is_some() => return Err(no_baseline(&path)),
            None => {}
        }
    }
    match check.format {
        _ if check.json => say(&format!("{}\n", serde_json::to_string_pretty(&report)?)),
        args::ReportFormat::Text => say(&report.to_text()),
        args::ReportFormat::Github => say(&report.to_github()),
    }
    Ok(if report.could_not_check() {
        Exit::Undetermined
    } else if report.count(Level::Error) > 0 {
        Exit::Failed
    } else {
        Exit::Done
    })
}

fn no_baseline(path: &Path) -> Failure {
    Failure(format!("there is no baseline {}; --write-baseline writes one", path.display()))
}
