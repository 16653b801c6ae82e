//! Serving a projection over MCP. The only importer of rmcp's server side.

mod asked;
mod call_host;
pub(crate) mod declare;
mod handler;
#[cfg(feature = "http")]
pub mod http;
mod listing;
mod malformed;
mod render;
mod stdio;
mod wire;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::CacheScope;

use crate::deploy::Deployment;
use crate::invoke::Runner;
use crate::policy::Policy;
use crate::project::Projection;
use crate::registry::StateMap;

#[cfg(feature = "cli")]
pub(crate) use render::result_json;

/// Bytes that one message of a client may have, over any transport.
pub(crate) const MESSAGE_BYTES: usize = 16 << 20;

/// A service: a projection that may be served, and the values that its functions share.
#[derive(Clone)]
pub struct Service {
    handler: handler::Handler,
    runner: Arc<Runner>,
    projection: Arc<Projection>,
}

/// Why a projection is not served. Nothing is served in part.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub struct NotServable {
    /// What is undetermined.
    pub undetermined: Vec<String>,
    /// The shared values that are missing, with the tools that need them.
    pub missing_states: Vec<String>,
}

impl NotServable {
    fn message(&self) -> String {
        let mut lines = vec!["the service does not start:".to_owned()];
        lines.extend(self.undetermined.iter().map(|line| format!("  {line}")));
        lines.extend(self.missing_states.iter().map(|line| format!("  {line}")));
        lines.join("\n")
    }
}

/// A service that ended by an error.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The streams could not be taken.
    #[error("cannot take standard input and output for the protocol: {0}")]
    Streams(#[from] std::io::Error),
    /// The client did not speak MCP.
    #[error("the client did not begin an MCP session: {0}")]
    Session(String),
}

impl Service {
    /// Makes a service of a projection.
    ///
    /// # Errors
    ///
    /// Something is undetermined, or a function needs a shared value that was not given.
    pub fn new(projection: Arc<Projection>, states: StateMap) -> Result<Self, NotServable> {
        Self::deployed(projection, states, &Deployment::default(), None)
    }

    /// Like [`new`](Self::new), for a deployment: with its limits and pages, and with what every call goes through.
    ///
    /// # Errors
    ///
    /// Something is undetermined, or a function needs a shared value that was not given.
    pub fn deployed(
        projection: Arc<Projection>,
        states: StateMap,
        deployment: &Deployment,
        policy: Option<Arc<Policy>>,
    ) -> Result<Self, NotServable> {
        let undetermined: Vec<_> = projection
            .undetermined
            .iter()
            .flat_map(|undetermined| {
                let name = undetermined.id.as_deref().unwrap_or(&undetermined.source);
                undetermined.reasons.iter().map(move |reason| format!("{name}: {reason}"))
            })
            .collect();
        let missing_states = missing_states(&projection, &states);
        if !undetermined.is_empty() || !missing_states.is_empty() {
            return Err(NotServable { undetermined, missing_states });
        }
        let runner = Arc::new(Runner::new(&projection, Arc::new(states), deployment.limits));
        // What only some may see must not be kept for all.
        let is_open =
            !policy.as_deref().is_some_and(Policy::has_roles) && deployment.serve.tokens.is_none();
        // A call that nothing is asked of takes the short way.
        let policy = policy.filter(|policy| policy.is_needed());
        let handler = handler::Handler::new(
            Arc::clone(&projection),
            Arc::clone(&runner),
            policy,
            deployment.serve.page_size,
            if is_open { CacheScope::Public } else { CacheScope::Private },
        );
        Ok(Self { handler, runner, projection })
    }

    /// Serves over standard input and output until the client closes them. Whatever a tool prints goes to
    /// standard error: nothing but the protocol reaches standard output.
    ///
    /// # Errors
    ///
    /// The streams cannot be used, or the client does not begin a session. A client that closes the streams
    /// before any message is no error.
    pub async fn serve_stdio(&self) -> Result<(), ServeError> {
        let (input, output) = stdio::take()?;
        self.serve_streams(input, output).await
    }

    /// Drives a runtime of the current-thread kind until a future is done, which serves. Meanwhile plain functions run
    /// between its steps, which spares them a thread each; one that takes long holds up nobody. Without this they have
    /// threads of their own.
    ///
    /// # Errors
    ///
    /// No thread can be started.
    pub fn drive<T: Send + 'static>(
        &self,
        runtime: &Arc<tokio::runtime::Runtime>,
        future: impl Future<Output = T> + Send + 'static,
    ) -> std::io::Result<T> {
        self.runner.drive(runtime, future)
    }

    /// Lets no call in any more, waits for those that run, and ends the rest: after this no command is left. The wait is
    /// bounded by `patience` and, for what is ended, by the grace period.
    pub async fn shut_down(&self, patience: Duration) {
        self.runner.shut_down(patience).await;
    }

    /// Serves over two streams, a message a line, until the client closes the first.
    ///
    /// # Errors
    ///
    /// The streams cannot be used, or the client does not begin a session. A client that closes the streams
    /// before any message is no error.
    pub async fn serve_streams<R, W>(&self, input: R, output: W) -> Result<(), ServeError>
    where
        R: tokio::io::AsyncRead + Send + Unpin + 'static,
        W: tokio::io::AsyncWrite + Send + Unpin + 'static,
    {
        use rmcp::service::ServerInitializeError;
        self.runner.start_ahead(&self.projection);
        // Boxed as what it is: of the bare type the compiler cannot see that it may be sent between threads.
        let session: Pin<Box<dyn Future<Output = _> + Send>> =
            Box::pin(rmcp::serve_server(self.handler.clone(), wire::Wire::new(input, output)));
        match session.await {
            Ok(session) => {
                session.waiting().await.map_err(|error| ServeError::Session(error.to_string()))?;
                Ok(())
            }
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(ServeError::Session(error.to_string())),
        }
    }
}

fn missing_states(projection: &Projection, states: &StateMap) -> Vec<String> {
    let mut missing = Vec::new();
    for node in &projection.nodes {
        let crate::project::Arm::InProcess(spec) = &node.arm else { continue };
        for state in spec.description().states.iter().filter(|state| !states.has(state.id)) {
            missing.push(format!(
                "{} needs State<{}>, which was not given; write toolnode::main!(…) with a value of that type",
                node.name, state.name
            ));
        }
    }
    missing
}
