//! What the expansion of `#[derive(ArgvType)]` calls: the checks and the schemas of its types.
#![allow(
    clippy::missing_errors_doc,
    reason = "only expansions call these; the error is that a value is not admitted"
)]

use std::fmt::{self, Display};
use std::num;
use std::str::FromStr;
use std::sync::OnceLock;

use schemars::Schema;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};
use toolnode_rules::argv::Matcher;

use crate::registry::ArgvError;

/// A newtype over a string, or an enum of words.
pub trait Worded: Sized {
    /// The value that a text stands for.
    fn from_text(text: String) -> Result<Self, ArgvError>;
}

/// Reads one from JSON.
pub fn deserialize_words<'de, T: Worded, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    T::from_text(String::deserialize(from)?).map_err(D::Error::custom)
}

/// What is inside a newtype with a `pattern`.
#[diagnostic::on_unimplemented(
    message = "a newtype with a `pattern` is over `String`, and this one is over `{Self}`",
    label = "not a `String`",
    note = "write `struct Name(String)`; over an integer, give `min` and `max` instead of a `pattern`"
)]
pub trait TextInside: Sized {
    /// It, from a text that was checked.
    fn from_string(text: String) -> Self;
    /// The text.
    fn as_text(&self) -> &str;
}

impl TextInside for String {
    fn from_string(text: String) -> Self {
        text
    }

    fn as_text(&self) -> &str {
        self
    }
}

/// A newtype with a `pattern`. All that is generated goes through here, so that a type inside that will not do is reported
/// once.
pub trait TextNewtype: Sized {
    /// The type inside.
    type Inside: TextInside;
    /// Around it.
    fn wrap(inside: Self::Inside) -> Self;
    /// Inside it.
    fn inside(&self) -> &Self::Inside;
}

/// The text of a newtype.
pub fn text_of<T: TextNewtype>(value: &T) -> &str {
    value.inside().as_text()
}

/// What a newtype over a string admits.
#[derive(Debug)]
pub struct TextRule {
    /// Name of the type.
    pub name: &'static str,
    /// `pattern`.
    pub pattern: &'static str,
    /// `not`.
    pub not: Option<&'static str>,
    /// `min_len`, in characters.
    pub min_len: Option<u64>,
    /// `max_len`, in characters.
    pub max_len: Option<u64>,
    /// The patterns, once they were needed.
    pub compiled: OnceLock<Option<[Option<Matcher>; 2]>>,
}

impl TextRule {
    /// A value of the type, from a text that it admits.
    pub fn make<T: TextNewtype>(&self, text: String) -> Result<T, ArgvError> {
        self.check(&text)?;
        Ok(T::wrap(T::Inside::from_string(text)))
    }

    /// Whether the type admits a text.
    fn check(&self, text: &str) -> Result<(), ArgvError> {
        let length = text.chars().count() as u64;
        let broken = match (self.min_len, self.max_len) {
            (Some(least), _) if length < least => {
                format!("it has {length} characters, and {least} at least are needed")
            }
            (_, Some(most)) if length > most => {
                // Not shown: nobody knows how long it is.
                let message = format!(
                    "this is no {}: it has {length} characters, and {most} at most are admitted",
                    self.name
                );
                return Err(ArgvError { message });
            }
            _ if !self.matches(text) => match self.not {
                Some(not) => format!("it must match {}, and {not} must not be in it", self.pattern),
                None => format!("it does not match {}", self.pattern),
            },
            _ => return Ok(()),
        };
        Err(ArgvError { message: format!("{text:?} is no {}: {broken}", self.name) })
    }

    fn matches(&self, text: &str) -> bool {
        let compile = || {
            let not = self.not.map(Matcher::new).transpose().ok()?;
            Some([Some(Matcher::new(self.pattern).ok()?), not])
        };
        // The macro compiled them too, so there is nothing here that it did not refuse.
        let Some([pattern, not]) = self.compiled.get_or_init(compile) else { return false };
        pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
            && !not.as_ref().is_some_and(|not| not.is_match(text))
    }

    /// The schema.
    pub fn schema(&self, about: About) -> Schema {
        let mut schema = about.schema("string");
        schema.insert("pattern".into(), self.pattern.into());
        if let Some(not) = self.not {
            schema.insert("not".into(), json!({ "pattern": not }));
        }
        if let Some(least) = self.min_len {
            schema.insert("minLength".into(), least.into());
        }
        if let Some(most) = self.max_len {
            schema.insert("maxLength".into(), most.into());
        }
        schema.into()
    }
}

/// What a type says of itself beside what it admits.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The doc comment.
    pub description: &'static str,
    /// `iri`.
    pub iri: Option<&'static str>,
}

impl About {
    fn schema(self, ty: &str) -> Map<String, Value> {
        let mut schema = Map::new();
        if !self.description.is_empty() {
            schema.insert("description".into(), self.description.into());
        }
        schema.insert("type".into(), ty.into());
        if let Some(iri) = self.iri {
            // Only read here: nothing that is served carries it.
            schema.insert("x-toolnode".into(), json!({ "iri": iri }));
        }
        schema
    }
}

/// What is wrong with a text that is no member of an enum.
pub fn no_member(name: &str, text: &str, members: &[&str]) -> ArgvError {
    ArgvError { message: format!("{text:?} is no {name}: it is one of {}", members.join(", ")) }
}

/// The schema of an enum. A member with a doc comment stands by itself, with its description.
pub fn members_schema(members: &[(&str, &str)], about: About) -> Schema {
    let mut schema = about.schema("string");
    if members.iter().all(|(_, description)| description.is_empty()) {
        let words: Vec<_> = members.iter().map(|(word, _)| *word).collect();
        schema.insert("enum".into(), words.into());
        return schema.into();
    }
    let members = members.iter().map(|(word, description)| match *description {
        "" => json!({ "const": word }),
        description => json!({ "const": word, "description": description }),
    });
    schema.insert("oneOf".into(), members.collect());
    schema.into()
}

/// What is inside a newtype without a `pattern`.
#[diagnostic::on_unimplemented(
    message = "a newtype without a `pattern` is over an integer, and this one is over `{Self}`",
    label = "not an integer",
    note = "over `String`, say what it admits: `#[argv(pattern = \"^[a-z0-9][a-z0-9-]*$\")]`",
    note = "a choice between words is an `enum` without fields"
)]
pub trait IntegerInside: Copy + Display + FromStr + Serialize + DeserializeOwned {
    /// All that it can hold.
    const ALL: (i128, i128);
    /// What its schema says where nothing is declared.
    const SAID: (Option<i128>, Option<i128>);
    /// It, as a number.
    fn wide(self) -> i128;
}

macro_rules! integers {
    ($($integer:ty: $least:expr, $most:expr;)*) => {
        $(
            impl IntegerInside for $integer {
                #[allow(clippy::cast_lossless, reason = "`From` is not const")]
                const ALL: (i128, i128) = (<$integer>::MIN as i128, <$integer>::MAX as i128);
                const SAID: (Option<i128>, Option<i128>) = ($least, $most);

                fn wide(self) -> i128 {
                    i128::try_from(self).unwrap_or(i128::MAX)
                }
            }
        )*
    };
}

integers! {
    u8: Some(0), Some(0xff);
    u16: Some(0), Some(0xffff);
    u32: Some(0), Some(0xffff_ffff);
    u64: Some(0), None;
    usize: Some(0), None;
    i8: Some(-0x80), Some(0x7f);
    i16: Some(-0x8000), Some(0x7fff);
    i32: Some(-0x8000_0000), Some(0x7fff_ffff);
    i64: None, None;
    isize: None, None;
}

macro_rules! never_zero {
    ($($integer:ty: $inside:ty;)*) => {
        $(
            impl IntegerInside for $integer {
                const ALL: (i128, i128) = (1, <$inside as IntegerInside>::ALL.1);
                const SAID: (Option<i128>, Option<i128>) = (Some(1), <$inside as IntegerInside>::SAID.1);

                fn wide(self) -> i128 {
                    self.get().wide()
                }
            }
        )*
    };
}

// Those with a sign have a hole at 0, which no `min` and `max` can say.
never_zero! {
    num::NonZeroU8: u8;
    num::NonZeroU16: u16;
    num::NonZeroU32: u32;
    num::NonZeroU64: u64;
    num::NonZeroUsize: usize;
}

/// A newtype over an integer.
pub trait IntegerNewtype: Sized {
    /// The type inside.
    type Inside: IntegerInside;
    /// Around it.
    fn wrap(inside: Self::Inside) -> Self;
    /// Inside it.
    fn inside(&self) -> &Self::Inside;
}

/// What a newtype over an integer admits.
#[derive(Clone, Copy, Debug)]
pub struct IntegerRule {
    /// Name of the type.
    pub name: &'static str,
    /// `min`.
    pub min: Option<i128>,
    /// `max`.
    pub max: Option<i128>,
}

impl IntegerRule {
    /// A value of the type, from a number that it admits.
    pub fn make<T: IntegerNewtype>(&self, number: T::Inside) -> Result<T, ArgvError> {
        let wide = number.wide();
        let name = self.name;
        let message = match (self.min, self.max) {
            (Some(min), _) if wide < min => format!("{number} is no {name}: it is {min} at least"),
            (_, Some(max)) if wide > max => format!("{number} is no {name}: it is {max} at most"),
            _ => return Ok(T::wrap(number)),
        };
        Err(ArgvError { message })
    }

    /// A value of the type, from the digits of a number that it admits.
    pub fn parse<T: IntegerNewtype>(&self, text: &str) -> Result<T, ArgvError> {
        let number = text.parse().map_err(|_| ArgvError {
            message: format!("{text:?} is no {}: it is an integer", self.name),
        })?;
        self.make(number)
    }
}

/// Reads one from JSON.
pub fn deserialize_integer<'de, T: IntegerNewtype, D: Deserializer<'de>>(
    rule: &IntegerRule,
    from: D,
) -> Result<T, D::Error> {
    rule.make(T::Inside::deserialize(from)?).map_err(D::Error::custom)
}

/// Writes one as JSON.
pub fn serialize_integer<T: IntegerNewtype, S: Serializer>(
    value: &T,
    to: S,
) -> Result<S::Ok, S::Error> {
    value.inside().serialize(to)
}

/// Writes one as digits.
pub fn display_integer<T: IntegerNewtype>(value: &T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    value.inside().fmt(f)
}

/// The schema of one.
pub fn integer_schema<T: IntegerNewtype>(rule: &IntegerRule, about: About) -> Schema {
    let mut schema = about.schema("integer");
    let number = |wide: i128| match i64::try_from(wide) {
        Ok(number) => Value::from(number),
        Err(_) => u64::try_from(wide).map_or(Value::Null, Value::from),
    };
    if let Some(min) = rule.min.or(T::Inside::SAID.0) {
        schema.insert("minimum".into(), number(min));
    }
    if let Some(max) = rule.max.or(T::Inside::SAID.1) {
        schema.insert("maximum".into(), number(max));
    }
    schema.into()
}

/// A value that begins with `-`, where one is admitted: `given`, unless the least is zero or more.
pub const fn leading_dash<T: IntegerNewtype>(
    min: Option<i128>,
    given: &'static str,
) -> Option<&'static str> {
    let least = match min {
        Some(min) => min,
        None => T::Inside::ALL.0,
    };
    if least < 0 { Some(given) } else { None }
}
