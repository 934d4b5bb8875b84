//! How the values of the closed sets are spelled.

use super::{ActionStatus, Answer, ApprovalStatus, Kind, OperationType, Purpose, Resolution, Scope, Status, Undo, UndoResult};
use crate::json::closed_set;

closed_set!(Status {
    Active => "ACTIVE",
    Completed => "COMPLETED",
    Failed => "FAILED",
    RolledBack => "ROLLED_BACK",
    Abandoned => "ABANDONED",
});

closed_set!(OperationType {
    Create => "CREATE",
    Update => "UPDATE",
    Delete => "DELETE",
});

closed_set!(ActionStatus {
    Success => "SUCCESS",
    PendingApproval => "PENDING_APPROVAL",
    Cleared => "CLEARED",
    Failed => "FAILED",
    RolledBack => "ROLLED_BACK",
    RollbackFailed => "ROLLBACK_FAILED",
});

closed_set!(Undo {
    None => "NONE",
    InProgress => "IN_PROGRESS",
    Completed => "COMPLETED",
    Failed => "FAILED",
    Declined => "DECLINED",
});

closed_set!(Kind {
    Automatic => "AUTOMATIC",
    None => "NONE",
    Unavailable => "UNAVAILABLE",
});

closed_set!(Purpose {
    BeforeExecution => "BEFORE_EXECUTION",
    AfterExecution => "AFTER_EXECUTION",
    Rollback => "ROLLBACK",
});

closed_set!(ApprovalStatus {
    Pending => "PENDING",
    Approved => "APPROVED",
    Rejected => "REJECTED",
});

closed_set!(Resolution {
    Human => "HUMAN",
    Timeout => "TIMEOUT",
    System => "SYSTEM",
});

closed_set!(Scope {
    Session => "SESSION",
    Action => "ACTION",
    Retry => "RETRY",
});

closed_set!(Answer {
    Approve => "approve",
    Reject => "reject",
});

closed_set!(UndoResult {
    Succeeded => "SUCCEEDED",
    Failed => "FAILED",
});
