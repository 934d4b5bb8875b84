//! An r5e `AgentSession` resource → Session, with a warning for whatever it does not tell.

use super::{Artifact, Author, Delegated, Outcome, Phase, Reflect, Session, read};
use crate::engine::{Lifecycle, Warning};
use crate::gather::Gather;
use crate::json::{ClosedSet, Node};

const KIND: &str = "AgentSession";

/// Whether the value looks like a resource of this kind.
pub(super) fn is_payload(node: &Node<'_>) -> bool {
    node.field("kind").reads(KIND)
}

/// Reads the resource.
pub(super) fn import(node: &Node<'_>) -> (Session, Vec<Warning>) {
    node.object();
    let kind = node.field("kind");
    if !kind.is_absent() && !is_payload(node) {
        kind.refuse::<()>("`AgentSession`");
    }
    let mut told = Told { warnings: Vec::new() };
    let (metadata, spec, status) = (node.field("metadata"), node.field("spec"), node.field("status"));
    metadata.object();
    spec.optional(Node::object);
    status.optional(Node::object);
    let mut session = Delegated::NO_SESSION.clone();
    session.uid = metadata.field("uid").id();
    session.phase = told.phase(&status.field("phase"));
    let outcome = told.outcome(session.phase, &status);
    let ending = outcome.as_ref().map_or(session.phase, Outcome::phase);
    session.reflect = told.reflect(&status.field("reflect"), &session.uid, ending);
    session.parent_uid = told.parent(&metadata.field("ownerReferences"));
    session.agent = told.reference(&spec.field("agentRef"));
    session.task = told.reference(&spec.field("taskRef"));
    session.harness = told.reference(&spec.field("harnessRef"));
    session.authority = told.authority(&spec.field("authority"));
    session.artifacts = told.artifacts(&status.field("artifacts"));
    session.created_at = told.created_at(&metadata.field("creationTimestamp"));
    session.revision = 1;
    if session.phase.is_terminal() {
        session.outcome = outcome;
    } else {
        session.pending_outcome = outcome;
    }
    (session, told.warnings)
}

/// What the payload told, and what it left open.
struct Told {
    warnings: Vec<Warning>,
}

impl Told {
    fn warn(&mut self, code: &'static str, message: impl Into<String>) {
        self.warnings.push(Warning::new(code, message));
    }

    fn phase(&mut self, node: &Node<'_>) -> Phase {
        match node.optional(Node::one_of) {
            Some(phase) => phase,
            None => {
                self.warn("phase_missing", format!("`{}` is missing, taken as `Pending`", node.path()));
                Phase::Pending
            }
        }
    }

    /// The outcome of a terminal phase, or one that a live phase has declared.
    fn outcome(&mut self, phase: Phase, status: &Node<'_>) -> Option<Outcome> {
        let declined = |told: &mut Self| told.value(&status.field("declineReason")).map(|reason| Outcome::Declined { reason });
        let revoked = |told: &mut Self| told.value(&status.field("revokeSource")).map(|source| Outcome::Revoked { source });
        match phase {
            Phase::Completed => Some(Outcome::Completed),
            Phase::Failed => Some(Outcome::Failed { message: self.message(&status.field("message")) }),
            Phase::Error => Some(Outcome::Error { message: self.message(&status.field("message")) }),
            Phase::Declined => self.known(declined, "declineReason"),
            Phase::Revoked => self.known(revoked, "revokeSource"),
            Phase::Pending | Phase::Initializing | Phase::Active => {
                // A value that is not known is raised here: a revocation that we cannot read must not pass for none.
                let revoked = status.field("revokeSource").optional(Node::one_of).map(|source| Outcome::Revoked { source });
                let declined = status.field("declineReason").optional(Node::one_of).map(|reason| Outcome::Declined { reason });
                let pending = revoked.or(declined);
                if let Some(outcome) = &pending {
                    let message =
                        format!("the phase is `{}`, and `{}` is told: taken as pending until it is reflected", phase.name(), outcome.phase().name());
                    self.warn("outcome_pending_assumed", message);
                }
                pending
            }
        }
    }

    fn known(&mut self, read: impl Fn(&mut Self) -> Option<Outcome>, field: &str) -> Option<Outcome> {
        let outcome = read(self);
        if outcome.is_none() {
            self.warn("outcome_unknown", format!("`status.{field}` does not tell the outcome, which is left open"));
        }
        outcome
    }

    /// A value of a closed set; another one is kept out, with a warning.
    fn value<T: ClosedSet>(&mut self, node: &Node<'_>) -> Option<T> {
        node.optional(Node::text)?;
        let value = node.known();
        if value.is_none() {
            self.warn("value_unknown", node.none_of(T::NAMES).message);
        }
        value
    }

    /// The reflect. What a resource need not repeat in it is taken from the resource.
    fn reflect(&mut self, node: &Node<'_>, uid: &str, ending: Phase) -> Option<Reflect> {
        if node.is_absent() {
            return None;
        }
        node.object();
        let outcome = node.field("outcome").optional(read::terminal_phase).or(Some(ending).filter(|phase| phase.is_terminal()));
        let Some(outcome) = outcome else {
            self.warn("reflect_left_out", "the reflect names no outcome, and none is told: it is left out");
            return None;
        };
        let author = node.field("author").optional(Node::one_of);
        if author.is_none() {
            self.warn("reflect_author_assumed", "the reflect names no author, taken as the agent's");
        }
        let session_uid = node.field("sessionUid").optional(Node::id).unwrap_or_else(|| uid.to_owned());
        Some(read::answers(node, author.unwrap_or(Author::Agent), session_uid, outcome))
    }

    fn message(&mut self, node: &Node<'_>) -> String {
        let message = node.optional(Node::text);
        if message.is_none() {
            self.warn("message_missing", format!("`{}` is missing, taken as empty", node.path()));
        }
        message.unwrap_or_default()
    }

    /// A reference: a string, or an object with a name or uid.
    fn reference(&mut self, node: &Node<'_>) -> String {
        let referred = node.optional(refer);
        if referred.is_none() {
            self.warn("reference_missing", format!("`{}` is missing, taken as empty", node.path()));
        }
        referred.unwrap_or_default()
    }

    /// The owner that is a session; one that does not say what it is counts if it is the only one.
    fn parent(&mut self, node: &Node<'_>) -> Option<String> {
        let owner = |owner: &Node<'_>| match owner.field("kind").is_absent() {
            true => Some((false, refer_uid(owner))),
            false if is_payload(owner) => Some((true, refer_uid(owner))),
            false => None,
        };
        let owners = node.optional(|owners| owners.list(owner)).unwrap_or_default();
        let known: Vec<_> = owners.iter().flatten().gather();
        let sessions: Vec<_> = known.iter().filter(|(is_session, _)| *is_session).gather();
        match (sessions.as_slice(), known.as_slice()) {
            ([(_, uid)], _) => Some(uid.clone()),
            ([], [(_, uid)]) if owners.len() == 1 => Some(uid.clone()),
            ([], []) => None,
            ([], _) => {
                self.warn("parent_unknown", format!("`{}` does not say which owner is a session: none is taken as the parent", node.path()));
                None
            }
            ([(_, uid), ..], _) => {
                self.warn("several_parents", format!("`{}` names several sessions, the first is taken as the parent", node.path()));
                Some(uid.clone())
            }
        }
    }

    fn authority(&mut self, node: &Node<'_>) -> Vec<String> {
        let authority = node.optional(|list| list.list(refer));
        if authority.is_none() {
            self.warn("authority_missing", format!("`{}` is missing, taken as none", node.path()));
        }
        authority.unwrap_or_default()
    }

    fn artifacts(&mut self, node: &Node<'_>) -> Vec<Artifact> {
        let artifacts = node.optional(|list| list.list(read::artifact)).unwrap_or_default();
        node.distinct(artifacts.iter().map(|artifact| artifact.id.as_str()));
        artifacts
    }

    fn created_at(&mut self, node: &Node<'_>) -> i64 {
        let created_at = node.optional(Node::time);
        if created_at.is_none() {
            self.warn("created_at_missing", format!("`{}` is missing, taken as 0", node.path()));
        }
        created_at.unwrap_or_default()
    }
}

fn refer(node: &Node<'_>) -> String {
    if !node.is_object() {
        return if node.is_string() { node.id() } else { node.refuse("a string or an object with a `name` or `uid`") };
    }
    let name = node.field("name");
    if name.is_absent() { node.field("uid").id() } else { name.id() }
}

fn refer_uid(node: &Node<'_>) -> String {
    let uid = node.field("uid");
    if uid.is_absent() { refer(node) } else { uid.id() }
}
