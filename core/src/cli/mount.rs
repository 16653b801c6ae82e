//! `mount`: the configuration with which a client starts a service, or finds a deployed one.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::setup::{Client, Mount};
use super::{Exit, Failure, args, complain, say};
use crate::app::{App, LoadError};
use crate::instance;
use crate::project::Projection;

/// How a client reaches the service.
enum Service<'a> {
    /// It starts a program.
    Program { command: String, args: Vec<String> },
    /// It is deployed. The variable has the token, where there is one.
    Deployed { url: &'a str, token_env: Option<&'a str> },
}

pub(super) fn run(app: &App, args: &args::Args, mount: &Mount) -> Result<Exit, Failure> {
    let projection = match (app.projection(&args.options()), &mount.url, &mount.name) {
        (Ok(projection), ..) => Some(projection),
        // A deployed service needs nothing of this machine but a name.
        (Err(LoadError::NoInstance), Some(_), Some(_)) => None,
        (Err(error), ..) => return Err(error.into()),
    };
    let name = match (&mount.name, &projection) {
        (Some(name), _) => name.clone(),
        (None, Some(projection)) => projection.instance.name.clone(),
        (None, None) => return Err(LoadError::NoInstance.into()),
    };
    let service = match (&mount.url, &projection) {
        (Some(url), _) => Service::Deployed { url, token_env: mount.token_env.as_deref() },
        (None, Some(projection)) => program(args, mount, projection)?,
        (None, None) => return Err(LoadError::NoInstance.into()),
    };
    let (text, place) = match mount.client {
        Client::ClaudeCode => (
            servers("mcpServers", &name, claude_code(&service)),
            ".mcp.json in the folder of the project",
        ),
        Client::ClaudeDesktop => (
            servers("mcpServers", &name, claude_desktop(&service)?),
            "claude_desktop_config.json, which Settings > Developer > Edit Config opens",
        ),
        Client::Vscode => (
            servers("servers", &name, vscode(&service)),
            ".vscode/mcp.json in the folder of the project",
        ),
        Client::Cursor => (
            servers("mcpServers", &name, cursor(&service)),
            ".cursor/mcp.json in the folder of the project, or ~/.cursor/mcp.json",
        ),
        Client::Codex => (codex(&name, &service)?, "~/.codex/config.toml"),
    };
    say(&text);
    complain(&format!("this goes into {place}"));
    Ok(Exit::Done)
}

/// This binary, and the arguments with which it serves this instance from any folder.
fn program<'a>(
    args: &args::Args,
    mount: &Mount,
    projection: &Projection,
) -> Result<Service<'a>, Failure> {
    if !projection.undetermined.is_empty() {
        complain("something is undetermined, so the service will not start; `list` says what");
    }
    let mut words = Vec::new();
    // A crate without a toolnode.toml is its own instance, and its binary knows it.
    let folder = &projection.instance.dir;
    if folder.join(instance::FILE).is_file() {
        words.extend(["--instance".to_owned(), text(&fs::canonicalize(folder)?)?]);
    }
    if let Some(file) = &args.deploy {
        words.extend(["--deploy".to_owned(), text(&fs::canonicalize(file)?)?]);
    }
    if args.allow_unlinked {
        words.push("--allow-unlinked".to_owned());
    }
    words.extend(["serve".to_owned(), "--stdio".to_owned()]);
    words.extend(mount.serve.iter().cloned());
    Ok(Service::Program { command: text(&std::env::current_exe()?)?, args: words })
}

fn text(path: &Path) -> Result<String, Failure> {
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| {
        Failure(format!("{} is no UTF-8, as such a file must be", PathBuf::from(path).display()))
    })
}

fn servers(key: &str, name: &str, server: Value) -> String {
    let mut servers = Map::new();
    servers.insert(name.to_owned(), server);
    let mut whole = Map::new();
    whole.insert(key.to_owned(), servers.into());
    format!("{:#}\n", Value::Object(whole))
}

/// A deployed service, with a reference to the variable that has the token, as the client writes such a one.
fn deployed(kind: Option<&str>, url: &str, token: Option<String>) -> Value {
    let mut server = json!({ "url": url });
    if let Some(kind) = kind {
        server["type"] = kind.into();
    }
    if let Some(token) = token {
        server["headers"] = json!({ "Authorization": format!("Bearer {token}") });
    }
    server
}

/// <https://code.claude.com/docs/en/mcp>
fn claude_code(service: &Service<'_>) -> Value {
    match service {
        Service::Program { command, args } => {
            json!({"type": "stdio", "command": command, "args": args, "env": {}})
        }
        Service::Deployed { url, token_env } => {
            deployed(Some("http"), url, token_env.map(|name| format!("${{{name}}}")))
        }
    }
}

/// <https://modelcontextprotocol.io/docs/develop/connect-local-servers>
fn claude_desktop(service: &Service<'_>) -> Result<Value, Failure> {
    match service {
        Service::Program { command, args } => Ok(json!({"command": command, "args": args})),
        Service::Deployed { .. } => Err(Failure(
            "Claude Desktop's file takes programs only; add a deployed service under Settings > Connectors"
                .to_owned(),
        )),
    }
}

/// <https://code.visualstudio.com/docs/copilot/reference/mcp-configuration>
fn vscode(service: &Service<'_>) -> Value {
    match service {
        Service::Program { command, args } => {
            json!({"type": "stdio", "command": command, "args": args})
        }
        Service::Deployed { url, token_env } => {
            deployed(Some("http"), url, token_env.map(|name| format!("${{env:{name}}}")))
        }
    }
}

/// <https://cursor.com/docs/context/mcp>
fn cursor(service: &Service<'_>) -> Value {
    match service {
        Service::Program { command, args } => {
            json!({"type": "stdio", "command": command, "args": args})
        }
        Service::Deployed { url, token_env } => {
            deployed(None, url, token_env.map(|name| format!("${{env:{name}}}")))
        }
    }
}

/// <https://developers.openai.com/codex/mcp>
fn codex(name: &str, service: &Service<'_>) -> Result<String, Failure> {
    let server = match service {
        Service::Program { command, args } => json!({"command": command, "args": args}),
        Service::Deployed { url, token_env: None } => json!({ "url": url }),
        Service::Deployed { url, token_env: Some(name) } => {
            json!({"url": url, "bearer_token_env_var": name})
        }
    };
    let mut servers = Map::new();
    servers.insert(name.to_owned(), server);
    Ok(toml::to_string(&json!({ "mcp_servers": servers }))?)
}
