//! Explores worlds, and judges what it finds.

use countersign::engine::{self, Context, Decision, Denial, Lifecycle, Rule};
use countersign::json::{ClosedSet, Document, ToJson};
use countersign::text::{Text, lifecycle};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A lifecycle with an alphabet, or several.
pub trait World {
    type L: Lifecycle;
    /// How many alphabets there are, each of which makes a world of its own.
    fn worlds() -> usize;
    /// The commands, by name, as JSON, and when and by whom they are given; in every state.
    fn alphabet(world: usize) -> Vec<(String, String, Context)>;
    /// Where the offers are asked for: every command that could be offered is in the alphabet in this context.
    const OFFERED: Context;
    /// Whether the exploration goes on from here.
    fn within(world: usize, session: &Session<Self>) -> bool;
    /// The session without what makes equal ones differ: its revision, its times, who did what.
    fn same(session: Session<Self>) -> Session<Self>;
    /// What holds in every reachable session.
    fn invariants() -> Vec<Invariant<Session<Self>>>;
    /// Whether nothing may happen any more.
    fn is_terminal(session: &Session<Self>) -> bool;
    /// Whether these are all worlds, so that every rule is to be found, and the digests are to be held.
    fn is_all() -> bool {
        true
    }
    /// Whether every command that can start in the status is found to be allowed there: not if only an import has what it needs.
    fn is_whole(_status: &str) -> bool {
        true
    }
    /// Whether the bound may hide the way to an end.
    fn is_at_bound(_session: &Session<Self>) -> bool {
        false
    }
    /// What holds of every step.
    fn step(_before: &Session<Self>, _letter: &Letter<Self>, _events: &[Event<Self>], _after: &Session<Self>) {}
}

/// A sentence about a session, and whether it holds.
pub type Invariant<S> = (&'static str, fn(&S) -> bool);
pub type Session<W> = <<W as World>::L as Lifecycle>::Session;
pub type Command<W> = <<W as World>::L as Lifecycle>::Command;
pub type Event<W> = <<W as World>::L as Lifecycle>::Event;
pub type Verdict<W> = Result<Decision<Event<W>>, Denial>;

pub struct Letter<W: World + ?Sized> {
    pub name: String,
    pub json: String,
    pub command: Command<W>,
    pub context: Context,
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

/// What was found in all worlds together.
#[derive(Default)]
struct Seen {
    sessions: usize,
    decisions: usize,
    letters: usize,
    fired: BTreeSet<&'static str>,
    /// Where each rule ended.
    ends: BTreeSet<(&'static str, &'static str)>,
    /// The moves from status to status, and the command that made them.
    moves: BTreeSet<(&'static str, &'static str, &'static str)>,
    /// In which status of the session, and of its target, a command was allowed.
    possible: BTreeSet<(&'static str, &'static str, Option<&'static str>)>,
    /// In which it can be.
    can: BTreeSet<(&'static str, &'static str, Option<&'static str>)>,
}

pub const CONTEXT: Context = Context { now: 1_800_000_000_000, caller: engine::Caller::Agent };

/// Explores every world and judges what it finds: alone, and all together.
pub fn every_world<W: World>() {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let world = next.fetch_add(1, Ordering::Relaxed);
                    if world >= W::worlds() {
                        break;
                    }
                    let explored = explore::<W>(world);
                    let seen = explored.judge();
                    let digests = crate::digests::of(&explored);
                    done.lock().unwrap().insert(world, (seen, digests));
                }
            });
        }
    });
    let mut all = Seen::default();
    let mut digests = Vec::new();
    for (seen, digest) in done.into_inner().unwrap().into_values() {
        all.sessions += seen.sessions;
        all.decisions += seen.decisions;
        all.letters = all.letters.max(seen.letters);
        all.fired.extend(seen.fired);
        all.ends.extend(seen.ends);
        all.moves.extend(seen.moves);
        all.possible.extend(seen.possible);
        all.can.extend(seen.can);
        digests.push(digest);
    }
    assert_eq!(digests.len(), W::worlds());
    // Past the capture of the test runner, which would keep it to itself.
    let mut terminal = std::io::stdout().lock();
    let Seen { sessions, decisions, letters, .. } = &all;
    let worlds = W::worlds();
    writeln!(terminal, "explored {}: {worlds} worlds, {sessions} sessions, {decisions} decisions, {letters} letters", W::L::NAME).unwrap();
    drop(terminal);
    if W::is_all() {
        all.judge::<W>();
        crate::digests::hold::<W>(&digests);
    }
}

impl Seen {
    fn judge<W: World>(&self) {
        for row in W::L::RULES {
            assert!(self.fired.contains(row.id), "{} never fires", row.id);
            let reached = |status: &&<W::L as Lifecycle>::Status| self.ends.contains(&(row.id, status.name()));
            let missed: Vec<_> = row.to.iter().filter(|status| !reached(status)).collect();
            assert!(missed.is_empty(), "{} never ends in {missed:?}", row.id);
        }
        let is_possible = |(status, command, target): &&(&str, &str, Option<&str>)| {
            self.possible.iter().any(|found| (found.0, found.1) == (*status, *command) && (target.is_none() || found.2 == *target))
        };
        let never: Vec<_> = self.can.iter().filter(|can| W::is_whole(can.0) && !is_possible(can)).collect();
        assert!(never.is_empty(), "never allowed: {never:?}");
        self.the_diagram_shows_the_moves::<W>();
    }

    /// Every arrow is a move that was found, and every move that was found has an arrow.
    fn the_diagram_shows_the_moves<W: World>(&self) {
        let diagram = countersign::page::diagram(&engine::Table::of::<W::L>());
        let (mut drawn, mut unfound) = (BTreeSet::new(), Vec::new());
        for (start, rest) in diagram.lines().filter_map(|line| line.trim().split_once(" --> ")) {
            let Some((end, commands)) = rest.split_once(": ") else { continue };
            drawn.extend(commands.split(", ").map(|command| (start, end, command)));
            if start != "[*]" {
                let found = |command: &&str| self.moves.iter().any(|found| *found == (start, end, *command));
                unfound.extend(commands.split(", ").filter(|command| !found(command)).map(|command| (start, end, command)));
            }
        }
        // A row may leave its arrows to others, as long as there is one.
        let is_silent = |command: &str| W::L::RULES.iter().filter(|row| row.command == command).all(|row| row.drawn.is_empty());
        let is_drawn = |(start, end, command): &(&str, &str, &str)| {
            drawn.contains(&(*start, *end, *command)) || is_silent(command) && drawn.iter().any(|arrow| (arrow.0, arrow.1) == (*start, *end))
        };
        let undrawn: Vec<_> = self.moves.iter().filter(|found| found.0 != found.1 && !is_drawn(found)).collect();
        assert!(unfound.is_empty() && undrawn.is_empty(), "drawn, and never found: {unfound:?}; found, and not drawn: {undrawn:?}");
    }
}

/// Breadth first, from no session.
fn explore<W: World>(world: usize) -> Explored<W> {
    let read = |json: &str| Document::read(json, engine::read_command::<W::L>).unwrap().unwrap();
    let letter = |(name, json, context): (String, String, Context)| Letter { command: read(&json), name, json, context };
    let letters: Vec<Letter<W>> = W::alphabet(world).into_iter().map(letter).collect();
    let mut states = vec![State { from: None, session: None, verdicts: Vec::new(), next: Vec::new() }];
    let mut known = HashMap::from([("null".to_owned(), 0)]);
    let mut at = 0;
    while at < states.len() {
        let session = states[at].session.clone();
        if session.as_ref().is_some_and(|session| !W::within(world, session)) {
            at += 1;
            continue;
        }
        for (number, letter) in letters.iter().enumerate() {
            let verdict = engine::decide::<W::L>(session.as_ref(), &letter.command, &letter.context);
            let next = match &verdict {
                Ok(Decision::Allowed { events, .. }) => {
                    let after = engine::replay::<W::L>(events, session.clone()).unwrap();
                    if let Some(before) = &session {
                        W::step(before, letter, events, &after);
                    }
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
    fn judge(&self) -> Seen {
        let decisions = self.states.iter().map(|state| state.verdicts.len()).sum();
        let mut seen = Seen { sessions: self.states.len() - 1, decisions, letters: self.letters.len(), ..Seen::default() };
        self.every_invariant_holds();
        self.every_rule_fires_from_and_to_where_its_row_says(&mut seen);
        self.some_offer_is_allowed_until_the_session_ends();
        self.an_end_can_be_reached_from_everywhere();
        self.offers_agree_with_decide();
        self.can_agrees_with_decide(&mut seen);
        self.denials_explain_themselves();
        self.what_is_terminal_stays_as_it_is();
        self.text_says_the_same();
        seen
    }

    fn every_invariant_holds(&self) {
        for state in &self.states {
            for (name, holds) in W::invariants() {
                let holds = state.session.as_ref().is_none_or(holds);
                assert!(holds, "{name}\n{}\n{:?}", self.path(state), state.session);
            }
        }
    }

    fn every_rule_fires_from_and_to_where_its_row_says(&self, seen: &mut Seen) {
        let rows: HashMap<_, _> = W::L::RULES.iter().map(|row| (row.id, row)).collect();
        assert_eq!(rows.len(), W::L::RULES.len(), "two rules have one id");
        for state in self.judged() {
            for (verdict, next) in state.verdicts.iter().zip(&state.next) {
                let (Ok(Decision::Allowed { rule, .. }) | Ok(Decision::Noop { rule, .. })) = verdict else { continue };
                let row = rows[rule];
                seen.fired.insert(rule);
                let before = state.session.as_ref().map(W::L::status);
                assert!(before.map_or(row.from.is_empty(), |status| row.starts_in(status)), "{rule} started in {before:?}");
                let after = next.and_then(|next| self.states[next].session.as_ref()).map(W::L::status);
                let Some(end) = after else {
                    assert!(!row.allows(), "{rule} leads nowhere");
                    continue;
                };
                assert!(row.allows(), "{rule} is a noop");
                let stayed = row.stays && after == before;
                assert!(stayed || row.to.contains(&end), "{rule} ended in {after:?}, from {before:?}\n{}", self.path(state));
                seen.ends.insert((rule, end.name()));
                if let Some(start) = before {
                    seen.moves.insert((start.name(), end.name(), row.command));
                }
            }
        }
    }

    fn some_offer_is_allowed_until_the_session_ends(&self) {
        for (state, session) in self.sessions() {
            let some = engine::offers::<W::L>(session, &W::OFFERED).iter().any(engine::Offer::is_allowed);
            assert_eq!(some, !W::is_terminal(session), "{}\n{session:?}", self.path(state));
        }
    }

    fn an_end_can_be_reached_from_everywhere(&self) {
        let mut sources: Vec<Vec<usize>> = vec![Vec::new(); self.states.len()];
        for (at, state) in self.states.iter().enumerate() {
            state.next.iter().flatten().for_each(|next| sources[*next].push(at));
        }
        let mut ending: Vec<bool> = self.states.iter().map(|state| state.session.as_ref().is_some_and(W::is_terminal)).collect();
        let mut open: Vec<usize> = (0..ending.len()).filter(|at| ending[*at]).collect();
        while let Some(at) = open.pop() {
            for source in &sources[at] {
                if !std::mem::replace(&mut ending[*source], true) {
                    open.push(*source);
                }
            }
        }
        let hidden = |state: &State<W>| state.session.as_ref().is_some_and(W::is_at_bound);
        for (at, state) in self.states.iter().enumerate().filter(|(_, state)| !state.verdicts.is_empty() && !hidden(state)) {
            assert!(ending[at], "no end from {}", self.path(state));
        }
    }

    /// An offer is allowed if and only if some letter that fills it in, and adds nothing, is.
    fn offers_agree_with_decide(&self) {
        let mut known: HashMap<String, Vec<usize>> = HashMap::new();
        for (state, session) in self.sessions() {
            for offer in engine::offers::<W::L>(session, &W::OFFERED) {
                let command = W::L::command_name(&offer.command);
                let given = countersign::json::write_object(|object| {
                    object.field("type", command);
                    object.omit(offer.needs);
                    W::L::write_command(&offer.command, object);
                });
                let fills = |letter: &Letter<W>| letter.context == W::OFFERED && is_filling(&given, offer.needs, &letter.json);
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
    fn can_agrees_with_decide(&self, seen: &mut Seen) {
        for (state, session) in self.sessions() {
            let status = W::L::status(session).name();
            let index = W::L::index(session);
            let on = |command: &str, id: &str| W::L::target(session, &index, command, id).map(ClosedSet::name);
            let mut ids: BTreeSet<(&str, &str)> = BTreeSet::new();
            for (letter, verdict) in self.letters.iter().zip(&state.verdicts) {
                let command = W::L::command_name(&letter.command);
                let id = W::L::target_id(&letter.command);
                ids.extend(id.map(|id| (command, id)));
                if let Ok(Decision::Allowed { .. }) = verdict {
                    let can = engine::can::<W::L>(session, command, None) && id.is_none_or(|id| engine::can::<W::L>(session, command, Some(id)));
                    assert!(can, "{command} after {}", self.path(state));
                    seen.possible.insert((status, command, id.and_then(|id| on(command, id))));
                }
            }
            for (command, _) in W::L::COMMANDS.iter().filter(|(command, _)| engine::can::<W::L>(session, command, None)) {
                seen.can.insert((status, command, None));
            }
            for (command, id) in ids.into_iter().filter(|(command, id)| engine::can::<W::L>(session, command, Some(id))) {
                let command = W::L::COMMANDS.iter().find(|(name, _)| *name == command).unwrap().0;
                seen.can.insert((status, command, on(command, id)));
            }
        }
    }

    fn denials_explain_themselves(&self) {
        let rows: HashMap<_, _> = W::L::RULES.iter().map(|row| (row.id, row)).collect();
        for state in self.judged() {
            for denial in state.verdicts.iter().filter_map(|verdict| verdict.as_ref().err()) {
                let Some(rule) = denial.rule else {
                    assert!(state.session.is_none() && denial.code == "no_session" && denial.unmet.is_empty());
                    continue;
                };
                let row = rows[rule];
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
            assert!(state.next.iter().all(Option::is_none), "{session:?} goes on\n{}", self.path(state));
        }
    }

    /// The text form, free and open, gives the same answers, reads what it writes, and replays to the same session.
    fn text_says_the_same(&self) {
        let text = lifecycle(W::L::NAME).unwrap();
        let judged = self.judged().count();
        for state in self.judged().step_by(judged.div_ceil(texts(W::worlds()))) {
            let before = state.session.to_json();
            let open = state.session.as_ref().map(|_| text.open(&before).unwrap());
            for (letter, verdict) in self.letters.iter().zip(&state.verdicts) {
                let (now, caller) = (letter.context.now as f64, Some(letter.context.caller.name()));
                let free = text.decide(&before, &letter.json, now, caller).unwrap();
                let after = match verdict {
                    Ok(Decision::Allowed { events, .. }) => text.replay(&events.to_json(), &before).unwrap(),
                    _ => before.clone(),
                };
                if verdict.is_ok() {
                    assert!(free.contains(&format!(r#""session":{after}"#)), "{free}\n{after}");
                }
                if let Some(open) = &open {
                    let same = open.decide(&letter.json, now, caller).unwrap();
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

/// Of how many states in each of so many worlds the text is compared: most of the time goes there, and a run over hundreds
/// of mutants asks few.
fn texts(worlds: usize) -> usize {
    let all = if std::env::var_os("COUNTERSIGN_SMALL").is_some() { 40 } else { 1_000 };
    all / worlds + 1
}

/// An open session goes on by the events, one by one and at once, to the session that `replay` gives, and its index with it.
fn goes_on_alike<W: World>(text: &dyn Text, verdict: &Verdict<W>, before: &str, after: &str) {
    let (Ok(Decision::Allowed { events, .. }), false) = (verdict, before == "null") else { return };
    let mut open = text.open(before).unwrap();
    open.apply(&events.to_json()).unwrap();
    assert_eq!(open.session(), after);
    let (now, caller) = (W::OFFERED.now as f64, Some(W::OFFERED.caller.name()));
    assert_eq!(open.offers(now, caller), text.offers(after, now, caller));
    let single = events.iter().fold(before.to_owned(), |session, event| text.apply(&session, &event.to_json()).unwrap());
    assert_eq!(single, after);
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
