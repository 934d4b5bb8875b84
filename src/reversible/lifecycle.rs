//! The lifecycle as the engine and the world see it.

use super::events;
use super::index::Index;
use super::{ActionStatus, ApprovalStatus, Command, Event, RULES, Session, Settings, Status, Undo, View, import, read, view as derived, write};
use crate::engine::{self, By, Context, Lifecycle, Targets, Variant, Warning};
use crate::json::{ClosedSet, Node, Object};

/// The reversible lifecycle: actions, approvals, and a rollback that undoes them newest first.
#[derive(Debug, Clone, Copy)]
pub struct Reversible;

/// The status of what a command is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Of an approval.
    Approval(ApprovalStatus),
    /// Of an action.
    Action(ActionStatus),
    /// Of an action's undo.
    Undo(Undo),
}

const APPROVAL: &[Target] =
    &[Target::Approval(ApprovalStatus::Pending), Target::Approval(ApprovalStatus::Approved), Target::Approval(ApprovalStatus::Rejected)];
const ACTION: &[Target] = &[
    Target::Action(ActionStatus::Success),
    Target::Action(ActionStatus::PendingApproval),
    Target::Action(ActionStatus::Cleared),
    Target::Action(ActionStatus::Failed),
    Target::Action(ActionStatus::RolledBack),
    Target::Action(ActionStatus::RollbackFailed),
];
const UNDO: &[Target] = &[
    Target::Undo(Undo::None),
    Target::Undo(Undo::InProgress),
    Target::Undo(Undo::Completed),
    Target::Undo(Undo::Failed),
    Target::Undo(Undo::Declined),
];

impl ClosedSet for Target {
    const FIRST: Self = Target::Approval(ApprovalStatus::Pending);
    // Of a command's targets only some are meant, see `TARGETS`.
    const NAMES: &'static [&'static str] = &[];
    const ALL: &'static [Self] = {
        let [a, b, c] = *APPROVAL else { unreachable!() };
        let [d, e, f, g, h, i] = *ACTION else { unreachable!() };
        let [j, k, l, m, n] = *UNDO else { unreachable!() };
        &[a, b, c, d, e, f, g, h, i, j, k, l, m, n]
    };

    fn name(self) -> &'static str {
        match self {
            Target::Approval(status) => status.name(),
            Target::Action(status) => status.name(),
            Target::Undo(undo) => undo.name(),
        }
    }
}

impl Lifecycle for Reversible {
    type Session = Session;
    type Command = Command;
    type Event = Event;
    type Status = Status;
    type Target = Target;
    type Index = Index;
    type View = View;

    const NAME: &'static str = "reversible";
    const STATUS: &'static str = "status";
    const COMMANDS: &'static [(&'static str, By)] = &[
        ("create", By::Client),
        ("log_action", By::Runtime),
        ("resolve_approval", By::Client),
        ("confirm_action", By::Runtime),
        ("complete", By::Client),
        ("request_rollback", By::Client),
        ("report_undo", By::Runtime),
        ("retry_undo", By::Client),
        ("withdraw_clearance", By::Client),
        ("acknowledge_undo", By::Client),
        ("tick", By::Runtime),
    ];
    const EVENTS: &'static [&'static str] = &[
        "created",
        "action_logged",
        "approval_requested",
        "approval_resolved",
        "action_cleared",
        "action_confirmed",
        "clearance_withdrawn",
        "completed",
        "abandoned",
        "rollback_requested",
        "undo_retried",
        "undo_acknowledged",
        "rollback_started",
        "rollback_deferred",
        "rollback_dropped",
        "undo_unavailable",
        "undo_started",
        "undo_reported",
        "rollback_ended",
        "sandbox_rolled_back",
        "rollback_settled",
    ];
    const RULES: &'static [engine::Rule<Self>] = RULES;
    const NO_SESSION: &'static Session = &Session {
        id: String::new(),
        agent_id: String::new(),
        sandbox: false,
        status: Status::Active,
        settings: Settings { abandon_after_ms: 1, unconfirmed_after_ms: 1, rollback_approval_timeout_ms: None },
        created_at: 0,
        last_activity_at: 0,
        actions: Vec::new(),
        approvals: Some(Vec::new()),
        rollback: None,
        revision: 0,
    };
    const TARGETS: &'static [Targets<Self>] = &[
        Targets { command: "resolve_approval", list: "approvals", id: "approvalId", status: "status", statuses: APPROVAL },
        Targets { command: "confirm_action", list: "actions", id: "id", status: "status", statuses: ACTION },
        Targets { command: "report_undo", list: "actions", id: "id", status: "undo", statuses: UNDO },
        Targets { command: "retry_undo", list: "actions", id: "id", status: "status", statuses: ACTION },
        Targets { command: "withdraw_clearance", list: "actions", id: "id", status: "status", statuses: ACTION },
        Targets { command: "acknowledge_undo", list: "actions", id: "id", status: "status", statuses: ACTION },
    ];

    fn status(session: &Session) -> Status {
        session.status
    }

    fn command_name(command: &Command) -> &'static str {
        match command {
            Command::Create { .. } => "create",
            Command::LogAction { .. } => "log_action",
            Command::ResolveApproval { .. } => "resolve_approval",
            Command::ConfirmAction { .. } => "confirm_action",
            Command::Complete => "complete",
            Command::RequestRollback => "request_rollback",
            Command::ReportUndo { .. } => "report_undo",
            Command::RetryUndo { .. } => "retry_undo",
            Command::WithdrawClearance { .. } => "withdraw_clearance",
            Command::AcknowledgeUndo { .. } => "acknowledge_undo",
            Command::Tick => "tick",
        }
    }

    fn target_id(command: &Command) -> Option<&str> {
        match command {
            Command::ResolveApproval { approval_id, .. } => Some(approval_id),
            _ => command.action_id(),
        }
    }

    fn target(session: &Session, index: &Index, command: &str, id: &str) -> Option<Target> {
        let targets = Self::TARGETS.iter().find(|targets| targets.command == command)?;
        if targets.list == "approvals" {
            let approvals = session.known_approvals();
            return approvals.get(index.approvals.find(approvals, id)?).map(|approval| Target::Approval(approval.status));
        }
        let action = session.actions.get(index.actions.find(&session.actions, id)?)?;
        Some(if targets.status == "undo" { Target::Undo(action.undo) } else { Target::Action(action.status) })
    }

    fn index(session: &Session) -> Index {
        Index::new(session)
    }

    fn begin(event: &Event) -> Option<Session> {
        events::begin(event)
    }

    fn change(session: &mut Session, index: &mut Index, event: &Event) -> bool {
        events::change(session, index, event)
    }

    fn revision(session: &mut Session) -> &mut i64 {
        &mut session.revision
    }

    fn view(session: &Session, index: &Index, context: &Context) -> View {
        derived::view(session, index, context.now)
    }

    fn variants(session: &Session) -> Vec<Variant<Command>> {
        derived::variants(session)
    }

    fn outstanding(session: &Session) -> Vec<Event> {
        derived::outstanding(session)
    }

    fn deadline(session: &Session) -> Option<i64> {
        derived::deadline(session, &Index::new(session))
    }

    fn read_session(node: &Node<'_>) -> Session {
        read::session(node)
    }

    fn read_command(name: &str, node: &Node<'_>) -> Command {
        read::command(name, node)
    }

    fn read_event(name: &str, node: &Node<'_>) -> Event {
        read::event(name, node)
    }

    fn write_command(command: &Command, object: &mut Object<'_>) {
        write::write_command(command, object);
    }

    fn is_payload(node: &Node<'_>) -> bool {
        import::is_payload(node)
    }

    fn import(node: &Node<'_>, more: &Node<'_>, _: bool) -> (Session, Vec<Warning>) {
        import::import(node, more)
    }
}

engine::functions!(Reversible);
