//! What is given and what is asked, in few words.

pub use crate::outcome::*;
pub use countersign::engine::{By, Caller, Context, Denial, Lifecycle, Warning, read_command, read_event};
pub use countersign::interactive::*;
pub use countersign::json::{ClosedSet, Document, Node, Opaque, ToJson};

/// At that time, by nobody in particular.
pub fn at(now: i64) -> Context {
    Context { now, ..Context::default() }
}

// ---- what is asked

pub fn text(text: &str) -> String {
    text.to_owned()
}

pub fn json(json: &str) -> Opaque {
    Document::parse(json).unwrap().root().opaque()
}

/// Everybody is asked about everything, save about the tool `read`.
pub fn policies() -> ToolPolicies {
    ToolPolicies { default: Policy::AlwaysAsk, tools: vec![(text("read"), Policy::AlwaysAllow)] }
}

pub fn create() -> Command {
    Command::Create { id: text("s"), tool_policies: policies() }
}

pub fn call(id: &str, name: &str) -> ToolCall {
    ToolCall { call_id: text(id), name: text(name), arguments: json(r#"{"n":1}"#), tool_type: ToolType::Builtin, reference: handle(id) }
}

/// The host's handle of a call.
pub fn handle(id: &str) -> Opaque {
    json(&format!("[{}]", id.to_json()))
}

/// A call that a person is asked about.
pub fn ask(id: &str) -> ToolCall {
    call(id, "write")
}

/// A call that nobody is asked about.
pub fn free(id: &str) -> ToolCall {
    call(id, "read")
}

pub fn calls_in(turn: i64, batch: &str, calls: &[ToolCall]) -> Command {
    Command::ToolCalls { turn, batch_id: text(batch), calls: calls.to_vec() }
}

/// Of the first turn.
pub fn calls(batch: &str, calls: &[ToolCall]) -> Command {
    calls_in(1, batch, calls)
}

pub fn finished_in(turn: i64, batch: &str, call: &str, is_error: bool) -> Command {
    Command::ToolFinished { turn, batch_id: text(batch), call_id: text(call), is_error }
}

/// The tool of that call in the first turn has run, without an error.
pub fn ran(batch: &str, call: &str) -> Command {
    finished_in(1, batch, call, false)
}

/// The tool of that call in the first turn has run into an error.
pub fn broke(batch: &str, call: &str) -> Command {
    finished_in(1, batch, call, true)
}

pub const fn ended(turn: i64) -> Command {
    Command::TurnEnded { turn }
}

pub const fn exhausted(turn: i64) -> Command {
    Command::RetriesExhausted { turn }
}

pub fn lost(turn: Option<i64>) -> Command {
    Command::UnrecoverableError { turn, message: text("lost") }
}

pub fn submit(inputs: &[Input]) -> Command {
    Command::Submit { inputs: inputs.to_vec() }
}

pub const INTERRUPT: Input = Input::Interrupt;

pub fn message(content: &str) -> Input {
    Input::Message { content: json(&content.to_json()) }
}

pub fn answer(batch: &str, call: &str, decision: Answer, deny_message: Option<&str>) -> Input {
    Input::Approval(Approval { batch_id: text(batch), call_id: text(call), decision, deny_message: deny_message.map(text) })
}

pub fn allow(batch: &str, call: &str) -> Input {
    answer(batch, call, Answer::Allow, None)
}

pub fn deny(batch: &str, call: &str) -> Input {
    answer(batch, call, Answer::Deny, None)
}

pub fn deny_with(batch: &str, call: &str, deny_message: &str) -> Input {
    answer(batch, call, Answer::Deny, Some(deny_message))
}

/// A plain message.
pub fn says(content: &str) -> Command {
    submit(&[message(content)])
}

pub fn stop() -> Command {
    submit(&[INTERRUPT])
}

// ---- what follows

pub fn id(batch: &str, call: &str) -> CallId {
    CallId { batch_id: text(batch), call_id: text(call) }
}

pub fn started(turn: i64, inputs: &[&str]) -> Event {
    Event::TurnStarted { turn, turn_inputs: inputs.iter().map(|input| json(&input.to_json())).collect() }
}

pub const fn interrupted(turn: i64) -> Event {
    Event::TurnInterrupted { turn }
}

pub fn requested(batch: &str, call: &str) -> Event {
    Event::ApprovalRequested { call: id(batch, call), reference: handle(call) }
}

pub fn released(batch: &str, call: &str) -> Event {
    Event::ToolReleased { call: id(batch, call), reference: handle(call) }
}

pub fn refused(batch: &str, call: &str, content: &str) -> Event {
    Event::ToolDenied { call: id(batch, call), reference: handle(call), content: text(content) }
}

/// `b/a`, and what the model is told, of each denial.
pub fn denials(events: &[Event]) -> Vec<(String, String)> {
    let denial = |event: &Event| match event {
        Event::ToolDenied { call, content, .. } => Some((format!("{}/{}", call.batch_id, call.call_id), content.clone())),
        _ => None,
    };
    events.iter().filter_map(denial).collect()
}

/// The calls that are denied, in order.
pub fn denied_calls(events: &[Event]) -> Vec<String> {
    denials(events).into_iter().map(|(call, _)| call).collect()
}

// ---- what is given

/// The session after its creation at 0 and these commands, each of which is allowed without a warning.
#[track_caller]
pub fn given(commands: &[Command]) -> Session {
    let Ok(Decision::Allowed { events, .. }) = decide(None, &create(), &at(0)) else { panic!() };
    commands.iter().cloned().fold(replay(&events, None).unwrap(), |session, command| then(&session, command))
}

/// A session whose first turn runs, after these commands.
#[track_caller]
pub fn running(commands: &[Command]) -> Session {
    commands.iter().cloned().fold(given(&[says("hi")]), |session, command| then(&session, command))
}

/// Two calls wait for approval; a third may run.
pub fn asked() -> Session {
    running(&[calls("b", &[ask("a"), free("r"), ask("c")])])
}

/// Its barrier has lifted: `a` may run, `c` may not, and nothing has run.
pub fn lifted() -> Session {
    then(&asked(), submit(&[allow("b", "a"), deny("b", "c")]))
}

/// The three projections in which a plain message is allowed.
pub fn resting() -> [Session; 3] {
    [given(&[]), running(&[ended(1)]), running(&[exhausted(1)])]
}

/// Terminated in the three ways.
pub fn terminated() -> [Session; 3] {
    [given(&[Command::Archive]), given(&[Command::Delete]), running(&[lost(None)])]
}

pub fn with_status(status: &str, session: Session) -> Session {
    Session { status: Status::Other(text(status)), ..session }
}

/// The session rests for a reason that we do not know.
pub fn with_reason(reason: &str, session: Session) -> Session {
    Session { status: Status::Idle, stop_reason: Some(StopReason::Other(json(reason))), ..session }
}

/// A session whose status is not known, and one whose stop reason is not.
pub fn unknown() -> [Session; 2] {
    [with_status("rescheduling", lifted()), with_reason(r#""paused""#, lifted())]
}

/// It is said to wait for approval, and no call does.
pub fn adrift() -> [Session; 2] {
    let waits = |session| Session { status: Status::Idle, stop_reason: Some(StopReason::RequiresAction), ..session };
    [waits(running(&[])), waits(lifted())]
}

/// Sessions of all kinds, each of which can come about, none of which has lost its way.
pub fn reachable() -> Vec<Session> {
    let mut sessions = vec![
        asked(),
        lifted(),
        running(&[]),
        running(&[calls("b", &[free("r")])]),
        running(&[calls("b", &[free("r")]), calls("c", &[ask("a")])]),
        then(&asked(), submit(&[deny_with("b", "c", "no")])),
        then(&asked(), ran("b", "r")),
        then(&asked(), stop()),
        then(&asked(), submit(&[INTERRUPT, message("again")])),
        then(&then(&lifted(), broke("b", "a")), ran("b", "r")),
        warned(&lifted(), &ran("b", "c")).1,
        then(&warned(&lifted(), &ran("b", "c")).1, ended(1)),
        then(&given(&[Command::Archive]), Command::Delete),
    ];
    sessions.extend(resting());
    sessions.extend(terminated());
    sessions
}
