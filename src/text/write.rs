//! How the answers are written.

use crate::Error;
use crate::engine::{self, By, Decision, Denial, Lifecycle, Offer, Rule, Then, Unmet, Warning};
use crate::json::{ClosedSet, ToJson, Writer, write_list, write_object};
use std::marker::PhantomData;

/// Writes a decision, with the session that follows if the one before is given.
pub(super) fn write_decision<L: Lifecycle>(decision: &Result<Decision<L::Event>, Denial>, before: Option<Option<L::Session>>) -> String {
    write_object(|object| match decision {
        Ok(Decision::Allowed { rule, events, warnings }) => {
            object.field("outcome", "allowed");
            object.field("rule", *rule);
            object.field("events", events);
            if let Some(before) = before {
                object.field("session", engine::replay::<L>(events, before));
            }
            object.field("warnings", warnings);
        }
        Ok(Decision::Noop { rule, code, message }) => {
            object.field("outcome", "noop");
            object.field("rule", *rule);
            object.field("code", *code);
            object.field("message", *message);
            if let Some(before) = before {
                object.field("session", before);
            }
        }
        Err(denial) => {
            object.field("outcome", "denied");
            object.field("code", denial.code);
            object.field("message", &denial.message);
            object.field("rule", denial.rule);
            object.field("unmet", &denial.unmet);
            object.list("possibleIn", &denial.possible_in);
        }
    })
}

/// Writes the offers of a session.
pub(super) fn write_offers<L: Lifecycle>(offers: &[Offer<L::Command>]) -> String {
    write_list(offers.iter().map(OfferJson::<L>))
}

/// What an import gave.
pub(super) struct Import<'a, L: Lifecycle>(pub &'a Result<(L::Session, Vec<Warning>), Error>);

impl<L: Lifecycle> ToJson for Import<'_, L> {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| match self.0 {
            Ok((session, warnings)) => {
                object.field("session", session);
                object.field("warnings", warnings);
            }
            Err(error) => object.field("error", error),
        });
    }
}

struct OfferJson<'a, L: Lifecycle>(&'a Offer<L::Command>);

impl<L: Lifecycle> ToJson for OfferJson<'_, L> {
    fn write(&self, writer: &mut Writer) {
        let offer = self.0;
        writer.object(|object| {
            object.object("command", |command| {
                command.field("type", L::command_name(&offer.command));
                command.omit(offer.needs);
                L::write_command(&offer.command, command);
            });
            object.list("needs", offer.needs);
            object.field("allowed", offer.is_allowed());
            object.field("outcome", offer.outcome);
            object.field("code", offer.code);
            object.field("message", &offer.message);
            object.field("by", by(offer.by));
        });
    }
}

/// Writes the rules, by command.
pub(super) fn write_rules<L: Lifecycle>() -> String {
    write_list(L::COMMANDS.iter().map(|(name, by)| Table::<L>(name, *by, PhantomData)))
}

fn by(by: By) -> &'static str {
    match by {
        By::Client => "client",
        By::Runtime => "runtime",
    }
}

/// The rules of one command.
struct Table<L: Lifecycle>(&'static str, By, PhantomData<L>);

impl<L: Lifecycle> ToJson for Table<L> {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("command", self.0);
            object.field("by", by(self.1));
            object.list("rules", engine::rules_of::<L>(self.0));
        });
    }
}

impl<L: Lifecycle> ToJson for Rule<L> {
    fn write(&self, writer: &mut Writer) {
        let names = |statuses: &'static [L::Status]| statuses.iter().map(|status| status.name());
        writer.object(|object| {
            object.field("id", self.id);
            object.list("when", self.when.iter().map(|when| when.phrase));
            object.list("from", names(self.from));
            object.list("to", names(self.to));
            object.field("stays", self.stays);
            object.list("target", self.target.iter().map(|status| status.name()));
            object.list("guards", self.guards.iter().map(|guard| GuardJson(guard.name, guard.code, guard.phrase)));
            object.field(
                "noop",
                match &self.then {
                    Then::Emit(_) => None,
                    Then::Nothing(repeat) => Some(repeat.code),
                },
            );
        });
    }
}

struct GuardJson(&'static str, &'static str, &'static str);

impl ToJson for GuardJson {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("guard", self.0);
            object.field("code", self.1);
            object.field("requires", self.2);
        });
    }
}

impl ToJson for Unmet {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("guard", self.guard);
            object.field("code", self.code);
            object.field("message", &self.message);
            object.field("input", self.input);
        });
    }
}

impl ToJson for Warning {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("code", self.code);
            object.field("message", &self.message);
            object.field("input", self.input);
        });
    }
}

impl ToJson for Error {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("code", self.code);
            object.field("path", &self.path);
            object.field("message", &self.message);
        });
    }
}
