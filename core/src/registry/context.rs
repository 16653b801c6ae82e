//! What a call may see of its surroundings.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

/// The call's surroundings: cancellation and progress. Take it as a parameter `context: &Context`.
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
}

impl Context {
    /// A context for one call.
    pub fn new(host: Arc<dyn CallHost>, states: Arc<StateMap>) -> Self {
        Self { host, states }
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
#[derive(Default)]
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
