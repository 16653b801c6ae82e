//! `audit`

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use crate::audit::Outcome;

/// Read the record of calls
#[derive(Debug, ClapArgs)]
pub(crate) struct Audit {
    #[command(subcommand)]
    pub(crate) what: AuditWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AuditWhat {
    Verify(AuditVerify),
    Show(AuditShow),
}

/// Say whether a log is as it was written
///
/// Finds a line that was changed, is missing or stands elsewhere, and an end that was cut off, and says where. The full files
/// beside it are looked at, too.
///
/// Exit status: 0 it is; 1 it is not; 2 it cannot be read.
#[derive(Debug, ClapArgs)]
pub(crate) struct AuditVerify {
    /// The log [default: that of the deployment]
    pub(crate) log: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show the records of a log
///
/// Exit status: 0; 2 where it cannot be read.
#[derive(Debug, ClapArgs)]
pub(crate) struct AuditShow {
    /// The log [default: that of the deployment]
    pub(crate) log: Option<PathBuf>,
    /// Of this tool: served name or id
    #[arg(long)]
    pub(crate) tool: Option<String>,
    /// By this actor
    #[arg(long)]
    pub(crate) actor: Option<String>,
    /// In this role
    #[arg(long)]
    pub(crate) role: Option<String>,
    /// By this skill
    #[arg(long)]
    pub(crate) skill: Option<String>,
    /// With this outcome: ran, failed, refused-permission, refused-input, unavailable, timed-out, cancelled or undetermined
    #[arg(long, value_parser = outcome)]
    pub(crate) outcome: Option<Outcome>,
    /// As part of this process
    #[arg(long)]
    pub(crate) process: Option<String>,
    /// Begun at this time or later: RFC 3339, as in 2026-01-31T08:00:00Z
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) since: Option<String>,
    /// Begun before this time
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) until: Option<String>,
    /// Count by tool
    #[arg(long)]
    pub(crate) stats: bool,
    /// Print JSON: one record a line, or with --stats one object; the schema is core/schema/audit-record.schema.json
    #[arg(long)]
    pub(crate) json: bool,
}

fn outcome(text: &str) -> Result<Outcome, String> {
    serde_json::from_value(text.into()).map_err(|_| "it is no outcome".to_owned())
}

/// A time in the form in which records have it, so that the two can be compared as text.
fn time(text: &str) -> Result<String, String> {
    let time: jiff::Timestamp = text.parse().map_err(|error| format!("{error}"))?;
    Ok(format!("{time:.6}"))
}
