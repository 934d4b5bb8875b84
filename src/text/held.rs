//! A session that is held, and asked in text.

use super::write::{write_decision, write_offers};
use super::{Answer, context};
use crate::Error;
use crate::engine::{self, Context, Decision, Indexed, Lifecycle};
use crate::json::{Document, ToJson};

/// A session, or none, that stays where it is and is asked repeatedly.
pub trait Held {
    /// A decision, which changes nothing; or, if the session is to go on by it, with the session that follows.
    fn decide(&mut self, command: &str, context: &Context, goes_on: bool) -> Answer;
    /// Goes on by one event.
    fn apply(&mut self, event: &str) -> Result<(), Error>;
    /// Goes on by a list of events.
    fn apply_all(&mut self, events: &str) -> Result<(), Error>;
    /// The view.
    fn view(&self, context: &Context) -> String;
    /// The offers.
    fn offers(&self, context: &Context) -> String;
    /// The instructions still to be carried out.
    fn outstanding(&self) -> String;
    /// The deadline, or null.
    fn deadline(&self) -> String;
    /// The session, or null.
    fn session(&self) -> String;
}

/// An open session. The answers are those of the lifecycle, save that a decision carries no session.
pub struct Open(pub(super) Box<dyn Held>);

impl Open {
    /// A decision, which changes nothing.
    pub fn decide(&mut self, command: &str, now: f64, caller: Option<&str>) -> Answer {
        self.0.decide(command, &context(now, caller)?, false)
    }

    /// Goes on by a list of events; answers null. If one of them is nonsense, by none.
    pub fn apply(&mut self, events: &str) -> Answer {
        self.0.apply_all(events)?;
        Ok("null".to_owned())
    }

    /// The view.
    pub fn view(&self, now: f64, caller: Option<&str>) -> Answer {
        Ok(self.0.view(&context(now, caller)?))
    }

    /// The offers.
    pub fn offers(&self, now: f64, caller: Option<&str>) -> Answer {
        Ok(self.0.offers(&context(now, caller)?))
    }

    /// The session.
    pub fn session(&self) -> String {
        self.0.session()
    }
}

impl<L: Lifecycle> Held for Option<Indexed<L>> {
    fn decide(&mut self, command: &str, context: &Context, goes_on: bool) -> Answer {
        let command = given(Document::of("command", command)?.value(engine::read_command::<L>)?)?;
        let decision = engine::decide_on(self.as_ref(), &command, context);
        if let (Ok(Decision::Allowed { events, .. }), true) = (&decision, goes_on) {
            events.iter().for_each(|event| engine::go_on(self, event));
        }
        let session: Option<&dyn ToJson> = self.as_ref().map(|session| session.session() as &dyn ToJson);
        Ok(write_decision(&decision, goes_on.then_some(&session)))
    }

    fn apply(&mut self, event: &str) -> Result<(), Error> {
        let event = given(Document::of("event", event)?.value(engine::read_event::<L>)?)?;
        engine::go_on(self, &event);
        Ok(())
    }

    fn apply_all(&mut self, events: &str) -> Result<(), Error> {
        let events = Document::of("events", events)?.value(|node| node.list(engine::read_event::<L>))?;
        events.iter().flatten().for_each(|event| engine::go_on(self, event));
        Ok(())
    }

    fn view(&self, context: &Context) -> String {
        self.as_ref().map(|session| session.view(context)).to_json()
    }

    fn offers(&self, context: &Context) -> String {
        let offers = self.as_ref().map(|session| session.offers(context)).unwrap_or_default();
        write_offers::<L>(&offers)
    }

    fn outstanding(&self) -> String {
        self.as_ref().map(|session| L::outstanding(session.session())).to_json()
    }

    fn deadline(&self) -> String {
        self.as_ref().and_then(|session| L::deadline(session.session())).to_json()
    }

    fn session(&self) -> String {
        self.as_ref().map(Indexed::session).to_json()
    }
}

/// What is not there was complained of.
fn given<T>(value: Option<T>) -> Result<T, Error> {
    value.ok_or_else(|| Error::invalid("", "the value is missing"))
}
