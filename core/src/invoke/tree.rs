//! Which processes descend from which, as `/proc` tells.

use std::collections::HashMap;
use std::fs;

use rustix::process::{Pid, Signal, kill_process};

/// The children of a process, not theirs.
pub(super) fn children(of: Pid) -> Vec<Pid> {
    all().filter(|process| process.parent == Some(of)).map(|process| process.pid).collect()
}

/// All that descends from a process, parents before their children.
pub(super) fn descendants(of: Pid) -> Vec<Pid> {
    let mut by_parent: HashMap<Pid, Vec<Pid>> = HashMap::new();
    for process in all() {
        if let Some(parent) = process.parent {
            by_parent.entry(parent).or_default().push(process.pid);
        }
    }
    let mut found = by_parent.remove(&of).unwrap_or_default();
    let mut next = 0;
    while let Some(&pid) = found.get(next) {
        found.extend(by_parent.remove(&pid).unwrap_or_default());
        next += 1;
    }
    found
}

/// Asks processes to end, and wakes those that are stopped so that they can.
pub(super) fn ask_to_end(pids: &[Pid]) {
    for signal in [Signal::TERM, Signal::CONT] {
        for &pid in pids {
            // One that is gone meanwhile is what is wanted.
            let _ = kill_process(pid, signal);
        }
    }
}

/// Kills a session whose leader is dead and not yet reaped, so that no other can have its number.
pub(super) fn kill_session(leader: Pid) {
    // Whoever was born during one round is found by the next.
    for _ in 0..3 {
        for process in all().filter(|p| p.session == Some(leader) && p.pid != leader) {
            let _ = kill_process(process.pid, Signal::KILL);
        }
    }
}

#[derive(Debug, PartialEq)]
struct Process {
    pid: Pid,
    parent: Option<Pid>,
    session: Option<Pid>,
}

/// Every process, as `/proc/PID/stat` has it.
fn all() -> impl Iterator<Item = Process> {
    fs::read_dir("/proc").into_iter().flatten().filter_map(|entry| {
        let entry = entry.ok()?;
        let pid = number(entry.file_name().to_str()?)?;
        Process::read(pid, &fs::read(entry.path().join("stat")).ok()?)
    })
}

impl Process {
    /// Takes fields 4 and 6 of `/proc/PID/stat` (proc(5)). The second is the program's name in parentheses, and may hold
    /// anything. Those of a process that dies while it is looked at are 0 and -1.
    fn read(pid: Pid, stat: &[u8]) -> Option<Self> {
        let name_end = stat.iter().rposition(|&byte| byte == b')')?;
        let rest = std::str::from_utf8(&stat[name_end + 1..]).ok()?;
        let mut fields = rest.split_whitespace().skip(1).map(number);
        Some(Self { pid, parent: fields.next()?, session: fields.nth(1)? })
    }
}

/// A process id: a positive number, so one that [`Pid::from_raw`] does not panic at.
fn number(text: &str) -> Option<Pid> {
    text.parse().ok().filter(|&number: &i32| number > 0).and_then(Pid::from_raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_anything_and_a_dying_process_has_no_family() {
        let pid = number("7").unwrap();
        let read = |stat: &str| Process::read(pid, stat.as_bytes()).unwrap();
        let family = Process { pid, parent: number("3"), session: number("5") };
        assert_eq!(read("7 (a) S 1 (b)) S 3 4 5 0 -1 4194560"), family);
        let none = Process { pid, parent: None, session: None };
        assert_eq!(read("7 (sh) X 0 -1 -1 0 -1 4194560"), none);
        assert_eq!(Process::read(pid, b"7 (sh"), None);
        assert_eq!(Process::read(pid, b"7 (sh) S 3"), None);
    }
}
