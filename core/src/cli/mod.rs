//! The command line: the same commands in the stock binary and in every instance binary.

mod args;
mod audit;
mod call;
mod check;
mod exercise;
mod explain;
mod export;
mod list;
mod lock;
mod log;
mod mount;
mod new;
mod paper;
mod schema;
mod serve;
mod setup;
mod show;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use crate::app::App;

/// A command that could not do its work: exit 2.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// What a command exits with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Done = 0,
    Failed = 1,
    Undetermined = 2,
    Refused = 3,
}

impl App {
    /// Parses the command line and runs the command.
    ///
    /// This binary is also what watches over the commands that it serves: it starts itself for that, and this function is
    /// where such a process begins its work. Let nothing else happen before in `main`.
    pub fn run(self) -> ExitCode {
        if let Some(ended) = crate::invoke::enter_if_asked() {
            return ended;
        }
        let args = match args::Args::try_parse() {
            Ok(args) => args,
            Err(error) => {
                // Nothing can be done where the terminal is gone.
                let _ = error.print();
                return ExitCode::from(u8::from(error.use_stderr()) * 2);
            }
        };
        let ended = match &args.command {
            args::Command::List(list) => list::run(&self, &args, list),
            args::Command::Show(show) => show::run(&self, &args, show),
            args::Command::Call(call) => call::run(&self, &args, call),
            args::Command::Explain(explain) => explain::run(&self, &args, explain),
            args::Command::Audit(audit) => audit::run(&self, &args, audit),
            args::Command::Exercise(exercise) => exercise::run(&self, &args, exercise),
            args::Command::Serve(serve) => serve::run(&self, &args, serve),
            args::Command::Export(export) => export::run(&self, &args, export),
            args::Command::Check(check) => check::run(&self, &args, check),
            args::Command::Lock(lock) => lock::lock(&self, &args, lock),
            args::Command::Diff(diff) => lock::diff(&self, &args, diff),
            args::Command::New(new) => new::run(&args, new),
            args::Command::Mount(mount) => mount::run(&self, &args, mount),
            args::Command::Completions(completions) => Ok(paper::completions(completions)),
            args::Command::Man(man) => paper::man(man),
            args::Command::Schema(schema) => schema::run(schema),
        };
        match ended {
            Ok(exit) => ExitCode::from(exit as u8),
            Err(Failure(message)) => {
                complain(&message);
                ExitCode::from(Exit::Undetermined as u8)
            }
        }
    }
}

/// Prints to standard output. A reader that is gone (`| head`) is no error.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Prints to standard error.
pub(crate) fn complain(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = writeln!(out, "{}", text.trim_end());
}

/// The program's name, for hints.
pub(crate) fn program() -> String {
    std::env::args_os()
        .next()
        .and_then(|name| Path::new(&name).file_stem().map(|stem| stem.display().to_string()))
        .unwrap_or_else(|| "toolnode".to_owned())
}

/// Makes `main` of an instance binary. The expressions are the values that functions take as
/// [`State<T>`](crate::State).
///
/// ```no_run
/// struct Plan;
///
/// toolnode::main!(Plan);
/// ```
///
/// A value that keeps something in the instance's folder is made of that folder, so that `exercise` can give it a copy:
///
/// ```no_run
/// struct Plan(std::path::PathBuf);
///
/// toolnode::main!(folder => Plan(folder.join("plan")));
/// ```
#[macro_export]
macro_rules! main {
    ($folder:ident => $($state:expr),+ $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::app!($folder => $($state),+).run()
        }
    };
    ($($state:expr),* $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::app!($($state),*).run()
        }
    };
}
