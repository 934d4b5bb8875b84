//! The only file that knows JavaScript: what the package calls.
//!
//! Values cross as JSON text; an answer that begins with `!` is an error. The package turns both into values and throws.
//! One function asks for everything: each that crosses costs more than what it does.

use crate::text::{self, Answer, Open};
use crate::{RULES_HASH, VERSION, json::ToJson};
use wasm_bindgen::prelude::*;

fn answer(answer: Answer) -> String {
    answer.unwrap_or_else(|error| ["!", &error.to_json()].concat())
}

/// See [`text::ask`].
#[wasm_bindgen]
pub fn ask(what: &str, first: &str, second: &str, now: f64, caller: Option<String>) -> String {
    answer(text::ask(what, first, second, now, caller.as_deref()))
}

/// An open session.
#[wasm_bindgen]
pub struct Live(Open);

#[wasm_bindgen]
impl Live {
    /// See [`text::Text`].
    #[wasm_bindgen(constructor)]
    pub fn new(lifecycle: &str, session: &str) -> Result<Live, String> {
        let open = text::lifecycle(lifecycle).and_then(|lifecycle| lifecycle.open(session));
        open.map(Live).map_err(|error| answer(Err(error)))
    }

    /// See [`Open::decide`].
    pub fn decide(&mut self, command: &str, now: f64, caller: Option<String>) -> String {
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

/// The standard library's own takes 2 KB more, compressed.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
