//! Reading a declaration's words as its program reads them, up to the place where an input comes in.

use std::ops::ControlFlow;

use super::flags::{Kind, Word};
use super::table::{Code, Operand, Other, Program, Stdin, Sub};
use super::{Placement, Reason, Role, container, runs_its_input};
use crate::words::split;

/// How many flags of one line may be read in two ways; of more it is only looked at that they take no word.
const FORKS: u8 = 8;

/// The state while the declaration's words are read as the program reads them.
#[derive(Clone)]
pub(super) struct Walk<'w> {
    name: &'w str,
    pub(super) program: &'static Program,
    pub(super) operand: &'static Operand,
    /// The load flags of a subcommand.
    pub(super) more_load_flags: &'static [&'static str],
    /// A script or text is named already.
    declared: bool,
    /// The program comes from standard input, by `-`, `/dev/stdin` or a flag, or more of it does.
    from_stdin: bool,
    awaited: Awaited,
    options_ended: bool,
    forks: u8,
}

/// The value that the words leave open.
#[derive(Clone)]
enum Awaited {
    Nothing,
    /// That of a flag that runs or loads it.
    Code(String),
    /// That of another flag.
    Value,
}

impl<'w> Walk<'w> {
    pub(super) fn new(name: &'w str, program: &'static Program) -> Self {
        Self {
            name,
            program,
            operand: &program.operand,
            more_load_flags: &[],
            declared: false,
            from_stdin: false,
            awaited: Awaited::Nothing,
            options_ended: false,
            forks: 0,
        }
    }

    pub(super) fn judge(mut self, words: &[String], placement: &Placement) -> Option<Reason> {
        if *placement == Placement::Stdin && self.program.stdin == Stdin::Arguments {
            return Some(self.reason(Role::Arguments));
        }
        if matches!(self.operand, Operand::Container) {
            return container::judge(words, placement).map(|role| self.reason(role));
        }
        let names = |word: &String, flag: &str| {
            word.strip_prefix(flag)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('=') || flag.len() == 2)
        };
        if let Operand::Skip(next) = self.operand
            && words.iter().any(|word| self.program.skips_not.iter().any(|flag| names(word, flag)))
        {
            self.operand = next;
        }
        self.walk(words, placement)
    }

    fn reason(&self, role: Role) -> Reason {
        Reason { program: self.name.to_owned(), role }
    }

    fn walk(mut self, words: &[String], placement: &Placement) -> Option<Reason> {
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            if !self.options_ended && word == "--" {
                self.options_ended = true;
                continue;
            }
            if self.options_ended || !self.is_option(word) {
                match self.operand(word, at - 1, words, placement) {
                    ControlFlow::Break(answer) => return answer,
                    ControlFlow::Continue(()) => continue,
                }
            }
            let Word { kind, reads_stdin } = self.word(word, self.program.joins_flags);
            self.from_stdin |= reads_stdin;
            // A value in the next word, where it is not joined.
            let mut value = |joined: Option<String>| {
                joined.or_else(|| {
                    at += 1;
                    words.get(at - 1).cloned()
                })
            };
            match kind {
                Kind::Code(_) if self.program.code == Code::FirstOperand => {
                    self.awaited = Awaited::Code(word.clone());
                }
                Kind::Code(joined) => {
                    let Some(value) = value(joined) else {
                        self.awaited = Awaited::Code(word.clone());
                        break;
                    };
                    self.declared = true;
                    self.from_stdin |= is_stdin(&value);
                    let (letter, modules) = self.program.modules;
                    if word.strip_suffix(&*value).unwrap_or(word).ends_with(letter)
                        && let Some(module) = modules.iter().find(|it| it.is_named(&value))
                    {
                        let rest = &words[at.min(words.len())..];
                        return Walk::new(self.name, module).walk(rest, placement);
                    }
                    if self.program.code == Code::LastOption {
                        return self.script_is_declared(placement);
                    }
                }
                Kind::Split(joined) => {
                    let Some(value) = value(joined) else {
                        self.awaited = Awaited::Code(word.clone());
                        break;
                    };
                    let Ok(mut line) = split(&value) else {
                        return Some(self.reason(Role::Flag(word.clone())));
                    };
                    line.extend_from_slice(&words[at.min(words.len())..]);
                    return self.walk(&line, placement);
                }
                Kind::Load(joined) => match value(joined) {
                    Some(value) => self.from_stdin |= is_stdin(&value),
                    None => self.awaited = Awaited::Code(word.clone()),
                },
                Kind::Command if at < words.len() => {
                    match words[at..].iter().position(|word| matches!(word.as_str(), ";" | "+")) {
                        // Behind its end come more words of the program itself, and the inputs.
                        Some(end) => {
                            let inner = &words[at..at + end];
                            if *placement == Placement::Stdin
                                && let Some(reason) = runs_its_input(inner, placement)
                            {
                                return Some(reason);
                            }
                            at += end + 1;
                        }
                        None => return runs_its_input(&words[at..], placement),
                    }
                }
                Kind::Command => self.operand = &Operand::Command,
                Kind::Value(count) => {
                    if at + count > words.len() {
                        self.awaited = Awaited::Value;
                    }
                    at += count;
                }
                Kind::Unknown => {
                    if self.forks < FORKS && self.may_take(words.get(at)) {
                        self.forks += 1;
                        let taken = self.clone().walk(&words[at + 1..], placement);
                        if taken.is_some() {
                            return taken;
                        }
                    }
                }
                Kind::Switch => {}
            }
        }
        self.end(placement).map(|role| self.reason(role))
    }

    /// Whether a flag that is not known may take this word, so that what is run comes later. A file's name is what is run.
    fn may_take(&self, next: Option<&String>) -> bool {
        let comes = matches!(
            self.operand,
            Operand::Script
                | Operand::Command
                | Operand::Skip(Operand::Command)
                | Operand::Subcommand(_, Other::Script | Other::Command)
        );
        let is_file = |word: &str| {
            let last = word.rsplit('/').next().unwrap_or(word);
            last.rsplit_once('.').is_some_and(|(stem, kind)| !stem.is_empty() && !kind.is_empty())
        };
        comes && next.is_some_and(|next| !self.is_option(next) && next != "--" && !is_file(next))
    }

    /// Takes one operand of the words; an answer when nothing behind it matters.
    fn operand(
        &mut self,
        word: &str,
        at: usize,
        words: &[String],
        placement: &Placement,
    ) -> ControlFlow<Option<Reason>> {
        match self.operand {
            Operand::Script => {
                // With `-c` it is the text, and behind another one it is an argument.
                let named = self.declared || matches!(self.awaited, Awaited::Code(_));
                self.from_stdin |= !named && is_stdin(word);
                return ControlFlow::Break(self.script_is_declared(placement));
            }
            Operand::Text => {
                self.declared = true;
                self.operand = &Operand::Data;
            }
            Operand::Command => {
                if self.program.assignments && word.contains('=') {
                    return ControlFlow::Continue(());
                }
                return ControlFlow::Break(self.inner(&words[at..], placement));
            }
            Operand::Skip(next) => self.operand = next,
            Operand::Subcommand(subs, other) => {
                match subs.iter().find(|sub| sub.names.contains(&word)) {
                    Some(Sub { load_flags, then, .. }) => {
                        self.more_load_flags = load_flags;
                        self.operand = then;
                        self.declared |= *then == Operand::Data;
                    }
                    None if *other == Other::Script => {
                        self.from_stdin |= is_stdin(word);
                        return ControlFlow::Break(self.script_is_declared(placement));
                    }
                    None if *other == Other::Command => {
                        return ControlFlow::Break(self.inner(&words[at..], placement));
                    }
                    None => {
                        self.declared = true;
                        self.operand = &Operand::Data;
                    }
                }
            }
            Operand::RemoteLine => {
                return ControlFlow::Break(match placement {
                    Placement::Stdin => self
                        .script_is_declared(placement)
                        .or_else(|| remote(&words[at..], placement)),
                    _ => Some(self.reason(Role::ShellLine)),
                });
            }
            Operand::Data | Operand::ShellLine | Operand::Setting | Operand::Container => {}
        }
        ControlFlow::Continue(())
    }

    /// The program's own options are at an end, what follows is a command.
    fn inner(&self, words: &[String], placement: &Placement) -> Option<Reason> {
        self.script_is_declared(placement).or_else(|| runs_its_input(words, placement))
    }

    /// The program's own options are at an end, what follows is its script's.
    fn script_is_declared(&self, placement: &Placement) -> Option<Reason> {
        let reads = self.from_stdin || self.program.stdin == Stdin::Always;
        if *placement == Placement::Stdin && reads {
            return Some(self.reason(Role::StandardInput));
        }
        None
    }

    /// What an input is that comes behind all of the words.
    fn end(&self, placement: &Placement) -> Option<Role> {
        match (placement, &self.awaited) {
            (Placement::Stdin, awaited) => {
                let named = self.declared || matches!(awaited, Awaited::Code(_));
                let runs = match self.program.stdin {
                    Stdin::Program => self.from_stdin || !named,
                    Stdin::Always => true,
                    Stdin::Arguments | Stdin::Data => self.from_stdin,
                };
                runs.then_some(Role::StandardInput)
            }
            (_, Awaited::Code(flag)) => Some(Role::Flag(flag.clone())),
            (Placement::Positional(0), Awaited::Value) => None,
            (Placement::Positional(number), Awaited::Value) => self.of_operand(Some(number - 1)),
            (Placement::Positional(number), Awaited::Nothing) => self.of_operand(Some(*number)),
            // The flag itself is the value that is awaited.
            (Placement::AfterFlag(_), Awaited::Value) => self.of_operand(None),
            (Placement::AfterFlag(flag) | Placement::Joined(flag), _) => {
                self.of_flag(flag, placement)
            }
        }
    }

    fn of_flag(&self, flag: &str, placement: &Placement) -> Option<Role> {
        if matches!(self.operand, Operand::ShellLine) {
            return Some(Role::ShellLine);
        }
        if self.options_ended {
            return self.of_operand(None);
        }
        // An input's flag is judged as joined flags too, whether the program knows such or not.
        match self.word(flag, true).kind {
            Kind::Code(_) | Kind::Load(_) | Kind::Split(_) => Some(Role::Flag(flag.to_owned())),
            Kind::Command => Some(Role::Command),
            // Its value is an operand, unless it is joined.
            Kind::Switch | Kind::Unknown if matches!(placement, Placement::AfterFlag(_)) => {
                self.of_operand(None)
            }
            Kind::Value(_) | Kind::Switch | Kind::Unknown => None,
        }
    }

    /// What the operand with this number is, counted from behind the words; `None` for one whose number is not known.
    fn of_operand(&self, number: Option<usize>) -> Option<Role> {
        let mut operand = self.operand;
        let mut skipped = 0;
        while let Operand::Skip(next) = operand {
            operand = next;
            skipped += 1;
        }

        let is_first = number.is_none_or(|number| number == skipped);
        match operand {
            Operand::ShellLine => Some(Role::ShellLine),
            Operand::RemoteLine if number.is_none_or(|number| number >= skipped) => {
                Some(Role::ShellLine)
            }
            Operand::Setting => Some(Role::Setting),
            Operand::Script if is_first && !self.declared => Some(Role::Script),
            Operand::Text if is_first && !self.declared => Some(Role::Text),
            Operand::Command | Operand::Subcommand(_, Other::Command) if is_first => {
                Some(Role::Command)
            }
            Operand::Subcommand(_, Other::Script) if is_first => Some(Role::Script),
            Operand::Subcommand(..) if is_first => Some(Role::Subcommand),
            _ => None,
        }
    }
}

/// A line that a shell elsewhere gets, which hands the standard input to each command of it.
fn remote(words: &[String], placement: &Placement) -> Option<Reason> {
    let line = words.join(" ");
    line.split(['|', ';', '&', '\n', '(', ')', '{', '}', '`', '$']).find_map(|command| {
        let words = split(command)
            .unwrap_or_else(|_| command.split_whitespace().map(str::to_owned).collect());
        // `A=1` stands before what is meant.
        let words: Vec<_> = words.into_iter().skip_while(|word| word.contains('=')).collect();
        runs_its_input(&words, placement)
    })
}

/// Whether this operand stands for standard input.
pub(super) fn is_stdin(word: &str) -> bool {
    if word == "-" {
        return true;
    }
    if !word.starts_with('/') {
        return false;
    }
    let mut parts = Vec::new();
    for part in word.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    match parts.as_slice() {
        ["dev", "stdin"] | ["dev", "fd", "0"] => true,
        ["proc", rest @ ..] => rest.ends_with(&["fd", "0"]),
        _ => false,
    }
}
