//! How the values of the closed sets are spelled.

use super::{Answer, Decided, Display, Policy, Ran, Status, StopReason, TerminatedBy, ToolType};
use crate::json::closed_set;

closed_set!(Display {
    Idle => "idle",
    RequiresAction => "requires_action",
    Running => "running",
    Terminated => "terminated",
    Unknown => "unknown",
});

closed_set!(ToolType {
    Builtin => "builtin",
    Mcp => "mcp",
    Skill => "skill",
});

closed_set!(Policy {
    AlwaysAllow => "always_allow",
    AlwaysAsk => "always_ask",
});

closed_set!(Answer {
    Allow => "allow",
    Deny => "deny",
});

closed_set!(Decided {
    No => "null",
    Allow => "allow",
    Deny => "deny",
});

closed_set!(Ran {
    Ok => "ok",
    Error => "error",
});

closed_set!(TerminatedBy {
    Archived => "archived",
    Deleted => "deleted",
    Error => "error",
});

impl Status {
    /// The status of that name.
    pub(super) fn named(name: String) -> Self {
        match name.as_str() {
            "idle" => Status::Idle,
            "running" => Status::Running,
            "terminated" => Status::Terminated,
            _ => Status::Other(name),
        }
    }

    /// The name, as it came.
    pub fn name(&self) -> &str {
        match self {
            Status::Idle => "idle",
            Status::Running => "running",
            Status::Terminated => "terminated",
            Status::Other(name) => name,
        }
    }
}

impl StopReason {
    /// The reason of that name, if it is known.
    pub(super) fn named(name: &str) -> Option<Self> {
        [StopReason::EndTurn, StopReason::RetriesExhausted, StopReason::RequiresAction].into_iter().find(|reason| reason.name() == name)
    }

    /// The name; none of one that is not known.
    pub fn name(&self) -> &'static str {
        match self {
            StopReason::EndTurn => "end_turn",
            StopReason::RetriesExhausted => "retries_exhausted",
            StopReason::RequiresAction => "requires_action",
            StopReason::Other(_) => "",
        }
    }
}
