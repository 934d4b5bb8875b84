//! How the answers are written.

use crate::Error;
use crate::engine::{By, Decision, Denial, Lifecycle, Offer, Row, Table, Unmet, Warning};
use crate::json::{ToJson, Writer, write_list, write_object};

/// Writes a decision, with the session that follows if one is given.
pub(super) fn write_decision<E: ToJson>(decision: &Result<Decision<E>, Denial>, session: Option<&Option<&dyn ToJson>>) -> String {
    match decision {
        Ok(Decision::Allowed { rule, events, warnings }) => write_allowed(rule, events, session, warnings),
        Ok(Decision::Noop { rule, code, message }) => write_noop(rule, code, message, session),
        Err(denial) => write_denial(denial),
    }
}

fn write_allowed(rule: &str, events: &dyn ToJson, session: Option<&Option<&dyn ToJson>>, warnings: &[Warning]) -> String {
    write_object(|object| {
        object.field("outcome", "allowed");
        object.field("rule", rule);
        object.field("events", events);
        if let Some(session) = session {
            object.field("session", session);
        }
        object.field("warnings", warnings);
    })
}

fn write_noop(rule: &str, code: &str, message: &str, session: Option<&Option<&dyn ToJson>>) -> String {
    write_object(|object| {
        object.field("outcome", "noop");
        object.field("rule", rule);
        object.field("code", code);
        object.field("message", message);
        if let Some(session) = session {
            object.field("session", session);
        }
    })
}

fn write_denial(denial: &Denial) -> String {
    write_object(|object| {
        object.field("outcome", "denied");
        object.field("code", denial.code);
        object.field("message", &denial.message);
        object.field("rule", denial.rule);
        object.field("unmet", &denial.unmet);
        object.list("possibleIn", &denial.possible_in);
    })
}

/// Writes the offers of a session.
pub(super) fn write_offers<L: Lifecycle>(offers: &[Offer<L::Command>]) -> String {
    write_list(offers.iter().map(OfferJson::<L>))
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
pub(super) fn write_rules(table: &Table) -> String {
    write_list(table.commands.iter().map(|(command, by)| OfCommand(table, command, *by)))
}

/// Writes the names that the look-ups of the package need, and where some rule starts; see [`Table::starts`].
pub(super) fn write_manifest(table: &Table) -> String {
    write_object(|object| {
        object.field("name", table.name);
        object.list("commands", table.commands.iter().map(|(name, _)| *name));
        object.list("events", table.events);
        object.field("status", table.status);
        if let Some(projection) = &table.projection {
            object.object("projection", |object| {
                object.field("stored", projection.stored);
                object.field("field", projection.field);
                object.object("statuses", |object| projection.statuses.iter().for_each(|(value, status)| object.field(value, *status)));
                object.field("otherwise", projection.otherwise);
            });
        }
        object.list("statuses", table.statuses);
        object.object("targets", |object| {
            for target in &table.targets {
                object.object(target.command, |object| {
                    object.field("list", target.list);
                    object.field("id", target.id);
                    object.field("status", target.status);
                    object.field("statuses", &target.statuses);
                });
            }
        });
        object.list("starts", table.starts().into_iter().map(i64::from));
    })
}

fn by(by: By) -> &'static str {
    match by {
        By::Client => "client",
        By::Runtime => "runtime",
    }
}

/// The rules of one command.
struct OfCommand<'a>(&'a Table, &'static str, By);

impl ToJson for OfCommand<'_> {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("command", self.1);
            object.field("by", by(self.2));
            object.list("rules", self.0.of_command(self.1));
        });
    }
}

impl ToJson for Row {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.field("id", self.id);
            object.field("when", &self.when);
            object.field("from", &self.from);
            object.field("to", &self.to);
            object.field("stays", self.stays);
            object.field("target", &self.target);
            object.list("guards", self.guards.iter().map(GuardJson));
            object.field("noop", self.noop);
        });
    }
}

struct GuardJson<'a>(&'a [&'static str; 3]);

impl ToJson for GuardJson<'_> {
    fn write(&self, writer: &mut Writer) {
        let [name, code, phrase] = self.0;
        writer.object(|object| {
            object.field("guard", *name);
            object.field("code", *code);
            object.field("requires", *phrase);
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
            object.field("argument", self.argument);
            object.field("path", &self.path);
            object.field("message", &self.message);
        });
    }
}
