//! The engine as text: JSON in, JSON out, the same for every host.
//!
//! This is what WebAssembly exports; being plain Rust, it runs natively too, so that tests compare the two bit for bit.

mod own;
mod write;

pub use own::{approvals, cascade, displays, evaluate_policies, rollback};

use crate::Error;
use crate::delegated::Delegated;
use crate::engine::{self, Caller, Context, Indexed, Lifecycle, Table};
use crate::json::{ClosedSet, Document, LARGEST_TIME, Node, ToJson, listed, write_list};
use crate::page;
use crate::reversible::Reversible;
use std::marker::PhantomData;
use write::{Import, write_decision, write_manifest, write_offers, write_rules};

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
    /// The rules, as names.
    fn table(&self) -> Table;
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

/// What the package asks for: `reversible.decide` asks a lifecycle, `detect` them all. The arguments are those of the method
/// of that name, as far as it has them: [`Text`] for what all lifecycles have.
pub fn ask(what: &str, first: &str, second: &str, now: f64, caller: Option<&str>) -> Answer {
    match what {
        "detect" => return detect(first),
        "delegated.cascade" => return cascade(first, second),
        "reversible.rollback" => return rollback(first, now, caller),
        "reversible.approvals" => return approvals(first, now, caller),
        "reversible.evaluatePolicies" => return evaluate_policies(first, second),
        "reversible.displays" => return Ok(displays()),
        _ => {}
    }
    let (name, method) = what.split_once('.').unwrap_or((what, ""));
    let lifecycle = lifecycle(name)?;
    match method {
        "decide" => lifecycle.decide(first, second, now, caller),
        "apply" => lifecycle.apply(first, second),
        "replay" => lifecycle.replay(first, second),
        "view" => lifecycle.view(first, now, caller),
        "offers" => lifecycle.offers(first, now, caller),
        "outstanding" => lifecycle.outstanding(first),
        "deadline" => lifecycle.deadline(first),
        "parse" => lifecycle.parse(first),
        "fromApi" => lifecycle.import(first, second),
        "fromApiList" => lifecycle.import_list(first, second),
        "rules" => Ok(write_rules(&lifecycle.table())),
        "diagram" => Ok(page::diagram(&lifecycle.table()).to_json()),
        "manifest" => Ok(write_manifest(&lifecycle.table())),
        _ => Err(Error::invalid("", "there is no such method")),
    }
}

/// The name of the lifecycle that a session or a vendor's payload (the first one of a list) belongs to, or null.
pub fn detect(value: &str) -> Answer {
    let document = Document::parse(value)?;
    let root = document.root();
    let found = |node: &Node<'_>| LIFECYCLES.iter().find(|lifecycle| lifecycle.detects(node)).map(|lifecycle| lifecycle.name());
    let first = || in_list(&root).and_then(|list| found(&list.items().next()?));
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
            let names = listed(Caller::NAMES.iter().copied());
            Error::invalid("caller", format!("`caller` is `{name}`, expected one of {names}"))
        })?,
    };
    Ok(Context { now: now as i64, caller })
}

fn session<L: Lifecycle>(text: &str) -> Result<L::Session, Error> {
    Document::read(text, engine::read_session::<L>)
}

fn maybe<L: Lifecycle>(text: &str) -> Result<Option<L::Session>, Error> {
    Document::read(text, |node| node.optional(engine::read_session::<L>))
}

fn command<L: Lifecycle>(text: &str) -> Result<L::Command, Error> {
    given(Document::read(text, engine::read_command::<L>)?)
}

fn event<L: Lifecycle>(text: &str) -> Result<L::Event, Error> {
    given(Document::read(text, engine::read_event::<L>)?)
}

fn events<L: Lifecycle>(text: &str) -> Result<Vec<L::Event>, Error> {
    Document::read(text, |node| node.list(engine::read_event::<L>)).map(|events| events.into_iter().flatten().collect())
}

/// What is not there was complained of.
fn given<T>(value: Option<T>) -> Result<T, Error> {
    value.ok_or_else(|| Error::invalid("", "the value is missing"))
}

impl<L: Lifecycle> Text for Of<L> {
    fn name(&self) -> &'static str {
        L::NAME
    }

    fn decide(&self, session: &str, command: &str, now: f64, caller: Option<&str>) -> Answer {
        let (session, command) = (maybe::<L>(session)?, self::command::<L>(command)?);
        let decision = engine::decide::<L>(session.as_ref(), &command, &context(now, caller)?);
        Ok(write_decision::<L>(&decision, Some(session)))
    }

    fn apply(&self, session: &str, event: &str) -> Answer {
        Ok(engine::apply::<L>(maybe::<L>(session)?, &self::event::<L>(event)?).to_json())
    }

    fn replay(&self, list: &str, session: &str) -> Answer {
        let session = maybe::<L>(session)?;
        Ok(engine::replay::<L>(&events::<L>(list)?, session).to_json())
    }

    fn view(&self, session: &str, now: f64, caller: Option<&str>) -> Answer {
        Ok(L::view(&self::session::<L>(session)?, &context(now, caller)?).to_json())
    }

    fn offers(&self, session: &str, now: f64, caller: Option<&str>) -> Answer {
        Ok(write_offers::<L>(&engine::offers::<L>(&self::session::<L>(session)?, &context(now, caller)?)))
    }

    fn outstanding(&self, session: &str) -> Answer {
        Ok(L::outstanding(&self::session::<L>(session)?).to_json())
    }

    fn deadline(&self, session: &str) -> Answer {
        Ok(L::deadline(&self::session::<L>(session)?).to_json())
    }

    fn parse(&self, value: &str) -> Answer {
        Ok(session::<L>(value)?.to_json())
    }

    fn import(&self, value: &str, more: &str) -> Answer {
        let (value, more) = engine::payload(value, more)?;
        engine::import::<L>(&value.root(), &more.root()).map(|import| Import::<L>(&Ok(import)).to_json())
    }

    fn import_list(&self, value: &str, more: &str) -> Answer {
        let (value, more) = engine::payload(value, more)?;
        let root = value.root();
        let list = in_list(&root).ok_or_else(|| root.not("a list, or an object with a list of `items` or `data`"))?;
        let imports: Vec<_> = list.items().map(|item| engine::import::<L>(&item, &more.root())).collect();
        Ok(write_list(imports.iter().map(Import::<L>)))
    }

    fn table(&self) -> Table {
        Table::of::<L>()
    }

    fn detects(&self, node: &Node<'_>) -> bool {
        let lifecycle = node.field("lifecycle");
        if lifecycle.is_absent() { L::is_payload(node) } else { lifecycle.reads(L::NAME) }
    }

    fn open(&self, session: &str) -> Result<Box<dyn Open>, Error> {
        Ok(Box::new(Indexed::<L>::new(self::session::<L>(session)?)))
    }
}

impl<L: Lifecycle> Open for Indexed<L> {
    fn decide(&self, command: &str, now: f64, caller: Option<&str>) -> Answer {
        let command = self::command::<L>(command)?;
        Ok(write_decision::<L>(&self.decide(&command, &context(now, caller)?), None))
    }

    fn apply(&mut self, list: &str) -> Answer {
        events::<L>(list)?.iter().for_each(|event| _ = self.apply(event));
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
