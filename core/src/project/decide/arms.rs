//! Whether an arm can run on this host, and all that it lacks.

use std::path::{Path, PathBuf};

use toolnode_rules::batch;

use super::Decision;
use crate::assemble::Entry;
use crate::node::{Arg, Container, Shell};
use crate::project::argv_word::Word;
use crate::project::{
    Arm, ArmKind, Code, Command, ContainerCommand, NodeInput, Reason, image, runs_input,
};

/// The arms that may be tried, in order.
pub(super) fn candidates(entry: &Entry) -> impl Iterator<Item = ArmKind> + use<> {
    let invoke = &entry.node.invoke;
    let in_process = entry.function.is_some().then_some(ArmKind::InProcess);
    let shell = invoke.shell.is_some().then_some(ArmKind::Shell);
    let container = invoke.container.is_some().then_some(ArmKind::Container);
    in_process.into_iter().chain(shell).chain(container)
}

impl Decision<'_> {
    /// The arm, or all that it lacks.
    pub(super) fn arm(
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
        if let Some(why) = words.first().and_then(|program| batch::refusal(program)) {
            reasons.push(Reason::new(Code::NeedsShell, why));
            return None;
        }
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
}
