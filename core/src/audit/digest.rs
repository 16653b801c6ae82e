//! Digests: of nodes and outputs, and keyed ones of what is secret.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::record::OutputDigest;
use crate::node::secrets;
use crate::project::Node;
use crate::registry::{Content, Reply, ResourceBody};

/// SHA-256 of a node as it is declared and of the schemas that are served for it; hexadecimal. Whatever changes what a
/// call means changes it.
pub fn node_digest(node: &Node) -> String {
    let whole = json!({
        "node": node.entry.node,
        "inputSchema": *node.input_schema,
        "outputSchema": node.output_schema.as_deref(),
    });
    let mut text = String::new();
    canonical(&whole, &mut text);
    hex(&Sha256::digest(text))
}

/// Compact JSON with the keys of all objects in order.
fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(object) => {
            let mut members: Vec<_> = object.iter().collect();
            members.sort_by_key(|(key, _)| *key);
            text.push('{');
            for (index, (key, value)) in members.into_iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                canonical(value, text);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                canonical(item, text);
            }
            text.push(']');
        }
        other => text.push_str(&other.to_string()),
    }
}

/// Size and digest of what a tool answered: the text or data of its content blocks, one after the other.
pub(crate) fn output_digest(reply: &Reply) -> OutputDigest {
    let mut digest = Sha256::new();
    let mut bytes = 0;
    for block in &reply.content {
        let data = match block {
            Content::Text(text) | Content::Resource { body: ResourceBody::Text(text), .. } => {
                text.as_bytes()
            }
            Content::Image { data, .. }
            | Content::Audio { data, .. }
            | Content::Resource { body: ResourceBody::Blob(data), .. } => data.as_slice(),
            Content::ResourceLink { uri, .. } => uri.as_bytes(),
        };
        bytes += data.len() as u64;
        digest.update(data);
    }
    OutputDigest { bytes, sha256: hex(&digest.finalize()) }
}

/// Lower-case hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    let mut text = Vec::with_capacity(bytes.len() * 2);
    push_hex(bytes, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

pub(super) fn push_hex(bytes: &[u8], to: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let at = to.len();
    to.resize(at + bytes.len() * 2, b'0');
    for (digits, byte) in to[at..].chunks_exact_mut(2).zip(bytes) {
        digits.copy_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    }
}

/// The key of a log's digests of secret inputs. Whoever has the log alone cannot try out what they were.
#[derive(Clone)]
pub(crate) struct Key([u8; 32]);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

impl Key {
    /// The key beside a log; made where there is none, for its owner alone.
    pub(super) fn beside(log: &Path) -> io::Result<Self> {
        let path = key_path(log);
        if let Some(key) = Self::read(&path)? {
            return Ok(key);
        }
        let mut key = [0; 32];
        for half in key.chunks_mut(16) {
            half.copy_from_slice(uuid::Uuid::new_v4().as_bytes());
        }
        // Six bits of each UUID are fixed; what is left is hashed, so that all bits of the key depend on all of them.
        let key: [u8; 32] = Sha256::digest(key).into();
        // Whole or not at all: a key that was cut would make all digests of its time useless.
        let part = path.with_extension("key.new");
        let _ = fs::remove_file(&part);
        let mut file = File::options().write(true).create_new(true).mode(0o600).open(&part)?;
        file.write_all(format!("{}\n", hex(&key)).as_bytes())?;
        file.sync_all()?;
        fs::rename(&part, &path)?;
        Ok(Self(key))
    }

    fn read(path: &Path) -> io::Result<Option<Self>> {
        let mut text = String::new();
        match File::open(path) {
            Ok(file) => file.take(1024).read_to_string(&mut text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let text = text.trim();
        let digits = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
        let bytes: Option<Vec<u8>> = (0..32).map(|index| digits(index * 2)).collect();
        match bytes.and_then(|bytes| <[u8; 32]>::try_from(bytes).ok()).filter(|_| text.len() == 64)
        {
            Some(key) => Ok(Some(Self(key))),
            None => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("{} is no key: it must be 64 hexadecimal digits", path.display()),
            )),
        }
    }

    /// The keyed digest of a value (HMAC-SHA256, RFC 2104), in the form in which records have it.
    fn digest(&self, value: &Value) -> String {
        let mut text = String::new();
        canonical(value, &mut text);
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key may have any length");
        mac.update(text.as_bytes());
        hex(&mac.finalize().into_bytes())
    }

    /// Inputs fit to be kept: secret ones are replaced.
    pub(crate) fn seal(&self, node: &Node, inputs: &Map<String, Value>) -> Map<String, Value> {
        let mut sealed = inputs.clone();
        for input in node.entry.node.io.inputs.iter().filter(|input| input.secret) {
            if let Some(value) = sealed.get_mut(&input.name) {
                *value = json!({ DIGEST: self.digest(value) });
            }
        }
        sealed
    }

    /// Inputs from which an argv fit to be kept can be built: a secret one is a word that stands for it.
    pub(crate) fn veil(&self, node: &Node, inputs: &Map<String, Value>) -> Map<String, Value> {
        secrets::veil(&node.entry.node, inputs, |value| format!("{DIGEST}:{}", self.digest(value)))
    }
}

const DIGEST: &str = "hmac-sha256";

fn key_path(log: &Path) -> PathBuf {
    let mut name = log.as_os_str().to_owned();
    name.push(".key");
    name.into()
}
