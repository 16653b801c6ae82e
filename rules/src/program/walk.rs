//! Reading a declaration's words as its program reads them, up to the place where an input comes in.

use super::table::{Code, Operand, Other, Program, Stdin, Sub};
use super::{Placement, Role, runs_its_input};

/// What a program does with an input.
pub(super) enum Verdict {
    Data,
    Role(Role),
    /// What the program does that begins at this one of its words.
    Inner(usize),
}

/// The state while the declaration's words are read as the program reads them.
pub(super) struct Walk {
    program: &'static Program,
    operand: &'static Operand,
    /// The load flags of a subcommand.
    more_load_flags: &'static [&'static str],
    /// A script or text is named already.
    declared: bool,
    /// The program comes from standard input, by `-`, `/dev/stdin` or a flag.
    from_stdin: bool,
    awaited: Awaited,
    options_ended: bool,
}

/// The value that the words leave open.
enum Awaited {
    Nothing,
    /// That of a flag that runs or loads it.
    Code(String),
    /// That of another flag.
    Value,
}

/// What one word is to a program, as far as its flags go.
enum Word {
    /// A flag whose value is the program; the value if it stands in the same word.
    Code(Option<String>),
    /// A flag whose value is run or loaded; whether the value stands in the same word.
    Load(bool),
    /// A flag behind which a command begins.
    Command,
    /// A flag with a value in the next word.
    Value,
    /// A flag that makes standard input the program.
    Stdin,
    /// Another flag, or one whose value stands in the same word.
    Other,
}

impl Walk {
    pub(super) fn new(program: &'static Program) -> Self {
        Self {
            program,
            operand: &program.operand,
            more_load_flags: &[],
            declared: false,
            from_stdin: false,
            awaited: Awaited::Nothing,
            options_ended: false,
        }
    }

    pub(super) fn judge(mut self, words: &[String], placement: &Placement) -> Verdict {
        if *placement == Placement::Stdin && self.program.stdin == Stdin::Arguments {
            return Verdict::Role(Role::Arguments);
        }
        if matches!(self.operand, Operand::Container) {
            return judge_container(words, placement);
        }
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            if !self.options_ended && word == "--" {
                self.options_ended = true;
            } else if !self.options_ended && self.is_option(word) {
                match self.word(word, self.program.joins_flags) {
                    Word::Code(attached) => {
                        if self.program.code == Code::FirstOperand {
                            self.awaited = Awaited::Code(word.clone());
                            continue;
                        }
                        let value = attached.as_ref().or_else(|| {
                            at += 1;
                            words.get(at - 1)
                        });
                        match value {
                            Some(value) => {
                                self.declared = true;
                                self.from_stdin |= is_stdin(value);
                            }
                            None => self.awaited = Awaited::Code(word.clone()),
                        }
                        if self.program.code == Code::LastOption && value.is_some() {
                            return self.script_is_declared(placement);
                        }
                    }
                    Word::Load(false) => {
                        if at >= words.len() {
                            self.awaited = Awaited::Code(word.clone());
                        }
                        at += 1;
                    }
                    Word::Command if at < words.len() => return Verdict::Inner(at),
                    Word::Command => self.operand = &Operand::Command,
                    Word::Value => {
                        if at >= words.len() {
                            self.awaited = Awaited::Value;
                        }
                        at += 1;
                    }
                    Word::Stdin => self.from_stdin = true,
                    Word::Load(true) | Word::Other => {}
                }
            } else if let Some(verdict) = self.operand(word, at - 1, placement) {
                return verdict;
            }
        }
        self.end(placement)
    }

    /// Takes one operand of the words; a verdict when nothing behind it matters.
    fn operand(&mut self, word: &str, at: usize, placement: &Placement) -> Option<Verdict> {
        match self.operand {
            Operand::Script => {
                // With `-c` it is the text, and behind another one it is an argument.
                let named = self.declared || matches!(self.awaited, Awaited::Code(_));
                self.from_stdin |= !named && is_stdin(word);
                return Some(self.script_is_declared(placement));
            }
            Operand::Text => {
                self.declared = true;
                self.operand = &Operand::Data;
            }
            Operand::Command => {
                let assigns = self.program.assignments && word.contains('=');
                return (!assigns).then_some(Verdict::Inner(at));
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
                        return Some(self.script_is_declared(placement));
                    }
                    None => {
                        self.declared = true;
                        self.operand = &Operand::Data;
                    }
                }
            }
            Operand::RemoteLine => {
                return Some(match placement {
                    Placement::Stdin => Verdict::Inner(at),
                    _ => Verdict::Role(Role::ShellLine),
                });
            }
            Operand::Data | Operand::ShellLine | Operand::Setting | Operand::Container => {}
        }
        None
    }

    /// The program's own options are at an end, what follows is its script's.
    fn script_is_declared(&self, placement: &Placement) -> Verdict {
        if *placement == Placement::Stdin && self.from_stdin {
            return Verdict::Role(Role::StandardInput);
        }
        Verdict::Data
    }

    /// What an input is that comes behind all of the words.
    fn end(self, placement: &Placement) -> Verdict {
        let role = match (placement, &self.awaited) {
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
        };
        role.map_or(Verdict::Data, Verdict::Role)
    }

    fn of_flag(&self, flag: &str, placement: &Placement) -> Option<Role> {
        if matches!(self.operand, Operand::ShellLine) {
            return Some(Role::ShellLine);
        }
        if self.options_ended {
            return self.of_operand(None);
        }
        // An input's flag is judged as joined flags too, whether the program knows such or not.
        match self.word(flag, true) {
            Word::Code(_) | Word::Load(_) => Some(Role::Flag(flag.to_owned())),
            Word::Command => Some(Role::Command),
            // Its value is an operand, unless it is joined.
            Word::Stdin | Word::Other if matches!(placement, Placement::AfterFlag(_)) => {
                self.of_operand(None)
            }
            Word::Value | Word::Stdin | Word::Other => None,
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
            Operand::Command if is_first => Some(Role::Command),
            Operand::Subcommand(..) if is_first => Some(Role::Subcommand),
            _ => None,
        }
    }

    fn is_option(&self, word: &str) -> bool {
        // Shells also take options with a `+`.
        word.len() > 1
            && (word.starts_with('-')
                || self.program.code == Code::FirstOperand && word.starts_with('+'))
    }

    /// `joined_flags` says whether a word with one dash may be several flags, or a flag and its value.
    fn word(&self, word: &str, joined_flags: bool) -> Word {
        let (name, joined) = match word.split_once('=') {
            Some((name, value)) if word.starts_with("--") => (name, Some(value.to_owned())),
            _ => (word, None),
        };
        let is_code = |flag: &str| self.program.code_flags.contains(&flag);
        let is_load = |flag: &str| {
            self.program.load_flags.contains(&flag)
                || self.more_load_flags.contains(&flag)
                || (self.operand_is_first() && self.program.lead_load_flags.contains(&flag))
        };
        if is_code(name) {
            return Word::Code(joined);
        }
        if is_load(name) {
            return Word::Load(joined.is_some());
        }
        if self.program.command_flags.contains(&name) {
            return Word::Command;
        }
        if self.program.stdin_flags.contains(&name) {
            return Word::Stdin;
        }
        if self.program.value_flags.contains(&name) {
            return if joined.is_some() { Word::Other } else { Word::Value };
        }
        if word.starts_with("--") || !joined_flags {
            return Word::Other;
        }
        // One dash and several letters: flags joined, the last of them perhaps with its value.
        let letters = &word[1..];
        for (offset, letter) in letters.char_indices() {
            let flag = format!("-{letter}");
            let rest = &letters[offset + letter.len_utf8()..];
            if is_code(&flag) {
                return Word::Code((!rest.is_empty()).then(|| rest.to_owned()));
            }
            if is_load(&flag) {
                return Word::Load(!rest.is_empty());
            }
            if self.program.stdin_flags.contains(&flag.as_str()) {
                return Word::Stdin;
            }
            if self.program.value_flags.contains(&flag.as_str()) {
                return if rest.is_empty() { Word::Value } else { Word::Other };
            }
        }
        Word::Other
    }

    fn operand_is_first(&self) -> bool {
        std::ptr::eq(self.operand, &raw const self.program.operand)
    }
}

/// `docker run`, `kubectl exec` and their like. Which of their many flags take a value is not known here, so the command
/// inside is looked for among all words: any that names a program of the list is judged as if it were the command.
fn judge_container(words: &[String], placement: &Placement) -> Verdict {
    let Some(verb) =
        words.iter().position(|word| matches!(word.as_str(), "run" | "exec" | "create"))
    else {
        return match placement {
            Placement::Positional(0) if words.iter().all(|word| word.starts_with('-')) => {
                Verdict::Role(Role::Subcommand)
            }
            _ => Verdict::Data,
        };
    };
    for start in verb + 1..words.len() {
        if let Some(reason) = runs_its_input(&words[start..], placement) {
            return Verdict::Role(reason.role);
        }
    }
    // The image or container, and the command. With fewer, a positional would be one of the two.
    let operands = words[verb + 1..].iter().filter(|word| !word.starts_with('-')).count();
    match placement {
        Placement::Positional(number) if operands + number < 2 => Verdict::Role(Role::Command),
        Placement::AfterFlag(_) | Placement::Joined(_) if operands == 0 => {
            Verdict::Role(Role::Command)
        }
        _ => Verdict::Data,
    }
}

/// Whether this operand stands for standard input.
fn is_stdin(word: &str) -> bool {
    matches!(word, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}
