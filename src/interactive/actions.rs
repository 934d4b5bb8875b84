//! What a client may do now, and why not: the row of section 2 for the present state.

use super::index::Index;
use super::{Answer, Approval, Command, Display, Input, Interactive, Session, TerminatedBy};
use crate::engine::{Context, Verdict, verdict};
use crate::json::{Opaque, ToJson, Writer};

/// What a client may do now (section 2). A button's state and its tooltip come from here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actions {
    /// Send a plain message.
    pub message: Possible,
    /// Answer a call that waits for approval.
    pub approve: Possible,
    /// Stop the turn.
    pub interrupt: Possible,
    /// Attach files, which go with the next message.
    pub attach_files: Possible,
    /// End the session, and keep its history.
    pub archive: Possible,
    /// End the session, and forget it.
    pub delete: Possible,
    /// See what happened.
    pub view_history: Possible,
    /// Go on in a new session.
    pub create_new: Possible,
}

/// Whether something may be done, and if not, why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Possible {
    /// Whether it may; false if it would do nothing.
    pub allowed: bool,
    /// The code of the denial or noop.
    pub code: Option<&'static str>,
    /// Its sentence.
    pub message: Option<String>,
}

/// What a client may do with the session now.
pub(super) fn of(session: &Session, index: &Index, context: &Context) -> Actions {
    let asked = |command: &Command| {
        let Verdict { outcome, code, message } = verdict::<Interactive>(session, index, command, context);
        Possible { allowed: outcome == "allowed", code, message }
    };
    let submit = |input| asked(&Command::Submit { inputs: vec![input] });
    let message = submit(Input::Message { content: Opaque::default() });
    Actions {
        attach_files: message.clone(),
        message,
        approve: submit(waiting(session)),
        interrupt: submit(Input::Interrupt),
        archive: asked(&Command::Archive),
        delete: asked(&Command::Delete),
        view_history: unless(session.terminated_by == Some(TerminatedBy::Deleted), "session_deleted", "the session is not deleted"),
        create_new: unless(session.display() != Display::Terminated, "session_not_terminated", "the session is terminated"),
    }
}

/// An approval of the first call that waits for one, or of none.
fn waiting(session: &Session) -> Input {
    let batch_id = session.batch.as_ref().map_or("", |batch| &batch.batch_id);
    let call_id = session.calls().iter().find(|call| call.is_undecided()).map_or("", |call| &call.tool_call.call_id);
    approval(batch_id, call_id, Answer::Allow)
}

fn unless(stands_in_the_way: bool, code: &'static str, phrase: &str) -> Possible {
    let why = stands_in_the_way.then(|| ["this requires that ", phrase].concat());
    Possible { allowed: !stands_in_the_way, code: why.as_ref().map(|_| code), message: why }
}

impl ToJson for Actions {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("message", &self.message);
            object.field("approve", &self.approve);
            object.field("interrupt", &self.interrupt);
            object.field("attach_files", &self.attach_files);
            object.field("archive", &self.archive);
            object.field("delete", &self.delete);
            object.field("view_history", &self.view_history);
            object.field("create_new", &self.create_new);
        });
    }
}

impl ToJson for Possible {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("allowed", self.allowed);
            object.field("code", self.code);
            object.field("message", &self.message);
        });
    }
}

/// What is said to one call.
pub(super) fn approval(batch_id: &str, call_id: &str, decision: Answer) -> Input {
    Input::Approval(Approval { batch_id: batch_id.to_owned(), call_id: call_id.to_owned(), decision, deny_message: None })
}
