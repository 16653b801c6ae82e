//! From a linked function to the node that it declares.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::claim::Claim;
use super::definitions::Definitions;
use super::{Entry, Origin, Owner, Problem, command};
use crate::node::{
    Annotations, Example, Exit, InProcess, Input, Invoke, Io, Limits, Output, Requires, Stdout,
    ToolNode,
};
use crate::registry::{Body, ExampleSpec, InputSpec, OutputSpec, ToolSpec, TypeSpec};
use crate::types::TypeStore;

/// A function with the node that it declares.
pub(super) struct Declared {
    pub(super) spec: &'static ToolSpec,
    node: ToolNode,
    instance: Arc<Owner>,
    pub(super) problems: Vec<Problem>,
    claims: Vec<Claim>,
}

impl Declared {
    /// Holds its types against the documents whose types they say they are, once all are there.
    pub(super) fn check_claims(&mut self, types: &TypeStore) {
        self.problems.extend(self.claims.iter().filter_map(|claim| claim.problem(types)));
    }

    /// The function; a command has none.
    pub(super) fn function(&self) -> Option<&'static ToolSpec> {
        (!self.is_command()).then_some(self.spec)
    }

    fn is_command(&self) -> bool {
        matches!(self.spec.body, Body::Command(_))
    }

    /// The function's path, `crate::module::function`.
    pub(super) fn path(&self) -> String {
        path(self.spec)
    }

    pub(super) fn into_entry(self) -> Entry {
        let function = self.function();
        Entry {
            name: String::new(),
            instance: self.instance,
            documents: Arc::default(),
            origin: Origin::Function(self.spec.place),
            function,
            problems: self.problems,
            node: self.node,
        }
    }

    /// What is wrong where a file node names this function: what is wrong with the function, and where its `io` differs from
    /// that of the file. What is served comes from the file, what runs is the function, so they must be the same.
    pub(super) fn differences(&self, file: &ToolNode, types: &TypeStore) -> Vec<Problem> {
        if self.is_command() {
            return vec![Problem::Invalid(format!(
                "{} is the declaration of a command, and `invoke.inProcess` names a function with a body; remove the file or the declaration",
                self.path()
            ))];
        }
        let mut found = Vec::new();
        if self.spec.input_schema.is_some() {
            found.push(
                "the function has an `input_schema` of its own, which a file cannot declare"
                    .to_owned(),
            );
        }
        let own = inputs(&self.node, types);
        let theirs = inputs(file, types);
        for (name, shape) in &own {
            match theirs.get(name) {
                None => found.push(format!("the function takes `{name}`, which the file lacks")),
                Some(other) if other != shape => found.push(format!(
                    "the function takes `{name}` as {shape}, the file declares {other}"
                )),
                Some(_) => {}
            }
        }
        for name in theirs.keys().filter(|name| !own.contains_key(*name)) {
            found.push(format!("the file declares `{name}`, which the function does not take"));
        }
        let (own, theirs) = (output(&self.node, types), output(file, types));
        if own != theirs {
            found.push(format!("the function gives {own}, the file declares {theirs}"));
        }
        let differences = found
            .into_iter()
            .map(|difference| {
                Problem::Invalid(format!(
                    "its io differs from that of {}: {difference}; make the two the same, or drop `invoke.inProcess`",
                    self.path()
                ))
            });
        self.problems.iter().cloned().chain(differences).collect()
    }
}

/// The path under which a file node names a function.
pub(super) fn path(spec: &ToolSpec) -> String {
    format!("{}::{}", spec.place.module, spec.place.function)
}

/// The nodes of the functions of one instance; their types become a document of that instance.
pub(super) fn declare(
    specs: &[&'static ToolSpec],
    owner: &Arc<Owner>,
    types: &mut TypeStore,
) -> Result<Vec<Declared>, String> {
    let mut definitions = Definitions::new(&owner.base);
    let declared = specs
        .iter()
        .map(|spec| {
            let (node, faults) = node(spec, &mut definitions);
            let problems = faults.into_iter().map(Problem::Invalid).collect();
            let claims = definitions.take_claims();
            Declared { spec, node, instance: Arc::clone(owner), problems, claims }
        })
        .collect();
    if let Some(document) = definitions.document() {
        let shown = Path::new(specs[0].place.file);
        types.add_document(document, &owner.base, shown).map_err(|faults| {
            let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
            format!(
                "the types of the functions of {} cannot be used: {}",
                owner.name,
                faults.join("; ")
            )
        })?;
    }
    Ok(declared)
}

/// The node, and what its own declaration says is wrong with it.
fn node(spec: &ToolSpec, definitions: &mut Definitions) -> (ToolNode, Vec<String>) {
    let mut description = spec.description();
    let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    let inputs = description.inputs.iter().map(|input| input_port(input, definitions)).collect();
    let (mut stdout, outputs) = match description.output {
        OutputSpec::Content => (Stdout::Text, Vec::new()),
        OutputSpec::Structured(ty) => (Stdout::Json, vec![output_port(ty, definitions)]),
    };
    let (mut exit, mut media_type) = (Exit::default(), None);
    let invoke = match &spec.body {
        Body::Async(_) | Body::Blocking(_) => Invoke {
            in_process: Some(InProcess { module: path(spec), register: None }),
            ..Invoke::default()
        },
        Body::Command(command) => {
            stdout = command::stdout(command.stdout);
            exit = command::exit(&command.exit);
            media_type = command.media_type.map(str::to_owned);
            command::invoke(command)
        }
    };
    let node = ToolNode {
        id: spec.id.to_owned(),
        title: spec.title.map(str::to_owned),
        summary: spec.summary.to_owned(),
        satisfies: texts(spec.satisfies),
        invoke,
        requires: Requires {
            os: texts(spec.requires.os),
            runtime: texts(spec.requires.runtime),
            network: spec.requires.network,
            env: texts(spec.requires.env),
            permissions: texts(spec.requires.permissions),
        },
        io: Io { inputs, outputs, stdout, media_type },
        annotations: Annotations {
            read_only: spec.annotations.read_only,
            destructive: spec.annotations.destructive,
            idempotent: spec.annotations.idempotent,
            open_world: spec.annotations.open_world,
        },
        limits: Limits {
            seconds: spec.limits.seconds,
            output_bytes: spec.limits.output_bytes,
            stdin_bytes: spec.limits.stdin_bytes,
            concurrent: spec.limits.concurrent,
            per_minute: spec.limits.per_minute,
        },
        exit,
        examples: {
            let faults = &mut description.faults;
            description.examples.into_iter().map(|example| self::example(example, faults)).collect()
        },
        install: None,
        selection: None,
        remedies: None,
        maintains: None,
        renders: None,
        subprocesses: None,
        downstream: None,
        extensions: BTreeMap::new(),
    };
    (node, description.faults)
}

fn example(example: ExampleSpec, faults: &mut Vec<String>) -> Example {
    let expect = example.expect.map(serde_json::from_value).transpose();
    let expect = expect.unwrap_or_else(|error| {
        faults.push(format!("what the example {:?} expects cannot be read: {error}", example.name));
        None
    });
    let (name, input) = (example.name.to_owned(), example.input);
    Example { name, input, expect: expect.unwrap_or_default() }
}

fn input_port(input: &InputSpec, definitions: &mut Definitions) -> Input {
    Input {
        name: input.name.to_owned(),
        schema: Some(definitions.iri(input.name, input.ty)),
        type_name: None,
        required: input.required,
        repeated: input.repeated,
        default: input.default.clone(),
        secret: input.secret,
        description: (!input.description.is_empty()).then(|| input.description.to_owned()),
        header: input.header.map(str::to_owned),
        arg: input.placement.map(command::arg),
    }
}

fn output_port(ty: &TypeSpec, definitions: &mut Definitions) -> Output {
    const NAME: &str = "result";
    Output {
        name: NAME.to_owned(),
        schema: Some(definitions.iri(NAME, ty)),
        type_name: None,
        required: true,
        whole: true,
        description: None,
    }
}

/// Name → what is accepted, for comparing two declarations of inputs.
fn inputs(node: &ToolNode, types: &TypeStore) -> BTreeMap<String, Value> {
    let shape = |input: &Input| {
        let mut schema = bare(types, input.schema.as_deref())?;
        if input.repeated {
            schema = json!({"type": "array", "items": schema});
        }
        let mut shape = json!({"required": input.required, "schema": schema});
        if let Some(header) = &input.header {
            shape["header"] = header.as_str().into();
        }
        Some(shape)
    };
    node.io.inputs.iter().filter_map(|i| Some((i.name.clone(), shape(i)?))).collect()
}

fn output(node: &ToolNode, types: &TypeStore) -> Value {
    if node.io.stdout != Stdout::Json {
        return json!("content");
    }
    let port = |port: &Output| json!({"required": port.required, "schema": bare(types, port.schema.as_deref())});
    match node.io.outputs.as_slice() {
        [whole] if whole.whole => bare(types, whole.schema.as_deref()).unwrap_or_default(),
        ports => ports.iter().map(|p| (p.name.clone(), port(p))).collect::<Map<_, _>>().into(),
    }
}

/// A type without its descriptions, which differ without harm.
fn bare(types: &TypeStore, iri: Option<&str>) -> Option<Value> {
    let mut schema = types.resolve(iri?).ok()?.schema.clone();
    if let Some(object) = schema.as_object_mut() {
        object.remove("description");
        object.remove("title");
    }
    Some(schema)
}
