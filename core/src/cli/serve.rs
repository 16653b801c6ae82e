//! `serve`

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};

use super::{Exit, Failure, args, complain};
use crate::app::App;
use crate::policy::Policy;
use crate::project::Projection;
use crate::serve::{ServeError, Service};

/// Time for the calls that run when this process is asked to end. Clients kill it two seconds after they have asked.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) fn run(app: App, args: &args::Args, serve: &args::Serve) -> Result<Exit, Failure> {
    if args.host.is_some() {
        return Err(Failure(
            "serve runs on this machine, and --host describes another one; leave --host out"
                .to_owned(),
        ));
    }
    let mut deployment = app.deployment(&args.options())?;
    serve.caller.over(&mut deployment.caller);
    deployment.check_confinement()?;
    let projection = Arc::new(app.projection(&args.options())?);
    // What the protocol's library warns of must not be lost; a second subscriber is the caller's own.
    let _ = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .try_init();
    let policy = if serve.list_only {
        Policy::closed()
    } else {
        app.policy(&args.options(), &deployment, &projection)?
    };
    if serve.require_authority && !policy.has_roles() {
        return Err(Failure(
            "--require-authority: there is no roles file, so every caller could call every tool; write roles.json beside toolnode.toml"
                .to_owned(),
        ));
    }
    let said = format!("{}\n{}", report(&projection), policy.report());
    let policy = Arc::new(policy);
    let states = app.states(&projection);
    let service =
        Service::governed(Arc::clone(&projection), states, deployment.limits, Some(policy))?;
    complain(&said);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ended = runtime.block_on(async {
        let (ended, patience) = tokio::select! {
            // The session has waited already for the calls that it could still answer.
            ended = service.serve_stdio() => (ended, Duration::ZERO),
            signal = asked_to_end() => (signal.map_err(ServeError::Streams), PATIENCE),
        };
        service.shut_down(patience).await;
        ended
    });
    // A function that blocks, or a terminal that is being read, must not keep the process.
    runtime.shutdown_background();
    ended?;
    Ok(Exit::Done)
}

/// Resolves when a terminal or a service manager asks this process to end.
async fn asked_to_end() -> std::io::Result<()> {
    let (mut terminate, mut interrupt, mut hang_up) = (
        signal(SignalKind::terminate())?,
        signal(SignalKind::interrupt())?,
        signal(SignalKind::hangup())?,
    );
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        _ = hang_up.recv() => {}
    }
    Ok(())
}

/// What is served, and everything that is not.
fn report(projection: &Projection) -> String {
    let instance = &projection.instance;
    let mut text = format!(
        "{} {} serves {} tools over stdio",
        instance.name,
        instance.version,
        projection.nodes.len()
    );
    for omitted in &projection.omitted {
        for reason in &omitted.reasons {
            let _ = write!(text, "\n  omitted: {}: {reason}", omitted.id);
        }
    }
    text
}
