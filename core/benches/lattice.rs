//! What it costs to read and assemble many instances that depend on each other: a lattice in which each instance depends on
//! two of the row below, so that the ways to an instance double with each row.
//!
//! ```text
//! cargo bench -p toolnode --bench lattice
//! ```
#![allow(clippy::print_stdout, reason = "it prints figures")]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use toolnode::assemble::{Contribution, assemble};
use toolnode::instance;
use toolnode::registry::Linked;
use toolnode::types::TypeStore;

/// Instances in a row.
const WIDTH: usize = 10;

/// Nodes of an instance.
const NODES: usize = 50;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let (half, whole) = (folder.path().join("half"), folder.path().join("whole"));
    write(&half, 10);
    write(&whole, 20);
    // Once for the disk's cache.
    measure(&whole);
    let mut figures: [Vec<Duration>; 2] = Default::default();
    for _ in 0..5 {
        figures[0].push(measure(&half));
        figures[1].push(measure(&whole));
    }
    let [half, whole] = figures.map(|mut durations| {
        durations.sort();
        durations[durations.len() / 2]
    });
    println!("100 instances,  5,000 nodes: {half:?}");
    println!("200 instances, 10,000 nodes: {whole:?}");
    println!("time ratio: {:.2} (2 is linear)", whole.as_secs_f64() / half.as_secs_f64());
}

fn write(folder: &Path, rows: usize) {
    for row in 0..rows {
        for column in 0..WIDTH {
            let name = format!("i{row}-{column}");
            let below =
                [column, (column + 1) % WIDTH].map(|column| format!("i{}-{column}", row + 1));
            let mut manifest = format!(
                "[instance]\nname = \"{name}\"\nversion = \"1.0.0\"\nprefix = \"i{row}_{column}\"\n[dependencies]\n"
            );
            for other in below.iter().filter(|_| row + 1 < rows) {
                manifest += &format!("{other} = {{ path = \"../{other}\" }}\n");
            }
            // The first reaches the whole of its row, for the row to be reached at all.
            if row == 0 && column == 0 {
                for other in 1..WIDTH {
                    manifest += &format!("i0-{other} = {{ path = \"../i0-{other}\" }}\n");
                }
            }
            fs::create_dir_all(folder.join(&name).join("tools")).expect("a folder");
            fs::write(folder.join(&name).join("toolnode.toml"), manifest).expect("written");
            for number in 0..NODES {
                let node = format!(
                    "id = \"thing{number}-get\"\nsummary = \"A thing: the {number}th.\"\nsatisfies = [\"things\"]\n\
                     [invoke]\nshell = \"true {number}\"\n\
                     [[io.inputs]]\nname = \"slug\"\ntype = \"Slug\"\nrequired = true\narg = {{ positional = 0 }}\n"
                );
                fs::write(folder.join(&name).join(format!("tools/{number}.toml")), node)
                    .expect("written");
            }
        }
    }
}

fn measure(folder: &Path) -> Duration {
    let started = Instant::now();
    let mut types = TypeStore::new();
    let root = folder.join("i0-0");
    let all = instance::load_all(&root, &root, &mut types).expect("no fault");
    let mut all = all.into_iter().map(Contribution::of_folder);
    let served = all.next().expect("the one that is served");
    let namespace = assemble(served, all.collect(), types, &Linked::default());
    let rows = namespace.instances.len() / WIDTH;
    assert_eq!(namespace.entries.len(), rows * WIDTH * NODES);
    started.elapsed()
}
