//! Where a server listens, and who may come there.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpListener;

use super::PATH;
use super::tokens::{self, Tokens};
use crate::deploy;
use crate::fault::Fault;

/// The names by which a server on this machine is reached from it.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// How long a session of an older client lasts in which nothing runs and nobody listens, where a deployment says nothing.
const IDLE: Duration = Duration::from_mins(5);

/// An address that is listened at, and who may come there.
#[derive(Debug)]
pub struct Listener {
    pub(super) tcp: TcpListener,
    pub(super) address: SocketAddr,
    pub(super) hosts: Vec<String>,
    pub(super) origins: Vec<String>,
    pub(super) tokens: Option<Tokens>,
    /// How long a session lasts that is not used, where older clients get one.
    pub(super) sessions: Option<Duration>,
}

/// An address that cannot be served at.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// No address is named.
    #[error("no address to listen at; write `[serve] http`, or --http, as in 127.0.0.1:8080")]
    NoAddress,
    /// It stands for nothing, or cannot be listened at.
    #[error("cannot listen at {address}: {source}")]
    Listen {
        /// As it was written.
        address: String,
        /// Why not.
        source: std::io::Error,
    },
    /// Others than this machine reach it, and nothing says who may.
    #[error(
        "{address} is reached from other machines, so it must be said who may call: {missing}; without that, listen at 127.0.0.1"
    )]
    Open {
        /// As it was written.
        address: String,
        /// What is missing.
        missing: String,
    },
    /// The file of tokens cannot be used.
    #[error("{}", tokens::told(.0))]
    Tokens(Vec<Fault>),
}

impl Listener {
    /// Listens where a deployment says. Must be called inside a tokio runtime.
    ///
    /// An address that others than this machine reach needs the hosts by which they do, and a file of tokens.
    ///
    /// # Errors
    ///
    /// The address cannot be listened at, may not be, or the file of tokens has faults.
    pub async fn bind(serve: &deploy::Serve) -> Result<Self, HttpError> {
        let address = serve.http.clone().ok_or(HttpError::NoAddress)?;
        let listen = |source| HttpError::Listen { address: address.clone(), source };
        let found: Vec<_> = tokio::net::lookup_host(&address).await.map_err(listen)?.collect();
        let hosts = serve.allow_hosts.clone().filter(|hosts| !hosts.is_empty());
        if !found.iter().all(|address| address.ip().is_loopback()) {
            let mut missing = Vec::new();
            if hosts.is_none() {
                missing.push(
                    "the hosts by which clients reach it (`[serve] allow_hosts`, --allow-host)",
                );
            }
            if serve.tokens.is_none() {
                missing.push("a file of tokens (`[serve] tokens`, --tokens)");
            }
            if !missing.is_empty() {
                return Err(HttpError::Open { address, missing: missing.join(", and ") });
            }
        }
        let tokens = serve.tokens.as_deref().map(Tokens::read).transpose();
        let tokens = tokens.map_err(HttpError::Tokens)?;
        let tcp = TcpListener::bind(&*found).await.map_err(listen)?;
        let bound = tcp.local_addr().map_err(listen)?;
        let origins = serve.allow_origins.iter().flatten();
        let idle =
            serve.session_seconds.map_or(IDLE, |seconds| Duration::from_secs(seconds.into()));
        Ok(Self {
            tcp,
            address: bound,
            hosts: hosts.unwrap_or_else(|| LOOPBACK.map(str::to_owned).to_vec()),
            origins: origins.map(|origin| with_port(origin)).collect(),
            tokens,
            sessions: serve.legacy_sessions.unwrap_or_default().then_some(idle),
        })
    }

    /// Where it listens: with the port that was found where 0 was asked for.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The endpoint, for clients on this machine.
    pub fn url(&self) -> String {
        format!("http://{}{PATH}", self.address)
    }
}

/// An origin without a port has that of its scheme (RFC 6454, section 4); rmcp would take it for every port.
fn with_port(origin: &str) -> String {
    let port = match origin.split_once("://") {
        Some((_, host)) if host.rfind(':') > host.rfind(']') => return origin.to_owned(),
        Some(("https", _)) => ":443",
        Some(("http", _)) => ":80",
        _ => "",
    };
    format!("{origin}{port}")
}
