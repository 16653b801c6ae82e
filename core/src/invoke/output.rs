//! From what a command printed to an answer.

use std::io;
use std::process::ExitStatus;

use serde_json::Value;

use super::process::{End, Finished, signal_name};
use super::{Argv, CallLimits};
use crate::node::Stdout;
use crate::project::Node;
use crate::registry::{Content, Reply};

/// The answer of a command.
pub(super) fn reply(
    node: &Node,
    argv: &Argv,
    limits: &CallLimits,
    finished: io::Result<Finished>,
) -> Reply {
    let finished = match finished {
        Ok(finished) => finished,
        Err(error) => {
            return Reply::error(format!(
                "{} could not start {} in {}: {error}",
                node.name,
                argv.program.display(),
                argv.cwd.display()
            ));
        }
    };
    let failure = match &finished.end {
        End::TimedOut => {
            Some(format!("ran into its limit of {} s and was ended", limits.time.as_secs_f64()))
        }
        End::Cancelled => Some("was cancelled and ended".to_owned()),
        End::Status(status) => failed(node, *status),
    };
    match failure {
        Some(what) => failure_reply(node, &what, &finished),
        None => success(node, &finished),
    }
}

/// What is wrong with a status, if anything.
fn failed(node: &Node, status: ExitStatus) -> Option<String> {
    let exit = &node.entry.node.exit;
    let Some(code) = status.code() else {
        let name = signal_name(status).unwrap_or_else(|| "an unknown cause".to_owned());
        return Some(format!("was ended by {name}"));
    };
    let is = |codes: &[u8]| codes.iter().any(|&known| i32::from(known) == code);
    if is(&exit.undetermined) {
        Some(format!("exited with status {code}, which says that nothing could be determined"))
    } else if is(&exit.ok) {
        None
    } else {
        Some(format!("exited with status {code}"))
    }
}

fn failure_reply(node: &Node, what: &str, finished: &Finished) -> Reply {
    let mut text = format!("{} {what}", node.name);
    for (name, captured) in [("stderr", &finished.stderr), ("stdout", &finished.stdout)] {
        let printed = captured.text();
        if !printed.trim().is_empty() {
            text += &format!("\n{name}:\n{}", printed.trim_end());
        }
    }
    Reply::error(text)
}

fn success(node: &Node, finished: &Finished) -> Reply {
    let io = &node.entry.node.io;
    match io.stdout {
        Stdout::Text | Stdout::Jsonl => Reply::text(finished.stdout.text()),
        Stdout::Json => json(node, finished),
        Stdout::Bytes => bytes(node, finished, io.media_type.as_deref().unwrap_or_default()),
    }
}

/// Half a document is never passed on, nor one that is not what was declared.
fn json(node: &Node, finished: &Finished) -> Reply {
    let Some(printed) = finished.stdout.whole() else {
        return failure_reply(
            node,
            "printed more JSON than its limit `output_bytes` admits; nothing is passed on",
            finished,
        );
    };
    let value: Value = match serde_json::from_slice(printed) {
        Ok(value) => value,
        Err(error) => {
            return failure_reply(
                node,
                &format!("did not print one JSON value: {error}"),
                finished,
            );
        }
    };
    match node.output_validator() {
        Ok(Some(validator)) => {
            let faults: Vec<_> = validator
                .iter_errors(&value)
                .take(5)
                .map(|error| format!("at \"{}\": {error}", error.instance_path()))
                .collect();
            if !faults.is_empty() {
                let what =
                    format!("printed JSON that its declared outputs refuse: {}", faults.join("; "));
                return failure_reply(node, &what, finished);
            }
        }
        Ok(None) => {}
        Err(message) => return Reply::error(message),
    }
    Reply {
        content: vec![Content::text(value.to_string())],
        structured: Some(value),
        is_error: false,
    }
}

fn bytes(node: &Node, finished: &Finished, media_type: &str) -> Reply {
    let Some(data) = finished.stdout.whole() else {
        return failure_reply(
            node,
            "printed more bytes than its limit `output_bytes` admits; nothing is passed on",
            finished,
        );
    };
    let block = match media_type.split('/').next() {
        Some("image") => Content::image(data, media_type),
        Some("audio") => Content::audio(data, media_type),
        _ => Content::Resource {
            uri: format!("toolnode:{}/output", node.name),
            media_type: Some(media_type.to_owned()),
            body: crate::registry::ResourceBody::Blob(data.to_vec()),
        },
    };
    Reply { content: vec![block], structured: None, is_error: false }
}
