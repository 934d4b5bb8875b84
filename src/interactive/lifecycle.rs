//! The lifecycle as the engine and the world see it.

use super::index::Index;
use super::{Answer, Command, Decided, Display, Event, Input, RULES, Session, Status, ToolPolicies, View, events, import, instructions};
use super::{Policy, read, rules, view as derived, write};
use crate::engine::{self, By, Context, Lifecycle, Projection, Targets, Variant, Warning};
use crate::json::{Node, Object};

/// The interactive lifecycle: turns with a person, and tools that may need approval.
#[derive(Debug, Clone, Copy)]
pub struct Interactive;

const DECIDED: &[Decided] = &[Decided::No, Decided::Allow, Decided::Deny];
const CALLS: Targets<Interactive> = Targets { command: "", list: "batch.calls", id: "callId", status: "decision", statuses: DECIDED };

impl Lifecycle for Interactive {
    type Session = Session;
    type Command = Command;
    type Event = Event;
    type Status = Display;
    type Target = Decided;
    type Index = Index;
    type View = View;

    const NAME: &'static str = "interactive";
    const STATUS: &'static str = "status";
    const PROJECTION: Option<Projection<Self>> =
        Some(Projection { stored: "idle", field: "stopReason", statuses: rules::IDLE, otherwise: Display::Unknown });
    const COMMANDS: &'static [(&'static str, By)] = &[
        ("create", By::Client),
        ("submit", By::Client),
        ("tool_calls", By::Runtime),
        ("tool_finished", By::Runtime),
        ("turn_ended", By::Runtime),
        ("retries_exhausted", By::Runtime),
        ("unrecoverable_error", By::Runtime),
        ("archive", By::Client),
        ("delete", By::Client),
    ];
    const EVENTS: &'static [&'static str] = &[
        "created",
        "turn_started",
        "tool_calls",
        "approval_requested",
        "tool_released",
        "tool_denied",
        "approval_resolved",
        "tool_finished",
        "turn_interrupted",
        "turn_ended",
        "retries_exhausted",
        "unrecoverable_error",
        "archived",
        "session_forgotten",
    ];
    const RULES: &'static [engine::Rule<Self>] = RULES;
    const NO_SESSION: &'static Session = &Session {
        id: String::new(),
        status: Status::Idle,
        stop_reason: None,
        turn: 0,
        turn_inputs: Vec::new(),
        batch: None,
        past_batch_ids: Vec::new(),
        denied_calls_ran: Vec::new(),
        tool_policies: ToolPolicies { default: Policy::AlwaysAsk, tools: Vec::new() },
        terminated_by: None,
        error: None,
        created_at: 0,
        revision: 0,
    };
    const TARGETS: &'static [Targets<Self>] = &[Targets { command: "submit", ..CALLS }, Targets { command: "tool_finished", ..CALLS }];

    fn status(session: &Session) -> Display {
        session.display()
    }

    fn command_name(command: &Command) -> &'static str {
        match command {
            Command::Create { .. } => "create",
            Command::Submit { .. } => "submit",
            Command::ToolCalls { .. } => "tool_calls",
            Command::ToolFinished { .. } => "tool_finished",
            Command::TurnEnded { .. } => "turn_ended",
            Command::RetriesExhausted { .. } => "retries_exhausted",
            Command::UnrecoverableError { .. } => "unrecoverable_error",
            Command::Archive => "archive",
            Command::Delete => "delete",
        }
    }

    fn target_id(command: &Command) -> Option<&str> {
        match command {
            Command::ToolFinished { call_id, .. } => Some(call_id),
            Command::Submit { inputs } => match inputs.as_slice() {
                [Input::Approval(approval)] => Some(&approval.call_id),
                _ => None,
            },
            _ => None,
        }
    }

    fn target(session: &Session, index: &Index, _: &str, id: &str) -> Option<Decided> {
        let call = session.calls().get(index.calls.find(session.calls(), id)?)?;
        Some(match call.decision {
            None => Decided::No,
            Some(Answer::Allow) => Decided::Allow,
            Some(Answer::Deny) => Decided::Deny,
        })
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
        derived::view(session, index, context)
    }

    fn variants(session: &Session) -> Vec<Variant<Command>> {
        derived::variants(session)
    }

    fn outstanding(session: &Session) -> Vec<Event> {
        instructions::outstanding(session)
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

    fn import(node: &Node<'_>, more: &Node<'_>, is_alone: bool) -> (Session, Vec<Warning>) {
        import::import(node, more, is_alone)
    }
}

engine::functions!(Interactive);
