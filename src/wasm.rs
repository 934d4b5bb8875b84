//! placeholder: the shape of the real one, every answer is JSON text, an error is `!` + JSON text
use wasm_bindgen::prelude::*;
fn stub() -> String { r#"!{"code":"invalid_input","path":"","message":"stub"}"#.into() }
#[wasm_bindgen]
pub struct Lifecycle(&'static str);
#[wasm_bindgen]
impl Lifecycle {
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str) -> Lifecycle { Lifecycle(if name == "delegated" { "delegated" } else { "" }) }
    pub fn decide(&self, session: &str, command: &str, now: f64, caller: Option<String>) -> String { stub() }
    pub fn apply(&self, session: &str, event: &str) -> String { stub() }
    pub fn replay(&self, events: &str, session: &str) -> String { stub() }
    pub fn view(&self, session: &str, now: f64, caller: Option<String>) -> String { stub() }
    pub fn offers(&self, session: &str, now: f64, caller: Option<String>) -> String { stub() }
    pub fn outstanding(&self, session: &str) -> String { stub() }
    pub fn deadline(&self, session: &str) -> String { stub() }
    pub fn parse(&self, value: &str) -> String { stub() }
    #[wasm_bindgen(js_name = fromApi)]
    pub fn from_api(&self, value: &str, more: &str) -> String { stub() }
    #[wasm_bindgen(js_name = fromApiList)]
    pub fn from_api_list(&self, value: &str, more: &str) -> String { stub() }
    pub fn rules(&self) -> String { stub() }
    pub fn diagram(&self) -> String { "stateDiagram-v2".into() }
    /// names and places for `can`: JSON text
    pub fn manifest(&self) -> String { "{}".into() }
    /// commands by status, plain bytes
    pub fn starts(&self) -> Vec<u8> { vec![] }
    pub fn open(&self, session: &str) -> Live { Live(String::new()) }
}
#[wasm_bindgen]
pub struct Live(String);
#[wasm_bindgen]
impl Live {
    pub fn decide(&self, command: &str, now: f64, caller: Option<String>) -> String { stub() }
    pub fn apply(&mut self, events: &str) -> String { stub() }
    pub fn view(&self, now: f64, caller: Option<String>) -> String { stub() }
    pub fn offers(&self, now: f64, caller: Option<String>) -> String { stub() }
    pub fn session(&self) -> String { stub() }
}
#[wasm_bindgen]
pub fn detect(value: &str) -> String { "null".into() }
#[wasm_bindgen]
pub fn version() -> String { env!("CARGO_PKG_VERSION").into() }
#[wasm_bindgen(js_name = rulesHash)]
pub fn rules_hash() -> String { "0000000000000000".into() }
#[wasm_bindgen]
pub fn cascade(sessions: &str, uid: &str) -> String { stub() }
