//! Explores a world, and judges what it finds.

use countersign::engine::{self, Context, Decision, Denial, Lifecycle, Rule};
use countersign::json::{ClosedSet, Document, ToJson};
use countersign::text::{Text, lifecycle};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;

/// A lifecycle with an alphabet.
pub trait World {
    type L: Lifecycle;
    /// The commands, by name, as JSON; given in every state.
    fn alphabet() -> Vec<(String, String)>;
    /// Whether the exploration goes on from here.
    fn within(session: &Session<Self>) -> bool;
    /// The session without what makes equal ones differ: its revision and its times.
    fn same(session: Session<Self>) -> Session<Self>;
    /// What holds in every reachable session.
    fn invariants() -> Vec<Invariant<Session<Self>>>;
    /// Whether nothing may happen any more.
    fn is_terminal(session: &Session<Self>) -> bool;
}

/// A sentence about a session, and whether it holds.
pub type Invariant<S> = (&'static str, fn(&S) -> bool);
pub type Session<W> = <<W as World>::L as Lifecycle>::Session;
pub type Command<W> = <<W as World>::L as Lifecycle>::Command;
pub type Event<W> = <<W as World>::L as Lifecycle>::Event;
pub type Verdict<W> = Result<Decision<Event<W>>, Denial>;

pub struct Letter<W: World> {
    pub name: String,
    pub json: String,
    pub command: Command<W>,
}

pub struct State<W: World> {
    /// The state that it was first reached from, and by which letter.
    pub from: Option<(usize, usize)>,
    pub session: Option<Session<W>>,
    /// What each letter comes to.
    pub verdicts: Vec<Verdict<W>>,
    /// Where each letter leads, as far as the exploration goes.
    pub next: Vec<Option<usize>>,
}

pub struct Explored<W: World> {
    pub letters: Vec<Letter<W>>,
    pub states: Vec<State<W>>,
}

pub const CONTEXT: Context = Context { now: 1_800_000_000_000, caller: engine::Caller::Agent };

/// Breadth first, from no session.
pub fn explore<W: World>() -> Explored<W> {
    let read = |json: &str| engine::read_command::<W::L>(&Document::parse(json).unwrap().root()).unwrap();
    let letters: Vec<_> = W::alphabet().into_iter().map(|(name, json)| Letter { command: read(&json), name, json }).collect();
    let mut states = vec![State { from: None, session: None, verdicts: Vec::new(), next: Vec::new() }];
    let mut known = HashMap::from([("null".to_owned(), 0)]);
    let mut at = 0;
    while at < states.len() {
        let session = states[at].session.clone();
        if session.as_ref().is_some_and(|session| !W::within(session)) {
            at += 1;
            continue;
        }
        for (number, letter) in letters.iter().enumerate() {
            let verdict = engine::decide::<W::L>(session.as_ref(), &letter.command, &CONTEXT);
            let next = match &verdict {
                Ok(Decision::Allowed { events, .. }) => {
                    let after = engine::replay::<W::L>(events, session.clone()).unwrap();
                    let key = W::same(after.clone()).to_json();
                    Some(*known.entry(key).or_insert_with(|| {
                        states.push(State { from: Some((at, number)), session: Some(after), verdicts: Vec::new(), next: Vec::new() });
                        states.len() - 1
                    }))
                }
                _ => None,
            };
            states[at].verdicts.push(verdict);
            states[at].next.push(next);
        }
        at += 1;
    }
    Explored { letters, states }
}

impl<W: World> Explored<W> {
    /// The states that were judged; those beyond the bound were only reached.
    pub fn judged(&self) -> impl Iterator<Item = &State<W>> {
        self.states.iter().filter(|state| !state.verdicts.is_empty())
    }

    fn sessions(&self) -> impl Iterator<Item = (&State<W>, &Session<W>)> {
        self.judged().filter_map(|state| state.session.as_ref().map(|session| (state, session)))
    }

    /// How the session came about, for a message.
    fn path(&self, state: &State<W>) -> String {
        match state.from {
            None => "no session".to_owned(),
            Some((from, letter)) => format!("{} → {}", self.path(&self.states[from]), self.letters[letter].name),
        }
    }

    /// All that holds in every lifecycle.
    pub fn judge(&self) {
        let decisions: usize = self.states.iter().map(|state| state.verdicts.len()).sum();
        // Past the capture of the test runner, which would keep it to itself.
        let (sessions, letters) = (self.states.len() - 1, self.letters.len());
        let mut terminal = std::io::stdout().lock();
        writeln!(terminal, "explored {}: {sessions} sessions, {decisions} decisions, {letters} letters", W::L::NAME).unwrap();
        drop(terminal);
        self.every_invariant_holds();
        self.every_rule_fires_from_and_to_where_its_row_says();
        self.some_offer_is_allowed_until_the_session_ends();
        self.an_end_can_be_reached_from_everywhere();
        self.offers_agree_with_decide();
        self.can_agrees_with_decide();
        self.denials_explain_themselves();
        self.what_is_terminal_stays_as_it_is();
        self.text_says_the_same();
    }

    fn every_invariant_holds(&self) {
        for state in &self.states {
            for (name, holds) in W::invariants() {
                let holds = state.session.as_ref().is_none_or(holds);
                assert!(holds, "{name}\n{}\n{:?}", self.path(state), state.session);
            }
        }
    }

    fn every_rule_fires_from_and_to_where_its_row_says(&self) {
        let mut fired: BTreeSet<&str> = BTreeSet::new();
        let mut ends: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for state in self.judged() {
            for (verdict, next) in state.verdicts.iter().zip(&state.next) {
                let (Ok(Decision::Allowed { rule, .. }) | Ok(Decision::Noop { rule, .. })) = verdict else { continue };
                let row = row::<W::L>(rule);
                fired.insert(rule);
                let before = state.session.as_ref().map(W::L::status);
                assert!(before.map_or(row.from.is_empty(), |status| row.starts_in(status)), "{rule} started in {before:?}");
                let after = next.and_then(|next| self.states[next].session.as_ref()).map(W::L::status);
                match (row.allows(), row.to) {
                    (false, _) => assert_eq!(after, None, "{rule} is a noop"),
                    (true, []) => assert!(after == before, "{rule} keeps the status"),
                    (true, to) => {
                        assert!(after.is_some_and(|after| to.contains(&after)), "{rule} ended in {after:?}");
                        ends.entry(rule).or_default().extend(after);
                    }
                }
            }
        }
        for row in W::L::RULES {
            assert!(fired.contains(row.id), "{} never fires", row.id);
            let reached = |status| ends.get(row.id).is_some_and(|ends| ends.contains(status));
            assert!(row.to.iter().all(reached), "{} does not end wherever its row says", row.id);
        }
    }

    fn some_offer_is_allowed_until_the_session_ends(&self) {
        for (state, session) in self.sessions() {
            let some = engine::offers::<W::L>(session, &CONTEXT).iter().any(engine::Offer::is_allowed);
            assert_eq!(some, !W::is_terminal(session), "{}", self.path(state));
        }
    }

    fn an_end_can_be_reached_from_everywhere(&self) {
        let mut ending: BTreeSet<usize> =
            self.states.iter().enumerate().filter(|(_, state)| state.session.as_ref().is_some_and(W::is_terminal)).map(|(at, _)| at).collect();
        loop {
            let leads = |state: &State<W>| state.next.iter().flatten().any(|next| ending.contains(next));
            let more: Vec<usize> =
                self.states.iter().enumerate().filter(|(at, state)| !ending.contains(at) && leads(state)).map(|(at, _)| at).collect();
            if more.is_empty() {
                break;
            }
            ending.extend(more);
        }
        for (at, state) in self.states.iter().enumerate().filter(|(_, state)| !state.verdicts.is_empty()) {
            assert!(ending.contains(&at), "no end from {}", self.path(state));
        }
    }

    /// An offer is allowed if and only if some letter that fills it in, and adds nothing, is.
    fn offers_agree_with_decide(&self) {
        let mut known: HashMap<String, Vec<usize>> = HashMap::new();
        for (state, session) in self.sessions() {
            for offer in engine::offers::<W::L>(session, &CONTEXT) {
                let command = W::L::command_name(&offer.command);
                let given = countersign::json::write_object(|object| {
                    object.field("type", command);
                    object.omit(offer.needs);
                    W::L::write_command(&offer.command, object);
                });
                let fills = |letter: &Letter<W>| is_filling(&given, offer.needs, &letter.json);
                let fillings = known
                    .entry(format!("{given} {:?}", offer.needs))
                    .or_insert_with(|| self.letters.iter().enumerate().filter(|(_, letter)| fills(letter)).map(|(at, _)| at).collect());
                assert!(!fillings.is_empty(), "no letter fills in {given} and {:?}", offer.needs);
                let allowed = |at: &usize| matches!(state.verdicts[*at], Ok(Decision::Allowed { .. }));
                assert_eq!(offer.is_allowed(), fillings.iter().any(allowed), "{given}\n{}", self.path(state));
                assert_eq!(offer.is_allowed(), offer.code.is_none() && offer.message.is_none());
            }
        }
    }

    /// No is final; yes is true of some session in the same status.
    fn can_agrees_with_decide(&self) {
        let mut possible: BTreeSet<(&str, &str)> = BTreeSet::new();
        for (state, session) in self.sessions() {
            for (letter, verdict) in self.letters.iter().zip(&state.verdicts) {
                let command = W::L::command_name(&letter.command);
                if let Ok(Decision::Allowed { .. }) = verdict {
                    assert!(engine::can::<W::L>(session, command), "{command} after {}", self.path(state));
                    possible.insert((W::L::status(session).name(), command));
                }
            }
        }
        for (_, session) in self.sessions() {
            for (command, _) in W::L::COMMANDS {
                let status = W::L::status(session).name();
                let can = engine::can::<W::L>(session, command);
                assert!(!can || possible.contains(&(status, command)), "{command} is never allowed in {status}");
            }
        }
    }

    fn denials_explain_themselves(&self) {
        for state in self.judged() {
            for denial in state.verdicts.iter().filter_map(|verdict| verdict.as_ref().err()) {
                let Some(rule) = denial.rule else {
                    assert!(state.session.is_none() && denial.code == "no_session" && denial.unmet.is_empty());
                    continue;
                };
                let row = row::<W::L>(rule);
                let names: Vec<_> = denial.unmet.iter().map(|unmet| unmet.guard).collect();
                let in_order: Vec<_> = row.guards.iter().map(|guard| guard.name).filter(|name| names.contains(name)).collect();
                assert_eq!(names, in_order);
                assert_eq!((denial.code, &denial.message), (denial.unmet[0].code, &denial.unmet[0].message));
                assert!(denial.message.starts_with("this requires that ") && !denial.message.ends_with('.'));
                let about_status = row.guards.iter().find(|guard| guard.name == names[0]).unwrap().is_about_status();
                assert_eq!(!denial.possible_in.is_empty(), about_status && state.session.is_some() && !is_creation(row), "{denial:?}");
            }
        }
    }

    fn what_is_terminal_stays_as_it_is(&self) {
        for (state, session) in self.sessions().filter(|(_, session)| W::is_terminal(session)) {
            assert!(state.next.iter().all(Option::is_none), "{session:?} goes on");
        }
    }

    /// The text form, free and open, gives the same answers, reads what it writes, and replays to the same session.
    fn text_says_the_same(&self) {
        let text = lifecycle(W::L::NAME).unwrap();
        // Most of the time goes here: a run over hundreds of mutants asks a few of the states.
        let every = if std::env::var_os("COUNTERSIGN_SMALL").is_some() { 25 } else { 1 };
        for state in self.judged().step_by(every) {
            let before = state.session.to_json();
            let open = state.session.as_ref().map(|_| text.open(&before).unwrap());
            for (letter, verdict) in self.letters.iter().zip(&state.verdicts) {
                let free = text.decide(&before, &letter.json, CONTEXT.now as f64, None).unwrap();
                let after = match verdict {
                    Ok(Decision::Allowed { events, .. }) => text.replay(&events.to_json(), &before).unwrap(),
                    _ => before.clone(),
                };
                if verdict.is_ok() {
                    assert!(free.contains(&format!(r#""session":{after}"#)), "{free}\n{after}");
                }
                if let Some(open) = &open {
                    let same = open.decide(&letter.json, CONTEXT.now as f64, None).unwrap();
                    assert_eq!(same, free.replace(&format!(r#","session":{after}"#), ""));
                }
                goes_on_alike::<W>(text, verdict, &before, &after);
            }
            if let Some(open) = open {
                assert_eq!(open.session(), before, "deciding changed the session");
                assert_eq!(text.parse(&before).unwrap(), before);
                assert_eq!(open.view(0.0, None), text.view(&before, 0.0, None));
                assert_eq!(open.offers(0.0, None), text.offers(&before, 0.0, None));
            }
        }
    }
}

/// An open session goes on by the events, one by one and at once, to the session that `replay` gives.
fn goes_on_alike<W: World>(text: &dyn Text, verdict: &Verdict<W>, before: &str, after: &str) {
    let (Ok(Decision::Allowed { events, .. }), false) = (verdict, before == "null") else { return };
    let mut open = text.open(before).unwrap();
    open.apply(&events.to_json()).unwrap();
    assert_eq!(open.session(), after);
    let single = events.iter().fold(before.to_owned(), |session, event| text.apply(&session, &event.to_json()).unwrap());
    assert_eq!(single, after);
}

fn row<L: Lifecycle>(id: &str) -> &'static Rule<L> {
    let mut rows = L::RULES.iter().filter(|row| row.id == id);
    let row = rows.next().unwrap();
    assert!(rows.next().is_none(), "two rules are called {id}");
    row
}

fn is_creation<L: Lifecycle>(row: &Rule<L>) -> bool {
    row.from.is_empty()
}

/// Whether the letter has the given fields, the needed ones, and no others.
fn is_filling(given: &str, needs: &[&str], letter: &str) -> bool {
    let (given, letter) = (Document::parse(given).unwrap(), Document::parse(letter).unwrap());
    let (given, letter) = (given.root(), letter.root());
    let (offered, filled) = (given.names(), letter.names());
    let alike = |name: &String| given.field(name).opaque() == letter.field(name).opaque();
    offered.iter().all(alike) && filled.len() == offered.len() + needs.len() && needs.iter().all(|name| !letter.field(name).is_absent())
}
