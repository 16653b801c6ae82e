//! How a call ended, for those who keep a record of it. What a tool put out is never part of a reason.

use super::process::{End, Finished};
use super::signal::ended_by;
use crate::project::Node;
use crate::registry::{Reply, ReplyKind};

/// A call that ran.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) reply: Reply,
    pub(crate) ending: Ending,
    /// Exit status of its command, where it had one.
    pub(crate) exit: Option<i32>,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With an answer.
    Ran,
    /// With a failure, and which.
    Failed(String),
    /// At its time limit.
    TimedOut,
    /// When the caller no longer waited.
    Cancelled,
    /// With a status that says that nothing could be determined.
    Undetermined(i32),
}

impl Ended {
    /// An answer that is an error is a failure, whatever the status says.
    pub(super) fn new(reply: Reply, ending: Ending, exit: Option<i32>) -> Self {
        let ending = match ending {
            Ending::Ran if matches!(reply.kind, ReplyKind::InputRequired(_)) => {
                Ending::Failed("it asks the caller for something first".to_owned())
            }
            Ending::Ran if reply.is_error => Ending::Failed("it answered with an error".to_owned()),
            other => other,
        };
        Self { reply, ending, exit }
    }
}

impl Ending {
    /// Of a command, and its status.
    pub(super) fn of(node: &Node, finished: &std::io::Result<Finished>) -> (Self, Option<i32>) {
        let status = match finished {
            Err(error) => return (Self::Failed(format!("it could not be started: {error}")), None),
            Ok(Finished { end: End::TimedOut, .. }) => return (Self::TimedOut, None),
            Ok(Finished { end: End::Cancelled, .. }) => return (Self::Cancelled, None),
            Ok(Finished { end: End::Status(status), .. }) => *status,
        };
        let Some(code) = status.code() else {
            return (Self::Failed(format!("it was ended by {}", ended_by(status))), None);
        };
        let exit = &node.entry.node.exit;
        let is = |codes: &[u8]| codes.iter().any(|&known| i32::from(known) == code);
        let ending = if is(&exit.undetermined) {
            Self::Undetermined(code)
        } else if is(&exit.ok) {
            Self::Ran
        } else {
            Self::Failed(format!("it exited with status {code}"))
        };
        (ending, Some(code))
    }
}
