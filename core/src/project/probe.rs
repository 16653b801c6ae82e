//! Runtimes that are found by running something: `[runtimes.NAME] probe`.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::Host;
use crate::assemble::Owner;

/// How long a probe may take.
const LIMIT: Duration = Duration::from_secs(5);

/// How often a running probe is looked at.
const STEP: Duration = Duration::from_millis(5);

impl Host {
    /// Runs the probes that these instances declare, all at once, and remembers what they found. Nothing runs where the facts
    /// were given.
    pub fn probe(&mut self, instances: &[Arc<Owner>]) {
        if self.is_given() {
            return;
        }
        let here = &*self;
        let found = std::thread::scope(|scope| {
            let probes = instances.iter().flat_map(|instance| {
                instance.probes.iter().map(move |(name, words)| (instance, name, words))
            });
            let running: Vec<_> = probes
                .map(|(instance, name, words)| {
                    let ended = scope.spawn(move || run(here, words, &instance.dir));
                    ((instance.name.clone(), name.clone()), words, ended)
                })
                .collect();
            let ended = running.into_iter().map(|(key, words, ended)| {
                let ended = ended.join().unwrap_or_else(|_| Err("did not end".to_owned()));
                (key, ended.map_err(|why| format!("its probe `{}` {why}", words.join(" "))))
            });
            ended.collect()
        });
        self.probed = found;
    }
}

/// Runs one probe in its instance's folder, without input, within the limit.
fn run(host: &Host, words: &[String], dir: &Path) -> Result<(), String> {
    use std::os::unix::process::CommandExt;
    let Some((program, arguments)) = words.split_first() else { return Err("is empty".to_owned()) };
    let program = host.program(program, dir).map_err(|why| format!("cannot run: {why}"))?;
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(|error| format!("cannot run: {error}"))?;
    let started = Instant::now();
    let ended = loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => break Ok(()),
            Ok(Some(status)) => break Err(format!("failed ({status})")),
            Ok(None) if started.elapsed() < LIMIT => std::thread::sleep(STEP),
            Ok(None) => break Err(format!("took longer than {} s", LIMIT.as_secs())),
            Err(error) => break Err(format!("was lost: {error}")),
        }
    };
    // What it left behind is in its process group.
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
    ended
}
