//! What is derived from a session (section 4).

use super::{Artifact, Author, Command, Disposition, Outcome, Phase, Reason, Reflect, Session, Source, invariants};
use crate::engine::{Attention, Ids, Variant};
use crate::json::{ClosedSet, Opaque, ToJson, Writer};

/// Everything derived from a delegated session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The one word to show: the phase.
    pub display: Phase,
    /// How far the session has come.
    pub phase: Phase,
    /// Whether the session has ended.
    pub terminal: bool,
    /// How the session concerns people.
    pub attention: Attention,
    /// The moment at which time alone changes the view: never.
    pub changes_at: Option<i64>,
    /// Facts that one word would hide.
    pub conditions: Conditions,
    /// The outcome that is coming.
    pub pending_outcome: Option<Outcome>,
    /// The outcome that came.
    pub outcome: Option<Outcome>,
    /// Where the decline goes, of a session that is declined or declining.
    pub disposition: Option<Disposition>,
    /// The capabilities in force: as granted while no outcome is declared, else none.
    pub authority: Vec<String>,
    /// The answer to "who did this?".
    pub accountable: Accountable,
}

/// Facts that one word would hide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conditions {
    /// An outcome is declared, and the session cannot end before it is reflected.
    pub awaiting_reflect: bool,
    /// What contradicts itself in the session, as a sentence.
    pub inconsistent: Option<String>,
}

/// Who is accountable for a session's work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accountable {
    /// The session.
    pub uid: String,
    /// What kind of worker.
    pub agent: String,
    /// What work.
    pub task: String,
    /// How it ran.
    pub harness: String,
}

/// Everything derived from the session.
pub(super) fn view(session: &Session) -> View {
    let awaiting_reflect = session.owed().is_some();
    let inconsistent = invariants::broken(session);
    let reason = match session.outcome.as_ref().or(session.pending_outcome.as_ref()) {
        Some(Outcome::Declined { reason }) => Some(*reason),
        _ => None,
    };
    View {
        display: session.phase,
        phase: session.phase,
        terminal: session.phase.is_terminal(),
        attention: attention(session.phase, awaiting_reflect, inconsistent.is_some()),
        changes_at: None,
        conditions: Conditions { awaiting_reflect, inconsistent },
        pending_outcome: session.pending_outcome.clone(),
        outcome: session.outcome.clone(),
        disposition: reason.map(|reason| reason.disposition()),
        authority: if session.is_working() && session.outcome.is_none() { session.authority.clone() } else { Vec::new() },
        accountable: Accountable {
            uid: session.uid.clone(),
            agent: session.agent.clone(),
            task: session.task.clone(),
            harness: session.harness.clone(),
        },
    }
}

fn attention(phase: Phase, awaiting_reflect: bool, inconsistent: bool) -> Attention {
    match phase {
        Phase::Failed | Phase::Error => Attention::Failed,
        Phase::Declined => Attention::Declined,
        Phase::Revoked => Attention::Stopped,
        Phase::Completed => Attention::Done,
        _ if inconsistent => Attention::NeedsHuman,
        Phase::Initializing | Phase::Active => Attention::Working,
        Phase::Pending if awaiting_reflect => Attention::Working,
        Phase::Pending => Attention::AtRest,
    }
}

/// The commands that a runtime or a person would think of. What stands in for a field that is still needed is chosen
/// so that it repeats nothing.
pub(super) fn variants(session: &Session) -> Vec<Variant<Command>> {
    let message = match &session.pending_outcome {
        Some(Outcome::Failed { message } | Outcome::Error { message }) => format!("{message} again"),
        _ => "…".to_owned(),
    };
    let reason = match session.pending_outcome {
        Some(Outcome::Declined { reason: Reason::ScopeMismatch }) => Reason::NeedsDecomposition,
        _ => Reason::ScopeMismatch,
    };
    let source = match session.pending_outcome {
        Some(Outcome::Revoked { source: Source::Governance }) => Source::Parent,
        _ => Source::Governance,
    };
    let answer = "…".to_owned();
    let reflect = Reflect {
        author: Author::Agent,
        session_uid: session.uid.clone(),
        outcome: session.pending_outcome.as_ref().map_or(session.phase, Outcome::phase),
        task_assessment: answer.clone(),
        decomposition: answer.clone(),
        orchestration: answer.clone(),
        lessons: answer,
    };
    let artifact = Artifact { id: Ids::fresh(&session.artifacts), content: Opaque::default() };
    vec![
        Variant { command: Command::Initialize, needs: &[] },
        Variant { command: Command::Activate, needs: &[] },
        Variant { command: Command::AddArtifact { artifact }, needs: &["artifact"] },
        Variant { command: Command::Complete { reflect: None }, needs: &[] },
        Variant { command: Command::Fail { message: message.clone(), reflect: None }, needs: &["message"] },
        Variant { command: Command::Decline { reason, reflect: None }, needs: &["reason"] },
        Variant { command: Command::Revoke { source, reflect: None }, needs: &["source"] },
        Variant { command: Command::Error { message, reflect: None }, needs: &["message"] },
        Variant { command: Command::Reflect { reflect }, needs: &["reflect"] },
    ]
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
