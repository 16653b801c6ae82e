//! `serve`

use std::fmt::Write;
use std::sync::Arc;

use super::{Exit, Failure, args, complain};
use crate::app::App;
use crate::project::Projection;
use crate::serve::Service;

pub(super) fn run(app: App, args: &args::Args, _serve: &args::Serve) -> Result<Exit, Failure> {
    if args.host.is_some() {
        return Err(Failure(
            "serve runs on this machine, and --host describes another one; leave --host out"
                .to_owned(),
        ));
    }
    let projection = Arc::new(app.projection(&args.options())?);
    // What the protocol's library warns of must not be lost; a second subscriber is the caller's own.
    let _ = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .try_init();
    let service = Service::new(Arc::clone(&projection), app.states)?;
    complain(&report(&projection));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ended = runtime.block_on(service.serve_stdio());
    // A function that blocks, or a terminal that is being read, must not keep the process.
    runtime.shutdown_background();
    ended?;
    Ok(Exit::Done)
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
