//! What one word is to a program, as far as its flags go.

use super::table::{Code, Program};
use super::walk::Walk;

/// A word that is a flag, or several.
pub(super) struct Word {
    pub(super) kind: Kind,
    /// One of them makes standard input a program.
    pub(super) reads_stdin: bool,
}

/// What matters of it. A value is there where it stands in the same word.
pub(super) enum Kind {
    /// A flag whose value is the program.
    Code(Option<String>),
    /// A flag whose value is run or loaded.
    Load(Option<String>),
    /// A flag whose value is split into words.
    Split(Option<String>),
    /// A flag behind which a command begins.
    Command,
    /// A flag with a value in so many of the next words.
    Value(usize),
    /// A flag that takes no word.
    Switch,
    /// A flag of which it is not known.
    Unknown,
}

impl Program {
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    fn is_switch(&self, flag: &str) -> bool {
        self.switches.iter().any(|switch| match switch.strip_suffix('*') {
            Some(begin) => flag.starts_with(begin),
            None => *switch == flag,
        })
    }
}

impl Walk<'_> {
    pub(super) fn is_option(&self, word: &str) -> bool {
        if word == "-" {
            return self.program.switches.contains(&"-");
        }
        // Shells also take options with a `+`.
        word.starts_with('-')
            || word.len() > 1 && self.program.code == Code::FirstOperand && word.starts_with('+')
    }

    /// `joined_flags` says whether a word with one dash may be several flags, or a flag and its value.
    pub(super) fn word(&self, word: &str, joined_flags: bool) -> Word {
        let (name, joined) = match word.split_once('=') {
            Some((name, value)) if word.starts_with("--") => (name, Some(value)),
            _ => (word, None),
        };
        let mut reads_stdin = self.program.stdin_flags.contains(&name);
        if let Some(kind) = self.kind(name, joined) {
            return Word { kind, reads_stdin };
        }
        if word.starts_with("--") {
            let is_switch = reads_stdin || self.program.is_switch(name);
            // GNU programs and git take a flag by its beginning, others with one dash as with two.
            let kind = match self.meant(name, joined) {
                Some(kind) if !is_switch => kind,
                None if !is_switch && joined.is_none() => Kind::Unknown,
                _ => Kind::Switch,
            };
            return Word { kind, reads_stdin };
        }
        if word.len() > 2
            && let Some(kind) = self.kind(&format!("-{word}"), None)
        {
            return Word { kind, reads_stdin };
        }
        if !joined_flags {
            return Word { kind: Kind::Switch, reads_stdin };
        }
        // One dash and several letters: flags joined, the last of them perhaps with its value.
        let letters = &word[1..];
        for (offset, letter) in letters.char_indices() {
            let flag = format!("-{letter}");
            let rest = &letters[offset + letter.len_utf8()..];
            reads_stdin |= self.program.stdin_flags.contains(&flag.as_str());
            if let Some(kind) = self.kind(&flag, Some(rest).filter(|rest| !rest.is_empty())) {
                return Word { kind, reads_stdin };
            }
        }
        Word { kind: Kind::Switch, reads_stdin }
    }

    /// What a flag is by its whole name.
    fn kind(&self, name: &str, joined: Option<&str>) -> Option<Kind> {
        let program = self.program;
        if program.split_flags.contains(&name) {
            return Some(Kind::Split(joined.map(str::to_owned)));
        }
        if program.code_flags.contains(&name) {
            return Some(Kind::Code(joined.map(str::to_owned)));
        }
        if self.load_flags().any(|flag| *flag == name) {
            return Some(Kind::Load(joined.map(str::to_owned)));
        }
        if program.command_flags.contains(&name) {
            return Some(Kind::Command);
        }
        if program.pair_flags.contains(&name) {
            return Some(Kind::Value(2));
        }
        if program.value_flags.contains(&name) {
            return Some(if joined.is_some() { Kind::Switch } else { Kind::Value(1) });
        }
        None
    }

    /// What a long flag may be that is not listed: the beginning of one that runs its value, or one with a dash more.
    fn meant(&self, name: &str, joined: Option<&str>) -> Option<Kind> {
        let meant = |flag: &&&str| {
            name.len() > 2
                && (flag.starts_with(name) || flag.starts_with(&name[1..]) && flag.len() > 2)
        };
        if self.program.split_flags.iter().any(|flag| meant(&flag)) {
            return Some(Kind::Split(joined.map(str::to_owned)));
        }
        if self.program.code_flags.iter().any(|flag| meant(&flag)) {
            return Some(Kind::Code(joined.map(str::to_owned)));
        }
        self.load_flags().any(|flag| meant(&flag)).then(|| Kind::Load(joined.map(str::to_owned)))
    }

    fn load_flags(&self) -> impl Iterator<Item = &&'static str> {
        let leads = std::ptr::eq(self.operand, &raw const self.program.operand);
        let leading = if leads { self.program.lead_load_flags } else { &[] };
        self.program.load_flags.iter().chain(self.more_load_flags).chain(leading)
    }
}
