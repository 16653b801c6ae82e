//! Static bearer tokens: who shows one is the actor that it was given to.

use std::path::Path;
use std::sync::Arc;

use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::fault::Fault;
use crate::source::{self, Faults, Format, Span, hidden};

/// The tokens of a deployment, by the SHA-256 of each; the tokens themselves are nowhere.
#[derive(Clone, Debug)]
pub(super) struct Tokens(Vec<Known>);

#[derive(Clone, Debug)]
struct Known {
    digest: [u8; 32],
    actor: Arc<str>,
}

/// Why a request shows no token that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unproven {
    /// It shows none.
    Absent,
    /// What it shows is no bearer token.
    Other,
    /// Nobody was given this one.
    Unknown,
}

impl Tokens {
    /// Reads a file: `ACTOR: SHA256` a line, in hexadecimal; an actor may have several tokens. Lines that begin with `#` are
    /// comments.
    ///
    /// # Errors
    ///
    /// All faults of the file at once. None of them repeats what is written, which may be a token by mistake.
    pub(super) fn read(path: &Path) -> Result<Self, Vec<Fault>> {
        let current = std::env::current_dir().unwrap_or_default();
        let shown = path.strip_prefix(current).unwrap_or(path);
        let source = source::read(path, Format::Toml, shown).map_err(|fault| vec![fault])?;
        let mut faults = Faults::new(&source);
        let mut known: Vec<Known> = Vec::new();
        let mut end = 0;
        for line in source.body().split_inclusive('\n') {
            let span = Span { start: end, end: end + line.len() };
            end = span.end;
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match parse(line) {
                Ok(one) if known.iter().any(|other| other.digest == one.digest) => {
                    let help = "give each caller a token of its own";
                    faults.invalid_with(span, "this token is already that of a line above", help);
                }
                Ok(one) => known.push(one),
                Err((message, help)) => faults.invalid_with(span, message, help),
            }
        }
        if known.is_empty() && faults.is_empty() {
            let help = "write a line `ACTOR: SHA256` for each caller";
            faults.invalid_with(
                Span::default(),
                "there is no token here, so nobody could call",
                help,
            );
        }
        if faults.is_empty() {
            drop(faults);
            return Ok(Self(known));
        }
        Err(faults.finish())
    }

    /// The actor whose token a request shows. How long it takes tells nothing of the tokens.
    pub(super) fn actor(&self, headers: &HeaderMap) -> Result<Arc<str>, Unproven> {
        let mut shown = headers.get_all(header::AUTHORIZATION).iter();
        let (Some(value), None) = (shown.next(), shown.next()) else {
            let none = !headers.contains_key(header::AUTHORIZATION);
            return Err(if none { Unproven::Absent } else { Unproven::Other });
        };
        // The scheme is read as RFC 9110, section 11.1, has it.
        let token = match value.to_str().ok().and_then(|value| value.split_once(' ')) {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
            _ => return Err(Unproven::Other),
        };
        let digest = Sha256::digest(token.as_bytes());
        let mut actor = None;
        for known in &self.0 {
            if bool::from(known.digest.as_slice().ct_eq(digest.as_slice())) {
                actor = Some(&known.actor);
            }
        }
        actor.map(Arc::clone).ok_or(Unproven::Unknown)
    }
}

fn parse(line: &str) -> Result<Known, (String, String)> {
    let form = || "write `ACTOR: SHA256`, as `printf %s TOKEN | sha256sum` prints it".to_owned();
    let Some((actor, digest)) = line.rsplit_once(':') else {
        return Err(("this line has no `:` between an actor and a digest".to_owned(), form()));
    };
    let (actor, digest) = (actor.trim(), digest.trim());
    if actor.is_empty() {
        return Err(("this line names no actor".to_owned(), form()));
    }
    if let Some(fault) = hidden(actor) {
        return Err(fault);
    }
    let digest = hexadecimal(digest).ok_or_else(|| {
        let message = "what stands after the actor is no SHA-256, which has 64 hexadecimal digits";
        (message.to_owned(), form())
    })?;
    Ok(Known { digest, actor: actor.into() })
}

fn hexadecimal(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).ok()?;
    }
    Some(bytes)
}

/// The faults a line each, without the excerpts that other files have.
pub(super) fn told(faults: &[Fault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
