//! `check`

use std::path::{Path, PathBuf};

use super::{Exit, Failure, args, complain, say};
use crate::app::App;
use crate::contract::{self, Address, BASELINE, Baseline, LOCK, Level, Lock, Report, Whose, ask};
use crate::project::Projection;

pub(super) fn run(app: &App, args: &args::Args, check: &args::Check) -> Result<Exit, Failure> {
    if let Some((lock, address)) = pin(args, check) {
        return pinned(&lock, &address, check);
    }
    let checked = app.check(&args.options())?;
    let mut report = checked.report;
    served(args, check, &checked.projection, &mut report)?;
    if let Some(log) = &check.audit {
        contract::check_record(&mut report, &checked.projection, checked.roles.as_ref(), log)?;
    }
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
    told(&report, check)
}

/// A lock that is named, and the server that it is of. Nodes have a part in it only where an instance is named as well:
/// somebody else's server serves none of them.
fn pin(args: &args::Args, check: &args::Check) -> Option<(PathBuf, Address)> {
    let lock = check.lock.as_ref().filter(|file| !file.is_empty() && args.instance.is_none())?;
    Some((PathBuf::from(lock), check.peer.address()?))
}

fn pinned(lock: &Path, address: &Address, check: &args::Check) -> Result<Exit, Failure> {
    let of_nodes = [
        ("--audit", check.audit.is_some()),
        ("--baseline", check.baseline.is_some()),
        ("--write-baseline", check.write_baseline),
    ];
    if let Some((option, _)) = of_nodes.into_iter().find(|(_, is_given)| *is_given) {
        return Err(Failure(format!(
            "{option} is about the nodes of an instance; name it with --instance DIR, or leave {option} out"
        )));
    }
    told(&contract::pinned(&Lock::read(lock)?, &ask(address)), check)
}

fn told(report: &Report, check: &args::Check) -> Result<Exit, Failure> {
    match check.format {
        _ if check.json => say(&format!("{}\n", serde_json::to_string_pretty(report)?)),
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

/// The rows about a server and about the lock.
fn served(
    args: &args::Args,
    check: &args::Check,
    projection: &Projection,
    report: &mut Report,
) -> Result<(), Failure> {
    if check.offline && check.lock.is_none() {
        return Ok(());
    }
    let address = match check.peer.address() {
        Some(address) => Some(address),
        // Under facts that were given nothing runs.
        None if check.offline || args.host.is_some() => None,
        None => Some(Address::Command(own_server(args)?)),
    };
    let said = address.as_ref().map(ask);
    if let Some(said) = &said {
        contract::check_served(report, projection, said);
    }
    let Some(file) = &check.lock else { return Ok(()) };
    // `--lock` alone means the instance's own.
    let own = file.is_empty();
    let file = if own { projection.instance.dir.join(LOCK) } else { PathBuf::from(file) };
    let old = Lock::read(&file)?;
    let (new, whose) = match (check.peer.address(), said) {
        (Some(_), Some(Ok(said))) => match said.last() {
            Some(said) => (Lock::of_server(said), Whose::Foreign),
            None => return Ok(()),
        },
        // That it could not be asked is in the report already.
        (Some(_), _) => return Ok(()),
        (None, _) => (Lock::of_projection(projection), Whose::Own),
    };
    contract::check_lock(report, &old, &new, whose);
    Ok(())
}

/// This program, as the server of the same instance.
fn own_server(args: &args::Args) -> Result<Vec<String>, Failure> {
    let text = |path: &Path| {
        path.to_str().map(str::to_owned).ok_or_else(|| {
            Failure(format!(
                "the path {} is not UTF-8, and a server is started by it",
                path.display()
            ))
        })
    };
    let mut words = vec![
        text(&std::env::current_exe()?)?,
        "serve".to_owned(),
        "--stdio".to_owned(),
        "--list-only".to_owned(),
    ];
    if let Some(instance) = &args.instance {
        words.extend(["--instance".to_owned(), text(instance)?]);
    }
    if let Some(deploy) = &args.deploy {
        words.extend(["--deploy".to_owned(), text(deploy)?]);
    }
    if args.allow_unlinked {
        words.push("--allow-unlinked".to_owned());
    }
    Ok(words)
}

fn no_baseline(path: &Path) -> Failure {
    Failure(format!("there is no baseline {}; --write-baseline writes one", path.display()))
}
