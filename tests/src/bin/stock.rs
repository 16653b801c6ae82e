//! The stock binary with a deployment: limits and an engine's settings from environment variables, each a JSON object.

use std::process::ExitCode;

use serde::Deserialize;
use toolnode::App;
use toolnode::invoke::Limits;
use toolnode::project::ContainerSettings;

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Allowed {
    seconds: Option<f64>,
    output_bytes: Option<u64>,
    stdin_bytes: Option<u64>,
    concurrent: Option<u32>,
    queue: Option<u32>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Engine {
    engine: Option<String>,
    args: Vec<String>,
}

fn given<T: Default + for<'a> Deserialize<'a>>(name: &str) -> T {
    std::env::var(name).map_or_else(
        |_| T::default(),
        |text| serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}")),
    )
}

fn main() -> ExitCode {
    let Allowed { seconds, output_bytes, stdin_bytes, concurrent, queue } = given("TEST_LIMITS");
    let Engine { engine, args } = given("TEST_CONTAINER");
    App::new()
        .with_limits(Limits { seconds, output_bytes, stdin_bytes, concurrent, queue })
        .with_containers(ContainerSettings { engine, args })
        .run()
}
