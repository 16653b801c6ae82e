//! What an argument of a command may be, told by traits: `T`, `Option<T>`, `Vec<T>`, and `bool` as a bare flag.
//!
//! The expansion of `#[tool]` names [`positional`] or [`flag`] once an argument, as a constant, so that what depends on a
//! type (a leading dash, a list) is decided while the program compiles: `argument_checks`.
//!
//! As for the parameters of functions, each trait has an implementation that holds of no type, so that the compiler reports
//! our message and not a bound of the one implementation that it would otherwise look through.

use crate::registry::input::{Nothing, Port};
use crate::registry::types::input_type;
use crate::registry::{ArgvType, Description, InputSpec, PlacementSpec, TypeSpec};

/// What a type is on a command line.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    ty: &'static TypeSpec,
    pub(crate) optional: bool,
    pub(crate) repeated: bool,
    pub(crate) bare: bool,
    pub(crate) leading_dash: Option<&'static str>,
    pub(crate) longer_leading_dash: Option<&'static str>,
}

impl Placed {
    const fn word<T: ArgvType>(optional: bool, repeated: bool) -> Self {
        Self {
            ty: input_type::<T>(),
            optional,
            repeated,
            bare: false,
            leading_dash: T::LEADING_DASH,
            longer_leading_dash: T::LONGER_LEADING_DASH,
        }
    }

    const fn bare(optional: bool) -> Self {
        Self {
            ty: input_type::<bool>(),
            optional,
            repeated: false,
            bare: true,
            leading_dash: None,
            longer_leading_dash: None,
        }
    }

    /// Writes the input down.
    pub fn describe(&self, into: &mut Description, port: Port, placement: PlacementSpec) {
        into.inputs.push(InputSpec {
            name: port.name,
            description: port.description,
            ty: self.ty,
            repeated: self.repeated,
            required: !self.optional && port.default.is_none(),
            default: port.default,
            secret: port.secret,
            header: None,
            placement: Some(placement),
        });
    }
}

/// A type that can stand by itself on a command line. `Kind` tells the implementations apart.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a positional argument of a command",
    label = "not proven to be a plain word",
    note = "an argument is a plain word, proven: a newtype with `#[derive(toolnode::ArgvType)]` and \
            `#[argv(pattern = \"^…$\")]`, an enum of words with the same derive, or an integer; also `Option` or `Vec` of one",
    note = "prose goes to standard input: `#[arg(stdin)]`",
    note = "a `bool` is a flag without a value: `#[arg(flag = \"--…\")]`"
)]
pub trait PositionalArg<Kind> {
    /// What it is there.
    const PLACED: Placed;
}

/// A type that can stand behind a flag. `Kind` tells the implementations apart.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of a flag",
    label = "not proven to be a plain word",
    note = "what stands behind a flag is a plain word, proven: a newtype with `#[derive(toolnode::ArgvType)]` and \
            `#[argv(pattern = \"^…$\")]`, an enum of words with the same derive, or an integer; also `Option` or `Vec` of one",
    note = "prose goes to standard input: `#[arg(stdin)]`"
)]
pub trait FlagArg<Kind> {
    /// What it is there.
    const PLACED: Placed;
}

/// Kind of one word.
#[derive(Debug)]
pub struct One(());
/// Kind of one word or none.
#[derive(Debug)]
pub struct Maybe(());
/// Kind of one word or more.
#[derive(Debug)]
pub struct Many(());
/// Kind of any number of words.
#[derive(Debug)]
pub struct MaybeMany(());
/// Kind of a flag without a value.
#[derive(Debug)]
pub struct Bare(());
/// Kind of a flag without a value that may be left out of a call.
#[derive(Debug)]
pub struct MaybeBare(());
/// Kind of no type.
#[derive(Debug)]
pub struct Never(());

macro_rules! words {
    ($($arg:ident)*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl<T: ArgvType> $arg<One> for T {
                const PLACED: Placed = Placed::word::<T>(false, false);
            }

            #[diagnostic::do_not_recommend]
            impl<T: ArgvType> $arg<Maybe> for Option<T> {
                const PLACED: Placed = Placed::word::<T>(true, false);
            }

            #[diagnostic::do_not_recommend]
            impl<T: ArgvType> $arg<Many> for Vec<T> {
                const PLACED: Placed = Placed::word::<T>(false, true);
            }

            #[diagnostic::do_not_recommend]
            impl<T: ArgvType> $arg<MaybeMany> for Option<Vec<T>> {
                const PLACED: Placed = Placed::word::<T>(true, true);
            }

            #[diagnostic::do_not_recommend]
            impl<T: Nothing> $arg<Never> for T {
                const PLACED: Placed = Placed::bare(false);
            }
        )*
    };
}

words!(PositionalArg FlagArg);

#[diagnostic::do_not_recommend]
impl FlagArg<Bare> for bool {
    const PLACED: Placed = Placed::bare(false);
}

#[diagnostic::do_not_recommend]
impl FlagArg<MaybeBare> for Option<bool> {
    const PLACED: Placed = Placed::bare(true);
}

/// What a type is as a positional.
pub const fn positional<T: PositionalArg<Kind>, Kind>() -> Placed {
    T::PLACED
}

/// What a type is behind a flag.
pub const fn flag<T: FlagArg<Kind>, Kind>() -> Placed {
    T::PLACED
}
