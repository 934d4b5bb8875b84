//! The only file that knows JavaScript: what the package calls.
//!
//! Values cross as JSON text; an answer that begins with `!` is an error. The package turns both into values and throws.

use crate::text::{self, Answer, Open, Text};
use crate::{RULES_HASH, VERSION, json::ToJson};
use wasm_bindgen::prelude::*;

fn answer(answer: Answer) -> String {
    answer.unwrap_or_else(|error| format!("!{}", error.to_json()))
}

/// A lifecycle.
#[wasm_bindgen]
pub struct Lifecycle(&'static dyn Text);

#[wasm_bindgen]
impl Lifecycle {
    /// The lifecycle of that name.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str) -> Result<Lifecycle, String> {
        text::lifecycle(name).map(Lifecycle).map_err(|error| format!("!{}", error.to_json()))
    }

    /// See [`Text::decide`].
    pub fn decide(&self, session: &str, command: &str, now: f64, caller: Option<String>) -> String {
        answer(self.0.decide(session, command, now, caller.as_deref()))
    }

    /// See [`Text::apply`].
    pub fn apply(&self, session: &str, event: &str) -> String {
        answer(self.0.apply(session, event))
    }

    /// See [`Text::replay`].
    pub fn replay(&self, events: &str, session: &str) -> String {
        answer(self.0.replay(events, session))
    }

    /// See [`Text::view`].
    pub fn view(&self, session: &str, now: f64, caller: Option<String>) -> String {
        answer(self.0.view(session, now, caller.as_deref()))
    }

    /// See [`Text::offers`].
    pub fn offers(&self, session: &str, now: f64, caller: Option<String>) -> String {
        answer(self.0.offers(session, now, caller.as_deref()))
    }

    /// See [`Text::outstanding`].
    pub fn outstanding(&self, session: &str) -> String {
        answer(self.0.outstanding(session))
    }

    /// See [`Text::deadline`].
    pub fn deadline(&self, session: &str) -> String {
        answer(self.0.deadline(session))
    }

    /// See [`Text::parse`].
    pub fn parse(&self, value: &str) -> String {
        answer(self.0.parse(value))
    }

    /// See [`Text::import`].
    #[wasm_bindgen(js_name = fromApi)]
    pub fn import(&self, value: &str, more: &str) -> String {
        answer(self.0.import(value, more))
    }

    /// See [`Text::import_list`].
    #[wasm_bindgen(js_name = fromApiList)]
    pub fn import_list(&self, value: &str, more: &str) -> String {
        answer(self.0.import_list(value, more))
    }

    /// See [`Text::rules`].
    pub fn rules(&self) -> String {
        self.0.rules()
    }

    /// See [`Text::diagram`].
    pub fn diagram(&self) -> String {
        self.0.diagram()
    }

    /// See [`Text::manifest`].
    pub fn manifest(&self) -> String {
        self.0.manifest()
    }

    /// See [`Text::starts`].
    pub fn starts(&self) -> Vec<u8> {
        self.0.starts()
    }

    /// See [`Text::open`].
    pub fn open(&self, session: &str) -> Result<Live, String> {
        self.0.open(session).map(Live).map_err(|error| format!("!{}", error.to_json()))
    }
}

/// An open session.
#[wasm_bindgen]
pub struct Live(Box<dyn Open>);

#[wasm_bindgen]
impl Live {
    /// See [`Open::decide`].
    pub fn decide(&self, command: &str, now: f64, caller: Option<String>) -> String {
        answer(self.0.decide(command, now, caller.as_deref()))
    }

    /// See [`Open::apply`].
    pub fn apply(&mut self, events: &str) -> String {
        answer(self.0.apply(events))
    }

    /// See [`Open::view`].
    pub fn view(&self, now: f64, caller: Option<String>) -> String {
        answer(self.0.view(now, caller.as_deref()))
    }

    /// See [`Open::offers`].
    pub fn offers(&self, now: f64, caller: Option<String>) -> String {
        answer(self.0.offers(now, caller.as_deref()))
    }

    /// See [`Open::session`].
    pub fn session(&self) -> String {
        self.0.session()
    }
}

/// See [`text::detect`].
#[wasm_bindgen]
pub fn detect(value: &str) -> String {
    answer(text::detect(value))
}

/// See [`text::cascade`].
#[wasm_bindgen]
pub fn cascade(sessions: &str, uid: &str) -> String {
    answer(text::cascade(sessions, uid))
}

/// See [`text::rollback`].
#[wasm_bindgen]
pub fn rollback(session: &str, now: f64, caller: Option<String>) -> String {
    answer(text::rollback(session, now, caller.as_deref()))
}

/// See [`text::approvals`].
#[wasm_bindgen]
pub fn approvals(session: &str, now: f64, caller: Option<String>) -> String {
    answer(text::approvals(session, now, caller.as_deref()))
}

/// See [`text::evaluate_policies`].
#[wasm_bindgen(js_name = evaluatePolicies)]
pub fn evaluate_policies(policies: &str, action: &str, mode: &str) -> String {
    answer(text::evaluate_policies(policies, action, mode))
}

/// See [`crate::reversible::TABLE`].
#[wasm_bindgen(js_name = displayTable)]
pub fn display_table() -> Vec<u8> {
    crate::reversible::TABLE.to_vec()
}

/// See [`text::display_names`].
#[wasm_bindgen(js_name = displayNames)]
pub fn display_names() -> String {
    text::display_names()
}

/// See [`VERSION`].
#[wasm_bindgen]
pub fn version() -> String {
    VERSION.to_owned()
}

/// See [`RULES_HASH`].
#[wasm_bindgen(js_name = rulesHash)]
pub fn rules_hash() -> String {
    RULES_HASH.to_owned()
}
