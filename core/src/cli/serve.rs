//! `serve`

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

use super::{Exit, Failure, args, complain, log};
use crate::app::App;
use crate::deploy::Deployment;
use crate::policy::Policy;
use crate::project::Projection;
use crate::serve::Service;
use crate::serve::http::Listener;

/// Time for the calls that run when this process is asked to end. Clients kill it two seconds after they have asked.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) fn run(app: &App, args: &args::Args, serve: &args::Serve) -> Result<Exit, Failure> {
    if args.host.is_some() {
        return Err(Failure(
            "serve runs on this machine, and --host describes another one; leave --host out"
                .to_owned(),
        ));
    }
    let mut deployment = app.deployment(&args.options())?;
    serve.caller.over(&mut deployment.caller);
    deployment.serve = deployment.serve.overridden_by(serve.to_deployment());
    deployment.check_confinement()?;
    let transports = Transports::of(&deployment)?;
    let projection = Arc::new(app.projection(&args.options())?);
    log::start(serve.log_format);
    // Where nothing crosses threads a call costs least. What computes is a plain function, and such a one that takes long has
    // a thread of its own.
    let runtime = Arc::new(tokio::runtime::Builder::new_current_thread().enable_all().build()?);
    // Before the record is opened: a server that cannot serve leaves nothing behind.
    let listener = match transports {
        Transports::Stdio => None,
        _ => Some(runtime.block_on(Listener::bind(&deployment.serve))?),
    };
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
    let said = format!("{}\n{}", report(&projection, transports), policy.report());
    let states = app.states(&projection);
    let service = Service::deployed(projection, states, &deployment, Some(Arc::new(policy)))?;
    complain(&said);
    let serving = serve_until_asked(service.clone(), transports, listener);
    let ended = service.drive(&runtime, serving)?;
    // A function that blocks, or a terminal that is being read, must not keep the process: nobody waits for the runtime.
    std::mem::forget(runtime);
    log::flush();
    ended?;
    Ok(Exit::Done)
}

/// What is served over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Transports {
    Stdio,
    Http,
    Both,
}

impl Transports {
    fn of(deployment: &Deployment) -> Result<Self, Failure> {
        match (deployment.serve.over_stdio(), &deployment.serve.http) {
            (true, None) => Ok(Self::Stdio),
            (false, Some(_)) => Ok(Self::Http),
            (true, Some(_)) => Ok(Self::Both),
            (false, None) => Err(Failure(
                "the deployment says `stdio = false` and names no other transport; add `http`, or call with --stdio or --http ADDR"
                    .to_owned(),
            )),
        }
    }
}

/// Serves until the client at the standard streams is gone, or until this process is asked to end.
async fn serve_until_asked(
    service: Service,
    transports: Transports,
    listener: Option<Listener>,
) -> Result<(), Failure> {
    // Whoever reads that this listens may ask it to end at once.
    let mut signals = Signals::taken()?;
    let close = CancellationToken::new();
    let mut http = listener.map(|listener| {
        complain(&format!("listening on {}", listener.url()));
        let (service, close) = (service.clone(), close.clone());
        tokio::spawn(async move { service.serve_http(listener, close.cancelled_owned()).await })
    });
    let stdio = async {
        match transports {
            Transports::Http => std::future::pending().await,
            _ => service.serve_stdio().await,
        }
    };
    let broken = async {
        match &mut http {
            Some(http) => http.await,
            None => std::future::pending().await,
        }
    };
    let (ended, patience) = tokio::select! {
        // The session has waited already for the calls that it could still answer. Whoever has the other end of the standard
        // streams started this process, and it ends with them.
        ended = stdio => (ended.map_err(Failure::from), Duration::ZERO),
        ended = broken => (Err(Failure(format!("HTTP is served no more: {ended:?}"))), Duration::ZERO),
        () = signals.first() => (Ok(()), PATIENCE),
    };
    service.shut_down(patience).await;
    close.cancel();
    if let Some(http) = http.filter(|http| !http.is_finished()) {
        // It is broken off where it does not end in time.
        let _ = http.await;
    }
    ended
}

/// How a terminal or a service manager asks this process to end.
struct Signals([Signal; 3]);

impl Signals {
    /// From here on this process is not ended by them.
    fn taken() -> std::io::Result<Self> {
        let kinds = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()];
        let [terminate, interrupt, hang_up] = kinds.map(signal);
        Ok(Self([terminate?, interrupt?, hang_up?]))
    }

    /// Resolves at the first of them.
    async fn first(&mut self) {
        let [terminate, interrupt, hang_up] = &mut self.0;
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            _ = hang_up.recv() => {}
        }
    }
}

/// What is served, and everything that is not.
fn report(projection: &Projection, transports: Transports) -> String {
    let instance = &projection.instance;
    let mut text = format!(
        "{} {} serves {} tools over {}",
        instance.name,
        instance.version,
        projection.nodes.len(),
        match transports {
            Transports::Stdio => "stdio",
            Transports::Http => "HTTP",
            Transports::Both => "stdio and HTTP",
        }
    );
    for omitted in &projection.omitted {
        for reason in &omitted.reasons {
            let _ = write!(text, "\n  omitted: {}: {reason}", omitted.id);
        }
    }
    text
}
