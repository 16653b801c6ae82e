//! From what a function gives to what the tool answers.
//!
//! The kind of a result is told by looking for a method on a value that only carries the type: first where few types
//! have it, then where more do, so `type Answer = Result<String, Trouble>` is a `Result`. A step of that search takes
//! one reference off; the expansion begins with one reference a step, and the implementations say which step they are. The
//! methods' names are such that no trait of the caller has them too.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::Display;
use std::marker::PhantomData;
use std::ops::Deref;
use std::pin::Pin;

use schemars::JsonSchema;
use serde::Serialize;

use crate::registry::call_error::with_sources;
use crate::registry::types::output_type;
use crate::registry::{CallError, Content, OutputSpec, Reply, Started};

/// What can be answered as content blocks, without an output schema.
pub trait IntoContent {
    /// The blocks.
    fn into_content(self) -> Vec<Content>;
}

impl IntoContent for () {
    fn into_content(self) -> Vec<Content> {
        Vec::new()
    }
}

impl IntoContent for String {
    fn into_content(self) -> Vec<Content> {
        vec![Content::Text(self)]
    }
}

impl IntoContent for &'static str {
    fn into_content(self) -> Vec<Content> {
        vec![Content::text(self)]
    }
}

impl IntoContent for Cow<'static, str> {
    fn into_content(self) -> Vec<Content> {
        vec![Content::text(self)]
    }
}

impl IntoContent for Content {
    fn into_content(self) -> Vec<Content> {
        vec![self]
    }
}

impl IntoContent for Vec<Content> {
    fn into_content(self) -> Vec<Content> {
        self
    }
}

/// Carries the type that a function gives: `(&&Out::<R>::NEW).__tn_split()`.
#[derive(Debug)]
pub struct Out<R>(PhantomData<fn() -> R>);

impl<R> Out<R> {
    /// The only value.
    pub const NEW: Self = Self(PhantomData);
}

/// Step 1 of 2: a `Result`.
pub trait ViaResult<T, E> {
    /// Its two sides.
    fn __tn_split(&self) -> Fallible<T, E>;
}

impl<T, E> ViaResult<T, E> for &Out<Result<T, E>> {
    fn __tn_split(&self) -> Fallible<T, E> {
        Fallible { ok: Success(PhantomData), err: Failure(PhantomData) }
    }
}

/// Step 2 of 2: anything else.
pub trait ViaPlain<T> {
    /// It, with no other side.
    fn __tn_split(&self) -> Plain<T>;
}

impl<T> ViaPlain<T> for Out<T> {
    fn __tn_split(&self) -> Plain<T> {
        Plain { ok: Success(PhantomData), err: NoFailure }
    }
}

/// A `Result`.
#[derive(Debug)]
pub struct Fallible<T, E> {
    /// `Ok`.
    pub ok: Success<T>,
    /// `Err`.
    pub err: Failure<E>,
}

/// Anything but a `Result`.
#[derive(Debug)]
pub struct Plain<T> {
    /// It.
    pub ok: Success<T>,
    /// Nothing.
    pub err: NoFailure,
}

/// How the value of a function becomes a reply.
pub type Answer<R> = Box<dyn FnOnce(R) -> Reply + Send>;

#[allow(clippy::unused_self, reason = "what is carried is the type")]
impl<T: 'static, E: 'static> Fallible<T, E> {
    /// Joins the two sides again.
    pub fn answer(&self, ok: fn(T) -> Reply, err: fn(E) -> Reply) -> Answer<Result<T, E>> {
        Box::new(move |result| match result {
            Ok(value) => ok(value),
            Err(error) => err(error),
        })
    }
}

#[allow(clippy::unused_self, reason = "what is carried is the type")]
impl<T: 'static> Plain<T> {
    /// As the success is.
    pub fn answer(&self, ok: fn(T) -> Reply, _: NoFailure) -> Answer<T> {
        Box::new(ok)
    }
}

/// Carries the type of a success: `(&&&ok).__tn_reply()`.
#[derive(Debug)]
pub struct Success<T>(PhantomData<fn() -> T>);

/// Step 1 of 3: content.
pub trait ViaContent<T> {
    /// No output schema.
    fn __tn_output(&self) -> OutputSpec {
        OutputSpec::Content
    }
    /// The blocks.
    fn __tn_reply(&self) -> fn(T) -> Reply;
}

impl<T: WholeReply> ViaContent<T> for &&Success<T> {
    fn __tn_reply(&self) -> fn(T) -> Reply {
        T::into_reply
    }
}

/// What needs nothing added to be a reply.
pub trait WholeReply {
    /// The reply.
    fn into_reply(self) -> Reply;
}

impl<T: IntoContent> WholeReply for T {
    fn into_reply(self) -> Reply {
        Reply { content: self.into_content(), ..Reply::default() }
    }
}

impl WholeReply for Reply {
    fn into_reply(self) -> Reply {
        self
    }
}

/// Step 2 of 3: a structured value.
pub trait ViaStructured<T> {
    /// The schema of the type.
    fn __tn_output(&self) -> OutputSpec;
    /// The value, and the same as text for clients that know no structured content.
    fn __tn_reply(&self) -> fn(T) -> Reply;
}

impl<T: Serialize + JsonSchema> ViaStructured<T> for &Success<T> {
    fn __tn_output(&self) -> OutputSpec {
        OutputSpec::Structured(output_type::<T>())
    }

    fn __tn_reply(&self) -> fn(T) -> Reply {
        |value| Reply::from_json(serde_json::to_value(value))
    }
}

/// Step 3 of 3: nothing that we know.
pub trait ViaNothing<T> {
    /// Never reached, for the other method does not compile.
    fn __tn_output(&self) -> OutputSpec {
        OutputSpec::Content
    }
    /// Does not compile.
    fn __tn_reply(&self) -> fn(T) -> Reply
    where
        T: ToolOutput;
}

impl<T> ViaNothing<T> for Success<T> {
    fn __tn_reply(&self) -> fn(T) -> Reply
    where
        T: ToolOutput,
    {
        T::never
    }
}

/// Stands for all that a tool can give. No type has it: it is only asked for when every step failed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "neither content nor a structured value",
    note = "a structured value is written as JSON and described to the caller: \
            add `#[derive(serde::Serialize, schemars::JsonSchema)]` to the type",
    note = "for text and other content, give `String`, `Content`, `Vec<Content>` or a type with `IntoContent`"
)]
pub trait ToolOutput: Sized {
    /// Never called.
    fn never(self) -> Reply;
}

/// Carries the type of a failure: `(&&&&err).__tn_reply()`.
#[derive(Debug)]
pub struct Failure<E>(PhantomData<fn() -> E>);

/// In the place of a failure where there is none.
#[derive(Clone, Copy, Debug)]
pub struct NoFailure;

#[allow(clippy::unused_self, reason = "what is carried is the type")]
impl NoFailure {
    /// Nothing to reply with.
    #[must_use]
    pub fn __tn_reply(self) -> Self {
        self
    }
}

/// Step 1 of 4: an error with its sources, or what ends a call otherwise.
pub trait ViaError<E> {
    /// The message and those of the sources, or what it says that it is.
    fn __tn_reply(&self) -> fn(E) -> Reply;
}

impl<E: Into<CallError>> ViaError<E> for &&&Failure<E> {
    fn __tn_reply(&self) -> fn(E) -> Reply {
        |error| error.into().into()
    }
}

/// Step 2 of 4: what holds an error and is none, such as `Box<dyn Error>` and `anyhow::Error`.
pub trait ViaErrorInside<E> {
    /// The message and those of the sources.
    fn __tn_reply(&self) -> fn(E) -> Reply;
}

impl<E: Deref<Target: Error>> ViaErrorInside<E> for &&Failure<E> {
    fn __tn_reply(&self) -> fn(E) -> Reply {
        |error| Reply::error(with_sources(&*error, error.source()))
    }
}

/// Step 3 of 4: what can be shown.
pub trait ViaDisplay<E> {
    /// What it shows.
    fn __tn_reply(&self) -> fn(E) -> Reply;
}

impl<E: Display> ViaDisplay<E> for &Failure<E> {
    fn __tn_reply(&self) -> fn(E) -> Reply {
        |error| Reply::error(format!("{error:#}"))
    }
}

/// Step 4 of 4: nothing that we know.
pub trait ViaNoError<E> {
    /// Does not compile.
    fn __tn_reply(&self) -> fn(E) -> Reply
    where
        E: ToolError;
}

impl<E> ViaNoError<E> for Failure<E> {
    fn __tn_reply(&self) -> fn(E) -> Reply
    where
        E: ToolError,
    {
        E::never
    }
}

/// Stands for all that a tool can fail with. No type has it: it is only asked for when every step failed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "cannot be shown to the caller",
    note = "the caller is told what went wrong: implement `std::error::Error` or `std::fmt::Display` for the type"
)]
pub trait ToolError: Sized {
    /// Never called.
    fn never(self) -> Reply;
}

/// Starts an async function.
pub fn run_async<R: 'static>(
    future: Pin<Box<dyn Future<Output = R> + Send>>,
    answer: Answer<R>,
) -> Started {
    Started::Running(Box::pin(async move { answer(future.await) }))
}

/// Ends a plain function.
pub fn run_blocking<R>(value: R, answer: Answer<R>) -> Started {
    Started::Done(answer(value))
}
