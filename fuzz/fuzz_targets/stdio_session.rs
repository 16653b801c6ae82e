//! Any bytes as the input of a session: the server goes on, and answers a request that comes after them.
#![no_main]

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::runtime::{Builder, Runtime};
use toolnode::registry::StateMap;
use toolnode::serve::Service;
use toolnode::{Options, tool};

/// A list: the words of a text.
#[tool(satisfies = "words")]
async fn word_list(
    /// The text.
    text: String,
) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// A request that no input has by chance, complete in itself.
const LAST: &str = r#"{"jsonrpc":"2.0","id":"the last one","method":"tools/call","params":{"name":"word_list","arguments":{"text":"a b"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;

static SERVICE: LazyLock<Service> = LazyLock::new(|| {
    let projection = toolnode::app!().projection(&Options::default()).expect("a crate alone");
    Service::new(Arc::new(projection), StateMap::default()).expect("it is served")
});

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().enable_all().build().expect("a runtime"));

fuzz_target!(|bytes: &[u8]| {
    RUNTIME.block_on(async {
        let (near, far) = tokio::io::duplex(1 << 20);
        let (read, write) = tokio::io::split(far);
        let session = tokio::spawn(async move { SERVICE.serve_streams(read, write).await });
        let (read, mut write) = tokio::io::split(near);
        write.write_all(bytes).await.expect("the server reads");
        write.write_all(format!("\n{LAST}\n").as_bytes()).await.expect("the server reads");
        let mut lines = BufReader::new(read).lines();
        let answered = async {
            while let Some(line) = lines.next_line().await.expect("the server writes") {
                let message: serde_json::Value = serde_json::from_str(&line).expect("JSON");
                assert_eq!(message["jsonrpc"], "2.0", "{line}");
                if message["id"] == "the last one" {
                    assert_eq!(message["result"]["structuredContent"][1], "b", "{line}");
                    return;
                }
            }
            panic!("the server ended");
        };
        tokio::time::timeout(Duration::from_secs(5), answered).await.expect("an answer");
        session.abort();
    });
});
