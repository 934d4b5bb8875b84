//! What holds in every lifecycle: in each session and each step of a world, and in all worlds together.

use crate::harness::{Command, Explored, Letter, Seen, State, Verdict, World};
use countersign::engine::{self, Decision, Lifecycle, Rule};
use countersign::json::{ClosedSet, ToJson, write_object};
use countersign::text::{Text, lifecycle};
use std::collections::{BTreeSet, HashMap};

impl Seen {
    pub fn judge<W: World>(&self) {
        for row in W::L::RULES {
            assert!(self.fired.contains(row.id), "{} never fires", row.id);
            let reached = |status: &&<W::L as Lifecycle>::Status| self.ends.contains(&(row.id, status.name()));
            let missed: Vec<_> = row.to.iter().filter(|status| !reached(status)).collect();
            assert!(missed.is_empty(), "{} never ends in {missed:?}", row.id);
        }
        let is_possible = |(status, command, target): &&(&str, &str, Option<&str>)| {
            self.possible.iter().any(|found| (found.0, found.1) == (*status, *command) && (target.is_none() || found.2 == *target))
        };
        let never: Vec<_> = self.can.iter().filter(|can| W::is_whole(can.0, can.1, can.2) && !is_possible(can)).collect();
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

impl<W: World> Explored<W> {
    /// All that holds in every lifecycle.
    pub fn judge(&self) -> Seen {
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
                let given = without::<W>(&offer.command, offer.needs);
                let fills = |letter: &Letter<W>| letter.context == W::OFFERED && without::<W>(&letter.command, offer.needs) == given;
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
                // A guard may be unmet for several inputs, one after the other.
                let told: BTreeSet<_> = denial.unmet.iter().map(|unmet| (unmet.guard, unmet.input)).collect();
                assert_eq!(told.len(), denial.unmet.len(), "{denial:?}");
                let mut names: Vec<_> = denial.unmet.iter().map(|unmet| unmet.guard).collect();
                names.dedup();
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
            let mut open = state.session.as_ref().map(|_| text.open(&before).unwrap());
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
                if let Some(open) = &mut open {
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
fn goes_on_alike<W: World>(text: &'static dyn Text, verdict: &Verdict<W>, before: &str, after: &str) {
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

/// The command without the fields that it still needs: of an offer, and of every letter that fills it in and adds nothing.
fn without<W: World>(command: &Command<W>, needs: &'static [&'static str]) -> String {
    write_object(|object| {
        object.field("type", W::L::command_name(command));
        object.omit(needs);
        W::L::write_command(command, object);
    })
}
