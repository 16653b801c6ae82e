//! `call`

use std::future::Future;
use std::io::Read;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::{Exit, Failure, args, complain, say, show};
use crate::app::App;
use crate::invoke::{Inputs, Refusal, Runner, build_argv, parse_inputs};
use crate::node::secrets;
use crate::policy::Policy;
use crate::project::{Arm, Found, Node};
use crate::registry::{CallHost, Content, Reply};
use crate::serve::result_json;

pub(super) fn run(app: &App, args: &args::Args, call: &args::Call) -> Result<Exit, Failure> {
    if args.host.is_some() && !call.dry_run {
        return Err(Failure(
            "with --host nothing runs; add --dry-run to see what would".to_owned(),
        ));
    }
    let projection = app.projection(&args.options())?;
    let node = match show::find(&projection, &call.name)?.as_slice() {
        [Found::Served(node)] => Arc::clone(node),
        [Found::Omitted(omitted)] => {
            let reasons: Vec<_> = omitted.reasons.iter().map(ToString::to_string).collect();
            let refusal = Refusal::unavailable(format!(
                "{} is not served here: {}",
                omitted.id,
                reasons.join("; ")
            ));
            return refused(&refusal, call.json);
        }
        several => {
            let mut lines = vec![format!("{} is undetermined:", call.name)];
            for found in several {
                let detail = found.detail();
                lines.extend(detail.reasons.iter().map(|reason| format!("  {reason}")));
            }
            return Err(Failure(lines.join("\n")));
        }
    };
    let arguments = arguments(&node, call)?;
    let limit = match call.seconds.map(Duration::try_from_secs_f64) {
        Some(Ok(limit)) => Some(limit),
        Some(Err(error)) => return Err(Failure(format!("--seconds: {error}"))),
        None => None,
    };
    if call.dry_run {
        return match arguments {
            Ok(arguments) => dry_run(&node, arguments, call.json),
            Err(refusal) => refused(&refusal, call.json),
        };
    }
    let mut deployment = app.deployment(&args.options())?;
    deployment.check_confinement()?;
    call.caller.over(&mut deployment.caller);
    let policy = app.policy(&args.options(), &deployment, &projection)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let runner = Runner::new(&projection, Arc::new(app.states(&projection)), deployment.limits);
    let answer = runtime.block_on(async {
        let interrupt = CancellationToken::new();
        let skill = call.skill.clone().map(Value::from);
        let host = Arc::new(Terminal { interrupt: interrupt.clone(), limit, skill });
        let answer = async {
            match arguments {
                Ok(arguments) => policy.call(&runner, &node, arguments, host).await,
                Err(refusal) => Err(policy.refuse(&node, host.as_ref(), refusal).await),
            }
        };
        tokio::pin!(answer);
        loop {
            tokio::select! {
                answer = &mut answer => break answer,
                // The command's group ends before this process does.
                Ok(()) = tokio::signal::ctrl_c() => interrupt.cancel(),
            }
        }
    });
    runtime.shutdown_background();
    match answer {
        Ok(reply) => answered(reply, call.json),
        Err(refusal) => refused(&refusal, call.json),
    }
}

/// The surroundings of a call from a terminal: progress goes to standard error.
struct Terminal {
    interrupt: CancellationToken,
    limit: Option<Duration>,
    skill: Option<Value>,
}

impl CallHost for Terminal {
    fn meta(&self, key: &str) -> Option<&Value> {
        self.skill.as_ref().filter(|_| key == Policy::SKILL)
    }

    fn is_cancelled(&self) -> bool {
        self.interrupt.is_cancelled()
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.interrupt.cancelled())
    }

    fn time_limit(&self) -> Option<Duration> {
        self.limit
    }

    fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let total = total.map(|total| format!("/{total}")).unwrap_or_default();
        complain(&format!("{progress}{total} {}", message.unwrap_or_default()));
    }
}

type Arguments = Result<Map<String, Value>, Refusal>;

/// The arguments of `--input` and `--arg`; the latter go before the former.
fn arguments(node: &Node, call: &args::Call) -> Result<Arguments, Failure> {
    let mut arguments = Map::new();
    if let Some(input) = &call.input {
        let text = match input.as_str() {
            "-" => {
                let mut text = String::new();
                std::io::stdin().read_to_string(&mut text)?;
                text
            }
            file if file.starts_with('@') => std::fs::read_to_string(&file[1..])
                .map_err(|error| Failure(format!("cannot read {}: {error}", &file[1..])))?,
            json => json.to_owned(),
        };
        match serde_json::from_str(&text) {
            Ok(Value::Object(object)) => arguments = object,
            Ok(_) => return Ok(Err(Refusal::input("the input is JSON, but no object"))),
            Err(error) => {
                return Ok(Err(Refusal::input(format!("the input is not JSON: {error}"))));
            }
        }
    }
    let mut lists: Map<String, Value> = Map::new();
    for arg in &call.args {
        let Some((name, text)) = arg.split_once('=') else {
            // It may be the value of a secret.
            let hides = secrets::has(&node.entry.node);
            let shown = if hides { String::new() } else { format!(" {arg}") };
            return Err(Failure(format!("--arg{shown}: write NAME=VALUE")));
        };
        let value = match value(node, name, text) {
            Ok(value) => value,
            Err(message) => return Ok(Err(Refusal::input(message))),
        };
        match lists.entry(name).or_insert_with(|| Value::Array(Vec::new())) {
            Value::Array(items) => items.push(value),
            _ => unreachable!("only lists are put in"),
        }
    }
    for (name, values) in lists {
        let single = match &values {
            Value::Array(items) if items.len() == 1 && !is_list(node, &name) => items[0].clone(),
            _ => values,
        };
        arguments.insert(name, single);
    }
    Ok(Ok(arguments))
}

fn is_list(node: &Node, name: &str) -> bool {
    property(node, name).is_some_and(|schema| schema.get("type") == Some(&json!("array")))
}

fn property<'a>(node: &'a Node, name: &str) -> Option<&'a Value> {
    node.input_schema.get("properties")?.get(name)
}

/// Text for string types, otherwise JSON.
fn value(node: &Node, name: &str, text: &str) -> Result<Value, String> {
    let schema = property(node, name);
    let schema = match schema {
        Some(schema) if is_list(node, name) => schema.get("items"),
        other => other,
    };
    if schema.is_none_or(takes_text) {
        return Ok(Value::String(text.to_owned()));
    }
    serde_json::from_str(text).map_err(|error| {
        if secrets::is_one(&node.entry.node, name) {
            format!(
                "`{name}` takes JSON, and what was given is none; it is secret, so no more is said"
            )
        } else {
            format!("`{name}` takes JSON, and {text:?} is none: {error}")
        }
    })
}

fn takes_text(schema: &Value) -> bool {
    if let Some(kind) = schema.get("type") {
        return kind == "string";
    }
    if let Some(constant) = schema.get("const") {
        return constant.is_string();
    }
    let all = |key: &str, holds: fn(&Value) -> bool| {
        schema.get(key).and_then(Value::as_array).is_some_and(|members| members.iter().all(holds))
    };
    // An enum of Rust whose variants have doc comments is a `oneOf` of constants.
    all("enum", Value::is_string) || all("oneOf", takes_text) || all("anyOf", takes_text)
}

/// What would run, in which a word stands for what is secret.
fn dry_run(node: &Node, arguments: Map<String, Value>, json: bool) -> Result<Exit, Failure> {
    let planned = parse_inputs(node, arguments).and_then(|inputs| match &node.arm {
        Arm::InProcess(spec) => Ok(json!({
            "arm": node.arm.kind().as_str(),
            "function": format!("{}::{}", spec.place.module, spec.place.function),
            "inputs": secrets::shown(&node.entry.node, inputs.as_object()),
        })),
        Arm::Shell(_) | Arm::Container(_) => build_argv(node, &inputs).map(|argv| {
            let veiled = secrets::has(&node.entry.node).then(|| {
                let inputs = secrets::veil(&node.entry.node, inputs.as_object(), |_| {
                    secrets::STAND_IN.to_owned()
                });
                // Where the word breaks a rule of its place, the words are left out.
                build_argv(node, &Inputs::veiled(inputs)).ok()
            });
            let told = veiled.unwrap_or_else(|| Some(argv.clone()));
            json!({
                "arm": node.arm.kind().as_str(),
                "program": argv.program,
                "argv": told.as_ref().map(|argv| &argv.args),
                "stdin": told.as_ref().map(|argv| &argv.stdin),
                "cwd": argv.cwd,
            })
        }),
    });
    match planned {
        Ok(plan) => {
            say(&format!("{}\n", serde_json::to_string_pretty(&plan)?));
            Ok(Exit::Done)
        }
        Err(refusal) => refused(&refusal, json),
    }
}

fn answered(reply: Reply, json: bool) -> Result<Exit, Failure> {
    let exit = if reply.is_error { Exit::Failed } else { Exit::Done };
    if json {
        say(&format!("{}\n", serde_json::to_string_pretty(&result_json(reply))?));
        return Ok(exit);
    }
    let text = match &reply.structured {
        Some(value) => serde_json::to_string_pretty(value)?,
        None => reply.content.iter().map(readable).collect::<Vec<_>>().join("\n"),
    };
    if let Some(Value::String(warnings)) = reply.meta.get(Reply::STDERR) {
        complain(warnings);
    }
    if reply.is_error {
        complain(&text);
    } else {
        say(&if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" });
    }
    Ok(exit)
}

fn readable(content: &Content) -> String {
    match content {
        Content::Text(text) => text.clone(),
        Content::Image { data, media_type } | Content::Audio { data, media_type } => {
            format!("({media_type}, {} bytes; --json gives them)", data.len())
        }
        Content::Resource { uri, .. } | Content::ResourceLink { uri, .. } => format!("({uri})"),
    }
}

fn refused(refusal: &Refusal, json: bool) -> Result<Exit, Failure> {
    if json {
        say(&format!("{}\n", serde_json::to_string_pretty(&refusal.to_json())?));
    } else {
        complain(&refusal.message);
    }
    Ok(Exit::Refused)
}
