//! The programs, and how each reads its command line.
//!
//! Names are in lower case and without a version: `python` is `python3.12` too.

use super::{confined, interpreters, managers, runtimes, starters, tools, watched};

/// How a program reads its command line.
pub(super) struct Program {
    pub(super) names: &'static [&'static str],
    /// Flags whose value is the program, or names it: with one of them, nothing else is.
    pub(super) code_flags: &'static [&'static str],
    /// Flags whose value is run or names code to load, and that leave open what the program is.
    pub(super) load_flags: &'static [&'static str],
    /// The same, before the first operand only.
    pub(super) lead_load_flags: &'static [&'static str],
    /// Flags behind which a command begins.
    pub(super) command_flags: &'static [&'static str],
    /// Flags that make standard input the program.
    pub(super) stdin_flags: &'static [&'static str],
    /// Other flags that take the next word. Without them here, that word would be taken for an operand.
    pub(super) value_flags: &'static [&'static str],
    /// Flags that take the next two words.
    pub(super) pair_flags: &'static [&'static str],
    /// Long flags that take no word: with `*` at the end, all that begin so. Of another one it is not known, and both is
    /// looked at. `-` stands here where it is a flag.
    pub(super) switches: &'static [&'static str],
    /// Flags that name what the operand does that is skipped before the command: with one of them, none is.
    pub(super) skips_not: &'static [&'static str],
    /// Flags whose value is split into words, which take its place.
    pub(super) split_flags: &'static [&'static str],
    /// The letter of the flag whose value may name one of these; what follows are its words.
    pub(super) modules: (char, &'static [Program]),
    pub(super) operand: Operand,
    pub(super) stdin: Stdin,
    pub(super) code: Code,
    /// Operands `NAME=value` come before the command.
    pub(super) assignments: bool,
    /// Short flags may be joined (`-lc`), and a value to its flag (`-ctext`).
    pub(super) joins_flags: bool,
}

/// Where the value of a code flag stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    /// In the same word or in the next one.
    NextWord,
    /// There too, and what follows are arguments to the code.
    LastOption,
    /// It is the first operand, wherever that stands: `sh -c -e TEXT`.
    FirstOperand,
}

/// What the next operand is.
#[derive(PartialEq, Eq)]
pub(super) enum Operand {
    /// Data, like all that follow.
    Data,
    /// Names what is run; what follows are its arguments.
    Script,
    /// Is program text; what follows is data.
    Text,
    /// Names a command; what follows are its words.
    Command,
    /// Data, and then this.
    Skip(&'static Operand),
    /// A subcommand, or another word.
    Subcommand(&'static [Sub], Other),
    /// With all that follow, joined to a line for a shell.
    ShellLine,
    /// The same, for a shell elsewhere, which hands the standard input to what it starts.
    RemoteLine,
    /// Like all that follow, perhaps a setting that names a program.
    Setting,
    /// Judged apart.
    Container,
}

/// What a word is that is no subcommand of those listed.
#[derive(PartialEq, Eq)]
pub(super) enum Other {
    /// A subcommand whose operands are data.
    Subcommand,
    /// The script to run.
    Script,
    /// The command to start.
    Command,
}

/// A subcommand that differs from others.
#[derive(PartialEq, Eq)]
pub(super) struct Sub {
    pub(super) names: &'static [&'static str],
    pub(super) load_flags: &'static [&'static str],
    pub(super) then: Operand,
}

/// What standard input is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stdin {
    /// Data.
    Data,
    /// A program, when no other is named.
    Program,
    /// A program, whatever else is named.
    Always,
    /// Words for a command.
    Arguments,
}

pub(super) fn all() -> impl Iterator<Item = &'static Program> {
    let lists = [
        interpreters::PROGRAMS,
        runtimes::PROGRAMS,
        starters::PROGRAMS,
        confined::PROGRAMS,
        watched::PROGRAMS,
        managers::PROGRAMS,
        tools::PROGRAMS,
    ];
    lists.into_iter().flatten()
}

/// The program of this name, a path or with a version or a kind of build perhaps.
pub(super) fn find(name: &str) -> Option<&'static Program> {
    let base = name.rsplit(['/', '\\']).next()?.to_ascii_lowercase();
    let base = base.strip_suffix(".exe").unwrap_or(&base);
    let built = ["-static", "-dbg", "-debug", ".real", ".static"];
    let plain = built.iter().find_map(|kind| base.strip_suffix(kind)).unwrap_or(base);
    let is_version = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
    // Python without its lock, and with checks, is `python3.13t` and `python3.13d`.
    let numbered = plain.trim_end_matches(['t', 'd']);
    let numbered = if numbered.ends_with(is_version) { numbered } else { plain };
    let stem = numbered.trim_end_matches(is_version);
    all().find(|program| program.names.contains(&base) || program.names.contains(&stem))
}

pub(super) const BASE: Program = Program {
    names: &[],
    code_flags: &[],
    load_flags: &[],
    lead_load_flags: &[],
    command_flags: &[],
    stdin_flags: &[],
    value_flags: &[],
    pair_flags: &[],
    switches: &[],
    skips_not: &[],
    split_flags: &[],
    modules: ('-', &[]),
    operand: Operand::Data,
    stdin: Stdin::Data,
    code: Code::NextWord,
    assignments: false,
    joins_flags: false,
};

/// An interpreter: its first operand is a script, and without one it reads the program from standard input.
pub(super) const INTERPRETER: Program =
    Program { operand: Operand::Script, stdin: Stdin::Program, ..BASE };

/// A program that starts another, with its own options in front.
pub(super) const STARTER: Program = Program { operand: Operand::Command, ..BASE };

/// The same, with one operand before the command.
pub(super) const STARTER_AFTER_ONE: Program =
    Program { operand: Operand::Skip(&Operand::Command), ..BASE };

/// A filter: its first operand is program text, unless a flag gives it; standard input is data.
pub(super) const FILTER: Program = Program { operand: Operand::Text, ..BASE };

/// An interpreter with these flags: those of its program, those that load more, and others that take a value.
pub(super) const fn interpreter(
    names: &'static [&'static str],
    code_flags: &'static [&'static str],
    load_flags: &'static [&'static str],
    value_flags: &'static [&'static str],
) -> Program {
    Program { names, code_flags, load_flags, value_flags, ..INTERPRETER }
}

/// A program that is safe but for these flags, which take program text or name code to run or load.
pub(super) const fn but_for(
    names: &'static [&'static str],
    load_flags: &'static [&'static str],
) -> Program {
    Program { names, load_flags, ..BASE }
}

/// A subcommand with operands of this kind.
pub(super) const fn sub(names: &'static [&'static str], then: Operand) -> Sub {
    Sub { names, load_flags: &[], then }
}
