//! The one decision: projected, omitted, or undetermined.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::argv_word::{Word, judge};
use super::image;
use super::validate::{self, Validators};
use super::verbatim;
use super::{
    Arm, ArmKind, Code, Command, ContainerCommand, Host, Node, NodeInput, PassedOver, Reason,
    Undetermined, runs_input,
};
use crate::assemble::{Entry, Problem};
use crate::fault::FaultKind;
use crate::node::{Arg, Container, Shell, Stdout, Unread};
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
        for kind in candidates(entry) {
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

    /// The arm, or all that it lacks.
    fn arm(
        &mut self,
        entry: &Entry,
        kind: ArmKind,
        inputs: &[NodeInput],
    ) -> Result<Arm, Vec<Reason>> {
        let mut reasons = self.host_reasons(entry);
        let arm = match kind {
            ArmKind::InProcess => entry.function.map(Arm::InProcess),
            ArmKind::Shell => {
                self.unconstrained(inputs, &mut reasons);
                self.runtimes(entry, &mut reasons);
                self.shell(entry, inputs, &mut reasons).map(Arm::Shell)
            }
            ArmKind::Container => {
                self.unconstrained(inputs, &mut reasons);
                self.container(entry, inputs, &mut reasons).map(Arm::Container)
            }
        };
        match arm {
            Some(arm) if reasons.is_empty() => Ok(arm),
            _ => Err(reasons),
        }
    }

    /// What holds for every arm: the operating system, the network, the environment.
    fn host_reasons(&self, entry: &Entry) -> Vec<Reason> {
        let requires = &entry.node.requires;
        let mut reasons = Vec::new();
        if !requires.os.is_empty() && !requires.os.contains(&self.host.os) {
            let message =
                format!("it is for {}, and this host is {}", requires.os.join(", "), self.host.os);
            reasons.push(Reason::new(Code::WrongOs, message));
        }
        if requires.network == Some(true) && !self.host.network {
            reasons.push(Reason::new(Code::NoNetwork, "it needs a network, and there is none"));
        }
        if let Some(env) = &self.host.env {
            for name in requires.env.iter().filter(|name| !env.contains(*name)) {
                let message = format!("the environment variable {name} is not set");
                reasons.push(Reason::new(Code::MissingEnv(name.clone()), message));
            }
        }
        reasons
    }

    fn unconstrained(&mut self, inputs: &[NodeInput], reasons: &mut Vec<Reason>) {
        for input in inputs {
            if matches!(input.arg, None | Some(Arg::Stdin(_))) {
                continue;
            }
            if let Word::Unsafe(why) = self.word(&input.ty) {
                let message = format!(
                    "`{}` is put on the command line, and {why}; give it a type that admits only plain words, or pass it by arg = {{ stdin = true }}",
                    input.name
                );
                reasons.push(Reason::new(Code::UnconstrainedArgv(input.name.clone()), message));
            }
        }
    }

    fn word(&mut self, ty: &Type) -> Word {
        if let Some(word) = self.words.get(&ty.iri) {
            return word.clone();
        }
        let word = judge(&ty.schema);
        self.words.insert(ty.iri.clone(), word.clone());
        word
    }

    fn runtimes(&mut self, entry: &Entry, reasons: &mut Vec<Reason>) {
        for name in &entry.node.requires.runtime {
            let probed = (entry.instance.name.clone(), name.clone());
            let found = match self.host.probed.get(&probed) {
                Some(found) => found.clone(),
                None => self
                    .program(name, entry)
                    .map(|_| ())
                    .map_err(|_| "which is not on this host".to_owned()),
            };
            if let Err(why) = found {
                let message = format!("it needs \"{name}\", {why}");
                reasons.push(Reason::new(Code::MissingRuntime(name.clone()), message));
            }
        }
    }

    fn shell(
        &mut self,
        entry: &Entry,
        inputs: &[NodeInput],
        reasons: &mut Vec<Reason>,
    ) -> Option<Command> {
        let mut words = self.words_of(entry.node.invoke.shell.as_ref()?, inputs, reasons)?;
        if words.is_empty() {
            return None;
        }
        let word = words.remove(0);
        match self.program(&word, entry) {
            Ok(program) => Some(Command { program, words }),
            Err(message) => {
                reasons.push(Reason::new(Code::MissingProgram(word), message));
                None
            }
        }
    }

    /// The fixed words of a command that neither needs a shell nor runs what it is given.
    fn words_of(
        &mut self,
        shell: &Shell,
        inputs: &[NodeInput],
        reasons: &mut Vec<Reason>,
    ) -> Option<Vec<String>> {
        let words = match shell {
            Shell::Words(words) => words.clone(),
            Shell::Line(line) => toolnode_rules::words::split(line)
                .map_err(|fault| reasons.push(Reason::new(Code::NeedsShell, fault.to_string())))
                .ok()?,
        };
        reasons.extend(runs_input::reasons(&words, inputs, |input| {
            matches!(self.word(&input.ty), Word::Flag)
        }));
        Some(words)
    }

    fn program(&mut self, word: &str, entry: &Entry) -> Result<PathBuf, String> {
        // A bare name means the same in every instance, a path does not.
        if word.contains('/') {
            return self.host.program(word, &entry.instance.dir);
        }
        if let Some(known) = self.programs.get(word) {
            return known.clone();
        }
        let found = self.host.program(word, &entry.instance.dir);
        self.programs.insert(word.to_owned(), found.clone());
        found
    }

    fn container(
        &mut self,
        entry: &Entry,
        inputs: &[NodeInput],
        reasons: &mut Vec<Reason>,
    ) -> Option<ContainerCommand> {
        let Container { image, command, .. } = entry.node.invoke.container.as_ref()?;
        let words = match command {
            Some(command) => self.words_of(command, inputs, reasons)?,
            None => Vec::new(),
        };
        let settings = &self.host.container;
        let names = match &settings.engine {
            Some(engine) => vec![engine.clone()],
            None => vec!["podman".to_owned(), "docker".to_owned()],
        };
        let engine = names.iter().find_map(|name| self.program(name, entry).ok());
        if engine.is_none() {
            let absent = match names.as_slice() {
                [engine] => format!("the engine {engine} of the deployment is not on this host"),
                _ => "neither podman nor docker is on this host".to_owned(),
            };
            let message = format!("it runs in the container image {image}, and {absent}");
            reasons.push(Reason::new(Code::MissingEngine, message));
        }
        if let Err(why) = self.image(engine.as_deref(), image) {
            let message =
                format!("the image {image} is not present{why}; build it or pull it before");
            reasons.push(Reason::new(Code::MissingImage(image.clone()), message));
        }
        Some(ContainerCommand {
            engine: engine?,
            settings: self.host.container.clone(),
            image: image.clone(),
            words,
        })
    }

    /// Facts that are given decide; without them, the engine of this host is asked.
    fn image(&self, engine: Option<&Path>, name: &str) -> Result<(), String> {
        match (&self.host.images, engine) {
            (Some(images), _) if images.contains(name) => Ok(()),
            (Some(_), _) => Err(String::new()),
            (None, Some(engine)) if !self.host.is_given() => {
                image::present(engine, &self.host.container, name)
                    .map_err(|said| format!(" ({said})"))
            }
            (None, _) => Ok(()),
        }
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

/// The arms that may be tried, in order.
fn candidates(entry: &Entry) -> impl Iterator<Item = ArmKind> + use<> {
    let invoke = &entry.node.invoke;
    let in_process = entry.function.is_some().then_some(ArmKind::InProcess);
    let shell = invoke.shell.is_some().then_some(ArmKind::Shell);
    let container = invoke.container.is_some().then_some(ArmKind::Container);
    in_process.into_iter().chain(shell).chain(container)
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
        default: input.default.as_ref(),
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
    let reason = |fault| Reason::new(Code::InvalidNode, format!("{}: {fault}", entry.origin));
    reasons.extend(faults.into_iter().map(reason));
    schema
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
