//! A command that does whatever commands do to the servers that run them. Its words are done one after the other.
#![allow(clippy::print_stdout, reason = "that is what it is for")]

use std::io::{Read, Write};
use std::process::{Command, Stdio, exit};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{SigSet, Signal, raise};

const HELP: &str = "\
print TEXT      a line on standard output
warn TEXT       a line on standard error
bytes HEX       bytes on standard output
flood BYTES     that many on standard output
flood-both N    that many on standard output and on standard error at once
read            how many bytes standard input has
words           how long each word is that comes after, and nothing more
descriptors     the open descriptors, one a line
folder          the working folder
terminal        whether there is one to ask
sleep SECONDS   waits
deaf            is deaf to SIGTERM from now on
close           closes standard output and standard error
start WORDS     starts itself with one of: sleeper, deaf-sleeper, session, daemon; it keeps the pipes
hide WORDS      the same, without the pipes
exit N          exits
die N           ends itself by a signal
";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        if word == "words" {
            let rest: Vec<_> = words.by_ref().map(|word| word.len().to_string()).collect();
            println!("{}", rest.join(" "));
            return;
        }
        if simple(word) {
            continue;
        }
        match words.next() {
            Some(value) => with_value(word, value),
            None => usage(),
        }
    }
}

fn usage() -> ! {
    print!("{HELP}");
    exit(64);
}

/// What takes no value. Gives whether the word is of this kind.
fn simple(word: &str) -> bool {
    match word {
        "read" => {
            let mut all = Vec::new();
            let read = std::io::stdin().read_to_end(&mut all);
            println!(
                "{} bytes, {}",
                all.len(),
                if read.is_ok() { "then the end" } else { "then an error" }
            );
        }
        "descriptors" => {
            let open = std::fs::read_dir("/proc/self/fd").expect("Linux");
            let mut open: Vec<_> = open
                .filter_map(|entry| {
                    let path = entry.ok()?.path();
                    // The descriptor by which this folder is read has no target by now.
                    let target = std::fs::read_link(&path).ok()?;
                    let fd = path.file_name()?.to_str()?.to_owned();
                    (!target.starts_with("/proc")).then(|| format!("{fd} {}", target.display()))
                })
                .collect();
            open.sort();
            println!("{}", open.join("\n"));
        }
        "folder" => println!("{}", std::env::current_dir().expect("a folder").display()),
        "terminal" => println!("{}", std::fs::File::open("/dev/tty").is_ok()),
        "deaf" => block_terminate(),
        "close" => {
            let _ = nix::unistd::close(1);
            let _ = nix::unistd::close(2);
        }
        // What `start` starts.
        "sleeper" => wait_for_ever(),
        "deaf-sleeper" => {
            block_terminate();
            wait_for_ever();
        }
        "session" => {
            nix::unistd::setsid().expect("no leader of a group");
            wait_for_ever();
        }
        "daemon" => {
            nix::unistd::setsid().expect("no leader of a group");
            start("deaf-sleeper", false);
            exit(0);
        }
        _ => return false,
    }
    true
}

fn with_value(word: &str, value: &str) {
    match word {
        "print" => println!("{value}"),
        "warn" => writeln!(std::io::stderr(), "{value}").expect("a reader"),
        "bytes" => {
            let bytes: Vec<u8> = (0..value.len() / 2)
                .map(|at| u8::from_str_radix(&value[2 * at..2 * at + 2], 16).expect("hex"))
                .collect();
            std::io::stdout().write_all(&bytes).expect("a reader");
        }
        "flood" => flood(&mut std::io::stdout().lock(), number(value)),
        "flood-both" => {
            let bytes = number(value);
            let other = thread::spawn(move || flood(&mut std::io::stderr().lock(), bytes));
            flood(&mut std::io::stdout().lock(), bytes);
            other.join().expect("it ends");
        }
        "sleep" => thread::sleep(Duration::from_secs_f64(value.parse().expect("seconds"))),
        "start" => start(value, false),
        "hide" => start(value, true),
        "exit" => {
            let _ = std::io::stdout().flush();
            exit(value.parse().expect("a status"));
        }
        "die" => {
            let _ = std::io::stdout().flush();
            let signal: i32 = value.parse().expect("a signal");
            raise(Signal::try_from(signal).expect("a signal")).expect("it is raised");
        }
        _ => usage(),
    }
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

fn flood(to: &mut impl Write, mut bytes: u64) {
    let block = vec![b'x'; 64 << 10];
    while bytes > 0 {
        let some = usize::try_from(bytes.min(block.len() as u64)).expect("it is small");
        to.write_all(&block[..some]).expect("a reader");
        bytes -= some as u64;
    }
    to.flush().expect("a reader");
}

/// Pending for ever is as good as ignored.
fn block_terminate() {
    SigSet::from(Signal::SIGTERM).thread_block().expect("it can be blocked");
}

fn wait_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_mins(10));
    }
}

/// Starts itself in another mode and does not wait for it.
fn start(mode: &str, hidden: bool) {
    let own = std::env::current_exe().expect("this program");
    let pipe = || if hidden { Stdio::null() } else { Stdio::inherit() };
    let mut command = Command::new(own);
    command.arg(mode).stdin(Stdio::null()).stdout(pipe()).stderr(pipe());
    drop(command.spawn().expect("it starts"));
}
