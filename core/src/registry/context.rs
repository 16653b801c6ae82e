//! What a call may see of its surroundings.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::registry::input_required::elicited;
use crate::registry::{Elicited, LogLevel, ProtocolError};

/// The call's surroundings: cancellation and progress, the client and what it answered. Take it as a parameter
/// `context: &Context`.
#[derive(Clone)]
pub struct Context {
    host: Arc<dyn CallHost>,
    states: Arc<StateMap>,
}

/// What the side that runs a call lends to it.
pub trait CallHost: Send + Sync {
    /// Whether the caller no longer waits.
    fn is_cancelled(&self) -> bool;
    /// Resolves once the caller no longer waits.
    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
    /// The time that the caller allows the call, where it says so; the node's limit and the deployment's hold as well.
    fn time_limit(&self) -> Option<Duration> {
        None
    }
    /// Who calls, where the transport proves it: the actor of the token that was shown.
    fn actor(&self) -> Option<&str> {
        None
    }
    /// A value of the request's `_meta`.
    fn meta(&self, _key: &str) -> Option<&Value> {
        None
    }
    /// Tells the caller how far the call has come.
    fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>);
    /// The protocol version of the request, such as `2026-07-28`.
    fn protocol_version(&self) -> Option<String> {
        None
    }
    /// What the client says that it can do, as it says it.
    fn client_capabilities(&self) -> Option<Value> {
        None
    }
    /// The client's answer to what an earlier round of this call asked.
    fn input_response(&self, key: &str) -> Option<&Value> {
        let _ = key;
        None
    }
    /// What an earlier round of this call gave the client to give back.
    fn request_state(&self) -> Option<&str> {
        None
    }
    /// The least level of the messages that the client asked for.
    fn log_level(&self) -> Option<LogLevel> {
        None
    }
    /// Tells the client a message, which it asked for.
    fn log(&self, level: LogLevel, data: Value) {
        let _ = (level, data);
    }
}

impl Context {
    /// A context for one call.
    pub fn new(host: Arc<dyn CallHost>, states: Arc<StateMap>) -> Self {
        Self { host, states }
    }

    /// Who calls, where the transport proves it: over HTTP the actor whose token was shown.
    pub fn actor(&self) -> Option<&str> {
        self.host.actor()
    }

    /// Whether the call was cancelled: by the client, by its going away, or by shutdown.
    pub fn is_cancelled(&self) -> bool {
        self.host.is_cancelled()
    }

    /// Resolves once the call is cancelled.
    pub async fn cancelled(&self) {
        self.host.cancelled().await;
    }

    /// Tells the client how far the call has come. Nothing is sent where the client did not ask for
    /// progress, or where `progress` does not increase (MCP 2025-11-25, *Progress*).
    pub fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        self.host.progress(progress, total, message);
    }

    /// The protocol version of the request, such as `2026-07-28`; `None` where no protocol is spoken, as on a command line.
    pub fn protocol_version(&self) -> Option<String> {
        self.host.protocol_version()
    }

    /// What the client can do, as it says it, such as `{"elicitation": {}}`; an empty object where it says nothing.
    pub fn client_capabilities(&self) -> Value {
        self.host.client_capabilities().unwrap_or_else(|| Value::Object(serde_json::Map::new()))
    }

    /// Whether the client declared a capability, such as `sampling` or `elicitation.url`.
    pub fn client_can(&self, capability: &str) -> bool {
        let declared = self.client_capabilities();
        capability.split('.').try_fold(&declared, |at, part| at.get(part)).is_some()
    }

    /// Goes on only with a client that declared a capability.
    ///
    /// # Errors
    ///
    /// It did not; give the error to the client as it is (MCP 2026-07-28: -32021).
    pub fn require(&self, capability: &str) -> Result<(), ProtocolError> {
        if self.client_can(capability) {
            Ok(())
        } else {
            Err(ProtocolError::missing_capability(&[capability]))
        }
    }

    /// What the client answered to an [`InputRequest`](crate::InputRequest) of an earlier round of this call, word for
    /// word. It is the client's, so look at it before it is used.
    pub fn input_response(&self, key: &str) -> Option<&Value> {
        self.host.input_response(key)
    }

    /// What a person did with a form of an earlier round of this call. `None` where there is no answer yet, or none that
    /// fits: ask, or ask again. For a page, `T` is [`IgnoredAny`](serde::de::IgnoredAny).
    pub fn elicited<T: DeserializeOwned>(&self, key: &str) -> Option<Elicited<T>> {
        self.input_response(key).and_then(elicited)
    }

    /// What an earlier round of this call gave by [`InputRequired::with_state`](crate::InputRequired::with_state). The
    /// client could have sent anything in its place.
    pub fn request_state(&self) -> Option<&str> {
        self.host.request_state()
    }

    /// Tells the client something, where it asked for messages of this level with its request
    /// (`io.modelcontextprotocol/logLevel`, MCP 2026-07-28); otherwise nothing is sent. What belongs in the server's own log
    /// goes there by `tracing`.
    pub fn log(&self, level: LogLevel, data: impl Into<Value>) {
        if self.host.log_level().is_some_and(|least| level >= least) {
            self.host.log(level, data.into());
        }
    }

    pub(crate) fn state<T: Send + Sync + 'static>(&self) -> Option<State<T>> {
        self.states.get()
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}

/// A value shared by all calls, given once to `toolnode::main!`. Take it as a parameter `plan: State<Plan>`.
pub struct State<T>(Arc<T>);

impl<T> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: fmt::Debug> fmt::Debug for State<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("State").field(&self.0).finish()
    }
}

/// The shared values, one a type.
#[derive(Clone, Default)]
pub struct StateMap(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl StateMap {
    /// Adds a value. A second one of the same type takes the place of the first.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.0.insert(TypeId::of::<T>(), Arc::new(value));
    }

    /// Whether a value of this type is there.
    pub fn has(&self, id: TypeId) -> bool {
        self.0.contains_key(&id)
    }

    fn get<T: Send + Sync + 'static>(&self) -> Option<State<T>> {
        let value = Arc::clone(self.0.get(&TypeId::of::<T>())?);
        value.downcast().ok().map(State)
    }
}

impl fmt::Debug for StateMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StateMap({} values)", self.0.len())
    }
}
