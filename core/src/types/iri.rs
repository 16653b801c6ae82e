//! IRIs (RFC 3987), as far as they name types.

use jsonschema::uri;

/// Whether a reference begins with a scheme and has no character that an IRI cannot hold.
pub(crate) fn is_absolute(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
        && !rest.is_empty()
        && !rest
            .contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"{}|\\^`".contains(c))
}

/// An IRI as the document it names, normalized (RFC 3986, 6.2.2), and the decoded fragment.
pub(super) fn split(iri: &str) -> Option<(String, String)> {
    let (document, fragment) = iri.split_once('#').unwrap_or((iri, ""));
    if !is_absolute(document) {
        return None;
    }
    let document = uri::from_str(&ascii(document)).ok()?;
    Some((document.as_str().to_owned(), decode(fragment)?))
}

/// A reference in a document, resolved against its base (RFC 3986, 5).
pub(super) fn resolve(base: &str, reference: &str) -> Option<(String, String)> {
    let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    let fragment = decode(fragment)?;
    if document.is_empty() {
        return Some((base.to_owned(), fragment));
    }
    let base = uri::from_str(base).ok()?;
    let document = uri::resolve_against(&base.borrow(), &ascii(document)).ok()?;
    Some((document.as_str().to_owned(), fragment))
}

/// A name as a token of a JSON pointer in a fragment: `a/b` as `a~1b`.
pub(super) fn fragment_token(name: &str) -> String {
    let mut token = String::new();
    for character in name.replace('~', "~0").replace('/', "~1").chars() {
        let plain = character.is_alphanumeric() || "-._~!$&'()*+,;=:@".contains(character);
        if plain {
            token.push(character);
        } else {
            encode(character, &mut token);
        }
    }
    token
}

/// The IRI of a file below an instance's base, for a document that does not name itself.
pub(crate) fn below(base: &str, path: &str) -> String {
    let mut iri = base.to_owned();
    if !iri.ends_with('/') {
        iri.push('/');
    }
    let tokens: Vec<String> =
        path.split('/').map(|name| fragment_token(name).replace("~0", "~")).collect();
    iri + &tokens.join("/")
}

/// RFC 3987, 3.1: an IRI as a URI.
fn ascii(iri: &str) -> String {
    let mut uri = String::with_capacity(iri.len());
    for character in iri.chars() {
        if character.is_ascii() {
            uri.push(character);
        } else {
            encode(character, &mut uri);
        }
    }
    uri
}

fn encode(character: char, text: &mut String) {
    for byte in character.encode_utf8(&mut [0; 4]).bytes() {
        let digit =
            |value: u8| char::from_digit(value.into(), 16).unwrap_or('0').to_ascii_uppercase();
        text.extend(['%', digit(byte >> 4), digit(byte & 15)]);
    }
}

fn decode(fragment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
            let value = digit(rest.next())? * 16 + digit(rest.next())?;
            bytes.push(u8::try_from(value).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}
