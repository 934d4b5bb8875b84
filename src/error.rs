use std::fmt;

/// Nonsense: input that no lifecycle can judge, because it is not what it says it is.
///
/// A refusal is an answer and is returned as a [`Denial`](crate::engine::Denial); this is what is
/// raised for a wrong type, a missing field, an unknown name. Nothing has happened when it is raised.
///
/// ```
/// let error = countersign::delegated::parse(r#"{"lifecycle":"delegated","schema":1,"uid":7}"#).unwrap_err();
/// assert_eq!(error.code, "invalid_input");
/// assert_eq!(error.path, "uid");
/// assert_eq!(error.message, "`uid` is 7, expected a string");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What kind of nonsense: `invalid_input`, `unknown_command`, `unknown_event`, `unknown_schema`, `unknown_lifecycle`,
    /// `actions_unknown`.
    pub code: &'static str,
    /// Which argument of the call it is in, by its name in JavaScript: `session`, `command`, …; empty where that is not told.
    pub argument: &'static str,
    /// Where it is in that, as in `actions[3].status`; empty for the whole value.
    pub path: String,
    /// What was found and what is accepted.
    pub message: String,
}

impl Error {
    /// Input that is not what it should be.
    pub fn invalid(path: impl Into<String>, message: impl Into<String>) -> Self {
        Error { code: "invalid_input", argument: "", path: path.into(), message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
