//! Assembly is a pure function: the order of dependencies, of their nodes and of what is linked makes no difference.
#![cfg(feature = "runtime")]

use std::path::Path;

use proptest::prelude::*;
use serde_json::json;
use toolnode::assemble::{Contribution, Owner, assemble};
use toolnode::fault::Location;
use toolnode::node::LoadedNode;
use toolnode::registry::{InstanceSpec, LinkSpec, Linked, Place, ToolSpec};
use toolnode::types::TypeStore;

const fn place(package: &'static str, line: u32) -> Place {
    Place {
        package,
        version: "1.0.0",
        folder: "/crates",
        module: package,
        function: "f",
        file: "src/lib.rs",
        line,
    }
}

const fn tool(package: &'static str, id: &'static str, line: u32) -> ToolSpec {
    ToolSpec {
        id,
        summary: "A case.",
        satisfies: &["cases"],
        place: place(package, line),
        ..ToolSpec::EMPTY
    }
}

static TOOLS: [ToolSpec; 5] = [
    tool("one", "bean-list", 1),
    tool("two", "bean-list", 2),
    tool("i1", "bean-get", 3),
    tool("three", "bean-get", 4),
    tool("four", "bean-run", 5),
];

static INSTANCES: [InstanceSpec; 4] = [
    InstanceSpec { name: Some("i2"), place: place("one", 1), ..InstanceSpec::EMPTY },
    InstanceSpec {
        name: Some("new"),
        prefix: Some("n"),
        place: place("two", 1),
        ..InstanceSpec::EMPTY
    },
    InstanceSpec {
        name: Some("i2"),
        version: Some("9.9.9"),
        place: place("three", 1),
        ..InstanceSpec::EMPTY
    },
    InstanceSpec { name: Some("new"), place: place("three", 2), ..InstanceSpec::EMPTY },
];

static CRATES: [LinkSpec; 2] = [
    LinkSpec { name: "one", place: place("bin", 1) },
    LinkSpec { name: "absent", place: place("bin", 2) },
];

/// Which files an instance has: id, variant of the summary, format of the command.
type Files = Vec<(usize, bool, bool)>;

fn contribution(number: usize, files: &Files) -> Contribution {
    let ids = ["bean-list", "beanlist", "bean-get", "bean-check"];
    let nodes = files.iter().enumerate().map(|(index, (id, summary, words))| {
        let node = json!({
            "id": ids[*id],
            "summary": if *summary { "A case." } else { "Another case." },
            "satisfies": ["cases"],
            "invoke": {"shell": if *words { json!(["true", "x"]) } else { json!("true x") }},
        });
        let node = serde_json::from_value(node).expect("a node");
        LoadedNode { node, location: Location::whole(format!("i{number}/tools/{index}.json")) }
    });
    let name = format!("i{number}");
    let owner = Owner::of_package(&name, "1.0.0", Path::new(&format!("/{name}")));
    Contribution { nodes: nodes.collect(), ..Contribution::none(owner) }
}

fn assembled(instances: Vec<Contribution>, linked: &Linked) -> String {
    let mut instances = instances.into_iter();
    let served = instances.next().expect("one");
    let namespace = assemble(served, instances.collect(), TypeStore::new(), linked);
    format!("{:#?}{:#?}{:#?}", namespace.entries, namespace.instances, namespace.missing)
}

fn order(length: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..length).collect::<Vec<_>>()).prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_order_gives_the_same(
        files in prop::collection::vec(prop::collection::vec((0..4_usize, any::<bool>(), any::<bool>()), 0..4), 4),
        dependencies in order(3),
        tools in order(TOOLS.len()),
        specs in order(INSTANCES.len()),
        crates in order(CRATES.len()),
        backwards in any::<bool>(),
    ) {
        let linked = |tools: &[usize], specs: &[usize], crates: &[usize]| Linked {
            tools: tools.iter().map(|i| &TOOLS[*i]).collect(),
            instances: specs.iter().map(|i| &INSTANCES[*i]).collect(),
            crates: crates.iter().map(|i| &CRATES[*i]).collect(),
        };
        let all: Vec<_> = (0..4).map(|number| contribution(number, &files[number])).collect();
        let one = assembled(all, &linked(&[0, 1, 2, 3, 4], &[0, 1, 2, 3], &[0, 1]));

        let mut shuffled = vec![contribution(0, &files[0])];
        shuffled.extend(dependencies.iter().map(|i| contribution(i + 1, &files[i + 1])));
        if backwards {
            for contribution in &mut shuffled {
                contribution.nodes.reverse();
            }
        }
        let other = assembled(shuffled, &linked(&tools, &specs, &crates));
        prop_assert_eq!(one, other);
    }
}
