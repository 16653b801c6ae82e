//! From the arguments of a call to the parameters of a function.
//!
//! The expansion of `#[tool]` names [`param`], or [`input`] where the parameter has an `#[arg(…)]`, once a
//! parameter. Which implementation serves it is inferred from the type, so aliases work.
//!
//! Each trait here has two blanket implementations, told apart by `Kind`. With a single one the compiler would
//! look through it and report a bound of that implementation in place of our message.

use std::any::TypeId;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::registry::numbers::with_whole_numbers;
use crate::registry::types::{Optional, input_type};
use crate::registry::{
    BadInput, Call, Context, Description, ExampleSpec, InputSpec, Reply, Started, State, StateSpec,
};

/// The arguments of a call while the parameters are read from them.
#[derive(Debug)]
pub struct Args {
    arguments: Map<String, Value>,
    context: Context,
    refused: Vec<BadInput>,
    missing: Option<&'static str>,
}

impl Args {
    /// The arguments of a call, none of them read yet.
    pub fn new(call: Call) -> Self {
        let Call { arguments, context } = call;
        Self { arguments, context, refused: Vec::new(), missing: None }
    }

    /// The surroundings of the call, once the parameters are read.
    pub fn into_context(self) -> Context {
        self.context
    }

    /// Ends the call after a parameter could not be read, and says all that was wrong.
    pub fn refuse(self) -> Started {
        match self.missing {
            Some(state) => Started::Done(Reply::error(format!(
                "This tool needs a shared value of type `{state}`, which the server was not given."
            ))),
            None => Started::Refused(self.refused),
        }
    }

    fn refuse_input(
        &mut self,
        name: &str,
        secret: bool,
        sent: Option<Value>,
        error: &serde_json::Error,
    ) {
        let (rule, value) = match sent {
            None => ("It is required.".to_owned(), Value::Null),
            Some(_) if secret => ("It does not fit its type.".to_owned(), Value::Null),
            Some(value) => (format!("It does not fit its type: {error}."), value),
        };
        self.refused.push(BadInput { name: name.to_owned(), rule, value });
    }
}

/// What an input is, apart from its type.
#[derive(Debug)]
pub struct Port {
    /// Name of the property.
    pub name: &'static str,
    /// Doc comment of the parameter.
    pub description: &'static str,
    /// Whether its value is kept out of messages and records.
    pub secret: bool,
    /// Value when a call leaves it out.
    pub default: Option<Value>,
}

/// A type that a parameter of a tool can have. `Kind` tells the implementations apart.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a tool",
    label = "neither an input nor lent by the server",
    note = "an input is read from JSON and described to the caller: \
            add `#[derive(serde::Deserialize, schemars::JsonSchema)]` to its type",
    note = "a value shared by all calls is taken as `State<T>`, where `T` is `Send + Sync + 'static`; \
            cancellation and progress are taken as `&Context`"
)]
pub trait ToolParam<Kind>: Sized {
    /// Reads it; `None` when the fault was noted.
    fn take(args: &mut Args, name: &'static str) -> Option<Self>;
    /// Writes down what is needed for it.
    fn describe(into: &mut Description, optional: Optional, name: &'static str, doc: &'static str);
}

/// A type that a parameter with `#[arg(…)]` can have. `Kind` tells the implementations apart.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an input of a tool",
    label = "`#[arg(…)]` is for inputs",
    note = "an input is read from JSON and described to the caller: \
            add `#[derive(serde::Deserialize, schemars::JsonSchema)]` to its type",
    note = "remove `#[arg(…)]` from what the server lends, such as `State<T>`"
)]
pub trait ToolInput<Kind>: Sized {
    /// Reads it; `None` when the fault was noted.
    fn take(
        args: &mut Args,
        name: &'static str,
        secret: bool,
        default: Option<fn() -> Self>,
    ) -> Option<Self>;
    /// Writes down what is needed for it.
    fn describe(into: &mut Description, optional: Optional, port: Port);
}

/// Kind of a parameter that is read from JSON.
#[derive(Debug)]
pub struct FromJson(());

/// Kind of a parameter that the server lends.
#[derive(Debug)]
pub struct FromServer(());

impl<T: DeserializeOwned + JsonSchema> ToolInput<FromJson> for T {
    fn take(
        args: &mut Args,
        name: &'static str,
        secret: bool,
        default: Option<fn() -> T>,
    ) -> Option<T> {
        let sent = args.arguments.remove(name);
        if let (None, Some(default)) = (&sent, default) {
            return Some(default());
        }
        // What is absent is read as null, which only an `Option` takes for an answer.
        let mut value = sent.as_ref().unwrap_or(&Value::Null);
        let error = match T::deserialize(value) {
            Ok(value) => return Some(value),
            Err(error) => error,
        };
        let whole;
        if let Some(retry) = with_whole_numbers(value) {
            whole = retry;
            value = &whole;
            if let Ok(value) = T::deserialize(value) {
                return Some(value);
            }
        }
        args.refuse_input(name, secret, sent, &error);
        None
    }

    fn describe(into: &mut Description, optional: Optional, port: Port) {
        into.inputs.push(InputSpec {
            name: port.name,
            description: port.description,
            ty: optional.0.unwrap_or_else(input_type::<T>),
            repeated: false,
            placement: None,
            required: optional.0.is_none() && port.default.is_none(),
            default: port.default,
            secret: port.secret,
            header: None,
        });
    }
}

impl<T: Nothing> ToolInput<FromServer> for T {
    fn take(_: &mut Args, _: &'static str, _: bool, _: Option<fn() -> T>) -> Option<T> {
        None
    }

    fn describe(_: &mut Description, _: Optional, _: Port) {}
}

/// Holds of no type.
#[allow(unnameable_types, reason = "it only makes a second implementation")]
pub trait Nothing {}

impl<T: DeserializeOwned + JsonSchema> ToolParam<FromJson> for T {
    fn take(args: &mut Args, name: &'static str) -> Option<T> {
        <T as ToolInput<FromJson>>::take(args, name, false, None)
    }

    fn describe(into: &mut Description, optional: Optional, name: &'static str, doc: &'static str) {
        let port = Port { name, description: doc, secret: false, default: None };
        <T as ToolInput<FromJson>>::describe(into, optional, port);
    }
}

impl<T: Lent> ToolParam<FromServer> for T {
    fn take(args: &mut Args, _: &'static str) -> Option<T> {
        let lent = T::lend(&args.context);
        if lent.is_none() {
            args.missing.get_or_insert(T::name());
        }
        lent
    }

    fn describe(into: &mut Description, _: Optional, _: &'static str, _: &'static str) {
        into.states.extend(T::state());
    }
}

/// What the server lends to a call.
pub trait Lent: Sized {
    /// It, from the surroundings of the call.
    fn lend(context: &Context) -> Option<Self>;
    /// What the server must have been given for it.
    fn state() -> Option<StateSpec>;
    /// What to call it in a message.
    fn name() -> &'static str;
}

impl<T: Send + Sync + 'static> Lent for State<T> {
    fn lend(context: &Context) -> Option<Self> {
        context.state()
    }

    fn state() -> Option<StateSpec> {
        Some(StateSpec { id: TypeId::of::<T>(), name: Self::name() })
    }

    fn name() -> &'static str {
        std::any::type_name::<T>()
    }
}

impl Lent for Context {
    fn lend(context: &Context) -> Option<Self> {
        Some(context.clone())
    }

    fn state() -> Option<StateSpec> {
        None
    }

    fn name() -> &'static str {
        "Context"
    }
}

/// The type behind a parameter taken by reference.
#[diagnostic::on_unimplemented(
    message = "a parameter by reference can only be `&Context`, and this is `&{Self}`",
    label = "not `Context`",
    note = "an input is taken by value: `String` for `&str`, `Vec<T>` for `&[T]`, `T` for `&T`",
    note = "a value shared by all calls is taken as `State<T>`"
)]
pub trait ByReference {
    /// It, from the surroundings of the call.
    fn of(context: &Context) -> &Self;
}

impl ByReference for Context {
    fn of(context: &Context) -> &Self {
        context
    }
}

/// What the expansion does with a parameter that has no `#[arg(…)]`. Both come of one function, so that an unusable type
/// is reported once.
#[derive(Debug)]
pub struct Param<T> {
    /// `ToolParam::take`.
    pub take: fn(&mut Args, &'static str) -> Option<T>,
    /// `ToolParam::describe`.
    pub describe: fn(&mut Description, Optional, &'static str, &'static str),
}

/// A parameter that has no `#[arg(…)]`.
pub fn param<T: ToolParam<Kind>, Kind>() -> Param<T> {
    Param { take: T::take, describe: T::describe }
}

/// What the expansion does with a parameter that has an `#[arg(…)]`.
#[derive(Debug)]
#[allow(clippy::type_complexity, reason = "it is the type of one method")]
pub struct InputParam<T> {
    /// `ToolInput::take`.
    pub take: fn(&mut Args, &'static str, bool, Option<fn() -> T>) -> Option<T>,
    /// `ToolInput::describe`.
    pub describe: fn(&mut Description, Optional, Port),
}

/// A parameter that has an `#[arg(…)]`.
pub fn input<T: ToolInput<Kind>, Kind>() -> InputParam<T> {
    InputParam { take: T::take, describe: T::describe }
}

/// The context for a parameter taken by reference.
pub fn by_reference<T: ByReference + ?Sized>(context: &Context) -> &T {
    T::of(context)
}

/// Adds an example; the input is an object.
pub fn describe_example(
    into: &mut Description,
    name: &'static str,
    input: Value,
    expect: Option<Value>,
) {
    let input = if let Value::Object(input) = input { input } else { Map::new() };
    into.examples.push(ExampleSpec { name, input, expect });
}
