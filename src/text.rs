//! The boundary in text.
/// One lifecycle.
pub trait Text: Sync {
    /// Decides.
    fn decide(&self, _session: &str, _command: &str, _now: f64, _caller: Option<&str>) -> Answer { stub() }
    /// Applies.
    fn apply(&self, _session: &str, _event: &str) -> Answer { stub() }
}
/// Answer.
pub type Answer = Result<String, String>;
fn stub() -> Answer { Err(r#"{"code":"invalid_input","path":"","message":"stub"}"#.into()) }
