//! The skills of an instance: Markdown files with front matter.
//!
//! Only `check` reads them: what is served does not depend on prose.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::fault::{Fault, Location};
use crate::instance::discover::Found;
use crate::instance::{Instance, Paths};
use crate::node::Unread;
use crate::source::{self, Faults, Format, Node, Parsed, Source, Span};
use crate::types::TypeStore;

/// A capability in prose, which nodes satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// `name` of its front matter.
    pub name: String,
    /// `description` of its front matter.
    pub description: String,
    /// Where its name is written.
    pub location: Location,
    /// What it has at hand for its tools, where its front matter says so.
    pub input: Option<SkillInput>,
}

/// The `input` of a skill's front matter: a file with a JSON Schema (2020-12) of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillInput {
    /// The file, as it is shown to people.
    pub file: PathBuf,
    /// The schema, written out: it refers to nothing outside itself.
    pub schema: Value,
}

/// The skills in an instance's folder.
#[derive(Clone, Debug, Default)]
pub struct Skills {
    /// Those that could be read, by name and place.
    pub read: Vec<Skill>,
    /// Files with front matter that are no skills, and folders that cannot be looked at.
    pub unread: Vec<Unread>,
    /// Markdown files without front matter: texts that belong to a skill, or skills that somebody forgot to name.
    pub plain: Vec<Location>,
}

/// Reads the skills of an instance: the files that end in `.md`, in the folders of `paths.skills` and in all folders below,
/// that begin with front matter between two lines `---`. Keys other than `name`, `description` and `input` are for others to
/// read. The path of `input` is relative to the skill's file; the schema there may refer to the shared types by their IRIs.
///
/// A folder that is not there is a fault, unless it is only the default.
pub fn skills(dir: &Path, shown: &Path, instance: &Instance, types: &TypeStore) -> Skills {
    let is_default = instance.paths.skills == Paths::default().skills;
    let mut found = Found::default();
    for folder in &instance.paths.skills {
        if !is_default || dir.join(folder).symlink_metadata().is_ok() {
            found.folder(dir, shown, folder, |path| {
                path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
            });
        }
    }
    let mut skills = Skills { unread: found.unread, ..Skills::default() };
    for file in &found.files {
        match read(&dir.join(file), &shown.join(file), dir, types) {
            Ok(Some(skill)) => skills.read.push(skill),
            Ok(None) => skills.plain.push(Location::whole(shown.join(file))),
            Err(faults) => skills.unread.push(Unread {
                id: None,
                location: Location::whole(shown.join(file)),
                faults,
            }),
        }
    }
    skills.read.sort_by(|a, b| (&a.name, &a.location).cmp(&(&b.name, &b.location)));
    skills.unread.sort_by(|a, b| a.location.cmp(&b.location));
    skills
}

/// The skill of a file; `None` where the file has no front matter.
fn read(
    path: &Path,
    shown: &Path,
    dir: &Path,
    types: &TypeStore,
) -> Result<Option<Skill>, Vec<Fault>> {
    let whole = source::read(path, Format::Yaml, shown).map_err(|fault| vec![fault])?;
    let Some(end) = front_matter(whole.body()) else { return Ok(None) };
    // The text up to the second mark is one document of YAML, so its places are those of the file.
    let source = Source::new(whole.body()[..end].to_owned(), Format::Yaml, shown);
    let Parsed { root, mut faults, whole } = source::parse(&source);
    let Some(root) = root.filter(|_| whole) else { return Err(faults.finish()) };
    let mut text = |key: &str| match root.get(key).map(|node| (node, node.as_str())) {
        Some((node, Some(text))) if !text.trim().is_empty() => {
            if let Some((message, help)) = source::hidden(text) {
                faults.invalid_with(node.span, message, help);
            }
            Some((node, text.trim().to_owned()))
        }
        Some((node, _)) => {
            let help = "write some text";
            faults.invalid_with(node.span, format!("the skill's `{key}` says nothing"), help);
            None
        }
        None => {
            let help = format!("write `{key}: …` between the two lines `---`");
            faults.invalid_with(Span::default(), format!("the skill has no `{key}`"), help);
            None
        }
    };
    let (name, description) = (text("name"), text("description"));
    let (Some((node, name)), Some((_, description))) = (name, description) else {
        return Err(faults.finish());
    };
    let location = place(&source, node);
    let mut of_schema = Vec::new();
    let input = root.get("input").and_then(|node| {
        let read = input(node, path, shown, dir, types, &mut faults)?;
        read.map_err(|faults| of_schema = faults).ok()
    });
    let mut faults = faults.finish();
    faults.extend(of_schema);
    if faults.is_empty() {
        Ok(Some(Skill { name, description, location, input }))
    } else {
        Err(faults)
    }
}

/// The schema that `input` names. What is wrong with the key goes to `faults`; what is wrong with the file is the error.
fn input(
    node: &Node,
    skill: &Path,
    shown: &Path,
    dir: &Path,
    types: &TypeStore,
    faults: &mut Faults<'_>,
) -> Option<Result<SkillInput, Vec<Fault>>> {
    let Some(name) = node.as_str() else {
        let help = "write the path of a file with a JSON Schema, relative to this one";
        faults.invalid_with(node.span, "the skill's `input` is no path", help);
        return None;
    };
    let beside = |file: &Path| file.with_file_name(name);
    let (path, shown) = (beside(skill), beside(shown));
    let inside = |path: &Path| match (path.canonicalize(), dir.canonicalize()) {
        (Ok(path), Ok(dir)) => path.starts_with(dir),
        _ => true, // a file that is not there is told by reading it
    };
    if Path::new(name).is_absolute() || !inside(&path) {
        let help = "put the schema into the instance's folder";
        faults.invalid_with(node.span, "the skill's `input` lies outside of the instance", help);
        return None;
    }
    Some(types.read_alone(&path, &shown).and_then(|schema| {
        if schema.get("properties").is_some_and(Value::is_object) {
            Ok(SkillInput { file: shown, schema })
        } else {
            Err(vec![Fault {
                location: Location::whole(&*shown),
                kind: crate::fault::FaultKind::Invalid,
                message: "the input of a skill is an object, and this schema has no `properties`"
                    .into(),
                help: Some("write `type: object` with `properties` and `required`".into()),
            }])
        }
    }))
}

fn place(source: &Source, node: &Node) -> Location {
    source.location(source.head(node.span))
}

/// Where the front matter ends, if the text begins with some.
fn front_matter(text: &str) -> Option<usize> {
    let is_mark = |line: &str| line.trim_end() == "---";
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().filter(|line| is_mark(line))?;
    let mut end = first.len();
    for line in lines {
        if is_mark(line) {
            return Some(end);
        }
        end += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<Option<Skill>, Vec<String>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("skill.md");
        std::fs::write(&path, text).unwrap();
        read(&path, Path::new("skills/skill.md"), folder.path(), &TypeStore::new())
            .map_err(|faults| faults.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn front_matter_makes_a_skill() {
        let text = "---\nname: work-plan\nlicense: MIT\ndescription: >-\n  Find what\n  to do.\n---\n\n# Title\n\n---\n";
        let skill = one(text).unwrap().unwrap();
        assert_eq!(
            (skill.name.as_str(), skill.description.as_str()),
            ("work-plan", "Find what to do.")
        );
        assert_eq!(skill.location.to_string(), "skills/skill.md:2:7");
    }

    #[test]
    fn a_text_without_it_is_none() {
        for text in ["# Title\n", "", "---\nno end\n", "text\n---\nname: x\n---\n"] {
            assert_eq!(one(text), Ok(None), "{text:?}");
        }
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        assert_eq!(
            one("---\nname: ''\n---\n").unwrap_err(),
            [
                "skills/skill.md:1:1: the skill has no `description`; write `description: …` between the two lines `---`",
                "skills/skill.md:2:7: the skill's `name` says nothing; write some text",
            ]
        );
        let [fault] = one("---\nname: [a\n---\n").unwrap_err().try_into().unwrap();
        assert!(fault.starts_with("skills/skill.md:"), "{fault}");
        let [fault] = one("---\nname: a\ndescription: \"a\u{200b}b\"\n---\n")
            .unwrap_err()
            .try_into()
            .unwrap();
        assert!(fault.contains("U+200B"), "{fault}");
    }
}
