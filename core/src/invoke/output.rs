//! From what a command printed to an answer.

use std::io;
use std::process::ExitStatus;

use serde_json::Value;

use super::process::{Captured, End, Finished};
use super::signal::ended_by;
use super::{Argv, CallLimits, text};
use crate::node::Stdout;
use crate::project::Node;
use crate::registry::{Content, Reply, ResourceBody};

/// Bytes of a document that is not what it should be, as an excerpt for whoever mends the command.
const EXCERPT: usize = 2000;

/// The answer of a command.
pub(super) fn reply(
    node: &Node,
    argv: &Argv,
    limits: &CallLimits,
    finished: io::Result<Finished>,
) -> Reply {
    let finished = match finished {
        Ok(finished) => finished,
        Err(error) => return Reply::error(not_run(node, argv, &error)),
    };
    let failure = match &finished.end {
        End::TimedOut => {
            Some(format!("ran into its limit of {} s and was ended", limits.time.as_secs_f64()))
        }
        End::Cancelled => Some("was cancelled and ended".to_owned()),
        End::Status(status) => failed(node, *status),
    };
    match failure {
        Some(what) => failure_reply(node, &what, finished),
        None => success(node, finished),
    }
}

fn not_run(node: &Node, argv: &Argv, error: &io::Error) -> String {
    let (program, folder) = (argv.program.display(), argv.cwd.display());
    let hint = match error.kind() {
        io::ErrorKind::NotFound if !argv.cwd.is_dir() => "; the folder is not there",
        io::ErrorKind::NotFound if argv.program.is_file() => {
            "; the program is there, but the interpreter that its first line names is not"
        }
        io::ErrorKind::NotFound => "; the program is no longer there",
        _ => "",
    };
    format!("{} could not run {program} in {folder}: {error}{hint}", node.name)
}

/// What is wrong with a status, if anything.
fn failed(node: &Node, status: ExitStatus) -> Option<String> {
    let exit = &node.entry.node.exit;
    let Some(code) = status.code() else {
        return Some(format!("was ended by {}", ended_by(status)));
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

/// An error result: what happened, the end of standard error, what standard output held.
fn failure_reply(node: &Node, what: &str, finished: Finished) -> Reply {
    let mut said = format!("{} {what}", node.name);
    if finished.stuck > 0 {
        said += &format!(
            "\n{} of its processes could not be ended: they belong to another user, or wait inside the kernel",
            finished.stuck
        );
    }
    let mut replaced = 0;
    for (name, captured) in [("stderr", finished.stderr), ("stdout", finished.stdout)] {
        if name == "stdout" && node.entry.node.io.stdout == Stdout::Bytes {
            continue;
        }
        let printed = readable(captured);
        replaced += printed.replaced;
        if !printed.text.trim().is_empty() {
            said += &format!("\n{name}:\n{}", printed.text.trim_end());
        }
    }
    let mut reply = Reply::error(said);
    reply.content.extend(note(replaced));
    reply
}

fn success(node: &Node, finished: Finished) -> Reply {
    let io = &node.entry.node.io;
    let warnings = readable(finished.stderr).text;
    let mut reply = match io.stdout {
        Stdout::Text => {
            let printed = readable(finished.stdout);
            let mut reply = Reply::text(printed.text);
            reply.content.extend(note(printed.replaced));
            reply
        }
        Stdout::Json => document(node, finished.stdout, json),
        Stdout::Jsonl => document(node, finished.stdout, json_lines),
        Stdout::Bytes => bytes(node, finished.stdout, io.media_type.as_deref().unwrap_or_default()),
    };
    let warnings = warnings.trim_end();
    if !warnings.is_empty() {
        if reply.is_error {
            reply.content.push(Content::text(format!("stderr:\n{warnings}")));
        } else {
            reply.meta.insert(Reply::STDERR.to_owned(), Value::from(warnings));
        }
    }
    reply
}

/// What was kept, with a line where something is left out.
fn readable(captured: Captured) -> text::Clean {
    let left_out = captured.left_out();
    let (mut head, tail) = captured.into_parts();
    if left_out == 0 {
        return text::clean(head);
    }
    // A character that the cut went through is left out whole.
    let cut = head.utf8_chunks().last().map_or(0, |chunk| chunk.invalid().len());
    let cut = if cut < 4 { cut } else { 0 };
    head.truncate(head.len() - cut);
    let begun = tail.iter().take(3).take_while(|&&byte| byte & 0xc0 == 0x80).count();
    let left_out = left_out + (cut + begun) as u64;
    let (head, tail) = (text::clean(head), text::clean(tail[begun..].to_vec()));
    let gap = if head.text.is_empty() { "" } else { "\n" };
    text::Clean {
        text: format!("{}{gap}[… {left_out} bytes left out …]\n{}", head.text, tail.text),
        replaced: head.replaced + tail.replaced,
    }
}

fn note(replaced: usize) -> Option<Content> {
    (replaced > 0).then(|| {
        Content::text(format!(
            "(Not all of the output was UTF-8: {replaced} bytes are shown as U+FFFD.)"
        ))
    })
}

/// Half a document is never passed on, nor one that is not what was declared.
fn document(
    node: &Node,
    stdout: Captured,
    parse: fn(&Node, &[u8]) -> Result<Value, String>,
) -> Reply {
    let total = stdout.total();
    let Some(printed) = stdout.whole() else { return over_the_cap(node, total) };
    match parse(node, &printed) {
        Ok(value) => Reply {
            content: vec![Content::text(text::json(&value))],
            structured: Some(value),
            ..Reply::default()
        },
        Err(what) => {
            let excerpt = text::clean(printed[..printed.len().min(EXCERPT)].to_vec()).text;
            let more = if printed.len() > EXCERPT { "\n[…]" } else { "" };
            Reply::error(format!("{} {what}\nstdout:\n{}{more}", node.name, excerpt.trim_end()))
        }
    }
}

fn over_the_cap(node: &Node, total: u64) -> Reply {
    Reply::error(format!(
        "{} printed {total} bytes, more than its limit `output_bytes` admits; a part of a document is not passed on",
        node.name
    ))
}

fn json(node: &Node, printed: &[u8]) -> Result<Value, String> {
    let value = serde_json::from_slice(printed)
        .map_err(|error| format!("did not print one JSON value: {error}"))?;
    check(node, &value).map(|()| value)
}

fn json_lines(node: &Node, printed: &[u8]) -> Result<Value, String> {
    let lines = printed.split(|&byte| byte == b'\n').enumerate();
    lines
        .filter(|(_, line)| !line.trim_ascii().is_empty())
        .map(|(index, line)| {
            let value = serde_json::from_slice(line)
                .map_err(|error| format!("did not print JSON in line {}: {error}", index + 1))?;
            check(node, &value)
                .map(|()| value)
                .map_err(|what| format!("in line {} {what}", index + 1))
        })
        .collect()
}

/// Whether a value is what was declared; if not, where.
fn check(node: &Node, value: &Value) -> Result<(), String> {
    let Some(validator) = node.output_validator()? else { return Ok(()) };
    let faults: Vec<_> = validator
        .iter_errors(value)
        .take(5)
        .map(|error| format!("at \"{}\": {error}", error.instance_path()))
        .collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(format!("printed JSON that its declared outputs refuse: {}", faults.join("; ")))
    }
}

fn bytes(node: &Node, stdout: Captured, media_type: &str) -> Reply {
    let total = stdout.total();
    let Some(data) = stdout.whole() else { return over_the_cap(node, total) };
    let block = match media_type.split('/').next() {
        Some("image") => Content::image(data, media_type),
        Some("audio") => Content::audio(data, media_type),
        _ => Content::Resource {
            uri: format!("toolnode:{}/output", node.name),
            media_type: Some(media_type.to_owned()),
            body: ResourceBody::Blob(data),
        },
    };
    Reply { content: vec![block], ..Reply::default() }
}

/// The reply, unless the whole of it has more bytes than a result may: then an error says so.
pub(super) fn within(node: &Node, mut reply: Reply, most: usize) -> Reply {
    let bytes = size(&reply);
    if bytes <= most {
        return reply;
    }
    if reply.is_error
        && let Some(Content::Text(said)) = reply.content.first_mut()
    {
        said.truncate(said.floor_char_boundary(most));
        said.push_str("\n[… the rest is left out …]");
        reply.content.truncate(1);
        reply.structured = None;
        return reply;
    }
    Reply::error(format!(
        "the result of {} has {bytes} bytes, and may have {most}, four times the limit `output_bytes`; ask for less, or raise the limit",
        node.name
    ))
}

/// About as many bytes as the reply takes on the wire.
fn size(reply: &Reply) -> usize {
    let block = |content: &Content| match content {
        Content::Text(text) | Content::Resource { body: ResourceBody::Text(text), .. } => {
            text.len()
        }
        Content::Image { data, .. }
        | Content::Audio { data, .. }
        | Content::Resource { body: ResourceBody::Blob(data), .. } => data.len().div_ceil(3) * 4,
        Content::ResourceLink { uri, name, .. } => uri.len() + name.len(),
    };
    let structured = reply.structured.as_ref().map_or(0, json_size);
    let meta = reply.meta.values().map(json_size).sum::<usize>();
    reply.content.iter().map(block).sum::<usize>() + structured + meta
}

fn json_size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 3,
        Value::Array(items) => items.iter().map(json_size).sum::<usize>() + 2,
        Value::Object(members) => {
            members.iter().map(|(name, value)| name.len() + 4 + json_size(value)).sum::<usize>() + 2
        }
        Value::Number(_) => 12,
        Value::Null | Value::Bool(_) => 5,
    }
}
