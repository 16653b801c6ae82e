//! What a schema cannot say about `toolnode.deploy.toml`.

use crate::source::{Faults, Node, hidden};

pub(super) fn check(root: &Node, faults: &mut Faults<'_>) {
    let value = |table: &str, key: &str| root.get(table)?.get(key);
    if let Some(node) = value("serve", "http")
        && let Some(address) = node.as_str()
        && !is_address(address)
    {
        let help = "write it as in `127.0.0.1:8080`";
        faults.invalid_with(node.span, format!("`{address}` is no address with a port"), help);
    }
    for (key, judge) in [("allow_hosts", judge_host as Judge), ("allow_origins", judge_origin)] {
        for node in value("serve", key).map(Node::items).unwrap_or_default() {
            if let Some(Err(Unfit { message, help })) = node.as_str().map(judge) {
                faults.invalid_with(node.span, message, help);
            }
        }
    }
    for (table, key) in [("serve", "tokens"), ("audit", "file")] {
        if let Some(node) = value(table, key)
            && node.as_str().is_some_and(str::is_empty)
        {
            faults.invalid(node.span, format!("`{table}.{key}` must not be empty"));
        }
    }
    for key in ["actor", "role"] {
        if let Some(node) = value("caller", key)
            && let Some((message, help)) = node.as_str().and_then(hidden)
        {
            faults.invalid_with(node.span, message, help);
        }
    }
}

/// A value that cannot be what it is given for, in the file or on the command line.
#[derive(Debug, thiserror::Error)]
#[error("{message}; {help}")]
pub(crate) struct Unfit {
    message: String,
    help: &'static str,
}

type Judge = fn(&str) -> Result<(), Unfit>;

pub(crate) fn judge_host(host: &str) -> Result<(), Unfit> {
    let help = "write a name as clients do, as in `tools.example.org` or `tools.example.org:8443`";
    if is_host(host) {
        Ok(())
    } else {
        Err(Unfit { message: format!("`{host}` is no host"), help })
    }
}

pub(crate) fn judge_origin(origin: &str) -> Result<(), Unfit> {
    let help = "write it as browsers do, as in `https://app.example.org` or `http://localhost:*`";
    let message = || format!("`{origin}` is no origin");
    if is_origin(origin) { Ok(()) } else { Err(Unfit { message: message(), help }) }
}

fn is_address(address: &str) -> bool {
    address.rsplit_once(':').is_some_and(|(host, port)| {
        !host.is_empty()
            && port.parse::<u16>().is_ok()
            && (!host.contains(':') || (host.starts_with('[') && host.ends_with(']')))
    })
}

/// A name or address, with or without a port.
fn is_host(host: &str) -> bool {
    let plain = |name: &str| {
        !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte))
    };
    if let Some(rest) = host.strip_prefix('[') {
        return rest.split_once(']').is_some_and(|(address, port)| {
            address.parse::<std::net::Ipv6Addr>().is_ok()
                && (port.is_empty() || is_port(port.strip_prefix(':')))
        });
    }
    match host.split_once(':') {
        None => plain(host),
        Some((name, port)) => plain(name) && is_port(Some(port)),
    }
}

fn is_origin(origin: &str) -> bool {
    if origin == "null" {
        return true;
    }
    let Some((scheme, host)) = origin.split_once("://") else { return false };
    !scheme.is_empty()
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
        && is_host(host.strip_suffix(":*").unwrap_or(host))
}

fn is_port(port: Option<&str>) -> bool {
    port.is_some_and(|port| port.parse::<u16>().is_ok())
}
