//! The engine over a lifecycle made for it: a door that can be locked, with branches that compete.

#![allow(clippy::unwrap_used, clippy::panic)]

use countersign::engine::{
    By, Caller, Case, Context, Decision, Denial, Effects, Guard, Lifecycle, NoTarget, Repeat, Rule, Variant, Warning, When, can, decide, offers,
};
use countersign::json::{ClosedSet, Node, Object, ToJson, Writer};

struct Door;

#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    Open,
    Closed,
    Locked,
}

#[derive(Debug, Clone, PartialEq)]
struct Session {
    state: State,
    keys: u8,
    revision: i64,
}

#[derive(Debug)]
enum Command {
    Build,
    Open { by: &'static str },
    Paint,
}

#[derive(Debug, Clone, PartialEq)]
struct Opened(&'static str);

impl ClosedSet for State {
    const FIRST: Self = State::Open;
    const ALL: &'static [Self] = &[State::Open, State::Closed, State::Locked];
    const NAMES: &'static [&'static str] = &["Open", "Closed", "Locked"];

    fn name(self) -> &'static str {
        match self {
            State::Open => "Open",
            State::Closed => "Closed",
            State::Locked => "Locked",
        }
    }
}

impl ToJson for Session {
    fn write(&self, writer: &mut Writer) {
        writer.raw("{}");
    }
}

impl ToJson for Opened {
    fn write(&self, writer: &mut Writer) {
        writer.raw("{}");
    }
}

const BY_HAND: When<Door> = When { phrase: "by hand", holds: |case| by(case) == Some("hand") };
const BY_KEY: When<Door> = When { phrase: "by key", holds: |case| by(case) == Some("key") };
const SHUT: Guard<Door> = Guard::from("shut", "not_shut", "the door is shut");
const INTACT: Guard<Door> = Guard::status("intact", "broken", "the door is not broken", State::ALL);
const SOME_KEY: Guard<Door> =
    Guard::fact("some-key", "no_key", "there is a key", |case| case.session.keys > 0, |case| format!("{} keys", case.session.keys));
const TWO_KEYS: Guard<Door> = Guard::fact("two-keys", "one_key", "there are two keys", |case| case.session.keys > 1, |_| String::new());
const OPERATOR: Guard<Door> =
    Guard::fact("operator", "caller_not_permitted", "an operator asks", |case| case.context.caller == Caller::Operator, |_| String::new());
const OPEN_ALREADY: Repeat<Door> = Repeat { code: "duplicate", message: "it is open", found: |case| format!("{} keys", case.session.keys) };

fn by(case: &Case<'_, Door>) -> Option<&'static str> {
    match case.command {
        Command::Open { by } => Some(by),
        _ => None,
    }
}

fn opens(case: &Case<'_, Door>, effects: &mut Effects<Door>) {
    effects.events.push(Opened(by(case).unwrap_or("nobody")));
    effects.warnings.push(Warning { code: "draught", message: "it is cold".into(), input: Some(0) });
}

impl Lifecycle for Door {
    type Session = Session;
    type Command = Command;
    type Event = Opened;
    type Status = State;
    type Target = NoTarget;
    type Index = ();
    type View = bool;

    const NAME: &'static str = "door";
    const STATUS: &'static str = "state";
    const COMMANDS: &'static [(&'static str, By)] = &[("build", By::Runtime), ("open", By::Client), ("paint", By::Runtime)];
    const EVENTS: &'static [&'static str] = &["opened"];
    const NO_SESSION: &'static Session = &Session { state: State::Open, keys: 0, revision: 0 };
    const RULES: &'static [Rule<Self>] = &[
        Rule::new("build", "build", &[], &[], &[State::Open], &[&SHUT], opens),
        Rule::noop("open-again", "open", &[&BY_HAND], &[State::Open], &OPEN_ALREADY),
        Rule::new("open-by-hand", "open", &[&BY_HAND], &[State::Closed], &[State::Open], &[&INTACT, &SHUT], opens),
        Rule::new("open-by-two", "open", &[&BY_KEY], &[State::Closed, State::Locked], &[State::Open], &[&SHUT, &TWO_KEYS, &SOME_KEY], opens),
        Rule::new("open-by-key", "open", &[&BY_KEY], &[State::Locked], &[State::Open], &[&SHUT, &SOME_KEY, &OPERATOR], opens),
        Rule::new("open-by-far", "open", &[&BY_KEY], &[State::Locked], &[State::Open], &[&SHUT, &SOME_KEY, &OPERATOR, &INTACT], opens),
        Rule::new("paint", "paint", &[], &[State::Open], &[], &[&SHUT], opens),
    ];

    fn status(session: &Session) -> State {
        session.state
    }

    fn command_name(command: &Command) -> &'static str {
        match command {
            Command::Build => "build",
            Command::Open { .. } => "open",
            Command::Paint => "paint",
        }
    }

    fn index(_: &Session) {}

    fn begin(_: &Opened) -> Option<Session> {
        None
    }

    fn change(session: &mut Session, (): &mut (), _: &Opened) -> bool {
        session.state = State::Open;
        true
    }

    fn revision(session: &mut Session) -> &mut i64 {
        &mut session.revision
    }

    fn view(_: &Session, (): &(), _: &Context) -> bool {
        true
    }

    fn variants(_: &Session) -> Vec<Variant<Command>> {
        vec![Variant { command: Command::Open { by: "hand" }, needs: &["by"] }, Variant { command: Command::Paint, needs: &[] }]
    }

    fn outstanding(_: &Session) -> Vec<Opened> {
        Vec::new()
    }

    fn deadline(_: &Session) -> Option<i64> {
        None
    }

    fn read_session(_: &Node<'_>) -> Session {
        door(State::Open, 0)
    }

    fn read_command(_: &str, _: &Node<'_>) -> Command {
        Command::Paint
    }

    fn read_event(_: &str, _: &Node<'_>) -> Opened {
        Opened("nobody")
    }

    fn write_command(_: &Command, _: &mut Object<'_>) {}

    fn is_payload(_: &Node<'_>) -> bool {
        false
    }

    fn import(_: &Node<'_>, _: &Node<'_>, _: bool) -> (Session, Vec<Warning>) {
        (door(State::Open, 0), Vec::new())
    }
}

fn door(state: State, keys: u8) -> Session {
    Session { state, keys, revision: 0 }
}

fn ask(session: Option<&Session>, command: &Command, caller: Caller) -> Result<Decision<Opened>, Denial> {
    decide::<Door>(session, command, &Context { now: 0, caller })
}

fn denied(session: &Session, command: &Command) -> Denial {
    ask(Some(session), command, Caller::Agent).unwrap_err()
}

const BY_A_KEY: Command = Command::Open { by: "key" };

#[test]
fn the_first_row_that_fires_wins() {
    let rule = |keys, caller| match ask(Some(&door(State::Locked, keys)), &BY_A_KEY, caller) {
        Ok(Decision::Allowed { rule, events, warnings }) => {
            assert_eq!((events, warnings.len()), (vec![Opened("key")], 1));
            rule
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(rule(2, Caller::Operator), "open-by-two");
    assert_eq!(rule(1, Caller::Operator), "open-by-key");
}

#[test]
fn the_nearest_row_explains_the_refusal() {
    let denial = denied(&door(State::Locked, 1), &BY_A_KEY);
    assert_eq!((denial.rule, denial.code), (Some("open-by-key"), "caller_not_permitted"));
    let denial = denied(&door(State::Locked, 0), &BY_A_KEY);
    assert_eq!((denial.rule, denial.code), (Some("open-by-two"), "one_key"));
    let codes: Vec<_> = denial.unmet.iter().map(|unmet| (unmet.guard, unmet.code)).collect();
    assert_eq!(codes, [("two-keys", "one_key"), ("some-key", "no_key")]);
}

#[test]
fn a_message_says_what_is_required_and_what_was_found() {
    let denial = denied(&door(State::Locked, 0), &BY_A_KEY);
    let messages: Vec<_> = denial.unmet.iter().map(|unmet| unmet.message.as_str()).collect();
    assert_eq!(messages, ["this requires that there are two keys", "this requires that there is a key; 0 keys"]);
    assert_eq!((denial.message.as_str(), denial.possible_in.len()), (messages[0], 0));
}

#[test]
fn a_refused_status_names_those_of_the_branches_that_are_meant() {
    let denial = denied(&door(State::Open, 1), &BY_A_KEY);
    assert_eq!((denial.code, &*denial.possible_in), ("not_shut", &["Closed", "Locked"][..]));
    assert_eq!(denial.message, "this requires that the door is shut; its state is `Open`, possible in `Closed`, `Locked`");
    assert_eq!(denied(&door(State::Locked, 0), &Command::Open { by: "hand" }).possible_in, ["Closed"]);
    assert_eq!(denied(&door(State::Closed, 0), &Command::Paint).possible_in, ["Open"]);
}

#[test]
fn a_repeat_changes_nothing_and_says_so() {
    let Ok(Decision::Noop { rule, code, message }) = ask(Some(&door(State::Open, 0)), &Command::Open { by: "hand" }, Caller::Agent) else { panic!() };
    assert_eq!((rule, code, message.as_str()), ("open-again", "duplicate", "it is open; 0 keys"));
}

#[test]
fn without_a_session_only_what_creates_one_is_judged() {
    assert!(matches!(ask(None, &Command::Build, Caller::Agent), Ok(Decision::Allowed { rule: "build", .. })));
    let denial = ask(None, &Command::Paint, Caller::Agent).unwrap_err();
    assert_eq!((denial.code, denial.message.as_str(), denial.rule), ("no_session", "this requires that the session exists", None));
    assert_eq!(denied(&door(State::Open, 0), &Command::Build).possible_in, Vec::<&str>::new());
}

#[test]
fn a_command_that_no_branch_means_is_refused_without_a_row() {
    let denial = denied(&door(State::Closed, 0), &Command::Open { by: "force" });
    assert_eq!((denial.code, denial.rule), ("no_rule", None));
}

#[test]
fn offers_are_judged_one_by_one_and_say_who_gives_them() {
    let told = |state| -> Vec<_> {
        let offers = offers::<Door>(&door(state, 0), &Context::default());
        offers.iter().map(|offer| (offer.outcome, offer.is_allowed(), offer.code, offer.message.is_some(), offer.by, offer.needs.len())).collect()
    };
    assert_eq!(told(State::Closed), [("allowed", true, None, false, By::Client, 1), ("denied", false, Some("not_shut"), true, By::Runtime, 0)]);
    assert_eq!(told(State::Open), [("noop", false, Some("duplicate"), true, By::Client, 1), ("allowed", true, None, false, By::Runtime, 0)]);
}

#[test]
fn can_looks_at_the_status_alone_and_repeats_do_not_count() {
    assert_eq!(State::ALL.iter().map(|state| can::<Door>(&door(*state, 0), "open", None)).collect::<Vec<_>>(), [false, true, true]);
    assert!(!can::<Door>(&door(State::Open, 0), "build", None) && !can::<Door>(&door(State::Open, 0), "nonsense", None));
}
