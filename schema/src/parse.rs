//! Reading JSON without losing what its numbers say.

use std::fmt;

use serde_json::Value;

use crate::number;

/// A text that is no JSON, or one whose numbers a machine would round.
#[derive(Debug)]
pub enum ParseError {
    /// It is no JSON.
    Syntax(serde_json::Error),
    /// This number cannot be kept as it is written, so that nothing said about it would be sure.
    Number(String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => write!(f, "no JSON: {error}"),
            Self::Number(number) => {
                write!(
                    f,
                    "the number {number} has more digits, or is larger, than double precision can keep"
                )
            }
        }
    }
}

impl std::error::Error for ParseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Syntax(error) => Some(error),
            Self::Number(_) => None,
        }
    }
}

/// The value that a text of JSON stands for.
///
/// # Errors
///
/// Where it is no JSON, and where a number would be rounded.
pub fn parse(text: &str) -> Result<Value, ParseError> {
    let value = serde_json::from_str(text).map_err(ParseError::Syntax)?;
    keeps_numbers(text)?;
    Ok(value)
}

/// Whether each number of a text that is JSON can be kept as it is written.
pub(crate) fn keeps_numbers(text: &str) -> Result<(), ParseError> {
    match numbers(text).find(|number| !is_kept(number)) {
        Some(number) => Err(ParseError::Number(number.to_owned())),
        None => Ok(()),
    }
}

fn is_kept(text: &str) -> bool {
    let kept = serde_json::from_str(text).ok().as_ref().and_then(number::exact);
    kept.is_some() && kept == number::decimal(text)
}

/// The numbers in a text that is JSON.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let start = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit())?;
            rest = &rest[start..];
            if let Some(inner) = rest.strip_prefix('"') {
                let mut escaped = false;
                let end = inner.find(|c: char| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                })?;
                rest = &inner[end + 1..];
                continue;
            }
            let end = rest
                .find(|c: char| !matches!(c, '-' | '+' | '.' | 'e' | 'E') && !c.is_ascii_digit())
                .unwrap_or(rest.len());
            let (number, behind) = rest.split_at(end);
            rest = behind;
            return Some(number);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{ParseError, numbers, parse};

    #[test]
    fn numbers_are_found_outside_of_strings() {
        let text = r#"{"a1\"-2": [-3.5e+2, 4], "b": "5\\", "c": 6}"#;
        assert_eq!(numbers(text).collect::<Vec<_>>(), ["-3.5e+2", "4", "6"]);
    }

    #[test]
    fn what_would_be_rounded_is_refused() {
        for kept in [
            "0.1",
            "1e300",
            "18446744073709551615",
            "-9223372036854775808",
            "1e2",
            "100000000000000000000",
        ] {
            assert!(parse(kept).is_ok(), "{kept}");
        }
        for lost in
            ["18446744073709551617", "0.12345678901234567890123", "9007199254740993.5", "1e-400"]
        {
            assert!(matches!(parse(lost), Err(ParseError::Number(_))), "{lost}");
        }
    }
}
