//! Explores worlds, and judges what it finds.

use countersign::engine::{self, Context, Decision, Denial, Lifecycle};
use countersign::json::{Document, ToJson};
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
    /// Sessions that only an import brings: the exploration begins with them as well.
    fn given(_world: usize) -> Vec<Session<Self>> {
        Vec::new()
    }
    /// Whether a command that can start in the status, on a target in that one, is found to be allowed there: not if only an
    /// import has what it needs, or if that is for guards to say.
    fn is_whole(_status: &str, _command: &str, _target: Option<&str>) -> bool {
        true
    }
    /// The view without a word that could be put differently.
    fn unworded(view: View<Self>) -> View<Self> {
        view
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
pub type View<W> = <<W as World>::L as Lifecycle>::View;
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
pub struct Seen {
    pub sessions: usize,
    pub decisions: usize,
    pub letters: usize,
    pub fired: BTreeSet<&'static str>,
    /// Where each rule ended.
    pub ends: BTreeSet<(&'static str, &'static str)>,
    /// The moves from status to status, and the command that made them.
    pub moves: BTreeSet<(&'static str, &'static str, &'static str)>,
    /// In which status of the session, and of its target, a command was allowed.
    pub possible: BTreeSet<(&'static str, &'static str, Option<&'static str>)>,
    /// In which it can be.
    pub can: BTreeSet<(&'static str, &'static str, Option<&'static str>)>,
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

/// Breadth first, from no session and from those that are given.
fn explore<W: World>(world: usize) -> Explored<W> {
    let read = |json: &str| Document::read(json, engine::read_command::<W::L>).unwrap().unwrap();
    let letter = |(name, json, context): (String, String, Context)| Letter { command: read(&json), name, json, context };
    let letters: Vec<Letter<W>> = W::alphabet(world).into_iter().map(letter).collect();
    let mut states = vec![State { from: None, session: None, verdicts: Vec::new(), next: Vec::new() }];
    let mut known = HashMap::from([("null".to_owned(), 0)]);
    for session in W::given(world) {
        known.insert(W::same(session.clone()).to_json(), states.len());
        states.push(State { from: None, session: Some(session), verdicts: Vec::new(), next: Vec::new() });
    }
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

    pub fn sessions(&self) -> impl Iterator<Item = (&State<W>, &Session<W>)> {
        self.judged().filter_map(|state| state.session.as_ref().map(|session| (state, session)))
    }

    /// How the session came about, for a message.
    pub fn path(&self, state: &State<W>) -> String {
        match state.from {
            None => state.session.as_ref().map_or_else(|| "no session".to_owned(), ToJson::to_json),
            Some((from, letter)) => format!("{} → {}", self.path(&self.states[from]), self.letters[letter].name),
        }
    }
}
