//! Types whose values are words of a command line, proven.

use std::fmt;
use std::num;

use schemars::JsonSchema;

/// A type each of whose values is one plain word of a command line: letters, digits and `_ . / : @ % + = , -`.
///
/// `#[derive(ArgvType)]` implements it, and proves it while the program compiles. Integers have it as they are. It can be
/// implemented by hand; what is promised then is proven when the program starts, from the type's JSON Schema, and a node
/// whose type admits more is not served.
pub trait ArgvType: JsonSchema {
    /// A shortest value that begins with `-`, where the type admits one.
    const LEADING_DASH: Option<&'static str>;
    /// The same among the values of two characters or more: a lone `-` can be declared by `lead = ["-"]`.
    const LONGER_LEADING_DASH: Option<&'static str>;
}

macro_rules! integers {
    ($dash:expr; $($integer:ty),* $(,)?) => {
        $(
            impl ArgvType for $integer {
                const LEADING_DASH: Option<&'static str> = $dash;
                const LONGER_LEADING_DASH: Option<&'static str> = $dash;
            }
        )*
    };
}

integers!(Some("-1"); i8, i16, i32, i64, isize);
integers!(None; u8, u16, u32, u64, usize);
integers!(None; num::NonZeroU8, num::NonZeroU16, num::NonZeroU32, num::NonZeroU64, num::NonZeroUsize);

/// A value that a type made by `#[derive(ArgvType)]` does not admit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgvError {
    pub(crate) message: String,
}

impl fmt::Display for ArgvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ArgvError {}
