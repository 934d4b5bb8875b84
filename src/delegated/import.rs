//! An r5e `AgentSession` resource → Session, with a warning for whatever it does not tell.

use super::{Artifact, Author, Delegated, Outcome, Phase, Reflect, Session, wire};
use crate::Error;
use crate::engine::{Lifecycle, Warning};
use crate::json::{ClosedSet, Node};

const KIND: &str = "AgentSession";

/// Whether the value looks like a resource of this kind.
pub(super) fn is_payload(node: &Node<'_>) -> bool {
    node.field("kind").reads(KIND)
}

/// Reads the resource.
pub(super) fn import(node: &Node<'_>) -> Result<(Session, Vec<Warning>), Error> {
    node.object()?;
    let kind = node.field("kind");
    if !kind.is_absent() && !is_payload(node) {
        return Err(kind.not(&format!("`{KIND}`")));
    }
    let mut told = Told { warnings: Vec::new() };
    let (metadata, spec, status) = (node.field("metadata"), node.field("spec"), node.field("status"));
    metadata.object()?;
    spec.optional(Node::object)?;
    status.optional(Node::object)?;
    let mut session = Delegated::NO_SESSION.clone();
    session.uid = metadata.field("uid").id()?;
    session.phase = told.phase(&status.field("phase"))?;
    let outcome = told.outcome(session.phase, &status)?;
    let ending = outcome.as_ref().map_or(session.phase, Outcome::phase);
    session.reflect = told.reflect(&status.field("reflect"), &session.uid, ending)?;
    session.parent_uid = told.parent(&metadata.field("ownerReferences"))?;
    session.agent = told.reference(&spec.field("agentRef"))?;
    session.task = told.reference(&spec.field("taskRef"))?;
    session.harness = told.reference(&spec.field("harnessRef"))?;
    session.authority = told.authority(&spec.field("authority"))?;
    session.artifacts = told.artifacts(&status.field("artifacts"))?;
    session.created_at = told.created_at(&metadata.field("creationTimestamp"))?;
    session.revision = 1;
    if session.phase.is_terminal() {
        session.outcome = outcome;
    } else {
        session.pending_outcome = outcome;
    }
    Ok((session, told.warnings))
}

/// What the payload told, and what it left open.
struct Told {
    warnings: Vec<Warning>,
}

impl Told {
    fn warn(&mut self, code: &'static str, message: impl Into<String>) {
        self.warnings.push(Warning { code, message: message.into(), input: None });
    }

    fn phase(&mut self, node: &Node<'_>) -> Result<Phase, Error> {
        match node.optional(Node::one_of)? {
            Some(phase) => Ok(phase),
            None => {
                self.warn("phase_missing", format!("`{}` is missing, taken as `Pending`", node.path()));
                Ok(Phase::Pending)
            }
        }
    }

    /// The outcome of a terminal phase, or one that a live phase has declared.
    fn outcome(&mut self, phase: Phase, status: &Node<'_>) -> Result<Option<Outcome>, Error> {
        let declined = |told: &mut Self| Ok::<_, Error>(told.value(&status.field("declineReason"))?.map(|reason| Outcome::Declined { reason }));
        let revoked = |told: &mut Self| Ok::<_, Error>(told.value(&status.field("revokeSource"))?.map(|source| Outcome::Revoked { source }));
        match phase {
            Phase::Completed => Ok(Some(Outcome::Completed)),
            Phase::Failed => Ok(Some(Outcome::Failed { message: self.message(&status.field("message"))? })),
            Phase::Error => Ok(Some(Outcome::Error { message: self.message(&status.field("message"))? })),
            Phase::Declined => self.known(declined, "declineReason"),
            Phase::Revoked => self.known(revoked, "revokeSource"),
            Phase::Pending | Phase::Initializing | Phase::Active => {
                // A value that is not known is raised here: a revocation that we cannot read must not pass for none.
                let revoked = status.field("revokeSource").optional(Node::one_of)?.map(|source| Outcome::Revoked { source });
                let declined = status.field("declineReason").optional(Node::one_of)?.map(|reason| Outcome::Declined { reason });
                let pending = revoked.or(declined);
                if let Some(outcome) = &pending {
                    let message =
                        format!("the phase is `{}`, and `{}` is told: taken as pending until it is reflected", phase.name(), outcome.phase().name());
                    self.warn("outcome_pending_assumed", message);
                }
                Ok(pending)
            }
        }
    }

    fn known(&mut self, read: impl Fn(&mut Self) -> Result<Option<Outcome>, Error>, field: &str) -> Result<Option<Outcome>, Error> {
        let outcome = read(self)?;
        if outcome.is_none() {
            self.warn("outcome_unknown", format!("`status.{field}` does not tell the outcome, which is left open"));
        }
        Ok(outcome)
    }

    /// A value of a closed set; another one is kept out, with a warning.
    fn value<T: ClosedSet>(&mut self, node: &Node<'_>) -> Result<Option<T>, Error> {
        if node.optional(Node::text)?.is_none() {
            return Ok(None);
        }
        let value = node.one_of();
        if let Err(error) = &value {
            self.warn("value_unknown", error.message.as_str());
        }
        Ok(value.ok())
    }

    /// The reflect. What a resource need not repeat in it is taken from the resource.
    fn reflect(&mut self, node: &Node<'_>, uid: &str, ending: Phase) -> Result<Option<Reflect>, Error> {
        if node.is_absent() {
            return Ok(None);
        }
        node.object()?;
        let outcome = node.field("outcome").optional(wire::terminal_phase)?.or(Some(ending).filter(|phase| phase.is_terminal()));
        let Some(outcome) = outcome else {
            self.warn("reflect_left_out", "the reflect names no outcome, and none is told: it is left out");
            return Ok(None);
        };
        let author = node.field("author").optional(Node::one_of)?;
        if author.is_none() {
            self.warn("reflect_author_assumed", "the reflect names no author, taken as the agent's");
        }
        let session_uid = node.field("sessionUid").optional(Node::id)?.unwrap_or_else(|| uid.to_owned());
        wire::answers(node, author.unwrap_or(Author::Agent), session_uid, outcome).map(Some)
    }

    fn message(&mut self, node: &Node<'_>) -> Result<String, Error> {
        let message = node.optional(Node::text)?;
        if message.is_none() {
            self.warn("message_missing", format!("`{}` is missing, taken as empty", node.path()));
        }
        Ok(message.unwrap_or_default())
    }

    /// A reference: a string, or an object with a name or uid.
    fn reference(&mut self, node: &Node<'_>) -> Result<String, Error> {
        let referred = node.optional(refer)?;
        if referred.is_none() {
            self.warn("reference_missing", format!("`{}` is missing, taken as empty", node.path()));
        }
        Ok(referred.unwrap_or_default())
    }

    /// The owner that is a session; one that does not say what it is counts if it is the only one.
    fn parent(&mut self, node: &Node<'_>) -> Result<Option<String>, Error> {
        let owner = |owner: &Node<'_>| match owner.field("kind").is_absent() {
            true => Ok(Some((false, refer_uid(owner)?))),
            false if is_payload(owner) => Ok(Some((true, refer_uid(owner)?))),
            false => Ok(None),
        };
        let owners = node.optional(|owners| owners.list(owner))?.unwrap_or_default();
        let known: Vec<_> = owners.iter().flatten().collect();
        let sessions: Vec<_> = known.iter().filter(|(is_session, _)| *is_session).collect();
        match (sessions.as_slice(), known.as_slice()) {
            ([(_, uid)], _) => Ok(Some(uid.clone())),
            ([], [(_, uid)]) if owners.len() == 1 => Ok(Some(uid.clone())),
            ([], []) => Ok(None),
            ([], _) => {
                self.warn("parent_unknown", format!("`{}` does not say which owner is a session: none is taken as the parent", node.path()));
                Ok(None)
            }
            ([(_, uid), ..], _) => {
                self.warn("several_parents", format!("`{}` names several sessions, the first is taken as the parent", node.path()));
                Ok(Some(uid.clone()))
            }
        }
    }

    fn authority(&mut self, node: &Node<'_>) -> Result<Vec<String>, Error> {
        let authority = node.optional(|list| list.list(refer))?;
        if authority.is_none() {
            self.warn("authority_missing", format!("`{}` is missing, taken as none", node.path()));
        }
        Ok(authority.unwrap_or_default())
    }

    fn artifacts(&mut self, node: &Node<'_>) -> Result<Vec<Artifact>, Error> {
        let artifacts = node.optional(|list| list.list(wire::artifact))?.unwrap_or_default();
        node.distinct(artifacts.iter().map(|artifact| artifact.id.as_str()))?;
        Ok(artifacts)
    }

    fn created_at(&mut self, node: &Node<'_>) -> Result<i64, Error> {
        let created_at = node.optional(Node::time)?;
        if created_at.is_none() {
            self.warn("created_at_missing", format!("`{}` is missing, taken as 0", node.path()));
        }
        Ok(created_at.unwrap_or_default())
    }
}

fn refer(node: &Node<'_>) -> Result<String, Error> {
    if !node.is_object() {
        return node.id().map_err(|_| node.not("a string or an object with a `name` or `uid`"));
    }
    let name = node.field("name");
    if name.is_absent() { node.field("uid").id() } else { name.id() }
}

fn refer_uid(node: &Node<'_>) -> Result<String, Error> {
    let uid = node.field("uid");
    if uid.is_absent() { refer(node) } else { uid.id() }
}
