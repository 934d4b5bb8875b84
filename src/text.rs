//! The engine as text: JSON in, JSON out, the same for every host.
//!
//! This is what WebAssembly exports; being plain Rust, it runs natively too, so that tests compare the two bit for bit.

mod own;
mod write;

pub use own::{approvals, cascade, display_names, evaluate_policies, rollback};

use crate::Error;
use crate::delegated::Delegated;
use crate::engine::{self, By, Caller, Context, Indexed, Lifecycle, Rule};
use crate::json::{ClosedSet, Document, LARGEST_TIME, Node, ToJson, listed, write_list, write_object};
use crate::page;
use crate::reversible::Reversible;
use std::marker::PhantomData;
use write::{Import, write_decision, write_offers, write_rules};

/// JSON text, or what was wrong with the input.
pub type Answer = Result<String, Error>;

/// The lifecycles, in the order of the map.
pub const LIFECYCLES: &[&dyn Text] = &[&Of::<Reversible>(PhantomData), &Of::<Delegated>(PhantomData)];

/// The text form of a lifecycle.
struct Of<L: Lifecycle>(PhantomData<fn() -> L>);

/// A lifecycle as text. Each method reads its arguments, asks the engine, and writes the answer.
pub trait Text: Sync {
    /// The lifecycle's name.
    fn name(&self) -> &'static str;
    /// A decision, with the session that follows.
    fn decide(&self, session: &str, command: &str, now: f64, caller: Option<&str>) -> Answer;
    /// The session after an event.
    fn apply(&self, session: &str, event: &str) -> Answer;
    /// The session after a list of events.
    fn replay(&self, events: &str, session: &str) -> Answer;
    /// The view.
    fn view(&self, session: &str, now: f64, caller: Option<&str>) -> Answer;
    /// The offers.
    fn offers(&self, session: &str, now: f64, caller: Option<&str>) -> Answer;
    /// The instructions still to be carried out.
    fn outstanding(&self, session: &str) -> Answer;
    /// The deadline, or null.
    fn deadline(&self, session: &str) -> Answer;
    /// The session, read and written again.
    fn parse(&self, value: &str) -> Answer;
    /// A vendor's payload as `{ session, warnings }`.
    fn import(&self, value: &str, more: &str) -> Answer;
    /// A list of payloads, or an envelope with one, as a list of `{ session, warnings }` or `{ error }`.
    fn import_list(&self, value: &str, more: &str) -> Answer;
    /// The rules, by command.
    fn rules(&self) -> String;
    /// The rules as a Mermaid state diagram.
    fn diagram(&self) -> String;
    /// The names that the bytes of [`Self::starts`] stand for.
    fn manifest(&self) -> String;
    /// For each command and status a byte: bit 0 is set if a rule of the command that allows something starts there, bit n if
    /// one starts there on something in the n-th status of the command's targets.
    fn starts(&self) -> Vec<u8>;
    /// Whether the value is a session of this lifecycle, or a vendor's payload of one.
    fn detects(&self, node: &Node<'_>) -> bool;
    /// A session that stays where it is and is asked repeatedly.
    fn open(&self, session: &str) -> Result<Box<dyn Open>, Error>;
}

/// An open session. The answers are those of [`Text`], save that a decision carries no session.
pub trait Open {
    /// A decision, which changes nothing.
    fn decide(&self, command: &str, now: f64, caller: Option<&str>) -> Answer;
    /// Goes on by a list of events; answers null.
    fn apply(&mut self, events: &str) -> Answer;
    /// The view.
    fn view(&self, now: f64, caller: Option<&str>) -> Answer;
    /// The offers.
    fn offers(&self, now: f64, caller: Option<&str>) -> Answer;
    /// The session.
    fn session(&self) -> String;
}

/// The lifecycle of that name.
pub fn lifecycle(name: &str) -> Result<&'static dyn Text, Error> {
    LIFECYCLES.iter().copied().find(|lifecycle| lifecycle.name() == name).ok_or_else(|| {
        let names = listed(LIFECYCLES.iter().map(|lifecycle| lifecycle.name()));
        Error { code: "unknown_lifecycle", path: String::new(), message: format!("the lifecycle is `{name}`, expected one of {names}") }
    })
}

/// The name of the lifecycle that a session or a vendor's payload (the first one of a list) belongs to, or null.
pub fn detect(value: &str) -> Answer {
    let document = Document::parse(value)?;
    let root = document.root();
    let found = |node: &Node<'_>| LIFECYCLES.iter().find(|lifecycle| lifecycle.detects(node)).map(|lifecycle| lifecycle.name());
    let first = || in_list(&root).and_then(|list| list.list(|item| Ok(found(item))).ok()?.into_iter().next()?);
    Ok(found(&root).or_else(first).to_json())
}

/// The list that the value is, or that it is the envelope of.
fn in_list<'a>(root: &'a Node<'a>) -> Option<Node<'a>> {
    let envelopes = ["items", "data"].map(|name| root.field(name));
    std::iter::once(*root).chain(envelopes).find(Node::is_list)
}

fn context(now: f64, caller: Option<&str>) -> Result<Context, Error> {
    let largest = LARGEST_TIME as f64;
    if now.fract() != 0.0 || !(-largest..=largest).contains(&now) {
        return Err(Error::invalid("now", "`now` is no integer of milliseconds since the epoch, at most 8.64e15 on either side of it"));
    }
    let caller = match caller {
        None => Caller::default(),
        Some(name) => Caller::ALL.iter().copied().find(|caller| caller.name() == name).ok_or_else(|| {
            let names = listed(Caller::ALL.iter().map(|caller| caller.name()));
            Error::invalid("caller", format!("`caller` is `{name}`, expected one of {names}"))
        })?,
    };
    Ok(Context { now: now as i64, caller })
}

fn read<T>(text: &str, read: impl Fn(&Node<'_>) -> Result<T, Error>) -> Result<T, Error> {
    read(&Document::parse(text)?.root())
}

fn maybe<L: Lifecycle>(node: &Node<'_>) -> Result<Option<L::Session>, Error> {
    node.optional(L::read_session)
}

fn events<L: Lifecycle>(node: &Node<'_>) -> Result<Vec<L::Event>, Error> {
    node.list(engine::read_event::<L>)
}

impl<L: Lifecycle> Text for Of<L> {
    fn name(&self) -> &'static str {
        L::NAME
    }

    fn decide(&self, session: &str, command: &str, now: f64, caller: Option<&str>) -> Answer {
        let session = read(session, maybe::<L>)?;
        let command = read(command, engine::read_command::<L>)?;
        let decision = engine::decide::<L>(session.as_ref(), &command, &context(now, caller)?);
        Ok(write_decision::<L>(&decision, Some(session)))
    }

    fn apply(&self, session: &str, event: &str) -> Answer {
        let session = read(session, maybe::<L>)?;
        let event = read(event, engine::read_event::<L>)?;
        Ok(engine::apply::<L>(session, &event).to_json())
    }

    fn replay(&self, list: &str, session: &str) -> Answer {
        let session = read(session, maybe::<L>)?;
        let events = read(list, events::<L>)?;
        Ok(engine::replay::<L>(&events, session).to_json())
    }

    fn view(&self, session: &str, now: f64, caller: Option<&str>) -> Answer {
        Ok(L::view(&read(session, L::read_session)?, &context(now, caller)?).to_json())
    }

    fn offers(&self, session: &str, now: f64, caller: Option<&str>) -> Answer {
        Ok(write_offers::<L>(&engine::offers::<L>(&read(session, L::read_session)?, &context(now, caller)?)))
    }

    fn outstanding(&self, session: &str) -> Answer {
        Ok(L::outstanding(&read(session, L::read_session)?).to_json())
    }

    fn deadline(&self, session: &str) -> Answer {
        Ok(L::deadline(&read(session, L::read_session)?).to_json())
    }

    fn parse(&self, value: &str) -> Answer {
        Ok(read(value, L::read_session)?.to_json())
    }

    fn import(&self, value: &str, more: &str) -> Answer {
        let (value, more) = (Document::parse(value)?, Document::parse(more)?);
        L::import(&value.root(), &more.root()).map(|import| Import::<L>(&Ok(import)).to_json())
    }

    fn import_list(&self, value: &str, more: &str) -> Answer {
        let (value, more) = (Document::parse(value)?, Document::parse(more)?);
        let root = value.root();
        let envelopes = ["items", "data"].map(|name| root.field(name));
        let list = envelopes.iter().find(|field| field.is_list()).unwrap_or(&root);
        let imports =
            list.list(|item| Ok(L::import(item, &more.root()))).map_err(|_| root.not("a list, or an object with a list of `items` or `data`"))?;
        Ok(write_list(imports.iter().map(Import::<L>)))
    }

    fn rules(&self) -> String {
        write_rules::<L>()
    }

    fn diagram(&self) -> String {
        page::diagram::<L>()
    }

    fn manifest(&self) -> String {
        write_object(|object| {
            object.field("name", L::NAME);
            object.list("commands", L::COMMANDS.iter().map(|(name, _)| *name));
            object.list("events", L::EVENTS);
            object.field("status", L::STATUS);
            object.list("statuses", L::Status::ALL.iter().map(|status| status.name()));
            object.object("targets", |targets| {
                for target in L::TARGETS {
                    targets.object(target.command, |object| {
                        object.field("list", target.list);
                        object.field("id", target.id);
                        object.field("status", target.status);
                        object.list("statuses", target.statuses.iter().map(|status| status.name()));
                    });
                }
            });
        })
    }

    fn starts(&self) -> Vec<u8> {
        let row = |(command, _): &(&'static str, By)| {
            let targets = L::TARGETS.iter().find(|targets| targets.command == *command).map_or(&[][..], |targets| targets.statuses);
            let bits = |rule: &Rule<L>| targets.iter().rev().fold(0, |bits, target| bits << 1 | u8::from(rule.starts_on(*target))) << 1 | 1;
            let starts = |status| engine::rules_of::<L>(command).filter(move |rule| rule.allows() && rule.starts_in(status));
            L::Status::ALL.iter().map(|status| starts(*status).fold(0, |byte, rule| byte | bits(rule))).collect::<Vec<_>>()
        };
        L::COMMANDS.iter().flat_map(row).collect()
    }

    fn detects(&self, node: &Node<'_>) -> bool {
        let lifecycle = node.field("lifecycle");
        if lifecycle.is_absent() { L::is_payload(node) } else { lifecycle.reads(L::NAME) }
    }

    fn open(&self, session: &str) -> Result<Box<dyn Open>, Error> {
        Ok(Box::new(Indexed::<L>::new(read(session, L::read_session)?)))
    }
}

impl<L: Lifecycle> Open for Indexed<L> {
    fn decide(&self, command: &str, now: f64, caller: Option<&str>) -> Answer {
        let command = read(command, engine::read_command::<L>)?;
        Ok(write_decision::<L>(&self.decide(&command, &context(now, caller)?), None))
    }

    fn apply(&mut self, list: &str) -> Answer {
        read(list, events::<L>)?.iter().for_each(|event| self.apply(event));
        Ok("null".to_owned())
    }

    fn view(&self, now: f64, caller: Option<&str>) -> Answer {
        Ok(L::view(self.session(), &context(now, caller)?).to_json())
    }

    fn offers(&self, now: f64, caller: Option<&str>) -> Answer {
        Ok(write_offers::<L>(&self.offers(&context(now, caller)?)))
    }

    fn session(&self) -> String {
        self.session().to_json()
    }
}
