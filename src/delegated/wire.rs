//! How the nouns read and write as JSON.

use super::{
    Accountable, Artifact, Author, Command, Conditions, Delegated, Disposition, Event, Outcome, Phase, Reason, Reflect, Session, Source, View,
};
use crate::engine::{self, Lifecycle};
use crate::json::{ClosedSet, Node, Object, ToJson, Writer, closed_set};

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

pub(super) fn write_command(command: &Command, object: &mut Object<'_>) {
    match command {
        Command::Create { uid, agent, task, harness, authority, parent } => {
            object.field("uid", uid);
            object.field("agent", agent);
            object.field("task", task);
            object.field("harness", harness);
            object.field("authority", authority);
            if let Some(parent) = parent {
                object.field("parentUid", &parent.uid);
                object.field("parent", parent.as_ref());
            }
        }
        Command::Initialize | Command::Activate | Command::Complete { .. } => {}
        Command::AddArtifact { artifact } => object.field("artifact", artifact),
        Command::Fail { message, .. } | Command::Error { message, .. } => object.field("message", message),
        Command::Decline { reason, .. } => object.named("reason", *reason),
        Command::Revoke { source, .. } => object.named("source", *source),
        Command::Reflect { .. } => {}
    }
    if let Some(reflect) = command.reflect() {
        object.field("reflect", reflect);
    }
}

impl ToJson for Command {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("type", Delegated::command_name(self));
            Delegated::write_command(self, object);
        });
    }
}

impl ToJson for Session {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("lifecycle", Delegated::NAME);
            object.field("schema", engine::SCHEMA);
            object.field("uid", &self.uid);
            object.field("agent", &self.agent);
            object.field("task", &self.task);
            object.field("harness", &self.harness);
            object.field("parentUid", &self.parent_uid);
            object.field("authority", &self.authority);
            object.named("phase", self.phase);
            object.field("pendingOutcome", &self.pending_outcome);
            object.field("outcome", &self.outcome);
            object.field("superseded", &self.superseded);
            object.field("reflect", &self.reflect);
            object.field("artifacts", &self.artifacts);
            object.field("createdAt", self.created_at);
            object.field("revision", self.revision);
        });
    }
}

impl ToJson for Event {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| match self {
            Event::Created { uid, agent, task, harness, parent_uid, authority, at } => {
                object.field("type", "created");
                object.field("uid", uid);
                object.field("agent", agent);
                object.field("task", task);
                object.field("harness", harness);
                object.field("parentUid", parent_uid);
                object.field("authority", authority);
                object.field("at", *at);
            }
            Event::Initialized => object.field("type", "initialized"),
            Event::Activated => object.field("type", "activated"),
            Event::ArtifactAdded { artifact } => {
                object.field("type", "artifact_added");
                object.field("artifact", artifact);
            }
            Event::OutcomeDeclared { outcome } => {
                object.field("type", "outcome_declared");
                object.field("outcome", outcome);
            }
            Event::ReflectOwed { outcome } => {
                object.field("type", "reflect_owed");
                object.named("outcome", *outcome);
            }
            Event::Reflected { outcome, reflect } => {
                object.field("type", "reflected");
                object.field("outcome", outcome);
                object.field("reflect", reflect);
            }
        });
    }
}

impl ToJson for Outcome {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.named("phase", self.phase());
            match self {
                Outcome::Completed => {}
                Outcome::Failed { message } | Outcome::Error { message } => object.field("message", message),
                Outcome::Declined { reason } => object.named("reason", *reason),
                Outcome::Revoked { source } => object.named("source", *source),
            }
        });
    }
}

impl ToJson for Reflect {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.named("author", self.author);
            object.field("sessionUid", &self.session_uid);
            object.named("outcome", self.outcome);
            for (name, answer) in self.answers() {
                object.field(name, answer);
            }
        });
    }
}

impl ToJson for Artifact {
    fn write(&self, writer: &mut Writer) {
        self.content.write(writer);
    }
}

impl ToJson for View {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.named("display", self.display);
            object.named("phase", self.phase);
            object.field("terminal", self.terminal);
            object.named("attention", self.attention);
            object.field("changesAt", self.changes_at);
            object.field("conditions", &self.conditions);
            object.field("awaitingReflect", self.conditions.awaiting_reflect);
            object.field("pendingOutcome", &self.pending_outcome);
            object.field("outcome", &self.outcome);
            object.field("disposition", self.disposition.map(ClosedSet::name));
            object.field("authority", &self.authority);
            object.field("accountable", &self.accountable);
        });
    }
}

impl ToJson for Conditions {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("awaitingReflect", self.awaiting_reflect);
            object.field("inconsistent", &self.inconsistent);
        });
    }
}

impl ToJson for Accountable {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("uid", &self.uid);
            object.field("agent", &self.agent);
            object.field("task", &self.task);
            object.field("harness", &self.harness);
        });
    }
}

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
