//! What a hundred tools cost to compile, beside the same tools with rmcp's macros, and what the macros themselves cost.
//!
//! ```text
//! cargo bench -p toolnode-benches --bench compile
//! ```
//!
//! The crates are whole servers, built with the dev profile, one job, their dependencies built before; `linked` is the same
//! program with toolnode as a dynamic library. A figure is CPU time of cargo and all it starts, in seconds, the median over
//! rounds; a ratio is that of two such figures of this run.
#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "it prints figures")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use toolnode_benches::median;

const TOOLS: usize = 100;
const ROUNDS: usize = 5;

fn main() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile");
    let tools = toolnode_tools();
    let toolnode = Crate::write(&home, "toolnode100", TOOLNODE, &tools);
    let linked = Crate::write(&home, "linked100", LINKED, &(tools + "use toolnode_dylib as _;\n"));
    let rmcp = Crate::write(&home, "rmcp100", RMCP, &rmcp_tools());
    let steps = [
        ("clean", Crate::clean as fn(&Crate, usize) -> f64, 0.4),
        ("after editing one function", Crate::edited, 0.3),
        ("cargo check after an edit", Crate::checked, 0.5),
    ];
    let crates = [&toolnode, &linked, &rmcp];
    for one in crates {
        one.cargo(&["build"]);
        one.cargo(&["check"]);
    }
    println!("{:<36} {:>10} {:>10} {:>8}  at most", "", "toolnode", "rmcp", "ratio");
    for (what, step, most) in steps {
        let mut seconds = [const { Vec::new() }; 3];
        for round in 0..ROUNDS {
            for (one, seconds) in crates.iter().zip(&mut seconds) {
                seconds.push(step(one, round));
            }
        }
        let [toolnode, linked, rmcp] = seconds.each_mut().map(|seconds| median(seconds));
        line(what, toolnode, rmcp, most);
        line(&format!("{what}, linked"), linked, rmcp, most);
    }
    let ours = toolnode.build_all_of("toolnode-macros");
    let theirs = rmcp.build_all_of("rmcp-macros");
    line("the macros, with dependencies", ours, theirs, 1.5);
}

fn line(what: &str, ours: f64, theirs: f64, most: f64) {
    println!("{what:<36} {ours:>10.2} {theirs:>10.2} {:>8.2}  {most}", ours / theirs);
}

/// A crate of a hundred tools that this program writes and builds.
struct Crate {
    name: &'static str,
    folder: PathBuf,
    source: String,
}

impl Crate {
    fn write(home: &Path, name: &'static str, dependencies: &str, source: &str) -> Self {
        let folder = home.join(name);
        std::fs::create_dir_all(folder.join("src")).expect("a folder");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{}",
            dependencies.replace("ROOT", root.to_str().expect("UTF-8"))
        );
        std::fs::write(folder.join("Cargo.toml"), manifest).expect("written");
        // The versions of this workspace, so that no newer one is measured unnoticed.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("Cargo.lock");
        std::fs::copy(lock, folder.join("Cargo.lock")).expect("copied");
        let one = Self { name, folder, source: source.to_owned() };
        one.edit("as it was");
        one
    }

    /// Changes one function of the hundred.
    fn edit(&self, text: &str) {
        let source = self.source.replace("EDITED", text);
        std::fs::write(self.folder.join("src/main.rs"), source).expect("written");
    }

    fn clean(&self, _: usize) -> f64 {
        self.cargo(&["clean", "-p", self.name]);
        self.cargo(&["build"])
    }

    fn edited(&self, round: usize) -> f64 {
        self.edit(&format!("edit {round}"));
        self.cargo(&["build"])
    }

    fn checked(&self, round: usize) -> f64 {
        self.edit(&format!("checked {round}"));
        self.cargo(&["check"])
    }

    fn build_all_of(&self, package: &str) -> f64 {
        let target = self.folder.join("target-macros");
        let _ = std::fs::remove_dir_all(&target);
        self.cargo(&["build", "-p", package, "--target-dir", target.to_str().expect("UTF-8")])
    }

    /// Runs cargo; CPU seconds of it and its children.
    fn cargo(&self, arguments: &[&str]) -> f64 {
        let before = children_seconds();
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(&self.folder)
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("CARGO_INCREMENTAL")
            .env("CARGO_BUILD_JOBS", "1")
            .output()
            .expect("cargo starts");
        assert!(
            output.status.success(),
            "cargo {arguments:?} in {}:\n{}",
            self.folder.display(),
            String::from_utf8_lossy(&output.stderr)
        );
        children_seconds() - before
    }
}

/// CPU time of all children that have ended (`getrusage(2)`, `RUSAGE_CHILDREN`), in seconds.
fn children_seconds() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("there is one");
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    seconds(usage.user_time()) + seconds(usage.system_time())
}

const TOOLNODE: &str = "toolnode = { path = \"ROOT/core\" }\n";

const LINKED: &str =
    "toolnode = { path = \"ROOT/core\" }\ntoolnode-dylib = { path = \"ROOT/dylib\" }\n";

const RMCP: &str = r#"rmcp = { version = "3.11", features = ["transport-io"] }
tokio = { version = "1", features = ["rt-multi-thread", "macros"] }
schemars = "1"
serde = { version = "1", features = ["derive"] }
"#;

fn toolnode_tools() -> String {
    let mut source = "//! A hundred tools.\nuse toolnode::tool;\n".to_owned();
    for number in 0..TOOLS {
        write!(
            source,
            r#"
/// A number: formats the three parameters of tool {number}.
#[tool(satisfies = "formatting", id = "number-{number}-get")]
async fn tool_{number}(
    /// The name to format.
    name: String,
    /// How many there are.
    count: i64,
    /// Whether to shout.
    flag: Option<bool>,
) -> String {{
    format!("{} {{name}} {{count}} {{flag:?}}")
}}
"#,
            if number == TOOLS / 2 { "EDITED".to_owned() } else { number.to_string() }
        )
        .expect("a string takes it");
    }
    source + "\ntoolnode::main!();\n"
}

fn rmcp_tools() -> String {
    let mut source = "//! A hundred tools.\nuse rmcp::handler::server::wrapper::Parameters;\nuse rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};\n".to_owned();
    let mut methods = String::new();
    for number in 0..TOOLS {
        write!(
            source,
            r"
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct P{number} {{
    /// The name to format.
    name: String,
    /// How many there are.
    count: i64,
    /// Whether to shout.
    flag: Option<bool>,
}}
"
        )
        .expect("a string takes it");
        write!(
            methods,
            r#"
    /// A number: formats the three parameters of tool {number}.
    #[tool]
    async fn number_{number}_get(&self, Parameters(P{number} {{ name, count, flag }}): Parameters<P{number}>) -> String {{
        format!("{} {{name}} {{count}} {{flag:?}}")
    }}
"#,
            if number == TOOLS / 2 { "EDITED".to_owned() } else { number.to_string() }
        )
        .expect("a string takes it");
    }
    source
        + "\n#[derive(Clone)]\nstruct Tools;\n\n#[tool_router]\nimpl Tools {"
        + &methods
        + r#"}

#[tool_handler(router = Self::tool_router())]
impl ServerHandler for Tools {}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let service = Tools.serve(rmcp::transport::stdio()).await.expect("a client");
    service.waiting().await.expect("it ends");
}
"#
}
