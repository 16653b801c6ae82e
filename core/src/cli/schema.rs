//! `schema`

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde_json::Value;
use toolnode_schema::{Draft, Options, Relation, Verdict};

use super::{Exit, Failure, args, say};

pub(super) fn run(schema: &args::Schema) -> Result<Exit, Failure> {
    match (&schema.jsonl, schema.files.as_slice()) {
        (Some(records), _) => answer(records),
        (None, [a, b]) => compare(a, b, schema),
        (None, _) => Err(Failure("two files are compared; name both".to_owned())),
    }
}

fn compare(a: &Path, b: &Path, schema: &args::Schema) -> Result<Exit, Failure> {
    let draft = match schema.draft.as_deref().map(Draft::of) {
        Some(Draft::Other) => {
            let message = "--draft: known are draft-06, draft-07, 2019-09 and 2020-12";
            return Err(Failure(message.to_owned()));
        }
        draft => draft.unwrap_or_default(),
    };
    let options = Options { draft, ..Options::default() };
    let comparison = toolnode_schema::compare(&read(a)?, &read(b)?, &options);
    let relation = comparison.relation();
    if schema.json {
        let mut record = comparison.to_record();
        record.insert("relation".to_owned(), relation.to_string().into());
        say(&format!("{}\n", serde_json::to_string_pretty(&record)?));
    } else {
        let (a, b) = (a.display().to_string(), b.display().to_string());
        let lines = [
            format!("{relation}\n"),
            line(&a, &b, &comparison.a_in_b),
            line(&b, &a, &comparison.b_in_a),
        ];
        say(&lines.concat());
    }
    let undetermined = matches!(relation, Relation::Unknown { .. });
    Ok(if undetermined { Exit::Undetermined } else { Exit::Done })
}

fn line(inner: &str, outer: &str, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Yes => format!("  all that {inner} accepts, {outer} accepts\n"),
        Verdict::No { witness } => format!("  {inner} accepts, and {outer} refuses: {witness}\n"),
        Verdict::Unknown { reason, pointer } => {
            let place = if pointer.is_empty() { String::new() } else { format!(" ({pointer})") };
            format!(
                "  whether {outer} accepts all that {inner} does is not known: {reason}{place}\n"
            )
        }
    }
}

fn read(path: &Path) -> Result<Value, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failure(format!("{}: cannot be read: {error}", path.display())))?;
    toolnode_schema::parse(&text).map_err(|error| Failure(format!("{}: {error}", path.display())))
}

/// Answers records, a line each, as they come.
fn answer(path: &Path) -> Result<Exit, Failure> {
    let failed =
        |error: std::io::Error| Failure(format!("{}: cannot be read: {error}", path.display()));
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin())
    } else {
        Box::new(fs::File::open(path).map_err(failed)?)
    };
    for line in BufReader::new(input).lines() {
        let line = line.map_err(failed)?;
        if !line.trim().is_empty() {
            say(&format!("{}\n", Value::Object(toolnode_schema::answer(&line))));
        }
    }
    Ok(Exit::Done)
}
