//! The digests of what was explored: one of all decisions without their wording, which `rulesHash` is made from, and one of
//! a sample as text, which the package reproduces wherever it runs.

use crate::harness::{CONTEXT, Explored, Letter, Verdict, World};
use countersign::engine::{self, Decision, Lifecycle};
use countersign::json::{ClosedSet, Document, Object, ToJson, Writer, write_object};
use countersign::text::lifecycle;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;

/// How many decisions the sample has at most.
const SAMPLE: usize = 20_000;

/// Of one world: the digest of all decisions, and the sample as JSON.
pub fn of<W: World>(explored: &Explored<W>) -> (String, String) {
    (decisions(explored), sample(explored))
}

/// Holds the digests of all worlds against what is committed, or writes them with `UPDATE=1`. The wider exploration has none.
pub fn hold<W: World>(worlds: &[(String, String)]) {
    if std::env::var_os("COUNTERSIGN_FULL").is_some() {
        return;
    }
    let name = W::L::NAME;
    let mut all = Sha256::new();
    worlds.iter().for_each(|(digest, _)| all.update(digest));
    hold_line(name, &hex(all));
    let samples: Vec<_> = worlds.iter().map(|(_, sample)| sample.as_str()).collect();
    hold_file(&format!("tests/vectors/{name}.json"), &format!("[{}]", samples.join(",\n")));
}

/// The line of a lifecycle in the file that `rulesHash` is made from.
fn hold_line(name: &str, digest: &str) {
    // The lifecycles are explored side by side, and share the file.
    static FILE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _guard = FILE.lock().unwrap();
    let listed = fs::read_to_string("src/digests.txt").unwrap();
    let line = format!("{name} {digest}");
    let is_its = |old: &&str| old.split(' ').next() == Some(name);
    let lines: Vec<_> = listed.lines().map(|old| if is_its(&old) { &line } else { old }).collect();
    assert!(listed.lines().any(|old| is_its(&old)), "src/digests.txt has no line for {name}");
    hold_file("src/digests.txt", &(lines.join("\n") + "\n"));
}

fn hold_file(path: &str, wanted: &str) {
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, wanted).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == wanted, "{path} does not fit the rules; if they are right, write it anew: UPDATE=1 cargo test --test explore");
}

/// What is shown and decided in every state, without a word that could be put differently.
fn decisions<W: World>(explored: &Explored<W>) -> String {
    let mut hasher = Sha256::new();
    for letter in &explored.letters {
        hasher.update(format!("{} by {} at {}\n", letter.json, letter.context.caller.name(), letter.context.now));
    }
    for state in explored.judged() {
        hasher.update(state.session.to_json());
        // Nothing reachable is inconsistent, so that no condition is a sentence.
        hasher.update(state.session.as_ref().map(|session| W::unworded(engine::view::<W::L>(session, &CONTEXT))).to_json());
        for (verdict, letter) in state.verdicts.iter().zip(&explored.letters) {
            hasher.update(format!("\n{}: {}", letter.name, unworded::<W>(verdict)));
        }
    }
    hex(hasher)
}

fn unworded<W: World>(verdict: &Verdict<W>) -> String {
    match verdict {
        Ok(Decision::Allowed { rule, events, warnings }) => {
            let warnings: Vec<_> = warnings.iter().map(|warning| (warning.code, warning.input)).collect();
            format!("allowed by {rule}: {} {warnings:?}", events.to_json())
        }
        Ok(Decision::Noop { rule, code, .. }) => format!("noop by {rule}: {code}"),
        Err(denial) => {
            let unmet: Vec<_> = denial.unmet.iter().map(|unmet| (unmet.guard, unmet.code, unmet.input)).collect();
            format!("denied by {:?}: {} {unmet:?} {:?}", denial.rule, denial.code, denial.possible_in)
        }
    }
}

/// An even sample of the states, each with the state and letter that lead there, and the digest of all answers in them.
fn sample<W: World>(explored: &Explored<W>) -> String {
    let most = SAMPLE / explored.letters.len() / W::worlds();
    let judged: Vec<usize> = (0..explored.states.len()).filter(|at| !explored.states[*at].verdicts.is_empty()).collect();
    let every = judged.len().div_ceil(most);
    let mut wanted: Vec<usize> = judged.into_iter().step_by(every).collect();
    let asked = wanted.clone();
    // The way to a state leads over others, which are in the file but not asked.
    let mut at = 0;
    while at < wanted.len() {
        if let Some((from, _)) = explored.states[wanted[at]].from.filter(|(from, _)| !wanted.contains(from)) {
            wanted.push(from);
        }
        at += 1;
    }
    wanted.sort_unstable();
    let place = |at: usize| wanted.iter().position(|known| *known == at).unwrap() as i64;
    // No session is the first state, and after it come those that are given.
    let way = |at: &usize| explored.states[*at].from.map_or([-1, *at as i64 - 1], |(from, letter)| [place(from), letter as i64]);
    let given: Vec<_> = explored.states.iter().filter(|state| state.from.is_none()).filter_map(|state| state.session.as_ref()).collect();
    write_object(|object| {
        object.field("lifecycle", W::L::NAME);
        object.field("now", CONTEXT.now);
        object.list("letters", explored.letters.iter().map(Asked));
        if !given.is_empty() {
            object.list("given", given);
        }
        object.list("ways", wanted.iter().map(way).map(Vec::from));
        object.list("asked", asked.iter().map(|at| place(*at)));
        object.field("decisions", (asked.len() * explored.letters.len()) as i64);
        object.field("digest", answers(explored, &asked));
    })
}

/// A letter with when and by whom it is given.
struct Asked<'a, W: World>(&'a Letter<W>);

impl<W: World> ToJson for Asked<'_, W> {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object: &mut Object<'_>| {
            object.field("command", Document::parse(&self.0.json).unwrap().root().opaque());
            object.field("now", self.0.context.now);
            object.named("caller", self.0.context.caller);
        });
    }
}

/// Of each of these states the digest of all answers in it, line by line: the decisions on all letters, the view, the
/// offers; and of these digests, line by line, the digest.
fn answers<W: World>(explored: &Explored<W>, asked: &[usize]) -> String {
    let text = lifecycle(W::L::NAME).unwrap();
    let now = CONTEXT.now as f64;
    let mut all = Sha256::new();
    for state in asked.iter().map(|at| &explored.states[*at]) {
        let session = state.session.to_json();
        let mut one = Sha256::new();
        for letter in &explored.letters {
            let caller = Some(letter.context.caller.name());
            one.update(text.decide(&session, &letter.json, letter.context.now as f64, caller).unwrap() + "\n");
        }
        if state.session.is_some() {
            one.update(text.view(&session, now, None).unwrap() + "\n");
            one.update(text.offers(&session, now, None).unwrap() + "\n");
        }
        all.update(hex(one) + "\n");
    }
    hex(all)
}

fn hex(hasher: Sha256) -> String {
    hasher.finalize().iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    })
}
