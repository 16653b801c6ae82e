//! An instance of any size.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Nodes of the size of those in the field: about 1.1 KiB, three inputs.
pub(crate) fn write_instance(folder: &Path, nodes: usize) {
    fs::create_dir_all(folder.join("tools")).expect("a folder");
    fs::write(
        folder.join("toolnode.toml"),
        "[instance]\nname = \"scale\"\nversion = \"1.0.0\"\nbase = \"https://example.org/scale/\"\n",
    )
    .expect("a file");
    for number in 0..nodes {
        let mut inputs = String::new();
        for (name, ty, arg) in [
            ("path", "RepoPath", r#"{"positional": 0}"#),
            ("slug", "Slug", r#"{"flag": "--slug"}"#),
            ("top", "Count", r#"{"flag": "--top"}"#),
        ] {
            let _ = write!(
                inputs,
                r#"{}{{
    "name": "{name}",
    "schema": "urn:toolnode:types:1#/$defs/{ty}",
    "required": {},
    "arg": {arg},
    "description": "The {name} of report {number}: what it is, and how it is chosen."
   }}"#,
                if inputs.is_empty() { "" } else { ",\n   " },
                name == "path"
            );
        }
        let text = format!(
            r#"{{
 "id": "report-{number}-get",
 "title": "Report number {number}",
 "summary": "A report: reads the sources below a folder and prints what was found, report {number}.",
 "install": {{"none": true}},
 "invoke": {{"shell": "sh scripts/report.sh {number}"}},
 "io": {{
  "inputs": [
   {inputs}
  ],
  "outputs": [
   {{
    "name": "report",
    "schema": "urn:toolnode:types:1#/$defs/Markdown",
    "description": "What was found, a line each."
   }}
  ]
 }},
 "satisfies": ["reports"],
 "requires": {{"runtime": ["sh"], "network": false}},
 "selection": {{"when": "After a change.", "limits": "Reads only.", "cost": "Seconds."}}
}}
"#
        );
        fs::write(folder.join(format!("tools/report-{number}-get.json")), text).expect("a file");
    }
}
