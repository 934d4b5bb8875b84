//! How the values of the closed sets are spelled.

use super::{Author, Disposition, Phase, Reason, Source};
use crate::json::closed_set;

closed_set!(Phase {
    Pending => "Pending",
    Initializing => "Initializing",
    Active => "Active",
    Completed => "Completed",
    Failed => "Failed",
    Declined => "Declined",
    Revoked => "Revoked",
    Error => "Error",
});

closed_set!(Reason {
    InsufficientContext => "insufficient_context",
    AuthorityInsufficient => "authority_insufficient",
    EthicalObjection => "ethical_objection",
    NeedsDecomposition => "needs_decomposition",
    ScopeMismatch => "scope_mismatch",
});

closed_set!(Disposition {
    BackToResearch => "back_to_research",
    EscalateToParent => "escalate_to_parent",
    EscalateToHuman => "escalate_to_human",
    Replan => "replan",
    Reassign => "reassign",
});

closed_set!(Source {
    Governance => "governance",
    Parent => "parent",
    Timeout => "timeout",
});

closed_set!(Author {
    Agent => "agent",
    System => "system",
});
