//! The engine as text: JSON in, JSON out, the same for every host.
//!
//! This is what WebAssembly exports; being plain Rust, it runs natively too, so that tests compare the two bit for bit.

mod held;
mod own;
mod write;

pub use held::{Held, Open};
pub use own::{approvals, cascade, display_status, displays, evaluate_policies, rollback};

use crate::Error;
use crate::delegated::Delegated;
use crate::engine::{self, Caller, Context, Indexed, Lifecycle, Table};
use crate::gather::Gather;
use crate::interactive::Interactive;
use crate::json::{ClosedSet, Document, LARGEST_TIME, Node, ToJson, joined, listed, write_object};
use crate::page;
use crate::reversible::Reversible;
use std::marker::PhantomData;
use write::{write_manifest, write_rules};

/// JSON text, or what was wrong with the input.
pub type Answer = Result<String, Error>;

/// The lifecycles, in the order of the map.
pub const LIFECYCLES: &[&dyn Text] = &[&Of::<Reversible>(PhantomData), &Of::<Interactive>(PhantomData), &Of::<Delegated>(PhantomData)];

/// The text form of a lifecycle: each of its sessions is asked as a [`Held`].
struct Of<L: Lifecycle>(PhantomData<fn() -> L>);

/// A lifecycle as text. Each method reads its arguments, asks the engine, and writes the answer.
pub trait Text: Sync {
    /// The lifecycle's name.
    fn name(&self) -> &'static str;
    /// A session to be asked, which is that argument; none, if that will do, is null.
    fn hold(&self, argument: &'static str, session: &str, or_none: bool) -> Result<Box<dyn Held>, Error>;
    /// A vendor's payload, alone or in a list, as `{ session, warnings }`.
    fn import_node(&self, value: &Node<'_>, more: &Node<'_>, is_alone: bool) -> Answer;
    /// The rules, as names.
    fn table(&self) -> Table;
    /// Whether the value is a session of this lifecycle, or a vendor's payload of one.
    fn detects(&self, node: &Node<'_>) -> bool;
}

impl dyn Text {
    /// A decision, with the session that follows.
    pub fn decide(&self, session: &str, command: &str, now: f64, caller: Option<&str>) -> Answer {
        self.hold("session", session, true)?.decide(command, &context(now, caller)?, true)
    }

    /// The session after an event.
    pub fn apply(&self, session: &str, event: &str) -> Answer {
        let mut session = self.hold("session", session, true)?;
        session.apply(event)?;
        Ok(session.session())
    }

    /// The session after a list of events.
    pub fn replay(&self, events: &str, session: &str) -> Answer {
        let mut session = self.hold("session", session, true)?;
        session.apply_all(events)?;
        Ok(session.session())
    }

    /// The view.
    pub fn view(&self, session: &str, now: f64, caller: Option<&str>) -> Answer {
        Ok(self.hold("session", session, false)?.view(&context(now, caller)?))
    }

    /// The offers.
    pub fn offers(&self, session: &str, now: f64, caller: Option<&str>) -> Answer {
        Ok(self.hold("session", session, false)?.offers(&context(now, caller)?))
    }

    /// The instructions still to be carried out.
    pub fn outstanding(&self, session: &str) -> Answer {
        Ok(self.hold("session", session, false)?.outstanding())
    }

    /// The deadline, or null.
    pub fn deadline(&self, session: &str) -> Answer {
        Ok(self.hold("session", session, false)?.deadline())
    }

    /// The session, read and written again.
    pub fn parse(&self, value: &str) -> Answer {
        Ok(self.hold("value", value, false)?.session())
    }

    /// A session that stays where it is and is asked repeatedly.
    pub fn open(&self, session: &str) -> Result<Open, Error> {
        self.hold("session", session, false).map(Open)
    }

    /// A vendor's payload as `{ session, warnings }`.
    pub fn import(&self, value: &str, more: &str) -> Answer {
        let (value, more) = engine::payload(value, more)?;
        self.import_node(&value.root(), &more.root(), true)
    }

    /// A list of payloads, or an envelope with one, as a list of `{ session, warnings }` or `{ error }`.
    pub fn import_list(&self, value: &str, more: &str) -> Answer {
        let (value, more) = engine::payload(value, more)?;
        let root = value.root();
        let list = in_list(&root).ok_or_else(|| root.not("a list, or an object with a list of `items` or `data`"))?;
        let is_alone = list.items().nth(1).is_none();
        let import = |item: Node<'_>| {
            self.import_node(&item, &more.root(), is_alone).unwrap_or_else(|error| write_object(|object| object.field("error", error)))
        };
        let imports: Vec<String> = list.items().map(import).gather();
        Ok(["[", &joined(imports.iter().map(String::as_str), ","), "]"].concat())
    }
}

/// The lifecycle of that name.
pub fn lifecycle(name: &str) -> Result<&'static dyn Text, Error> {
    LIFECYCLES.iter().copied().find(|lifecycle| lifecycle.name() == name).ok_or_else(|| {
        let names = listed(LIFECYCLES.iter().map(|lifecycle| lifecycle.name()));
        Error { code: "unknown_lifecycle", ..Error::invalid("", format!("the lifecycle is `{name}`, expected one of {names}")) }
    })
}

/// What the package asks for: `reversible.decide` asks a lifecycle, `detect` them all. The arguments are those of the method
/// of that name, as far as it has them: [`Text`] for what all lifecycles have. Where there is no caller it is the third.
pub fn ask(what: &str, first: &str, second: &str, now: f64, caller: Option<&str>) -> Answer {
    match what {
        "detect" => return detect(first),
        "delegated.cascade" => return cascade(first, second),
        "reversible.rollback" => return rollback(first, now, caller),
        "reversible.approvals" => return approvals(first, now, caller),
        "reversible.evaluatePolicies" => return evaluate_policies(first, second, caller.unwrap_or("null")),
        "reversible.displayStatus" => return display_status(first),
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
    let document = Document::of("value", value)?;
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
        return Err(no_context("now", "`now` is no integer of milliseconds since the epoch, at most 8.64e15 on either side of it".to_owned()));
    }
    let caller = match caller {
        None => Caller::default(),
        Some(name) => Caller::ALL.iter().copied().find(|caller| caller.name() == name).ok_or_else(|| {
            let names = listed(Caller::NAMES.iter().copied());
            no_context("caller", format!("`caller` is \"{name}\", expected one of {names}"))
        })?,
    };
    Ok(Context { now: now as i64, caller })
}

fn no_context(path: &str, message: String) -> Error {
    Error { argument: "context", ..Error::invalid(path, message) }
}

impl<L: Lifecycle> Text for Of<L> {
    fn name(&self) -> &'static str {
        L::NAME
    }

    fn hold(&self, argument: &'static str, session: &str, or_none: bool) -> Result<Box<dyn Held>, Error> {
        let read = |node: &Node<'_>| if or_none && node.is_absent() { None } else { Some(Indexed::<L>::new(engine::read_session::<L>(node))) };
        Ok(Box::new(Document::of(argument, session)?.value(read)?))
    }

    fn import_node(&self, value: &Node<'_>, more: &Node<'_>, is_alone: bool) -> Answer {
        let (session, warnings) = engine::import::<L>(value, more, is_alone)?;
        Ok(write_object(|object| {
            object.field("session", session);
            object.field("warnings", warnings);
        }))
    }

    fn table(&self) -> Table {
        Table::of::<L>()
    }

    fn detects(&self, node: &Node<'_>) -> bool {
        let lifecycle = node.field("lifecycle");
        if lifecycle.is_absent() { L::is_payload(node) } else { lifecycle.reads(L::NAME) }
    }
}
