//! What is given, what is asked, and what should come of it, in few words.

pub use countersign::delegated::{Artifact, Author, Command, Disposition, Event, Outcome, Phase, Reason, Reflect, Session, Source};
pub use countersign::delegated::{Delegated, apply, can, cascade, decide, offers, outstanding, parse, replay, view};
pub use countersign::engine::{Attention, Context, Decision, Denial, Lifecycle};
pub use countersign::json::{ClosedSet, Document, ToJson};

/// At that time, by nobody in particular.
pub fn at(now: i64) -> Context {
    Context { now, ..Context::default() }
}

/// The session after these commands, each of which must be allowed.
#[track_caller]
pub fn session(commands: &[Command]) -> Session {
    commands.iter().fold(None, |session, command| Some(allowed(session.as_ref(), command).1)).unwrap()
}

/// The session after one command more.
#[track_caller]
pub fn then(session: Session, command: Command) -> Session {
    allowed(Some(&session), &command).1
}

/// Allowed: the rule, and the session after.
#[track_caller]
pub fn allowed(session: Option<&Session>, command: &Command) -> (&'static str, Session) {
    match decide(session, command, &at(0)) {
        Ok(Decision::Allowed { rule, events, warnings }) => {
            assert_eq!(warnings, []);
            (rule, replay(&events, session.cloned()).unwrap())
        }
        other => panic!("{command:?}: {other:?}"),
    }
}

/// A noop: the rule and the code.
#[track_caller]
pub fn noop(session: &Session, command: &Command) -> (&'static str, &'static str) {
    match decide(Some(session), command, &at(0)) {
        Ok(Decision::Noop { rule, code, .. }) => (rule, code),
        other => panic!("{command:?}: {other:?}"),
    }
}

/// Denied with that code.
#[track_caller]
pub fn denied(session: &Session, command: &Command, code: &str) -> Denial {
    let denial = decide(Some(session), command, &at(0)).unwrap_err();
    assert_eq!(denial.code, code, "{command:?}: {denial:?}");
    denial
}

pub fn text(text: &str) -> String {
    text.to_owned()
}

pub fn create() -> Command {
    create_below(&["read", "write"], None)
}

pub fn create_below(authority: &[&str], parent: Option<Session>) -> Command {
    let authority = authority.iter().map(|capability| text(capability)).collect();
    Command::Create { uid: text("s"), agent: text("coder"), task: text("fix"), harness: text("cli"), authority, parent: parent.map(Box::new) }
}

pub fn artifact(json: &str) -> Artifact {
    let document = Document::parse(json).unwrap();
    let id = document.root().field("id").id();
    Artifact { id, content: document.root().opaque() }
}

pub fn add(json: &str) -> Command {
    Command::AddArtifact { artifact: artifact(json) }
}

pub fn reflect(outcome: Phase) -> Reflect {
    let answer = || text("said");
    Reflect {
        author: Author::Agent,
        session_uid: text("s"),
        outcome,
        task_assessment: answer(),
        decomposition: answer(),
        orchestration: answer(),
        lessons: answer(),
    }
}

pub fn by_system(outcome: Phase) -> Reflect {
    Reflect { author: Author::System, ..reflect(outcome) }
}

pub const COMPLETE: Command = Command::Complete { reflect: None };

pub fn fail() -> Command {
    Command::Fail { message: text("broke"), reflect: None }
}

pub const fn decline(reason: Reason) -> Command {
    Command::Decline { reason, reflect: None }
}

pub const fn revoke(source: Source) -> Command {
    Command::Revoke { source, reflect: None }
}

pub fn error() -> Command {
    Command::Error { message: text("lost"), reflect: None }
}

pub fn reflecting(outcome: Phase) -> Command {
    Command::Reflect { reflect: reflect(outcome) }
}

/// The five outcome commands, each carrying this reflect.
pub fn carrying(reflect: &Reflect) -> [Command; 5] {
    let reflect = Some(reflect.clone());
    [
        Command::Complete { reflect: reflect.clone() },
        Command::Fail { message: text("broke"), reflect: reflect.clone() },
        Command::Decline { reason: Reason::ScopeMismatch, reflect: reflect.clone() },
        Command::Revoke { source: Source::Timeout, reflect: reflect.clone() },
        Command::Error { message: text("lost"), reflect },
    ]
}

/// The five outcome commands with the phases that they lead to.
pub fn outcomes() -> [(Command, Phase); 5] {
    [
        (COMPLETE, Phase::Completed),
        (fail(), Phase::Failed),
        (decline(Reason::ScopeMismatch), Phase::Declined),
        (revoke(Source::Timeout), Phase::Revoked),
        (error(), Phase::Error),
    ]
}

pub fn pending() -> Session {
    session(&[create()])
}

pub fn initializing() -> Session {
    session(&[create(), Command::Initialize])
}

pub fn active() -> Session {
    session(&[create(), Command::Initialize, Command::Activate, add(r#"{"id":"a"}"#)])
}

/// An active session with that outcome pending.
pub fn declared(command: Command) -> Session {
    then(active(), command)
}

/// A session that ended like that.
pub fn ended(outcome: &Command) -> Session {
    let phase = outcome.outcome().unwrap().phase();
    then(declared(outcome.clone()), reflecting(phase))
}

pub fn live() -> [Session; 3] {
    [pending(), initializing(), active()]
}
