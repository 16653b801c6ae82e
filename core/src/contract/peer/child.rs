//! A server that is started as a child, over its standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Address, PATIENCE, PeerError, Wire, result};

/// How long a server may take to end after its input has.
const FAREWELL: Duration = Duration::from_secs(2);

/// What is kept of standard error, for the message where it does not answer.
const SAID: usize = 2_000;

pub(super) struct Child {
    process: std::process::Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaint: Option<std::thread::JoinHandle<String>>,
    next: u64,
}

impl Child {
    pub(super) fn start(words: &[String]) -> Result<Self, PeerError> {
        let unreachable =
            |why: String| PeerError::Unreachable { address: Address::Command(words.to_vec()), why };
        let (program, arguments) =
            words.split_first().ok_or_else(|| unreachable("the command is empty".to_owned()))?;
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| unreachable(error.to_string()))?;
        let (sender, lines) = channel();
        if let Some(output) = process.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        let complaint = process.stderr.take().map(|mut errors| {
            std::thread::spawn(move || {
                let mut said = Vec::new();
                let mut part = [0; 4096];
                while let Ok(count @ 1..) = errors.read(&mut part) {
                    said.extend_from_slice(&part[..count]);
                    let excess = said.len().saturating_sub(SAID);
                    said.drain(..excess);
                }
                String::from_utf8_lossy(&said).trim().to_owned()
            })
        });
        let input = process.stdin.take();
        Ok(Self { process, input, lines, complaint, next: 1 })
    }

    fn send(&mut self, method: &'static str, message: &Value) -> Result<(), PeerError> {
        let sent = match &mut self.input {
            Some(input) => writeln!(input, "{message}").and_then(|()| input.flush()),
            None => Ok(()),
        };
        sent.map_err(|_| self.silent(method, "it has ended"))
    }

    /// Ends it, and says what it said last.
    fn silent(&mut self, method: &'static str, why: &str) -> PeerError {
        self.end(Duration::ZERO);
        let said = self.complaint.take().and_then(|said| said.join().ok()).unwrap_or_default();
        let why = if said.is_empty() { why.to_owned() } else { format!("{why}; it said: {said}") };
        PeerError::NoAnswer { method, why }
    }

    fn end(&mut self, patience: Duration) {
        self.input = None;
        let until = Instant::now() + patience;
        while Instant::now() < until {
            if matches!(self.process.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Wire for Child {
    fn request(&mut self, method: &'static str, params: Value) -> Result<Value, PeerError> {
        let id = self.next;
        self.next += 1;
        self.send(
            method,
            &json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}),
        )?;
        let until = Instant::now() + PATIENCE;
        loop {
            let line =
                match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                    Ok(line) => line,
                    Err(RecvTimeoutError::Timeout) => {
                        return Err(self.silent(method, "it took longer than 10 s"));
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(self.silent(method, "it has ended"));
                    }
                };
            // What is no JSON is a fault of that server, and not an answer.
            let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
            if message.get("method").is_none() && message.get("id") == Some(&json!(id)) {
                return result(method, message);
            }
            if let (Some(_), Some(asked)) = (message.get("method"), message.get("id")) {
                let error = json!({"code": -32601, "message": "this client only lists tools"});
                self.send(method, &json!({"jsonrpc": "2.0", "id": asked, "error": error}))?;
            }
        }
    }

    fn notify(&mut self, method: &'static str) -> Result<(), PeerError> {
        self.send(method, &json!({"jsonrpc": "2.0", "method": method}))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.end(FAREWELL);
    }
}
