//! What depends on the values of types, asserted while the program compiles. Each message is a whole sentence and names the
//! argument, which the compiler would not.
#![allow(
    clippy::missing_panics_doc,
    reason = "to panic while a program compiles is what they are for"
)]

use toolnode_rules::json;

use crate::registry::argument::Placed;
use crate::registry::newtype::{IntegerInside, IntegerNewtype};

/// A message put together while the program compiles.
struct Message {
    bytes: [u8; 2048],
    length: usize,
}

impl Message {
    const EMPTY: Self = Self { bytes: [0; 2048], length: 0 };

    const fn add(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if text.len() > self.bytes.len() - self.length {
            return self;
        }
        let mut at = 0;
        while at < text.len() {
            self.bytes[self.length + at] = text[at];
            at += 1;
        }
        self.length += text.len();
        self
    }

    const fn add_number(self, number: u32) -> Self {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let before = if number > 9 { self.add_number(number / 10) } else { self };
        before.add(DIGITS[(number % 10) as usize])
    }

    const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

/// Refuses an argument that would be an option by its first character. `lone` says that a single `-` is declared.
#[track_caller]
pub const fn no_leading_dash(placed: &Placed, name: &str, lone: bool, place: &str, help: &str) {
    let dash = if lone { placed.longer_leading_dash } else { placed.leading_dash };
    if let Some(value) = dash {
        let message = Message::EMPTY
            .add("`")
            .add(name)
            .add("` admits \"")
            .add(value)
            .add("\", and ")
            .add(place)
            .add(" that begins with `-` is an option to the program\nhelp: ")
            .add(help);
        panic!("{}", message.as_str());
    }
}

/// Refuses a list where more follows.
#[track_caller]
pub const fn not_repeated(placed: &Placed, message: &str) {
    assert!(!placed.repeated, "{}", message);
}

/// Refuses a value: the flag must stand alone.
#[track_caller]
pub const fn bare(placed: &Placed, message: &str) {
    assert!(placed.bare, "{}", message);
}

/// Refuses `joined` on a flag without a value.
#[track_caller]
pub const fn not_bare(placed: &Placed, message: &str) {
    assert!(!placed.bare, "{}", message);
}

/// Refuses a required positional behind one that may be left out. `default` says that there is one.
#[track_caller]
pub const fn in_order(
    before: &Placed,
    before_default: bool,
    placed: &Placed,
    default: bool,
    message: &str,
) {
    let may_be_left_out = before.optional || before_default;
    let required = !placed.optional && !default;
    assert!(!(may_be_left_out && required), "{}", message);
}

/// The text of an input schema that is written by hand; refuses what cannot be one.
#[track_caller]
pub const fn input_schema(text: &'static str) -> &'static str {
    let message = Message::EMPTY.add("`input_schema` ");
    let message = match json::input_schema(text) {
        Ok(()) => return text,
        Err(json::Fault::Syntax { line, wanted }) => {
            message.add("is not JSON: line ").add_number(line).add(" lacks ").add(wanted)
        }
        Err(json::Fault::NoObject) => message
            .add("is JSON, and no object\nhelp: write a JSON Schema, `{ \"type\": \"object\", … }`"),
        Err(json::Fault::NoObjectType) => message.add(
            "is the schema of no object, which the arguments of a call are\nhelp: write `\"type\": \"object\"` in it, at the top",
        ),
    };
    panic!("{}", message.as_str());
}

/// Refuses a bound that the integer inside cannot hold.
#[track_caller]
pub const fn bound_fits<T: IntegerNewtype>(bound: i128, message: &str) {
    let (least, most) = T::Inside::ALL;
    assert!(bound >= least && bound <= most, "{}", message);
}
