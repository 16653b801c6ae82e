//! Looking at what runs.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The processes whose working folder this is, by number and words: commands, and what they started.
pub fn processes_in(folder: &Path) -> Vec<(u32, String)> {
    let processes = fs::read_dir("/proc").into_iter().flatten().filter_map(|entry| {
        let entry = entry.ok()?;
        let pid = entry.file_name().to_str()?.parse().ok()?;
        let path = entry.path();
        (fs::read_link(path.join("cwd")).ok()? == folder).then(|| {
            let words = fs::read(path.join("cmdline")).unwrap_or_default();
            (pid, String::from_utf8_lossy(&words).replace('\0', " "))
        })
    });
    processes.collect()
}

/// The processes below another, wardens included, by number and state.
pub fn processes_below(ancestor: u32) -> Vec<(u32, char)> {
    let stat = |pid: u32| -> Option<(char, u32)> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let mut fields = stat[stat.rfind(')')? + 2..].split(' ');
        Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
    };
    let all = fs::read_dir("/proc").into_iter().flatten();
    let all: Vec<_> = all
        .filter_map(|entry| {
            let pid = entry.ok()?.file_name().to_str()?.parse().ok()?;
            let (state, parent) = stat(pid)?;
            Some((pid, state, parent))
        })
        .collect();
    let mut found: Vec<(u32, char)> = Vec::new();
    let mut from = vec![ancestor];
    while let Some(parent) = from.pop() {
        for (pid, state, _) in all.iter().filter(|(_, _, p)| *p == parent) {
            found.push((*pid, *state));
            from.push(*pid);
        }
    }
    found
}

/// Waits until something holds, with a bound; gives whether it does.
pub fn until(mut holds: impl FnMut() -> bool) -> bool {
    let bound = Instant::now() + Duration::from_secs(30);
    while Instant::now() < bound {
        if holds() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    holds()
}
