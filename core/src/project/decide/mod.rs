//! The one decision: projected, omitted, or undetermined.

mod arms;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::argv_word::{Word, judge};
use super::validate::{self, Validators};
use super::verbatim;
use super::{Arm, Code, Host, Node, NodeInput, PassedOver, Reason, Undetermined};
use crate::assemble::{Entry, Problem};
use crate::fault::FaultKind;
use crate::node::{Arg, Stdout, Unread};
use crate::types::{self, PortSchema, Type, TypeStore};

/// The three states of a node.
pub(super) enum State {
    Projected(Box<Node>),
    Omitted(Vec<Reason>),
    Undetermined(Vec<Reason>),
}

/// Decides, remembering what many nodes ask alike: types and programs.
pub(super) struct Decision<'a> {
    types: &'a TypeStore,
    host: &'a Host,
    words: HashMap<String, Word>,
    usable: HashMap<String, Result<(), String>>,
    programs: HashMap<String, Result<PathBuf, String>>,
}

impl<'a> Decision<'a> {
    pub(super) fn new(types: &'a TypeStore, host: &'a Host) -> Self {
        Self {
            types,
            host,
            words: HashMap::new(),
            usable: HashMap::new(),
            programs: HashMap::new(),
        }
    }

    pub(super) fn decide(&mut self, entry: &Arc<Entry>) -> State {
        let mut reasons: Vec<_> = entry.problems.iter().map(|p| problem(entry, p)).collect();
        let inputs = self.inputs(entry, &mut reasons);
        let outputs = self.outputs(entry, &mut reasons);
        if reasons.is_empty() {
            reasons = self.contradictions(entry, &inputs);
        }
        let input_schema = input_schema(entry, &inputs, &mut reasons);
        if !reasons.is_empty() {
            return State::Undetermined(reasons);
        }

        let mut passed_over = Vec::new();
        for kind in arms::candidates(entry) {
            match self.arm(entry, kind, &inputs) {
                Ok(arm) => {
                    return State::Projected(Box::new(node(
                        entry,
                        arm,
                        passed_over,
                        inputs,
                        input_schema,
                        &outputs,
                    )));
                }
                Err(reasons) => passed_over.push(PassedOver { arm: kind, reasons }),
            }
        }
        if passed_over.is_empty() {
            return self.without_candidate(entry);
        }
        State::Omitted(passed_over.into_iter().flat_map(|p| p.reasons).collect())
    }

    fn inputs(&mut self, entry: &Entry, reasons: &mut Vec<Reason>) -> Vec<NodeInput> {
        let mut inputs = Vec::with_capacity(entry.node.io.inputs.len());
        for input in &entry.node.io.inputs {
            let ty = self.port_type(
                entry,
                &input.name,
                input.schema.as_deref(),
                input.type_name.as_deref(),
                reasons,
            );
            if let Some(ty) = ty {
                inputs.push(NodeInput {
                    name: input.name.clone(),
                    ty,
                    repeated: input.repeated,
                    required: input.required,
                    default: input.default.clone(),
                    arg: input.arg.clone(),
                });
            }
        }
        inputs
    }

    fn outputs(&mut self, entry: &Entry, reasons: &mut Vec<Reason>) -> Vec<Arc<Type>> {
        let ports = entry.node.io.outputs.iter();
        ports
            .filter_map(|port| {
                self.port_type(
                    entry,
                    &port.name,
                    port.schema.as_deref(),
                    port.type_name.as_deref(),
                    reasons,
                )
            })
            .collect()
    }

    fn port_type(
        &mut self,
        entry: &Entry,
        port: &str,
        iri: Option<&str>,
        short: Option<&str>,
        reasons: &mut Vec<Reason>,
    ) -> Option<Arc<Type>> {
        let resolved = self.types.port(&entry.documents, iri, short)?;
        let usable = resolved.map_err(|error| error.to_string()).and_then(|ty| {
            // A schema that no validator takes (a broken pattern, say) is found now, not at the first call.
            let known = self.usable.entry(ty.iri.clone());
            known.or_insert_with(|| validate::compile(&ty.schema).map(|_| ())).clone().map(|()| ty)
        });
        usable
            .map_err(|error| {
                let message = format!("the type of `{port}` does not resolve: {error}");
                reasons.push(Reason::new(Code::UnresolvedType(port.to_owned()), message));
            })
            .ok()
    }

    /// What a call would only find when it runs: a boolean without a flag, a default that its own type refuses.
    fn contradictions(&mut self, entry: &Entry, inputs: &[NodeInput]) -> Vec<Reason> {
        let mut messages = Vec::new();
        for input in inputs {
            if matches!(input.arg, Some(Arg::Positional(_)))
                && matches!(self.word(&input.ty), Word::Flag)
            {
                messages.push(format!(
                    "`{}` is a boolean in a positional place, and a boolean is a bare flag; write arg = {{ flag = \"--{}\" }}",
                    input.name,
                    input.name.replace('_', "-")
                ));
            }
            if let Some(default) = &input.default {
                let values = match default {
                    Value::Array(items) if input.repeated => items.as_slice(),
                    single => std::slice::from_ref(single),
                };
                let refused = validate::compile(&input.ty.schema).ok().and_then(|validator| {
                    values.iter().find_map(|v| validator.validate(v).err().map(|e| e.to_string()))
                });
                messages.extend(refused.map(|why| {
                    format!("the default of `{}` is refused by its own type: {why}", input.name)
                }));
            }
        }
        let reason =
            |message| Reason::new(Code::InvalidNode, format!("{}: {message}", entry.origin));
        messages.into_iter().map(reason).collect()
    }

    fn word(&mut self, ty: &Type) -> Word {
        if let Some(word) = self.words.get(&ty.iri) {
            return word.clone();
        }
        let word = judge(&ty.schema);
        self.words.insert(ty.iri.clone(), word.clone());
        word
    }

    fn without_candidate(&self, entry: &Entry) -> State {
        let invoke = &entry.node.invoke;
        if let Some(in_process) = &invoke.in_process {
            let message = format!(
                "the function {} is not linked into this binary; link its crate (`use the_crate as _;`), or allow it with --allow-unlinked",
                in_process.module
            );
            let reasons = vec![Reason::new(Code::Unlinked, message)];
            return if self.host.allow_unlinked {
                State::Omitted(reasons)
            } else {
                State::Undetermined(reasons)
            };
        }
        let reason = if invoke.manual == Some(true) {
            Reason::new(Code::ManualOnly, "it is done by hand")
        } else {
            Reason::new(Code::McpOnly, "another MCP server serves it already")
        };
        State::Omitted(vec![reason])
    }
}

fn problem(entry: &Entry, problem: &Problem) -> Reason {
    match problem {
        Problem::Collision { message } => {
            Reason::new(Code::Collision(entry.name.clone()), message.clone())
        }
        Problem::Invalid(message) => {
            Reason::new(Code::InvalidNode, format!("{}: {message}", entry.origin))
        }
    }
}

/// What could not be read is undetermined.
pub(super) fn unread(unread: &Unread) -> Undetermined {
    let reasons = unread.faults.iter().map(|fault| {
        let code = match fault.kind {
            FaultKind::Unreadable => Code::Unreadable,
            FaultKind::Invalid => Code::InvalidNode,
        };
        Reason::new(code, fault.to_string())
    });
    Undetermined {
        id: unread.id.clone(),
        source: unread.location.to_string(),
        entry: None,
        reasons: reasons.collect(),
    }
}

/// What a call must match: what the function says word for word, or what the ports make. Why it cannot be served is noted.
fn input_schema(
    entry: &Entry,
    inputs: &[NodeInput],
    reasons: &mut Vec<Reason>,
) -> Map<String, Value> {
    let ports = inputs.iter().zip(&entry.node.io.inputs).map(|(input, declared)| PortSchema {
        name: &input.name,
        schema: &input.ty.schema,
        required: input.required,
        repeated: input.repeated,
        // What is listed is seen by all; a call without the input gets it all the same.
        default: input.default.as_ref().filter(|_| !declared.secret),
        description: declared.description.as_deref(),
        header: declared.header.as_deref(),
    });
    let (schema, mut faults) = match verbatim::input_schema(entry) {
        Some(Ok(schema)) => (schema, Vec::new()),
        Some(Err(faults)) => (Map::new(), faults),
        None => match types::served_inputs(&ports.collect::<Vec<_>>()) {
            Value::Object(schema) => (schema, Vec::new()),
            _ => (Map::new(), Vec::new()),
        },
    };
    faults.extend(types::header::faults(&schema));
    faults.extend(secret_faults(entry, &schema));
    let reason = |fault| Reason::new(Code::InvalidNode, format!("{}: {fault}", entry.origin));
    reasons.extend(faults.into_iter().map(reason));
    schema
}

/// What of a secret would be shown: the schema may be a function's own, or that of a type.
fn secret_faults(entry: &Entry, schema: &Map<String, Value>) -> Vec<String> {
    let mut faults = Vec::new();
    for input in entry.node.io.inputs.iter().filter(|input| input.secret) {
        let property = schema.get("properties").and_then(|all| all.get(&input.name));
        let Some(property) = property.and_then(Value::as_object) else { continue };
        let name = &input.name;
        if property.contains_key("default") {
            faults.push(format!("`{name}` is secret, and its default would be served to whoever lists the tools; leave it out"));
        }
        if types::header::repeats(property) {
            faults.push(format!("`{name}` is secret, and clients would repeat it in a header, which is in the logs of whatever is in between; leave `header` out"));
        }
    }
    faults
}

fn node(
    entry: &Arc<Entry>,
    arm: Arm,
    passed_over: Vec<PassedOver>,
    inputs: Vec<NodeInput>,
    input_schema: Map<String, Value>,
    outputs: &[Arc<Type>],
) -> Node {
    let io = &entry.node.io;
    let is_json = matches!(io.stdout, Stdout::Json | Stdout::Jsonl);
    let printed_schema = (is_json && !outputs.is_empty()).then(|| {
        let ports: Vec<_> = outputs
            .iter()
            .zip(&io.outputs)
            .map(|(ty, port)| PortSchema {
                name: &port.name,
                schema: &ty.schema,
                required: port.required,
                repeated: false,
                default: None,
                description: port.description.as_deref(),
                header: None,
            })
            .collect();
        Arc::new(types::served_outputs(&ports, io.outputs[0].whole))
    });
    Node {
        name: entry.name.clone(),
        entry: Arc::clone(entry),
        arm,
        passed_over,
        input_schema: Arc::new(input_schema),
        output_schema: printed_schema.clone().filter(|_| io.stdout == Stdout::Json),
        printed_schema,
        inputs,
        validators: Validators::default(),
    }
}
