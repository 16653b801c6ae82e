//! `new instance` and `new tool`: beginnings that pass `check`.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use toolnode_rules::naming::{Hints, Name, breaches, propose};
use toolnode_rules::{batch, name, suggest, words};

use super::{Exit, Failure, args, program, say};
use crate::fault;
use crate::instance::{self, Instance, Skill};
use crate::registry;
use crate::types::TypeStore;

pub(super) fn run(args: &args::Args, new: &args::New) -> Result<Exit, Failure> {
    let written = match &new.what {
        args::NewWhat::Instance(new) => instance(new)?,
        args::NewWhat::Tool(new) => tool(args, new)?,
    };
    let files: Vec<_> = written.files.iter().map(|f| format!("  {}\n", f.display())).collect();
    say(&format!("Written:\n{}\nNext: {}\n", files.concat(), written.next));
    Ok(Exit::Done)
}

struct Written {
    files: Vec<PathBuf>,
    next: String,
}

fn instance(new: &args::NewInstance) -> Result<Written, Failure> {
    let absolute = std::path::absolute(&new.path)?;
    let of_folder = || absolute.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = new.name.clone().or_else(of_folder).unwrap_or_default();
    if let Err(wrong) = name::check_id(&name) {
        let better = wrong.proposal().unwrap_or_else(|| "my-instance".to_owned());
        let message = format!(
            "{name:?} cannot be the name of an instance: write lower-case letters, digits and `-`, as in --name {better}"
        );
        return Err(Failure(message));
    }
    let about = include_str!("new/toolnode.toml").replace("NAME", &name);
    let files = [
        (new.path.join(instance::FILE), about),
        (new.path.join("skills/file-reading.md"), include_str!("new/file-reading.md").to_owned()),
        (new.path.join("tools/file-list.toml"), include_str!("new/file-list.toml").to_owned()),
    ];
    write_all(&files)?;
    let (program, folder) = (program(), new.path.display());
    Ok(Written {
        files: files.map(|(path, _)| path).into(),
        next: format!(
            "{program} --instance {folder} check, then {program} --instance {folder} call file_list"
        ),
    })
}

fn tool(args: &args::Args, new: &args::NewTool) -> Result<Written, Failure> {
    let current = std::env::current_dir()?;
    let Some(dir) = args.instance.clone().or_else(|| instance::find(&current)) else {
        let message = "no toolnode.toml in this folder or above it; begin an instance with `new instance PATH`, or name one with --instance DIR";
        return Err(Failure(message.to_owned()));
    };
    let mut types = TypeStore::new();
    let shown = dir.strip_prefix(&current).unwrap_or(&dir);
    let loaded = instance::load(&dir, shown, &mut types)
        .map_err(|faults| Failure(fault::render(&faults).trim_end().to_owned()))?;
    let settings = &loaded.instance;
    let ids: Vec<&str> = loaded
        .nodes
        .iter()
        .map(|loaded| loaded.node.id.as_str())
        .chain(loaded.unread.iter().filter_map(|unread| unread.id.as_deref()))
        .chain(registry::linked().into_iter().map(|spec| spec.id))
        .collect();
    let skills = instance::skills(&dir, shown, settings, &types).read;
    let skill = skill(&skills, settings, new)?;
    check_name(settings, new, &skill, &ids)?;
    if let Some(line) = &new.shell {
        let words = words::split(line).map_err(|fault| Failure(fault.to_string()))?;
        if let Some(why) = words.first().and_then(|program| batch::refusal(program)) {
            return Err(Failure(why));
        }
    }
    let draft = Draft { id: &new.id, skill: &skill, shell: new.shell.as_deref() };
    let program = program();
    if new.rust {
        let files = draft.function(shown)?;
        return Ok(Written {
            files,
            next: format!("write what it does, then build, and {program} check"),
        });
    }
    let folder = settings.paths.tools.first().map_or("tools", String::as_str);
    let path = shown.join(folder).join(format!("{}.toml", new.id));
    write_all(&[(path.clone(), draft.file())])?;
    Ok(Written { files: vec![path], next: format!("say more in the file, then {program} check") })
}

/// The skill that the tool is for.
fn skill(skills: &[Skill], settings: &Instance, new: &args::NewTool) -> Result<String, Failure> {
    let names = || skills.iter().map(|skill| skill.name.as_str());
    let listed = || names().collect::<Vec<_>>().join(", ");
    match (&new.satisfies, skills) {
        (Some(wanted), _) if names().any(|name| name == wanted) => Ok(wanted.clone()),
        (None, [only]) => Ok(only.name.clone()),
        (_, []) => {
            let folder = settings.paths.skills.first().map_or("skills", String::as_str);
            Err(Failure(format!(
                "the instance has no skill, and a tool satisfies one; write {folder}/NAME.md that begins with\n---\nname: NAME\ndescription: What it is for.\n---"
            )))
        }
        (None, _) => Err(Failure(format!(
            "which skill does it satisfy? Write --satisfies with one of {}",
            listed()
        ))),
        (Some(wanted), _) => Err(Failure(match suggest::did_you_mean(wanted, names()) {
            Some(near) => format!("there is no skill {wanted:?}; did you mean {near:?}?"),
            None => format!("there is no skill {wanted:?}; there are {}", listed()),
        })),
    }
}

fn check_name(
    settings: &Instance,
    new: &args::NewTool,
    skill: &str,
    ids: &[&str],
) -> Result<(), Failure> {
    name::served_name(settings.identity.prefix.as_deref(), &new.id)
        .map_err(|wrong| Failure(wrong.to_string()))?;
    if ids.contains(&new.id.as_str()) {
        return Err(Failure(format!("there is a tool {:?} already", new.id)));
    }
    let split = new.shell.as_deref().and_then(|line| words::split(line).ok()).unwrap_or_default();
    let programs: Vec<&str> = split.first().map(String::as_str).into_iter().collect();
    let verbs: Vec<&str> = settings.verbs.keys().map(String::as_str).collect();
    let name = Name { id: &new.id, programs: &programs, verbs: &verbs };
    let breaches: Vec<_> = breaches(&name).iter().map(ToString::to_string).collect();
    if breaches.is_empty() {
        return Ok(());
    }
    let better = propose(&name, &Hints { summary: "", skill }, |id| ids.contains(&id));
    let better = better.map(|id| format!("; `{id}` would do")).unwrap_or_default();
    Err(Failure(format!(
        "the name `{}` {}{better}, or declare a verb with its reason under [verbs] in toolnode.toml",
        new.id,
        breaches.join(", and ")
    )))
}

/// A tool to be written down.
struct Draft<'a> {
    id: &'a str,
    skill: &'a str,
    shell: Option<&'a str>,
}

impl Draft<'_> {
    /// The subject, and what the verb does to it.
    fn summary(&self) -> String {
        let (subject, verb) = self.id.rsplit_once('-').unwrap_or((self.id, ""));
        let subject = subject.replace('-', " ");
        let article = if subject.starts_with(['a', 'e', 'i', 'o', 'u']) { "An" } else { "A" };
        let does = match verb {
            "list" => "list those that there are".to_owned(),
            "get" => "give one".to_owned(),
            "create" => "make a new one".to_owned(),
            "update" => "change one".to_owned(),
            "delete" => "remove one".to_owned(),
            "run" => "run it".to_owned(),
            "check" => "check it, and tell what is wrong".to_owned(),
            "sync" => "bring it up to date".to_owned(),
            other => format!("{other} one"),
        };
        format!("{article} {subject}: {does}.")
    }

    fn file(&self) -> String {
        let arm = match self.shell {
            Some(line) => format!("shell = {}", quoted(line)),
            None => {
                "manual = true                        # or: shell = \"PROGRAM and its fixed words\""
                    .to_owned()
            }
        };
        format!(
            "id = {}\nsummary = {}\nsatisfies = [{}]\n\n[invoke]\n{arm}\n",
            quoted(self.id),
            quoted(&self.summary()),
            quoted(self.skill)
        )
    }

    /// Writes the function into a module of its own, and names that in the crate.
    fn function(&self, dir: &Path) -> Result<Vec<PathBuf>, Failure> {
        let function = self.id.replace('-', "_");
        let root = ["src/lib.rs", "src/main.rs"]
            .map(|file| dir.join(file))
            .into_iter()
            .find(|file| file.is_file());
        let Some(root) = root else {
            let message = format!(
                "{} has no src/lib.rs or src/main.rs for a function; begin a crate there with `cargo init`, or leave --rust out",
                dir.display()
            );
            return Err(Failure(message));
        };
        let text = fs::read_to_string(&root)?;
        let path = dir.join(format!("src/{function}.rs"));
        let skill = quoted(self.skill);
        let (keys, end) = match self.shell {
            Some(line) => {
                (format!("shell = {}, satisfies = {skill}", quoted(line)), "();\n".to_owned())
            }
            // It says so itself that there is nothing in it yet, rather than to give an empty answer.
            None => (
                format!("satisfies = {skill}"),
                format!(
                    "() -> Result<String, String> {{\n    Err(\"{function} is not written yet\".to_owned())\n}}\n"
                ),
            ),
        };
        let summary = self.summary();
        let module = format!(
            "//! {summary}\n\nuse toolnode::tool;\n\n/// {summary}\n#[tool({keys})]\nfn {function}{end}"
        );
        write_all(&[(path.clone(), module)])?;
        fs::write(&root, with_module(&text, &function))?;
        Ok(vec![path, root])
    }
}

/// The text of a crate's root with one module more: before its first item.
fn with_module(text: &str, module: &str) -> String {
    let is_head =
        |line: &str| line.is_empty() || line.starts_with("//!") || line.starts_with("#![");
    let head: usize =
        text.split_inclusive('\n').take_while(|line| is_head(line.trim())).map(str::len).sum();
    format!("{}mod {module};\n{}", &text[..head], &text[head..])
}

/// A string of TOML and of Rust: both write these escapes alike.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Writes all files, or none where one of them is there already.
fn write_all(files: &[(PathBuf, String)]) -> Result<(), Failure> {
    if let Some((path, _)) = files.iter().find(|(path, _)| path.symlink_metadata().is_ok()) {
        return Err(Failure(format!("{} is there already; nothing was written", path.display())));
    }
    for (path, text) in files {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| Failure(format!("{}: {error}", folder.display())))?;
        }
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| Failure(format!("{}: {error}", path.display())))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_goes_before_the_first_item() {
        assert_eq!(
            with_module("//! A crate.\n#![forbid(unsafe_code)]\n\nmod other;\n", "bean_list"),
            "//! A crate.\n#![forbid(unsafe_code)]\n\nmod bean_list;\nmod other;\n"
        );
        assert_eq!(with_module("", "x"), "mod x;\n");
    }
}
