//! The lifecycle as the engine and the world see it.

use super::{Command, Event, Phase, RULES, Session, View, events, import, read, view as derived, write};
use crate::engine::{self, By, Context, Ids, Lifecycle, NoTarget, Variant, Warning};
use crate::gather::Gather;
use crate::json::{Node, Object};

/// The delegated lifecycle: a bounded execution under delegated authority.
#[derive(Debug, Clone, Copy)]
pub struct Delegated;

impl Lifecycle for Delegated {
    type Session = Session;
    type Command = Command;
    type Event = Event;
    type Status = Phase;
    type Target = NoTarget;
    type Index = Ids;
    type View = View;

    const NAME: &'static str = "delegated";
    const STATUS: &'static str = "phase";
    const COMMANDS: &'static [(&'static str, By)] = &[
        ("create", By::Runtime),
        ("initialize", By::Runtime),
        ("activate", By::Runtime),
        ("add_artifact", By::Runtime),
        ("complete", By::Runtime),
        ("fail", By::Runtime),
        ("decline", By::Runtime),
        ("revoke", By::Client),
        ("error", By::Runtime),
        ("reflect", By::Runtime),
    ];
    const EVENTS: &'static [&'static str] =
        &["created", "initialized", "activated", "artifact_added", "outcome_declared", "reflect_owed", "reflected"];
    const RULES: &'static [engine::Rule<Self>] = RULES;
    const NO_SESSION: &'static Session = &Session {
        uid: String::new(),
        agent: String::new(),
        task: String::new(),
        harness: String::new(),
        parent_uid: None,
        authority: Vec::new(),
        phase: Phase::Pending,
        pending_outcome: None,
        outcome: None,
        superseded: Vec::new(),
        reflect: None,
        artifacts: Vec::new(),
        created_at: 0,
        revision: 0,
    };

    fn status(session: &Session) -> Phase {
        session.phase
    }

    fn command_name(command: &Command) -> &'static str {
        match command {
            Command::Create { .. } => "create",
            Command::Initialize => "initialize",
            Command::Activate => "activate",
            Command::AddArtifact { .. } => "add_artifact",
            Command::Complete { .. } => "complete",
            Command::Fail { .. } => "fail",
            Command::Decline { .. } => "decline",
            Command::Revoke { .. } => "revoke",
            Command::Error { .. } => "error",
            Command::Reflect { .. } => "reflect",
        }
    }

    fn index(session: &Session) -> Ids {
        Ids::new(&session.artifacts)
    }

    fn begin(event: &Event) -> Option<Session> {
        events::begin(event)
    }

    fn change(session: &mut Session, index: &mut Ids, event: &Event) -> bool {
        events::change(session, index, event)
    }

    fn revision(session: &mut Session) -> &mut i64 {
        &mut session.revision
    }

    fn view(session: &Session, _: &Ids, _: &Context) -> View {
        derived::view(session)
    }

    fn variants(session: &Session) -> Vec<Variant<Command>> {
        derived::variants(session)
    }

    fn outstanding(session: &Session) -> Vec<Event> {
        session.owed().into_iter().map(|outcome| Event::ReflectOwed { outcome: outcome.phase() }).gather()
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

    fn import(node: &Node<'_>, _: &Node<'_>, _: bool) -> (Session, Vec<Warning>) {
        import::import(node)
    }
}

engine::functions!(Delegated);
