//! The build runs as WebAssembly, in Node and in a browser.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn adds() {
    assert_eq!(1 + 1, 2);
}
