//! Reading an instance: its file, its types documents, its nodes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use serde_json::Value;

use crate::fault::{Fault, Location};
use crate::instance::discover::Found;
use crate::instance::{FILE, Instance, ROLES, check};
use crate::node::{self, LoadedNode, ToolNode, Unread};
use crate::source::{self, Checker, Format, Node, Source};
use crate::types::{DocumentId, TypeStore, iri};

/// What is in an instance's folder.
#[derive(Debug)]
pub struct Loaded {
    /// What `toolnode.toml` says.
    pub instance: Arc<Instance>,
    /// Its nodes, in the order of their paths. Short names of types are replaced by the IRIs that they stand for;
    /// one that stands for nothing is left, and [`TypeStore::short_name`] says why.
    pub nodes: Vec<LoadedNode>,
    /// What could not be read, in the order of their paths: files that should be nodes or types documents, folders.
    pub unread: Vec<Unread>,
    /// Its types documents: where short names are looked up first.
    pub documents: Vec<DocumentId>,
    /// Its folder, as it was given.
    pub dir: PathBuf,
    /// What people see instead of the folder.
    pub shown: PathBuf,
    /// Where `toolnode.toml` names each of [`Instance::dependencies`].
    pub(super) dependencies: BTreeMap<String, Location>,
    /// Where `toolnode.toml` names each function of `in_process.expect`.
    pub expected: Vec<(String, Location)>,
}

/// The nearest folder, from here upward, with a `toolnode.toml`.
pub fn find(start: &Path) -> Option<PathBuf> {
    let start = std::path::absolute(start).ok()?;
    // A broken link counts: it is somebody's instance, and reading it says what is wrong.
    let folder = start.ancestors().find(|folder| folder.join(FILE).symlink_metadata().is_ok());
    folder.map(Path::to_owned)
}

/// Reads an instance's `toolnode.toml`.
///
/// # Errors
///
/// All faults of the file at once.
pub fn read_file(path: &Path, shown: &Path) -> Result<Instance, Vec<Fault>> {
    read(path, shown).map(|(instance, ..)| instance)
}

/// Reads everything in an instance's folder. `shown` is what people see instead of `dir`.
///
/// Nodes are the files that end in `.toml`, `.yaml`, `.yml` or `.json`, in the folders of `paths.tools` and in all folders
/// below, links followed, wherever they lead. Names that begin with `.` are passed over, and so are the instance's own
/// files. A folder or types document that is not there is a fault if `toolnode.toml` names it, and none if it is only the
/// default; a broken link, and one that leads back to a folder around it, is always one.
///
/// # Errors
///
/// The faults of `toolnode.toml` itself. Everything else that cannot be read is in [`Loaded::unread`].
pub fn load(dir: &Path, shown: &Path, types: &mut TypeStore) -> Result<Loaded, Vec<Fault>> {
    let (instance, root, source) = read(&dir.join(FILE), &shown.join(FILE))?;
    let declared = |key: &str| root.get("paths").is_some_and(|paths| paths.get(key).is_some());
    let mut found = Found::default();
    // For an instance whose nodes lie beside them.
    let mut own_files = vec![FILE, "toolnode.deploy.toml", "toolnode.baseline.json"];
    match &instance.paths.roles {
        Some(roles) => own_files.push(roles),
        None => own_files.extend(ROLES),
    }
    own_files.extend(instance.paths.types.iter().map(String::as_str));
    let is_node = |path: &Path| {
        Format::of(path).is_some() && own_files.iter().all(|own| dir.join(own) != dir.join(path))
    };
    for folder in &instance.paths.tools {
        if declared("tools") || dir.join(folder).symlink_metadata().is_ok() {
            found.folder(dir, shown, folder, is_node);
        }
    }
    let mut unreads = found.unread;
    let mut documents = Vec::new();
    for file in &instance.paths.types {
        if declared("types") || dir.join(file).symlink_metadata().is_ok() {
            let (path, shown) = (dir.join(file), shown.join(file));
            match types.read_file(&path, &shown, Some(&iri::below(&instance.base(), file))) {
                Ok(document) => documents.push(document),
                Err(faults) => {
                    unreads.push(Unread { id: None, location: Location::whole(shown), faults });
                }
            }
        }
    }
    let mut nodes = Vec::with_capacity(found.files.len());
    for file in &found.files {
        match node::read_file(&dir.join(file), &shown.join(file)) {
            Ok(mut loaded) => {
                name_types(&mut loaded.node, types, &documents);
                nodes.push(loaded);
            }
            Err(unread) => unreads.push(unread),
        }
    }
    unreads.sort_by(|a, b| a.location.cmp(&b.location));
    let dependencies = root.get("dependencies").map(Node::entries).unwrap_or_default();
    let dependencies =
        dependencies.iter().map(|entry| (entry.key.clone(), source.location(entry.key_span)));
    let expected = root.get("in_process").and_then(|table| table.get("expect"));
    let expected = expected.map(Node::items).unwrap_or_default().iter();
    let expected =
        expected.filter_map(|item| Some((item.as_str()?.to_owned(), source.location(item.span))));
    Ok(Loaded {
        instance: Arc::new(instance),
        nodes,
        unread: unreads,
        documents,
        dir: dir.to_owned(),
        shown: shown.to_owned(),
        dependencies: dependencies.collect(),
        expected: expected.collect(),
    })
}

/// Replaces the short names of types by the IRIs that they stand for. One that stands for nothing is left as it is.
pub fn name_types(node: &mut ToolNode, types: &TypeStore, own: &[DocumentId]) {
    let inputs = node.io.inputs.iter_mut().map(|input| (&mut input.schema, &mut input.type_name));
    let outputs =
        node.io.outputs.iter_mut().map(|output| (&mut output.schema, &mut output.type_name));
    for (schema, short) in inputs.chain(outputs) {
        if let Some(name) = short
            && let Ok(iri) = types.short_name(own, name)
        {
            *schema = Some(iri);
            *short = None;
        }
    }
}

/// The JSON Schema (2020-12) of `toolnode.toml`, derived from [`Instance`].
pub fn schema() -> &'static Value {
    CHECKER.schema()
}

static CHECKER: LazyLock<Checker> =
    LazyLock::new(|| Checker::new(source::generate::<Instance>(), &[]));

fn read(path: &Path, shown: &Path) -> Result<(Instance, Node, Source), Vec<Fault>> {
    let source = source::read(path, Format::Toml, shown).map_err(|fault| vec![fault])?;
    let (instance, root) = source::load(&source, &CHECKER, check::check)?;
    Ok((instance, root, source))
}
