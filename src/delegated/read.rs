//! How the nouns are read from JSON.

use super::{Artifact, Author, Command, Delegated, Event, Outcome, Phase, Reflect, Session};
use crate::engine::Lifecycle;
use crate::json::Node;

pub(super) fn session(node: &Node<'_>) -> Session {
    let artifacts = node.field("artifacts");
    let mut session = Delegated::NO_SESSION.clone();
    session.uid = node.field("uid").id();
    session.agent = node.field("agent").id();
    session.task = node.field("task").id();
    session.harness = node.field("harness").id();
    session.parent_uid = node.field("parentUid").optional(Node::id);
    session.authority = node.field("authority").list(Node::id);
    session.phase = node.field("phase").one_of();
    session.pending_outcome = node.field("pendingOutcome").optional(outcome);
    session.outcome = node.field("outcome").optional(outcome);
    session.superseded = node.field("superseded").list(outcome);
    session.reflect = node.field("reflect").optional(reflect);
    session.artifacts = artifacts.list(artifact);
    session.created_at = node.field("createdAt").time();
    session.revision = node.field("revision").count();
    artifacts.distinct(session.artifacts.iter().map(|artifact| artifact.id.as_str()));
    session
}

pub(super) fn command(name: &str, node: &Node<'_>) -> Command {
    let carried = || node.field("reflect").optional(reflect);
    let message = || node.field("message").text();
    match name {
        "create" => Command::Create {
            uid: node.field("uid").id(),
            agent: node.field("agent").id(),
            task: node.field("task").id(),
            harness: node.field("harness").id(),
            authority: node.field("authority").list(Node::id),
            parent: parent(node).map(Box::new),
        },
        "initialize" => Command::Initialize,
        "activate" => Command::Activate,
        "add_artifact" => Command::AddArtifact { artifact: artifact(&node.field("artifact")) },
        "complete" => Command::Complete { reflect: carried() },
        "fail" => Command::Fail { message: message(), reflect: carried() },
        "decline" => Command::Decline { reason: node.field("reason").one_of(), reflect: carried() },
        "revoke" => Command::Revoke { source: node.field("source").one_of(), reflect: carried() },
        "error" => Command::Error { message: message(), reflect: carried() },
        _ => Command::Reflect { reflect: reflect(&node.field("reflect")) },
    }
}

/// The parent comes with `parentUid`, and is the session of that uid (section 3).
fn parent(node: &Node<'_>) -> Option<Session> {
    let uid = node.field("parentUid").optional(Node::id);
    let field = node.field("parent");
    let parent = field.optional(session);
    match (&uid, &parent) {
        (Some(uid), None) => field.refuse(&format!("the session `{uid}`, as `parentUid` names it")),
        (None, Some(parent)) => node.field("parentUid").refuse(&format!("`{}`, as `parent` is given", parent.uid)),
        (Some(uid), Some(parent)) if *uid != parent.uid => field.field("uid").refuse(&format!("`{uid}`, as `parentUid` names it")),
        _ => parent,
    }
}

pub(super) fn event(name: &str, node: &Node<'_>) -> Event {
    match name {
        "created" => Event::Created {
            uid: node.field("uid").id(),
            agent: node.field("agent").id(),
            task: node.field("task").id(),
            harness: node.field("harness").id(),
            parent_uid: node.field("parentUid").optional(Node::id),
            authority: node.field("authority").list(Node::id),
            at: node.field("at").time(),
        },
        "initialized" => Event::Initialized,
        "activated" => Event::Activated,
        "artifact_added" => Event::ArtifactAdded { artifact: artifact(&node.field("artifact")) },
        "outcome_declared" => Event::OutcomeDeclared { outcome: outcome(&node.field("outcome")) },
        "reflect_owed" => Event::ReflectOwed { outcome: terminal_phase(&node.field("outcome")) },
        _ => Event::Reflected { outcome: outcome(&node.field("outcome")), reflect: reflect(&node.field("reflect")) },
    }
}

pub(super) fn terminal_phase(node: &Node<'_>) -> Phase {
    let phase: Phase = node.one_of();
    if !phase.is_terminal() {
        node.refuse::<()>("a terminal phase");
    }
    phase
}

fn outcome(node: &Node<'_>) -> Outcome {
    node.object();
    let message = || node.field("message").text();
    let phase = node.field("phase");
    match phase.one_of() {
        Phase::Completed => Outcome::Completed,
        Phase::Failed => Outcome::Failed { message: message() },
        Phase::Declined => Outcome::Declined { reason: node.field("reason").one_of() },
        Phase::Revoked => Outcome::Revoked { source: node.field("source").one_of() },
        Phase::Error => Outcome::Error { message: message() },
        Phase::Pending | Phase::Initializing | Phase::Active => {
            phase.refuse::<()>("a terminal phase");
            Outcome::Completed
        }
    }
}

fn reflect(node: &Node<'_>) -> Reflect {
    node.object();
    let (author, session_uid) = (node.field("author").one_of(), node.field("sessionUid").id());
    answers(node, author, session_uid, terminal_phase(&node.field("outcome")))
}

/// The four answers of a reflect, by that author on that session and outcome.
pub(super) fn answers(node: &Node<'_>, author: Author, session_uid: String, outcome: Phase) -> Reflect {
    let answer = |name| node.field(name).optional(Node::text).unwrap_or_default();
    Reflect {
        author,
        session_uid,
        outcome,
        task_assessment: answer("taskAssessment"),
        decomposition: answer("decomposition"),
        orchestration: answer("orchestration"),
        lessons: answer("lessons"),
    }
}

pub(super) fn artifact(node: &Node<'_>) -> Artifact {
    node.object();
    Artifact { id: node.field("id").id(), content: node.opaque() }
}
