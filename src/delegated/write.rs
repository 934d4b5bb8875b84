//! How the nouns are written as JSON.

use super::{Artifact, Command, Delegated, Event, Outcome, Reflect, Session};
use crate::engine::{self, Lifecycle};
use crate::json::{Object, ToJson, Writer};

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
