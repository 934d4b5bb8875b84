//! What is allowed: one row per rule, the first that fires wins. Branches, guards and effects stand below.

use super::facts::*;
use super::{Case, Command, Delegated, Event, Phase, Session};
use crate::engine::{self, Effects, nothing};
use crate::json::listed;
use Phase::{Active, Completed, Declined, Error, Failed, Initializing, Pending, Revoked};

type Rule = engine::Rule<Delegated>;
type Guard = engine::Guard<Delegated>;
type When = engine::When<Delegated>;
type Repeat = engine::Repeat<Delegated>;

/// The phases without an exit.
pub(super) const TERMINAL: &[Phase] = &[Completed, Failed, Declined, Revoked, Error];
const LIVE: &[Phase] = &[Pending, Initializing, Active];
const NONE: &[Phase] = &[];
const SAME: &[Phase] = &[];

/// The rules of sections 2 and 3.
#[rustfmt::skip]
pub const RULES: &[Rule] = &[
    //         id                       command         when               from                     to               guards, in the order of judgement                                               then
    Rule::noop("create-again",          "create",       &[&CREATED],       LIVE,                                                                                                                     &DUPLICATE),
    Rule::new( "create",                "create",       &[],               NONE,                    &[Pending],      &[&OPEN, &ALIKE, &NEW, &PARENT, &AUTHORITY],                                    created),

    Rule::noop("initialize-again",      "initialize",   &[],               &[Initializing],                                                                                                          &DUPLICATE),
    Rule::new( "initialize",            "initialize",   &[],               &[Pending],              &[Initializing], &[&OPEN, &UNDECIDED, &NOT_PASSED],                                              initialized),

    Rule::noop("activate-again",        "activate",     &[],               &[Active],                                                                                                                &DUPLICATE),
    Rule::new( "activate",              "activate",     &[],               &[Initializing],         &[Active],       &[&OPEN, &UNDECIDED, &REACHED],                                                 activated),

    Rule::noop("add-artifact-again",    "add_artifact", &[&ADDED],         LIVE,                                                                                                                     &DUPLICATE),
    Rule::new( "add-artifact",          "add_artifact", &[],               &[Active],               SAME,            &[&OPEN, &UNIQUE, &UNDECIDED, &AT_WORK],                                        artifact_added),

    Rule::noop("complete-recorded",     "complete",     &[&RECORDED],      &[Completed],                                                                                                             &DUPLICATE),
    Rule::noop("complete-again",        "complete",     &[&DECLARED],      LIVE,                                                                                                                     &ALREADY_DECLARED),
    Rule::new( "complete-reflect-only", "complete",     &[&REFLECT_ONLY],  &[Active],               &[Completed],    &[&OPEN,         &REACHED,            &UID, &ENDING, &AUTHOR, &ANSWERS],         reflected),
    Rule::new( "complete",              "complete",     &[&WITHOUT],       &[Active],               SAME,            &[&OPEN, &FIRST, &REACHED, &PRODUCED],                                          declared),
    Rule::new( "complete-and-reflect",  "complete",     &[&WITH],          &[Active],               &[Completed],    &[&OPEN, &FIRST, &REACHED, &PRODUCED, &UID, &ENDING, &AUTHOR, &ANSWERS],        declared_and_reflected),

    Rule::noop("fail-recorded",         "fail",         &[&RECORDED],      &[Failed],                                                                                                                &DUPLICATE),
    Rule::noop("fail-again",            "fail",         &[&DECLARED],      LIVE,                                                                                                                     &ALREADY_DECLARED),
    Rule::new( "fail-reflect-only",     "fail",         &[&REFLECT_ONLY],  &[Active],               &[Failed],       &[&OPEN,         &REACHED, &UID, &ENDING, &AUTHOR, &ANSWERS],                   reflected),
    Rule::new( "fail",                  "fail",         &[&WITHOUT],       &[Active],               SAME,            &[&OPEN, &FIRST, &REACHED],                                                     declared),
    Rule::new( "fail-and-reflect",      "fail",         &[&WITH],          &[Active],               &[Failed],       &[&OPEN, &FIRST, &REACHED, &UID, &ENDING, &AUTHOR, &ANSWERS],                   declared_and_reflected),

    Rule::noop("decline-recorded",      "decline",      &[&RECORDED],      &[Declined],                                                                                                              &DUPLICATE),
    Rule::noop("decline-again",         "decline",      &[&DECLARED],      LIVE,                                                                                                                     &ALREADY_DECLARED),
    Rule::new( "decline-reflect-only",  "decline",      &[&REFLECT_ONLY],  &[Initializing, Active], &[Declined],     &[&OPEN,         &REACHED, &UID, &ENDING, &AUTHOR, &ANSWERS],                   reflected),
    Rule::new( "decline",               "decline",      &[&WITHOUT],       &[Initializing, Active], SAME,            &[&OPEN, &FIRST, &REACHED],                                                     declared),
    Rule::new( "decline-and-reflect",   "decline",      &[&WITH],          &[Initializing, Active], &[Declined],     &[&OPEN, &FIRST, &REACHED, &UID, &ENDING, &AUTHOR, &ANSWERS],                   declared_and_reflected),

    Rule::noop("revoke-recorded",       "revoke",       &[&RECORDED],      &[Revoked],                                                                                                               &DUPLICATE),
    Rule::noop("revoke-again",          "revoke",       &[&DECLARED],      LIVE,                                                                                                                     &ALREADY_DECLARED),
    Rule::new( "revoke-reflect-only",   "revoke",       &[&REFLECT_ONLY],  LIVE,                    &[Revoked],      &[&OPEN,            &UID, &ENDING, &AUTHOR, &ANSWERS],                          reflected),
    Rule::new( "revoke",                "revoke",       &[&WITHOUT],       LIVE,                    SAME,            &[&OPEN, &OUTRANKS],                                                            declared),
    Rule::new( "revoke-and-reflect",    "revoke",       &[&WITH],          LIVE,                    &[Revoked],      &[&OPEN, &OUTRANKS, &UID, &ENDING, &AUTHOR, &ANSWERS],                          declared_and_reflected),

    Rule::noop("error-recorded",        "error",        &[&RECORDED],      &[Error],                                                                                                                 &DUPLICATE),
    Rule::noop("error-again",           "error",        &[&DECLARED],      LIVE,                                                                                                                     &ALREADY_DECLARED),
    Rule::new( "error-reflect-only",    "error",        &[&REFLECT_ONLY],  LIVE,                    &[Error],        &[&OPEN,            &UID, &ENDING, &AUTHOR, &ANSWERS],                          reflected),
    Rule::new( "error",                 "error",        &[&WITHOUT],       LIVE,                    SAME,            &[&OPEN, &OUTRANKS],                                                            declared),
    Rule::new( "error-and-reflect",     "error",        &[&WITH],          LIVE,                    &[Error],        &[&OPEN, &OUTRANKS, &UID, &ENDING, &AUTHOR, &ANSWERS],                          declared_and_reflected),

    Rule::noop("reflect-again",         "reflect",      &[&RECORDED],      TERMINAL,                                                                                                                 &DUPLICATE),
    Rule::new( "reflect",               "reflect",      &[],               LIVE,                    TERMINAL,        &[&OPEN, &OWED, &UID, &ENDING, &AUTHOR, &ANSWERS],                              reflected).drawn_from(&[]),
];

// ---- branches: "when …"

const CREATED: When = When { phrase: "the session was created with this uid and content", holds: |case| same_uid(case) && same_creation(case) };
const ADDED: When = When { phrase: "this artifact was added", holds: |case| namesake(case).is_some_and(|found| Some(found) == artifact(case)) };
const RECORDED: When = When { phrase: "the session ended with this outcome and reflect", holds: is_recorded };
const DECLARED: When = When { phrase: "the same outcome is pending, and no reflect comes along", holds: |case| is_pending(case) && !reflects(case) };
const REFLECT_ONLY: When =
    When { phrase: "the same outcome is pending, and a reflect comes along", holds: |case| is_pending(case) && reflects(case) };
const WITHOUT: When = When { phrase: "no reflect comes along", holds: |case| !reflects(case) };
const WITH: When = When { phrase: "a reflect comes along", holds: reflects };

// ---- guards: name, code, "this requires that …"

#[rustfmt::skip]
mod guards {
    use super::*;

    pub const OPEN:       Guard = Guard::status("open",        "session_terminal",           "the session has not ended", LIVE);
    pub const NEW:        Guard = Guard::from(  "new",         "session_exists",             "there is no session yet");
    pub const REACHED:    Guard = Guard::from(  "reached",     "phase_skipped",              "the session has come to a phase where this can be");
    pub const NOT_PASSED: Guard = Guard::from(  "not-passed",  "phase_passed",               "the session has not gone past the phase where this can be");
    pub const AT_WORK:    Guard = Guard::from(  "at-work",     "not_active",                 "the session is in the phase of work");

    pub const ALIKE:      Guard = Guard::fact(  "alike",       "id_conflict",                "a session of this uid is created with one content only",             |case| !case.exists || !same_uid(case) || same_creation(case), nothing);
    pub const PARENT:     Guard = Guard::fact(  "parent",      "parent_not_active",          "the parent has not ended and has no outcome pending",                |case| parent(case).is_none_or(Session::is_working), parent_found);
    pub const AUTHORITY:  Guard = Guard::fact(  "authority",   "authority_widened",          "the parent holds every capability that it delegates",                |case| widened(case).is_empty(), |case| format!("it lacks {}", listed(widened(case))));
    pub const UNDECIDED:  Guard = Guard::fact(  "undecided",   "outcome_pending",            "no outcome is pending",                                              |case| case.session.pending_outcome.is_none(), pending_found);
    pub const UNIQUE:     Guard = Guard::fact(  "unique",      "id_conflict",                "an artifact of this id has one content only",                        |case| namesake(case).is_none_or(|found| Some(found) == artifact(case)), nothing);
    pub const FIRST:      Guard = Guard::fact(  "first",       "outcome_already_declared",   "no other outcome is pending, as the first one stands",               |case| case.session.pending_outcome.is_none(), pending_found);
    pub const OUTRANKS:   Guard = Guard::fact(  "outranks",    "outcome_already_declared",   "no outcome is pending but `Completed`, `Failed` or `Declined`",      |case| pending(case).is_none_or(|phase| matches!(phase, Completed | Failed | Declined)), pending_found);
    pub const PRODUCED:   Guard = Guard::fact(  "produced",    "artifact_required",          "there is an artifact, as completing means that outputs were produced", |case| !case.session.artifacts.is_empty(), nothing);
    pub const OWED:       Guard = Guard::fact(  "owed",        "no_outcome_pending",         "an outcome is pending",                                              |case| case.session.pending_outcome.is_some(), nothing);
    pub const UID:        Guard = Guard::fact(  "uid",         "reflect_session_mismatch",   "the reflect names this session",                                     |case| case.command.reflect().is_none_or(|reflect| reflect.session_uid == case.session.uid), uid_found);
    pub const ENDING:     Guard = Guard::fact(  "ending",      "reflect_outcome_mismatch",   "the reflect names the outcome that it belongs to",                   names_ending, ending_found);
    pub const AUTHOR:     Guard = Guard::fact(  "author",      "reflect_author_not_allowed", "the agent reflects itself, save on `Revoked` and `Error`, where it may be gone", author_allowed, nothing);
    pub const ANSWERS:    Guard = Guard::fact(  "answers",     "reflect_incomplete",         "each of the four answers of the reflect says something",             |case| unanswered(case).is_empty(), |case| format!("empty: {}", listed(unanswered(case))));
}
use guards::*;

const DUPLICATE: Repeat = Repeat::new("duplicate", "this has happened already, with the same content");
const ALREADY_DECLARED: Repeat = Repeat::new("already_declared", "this outcome is declared already, and waits for its reflect");

// ---- effects

fn created(case: &Case<'_>, effects: &mut Effects<Delegated>) {
    if let Command::Create { uid, agent, task, harness, authority, parent } = case.command {
        effects.events.push(Event::Created {
            uid: uid.clone(),
            agent: agent.clone(),
            task: task.clone(),
            harness: harness.clone(),
            parent_uid: parent.as_ref().map(|parent| parent.uid.clone()),
            authority: authority.clone(),
            at: case.context.now,
        });
    }
}

fn initialized(_: &Case<'_>, effects: &mut Effects<Delegated>) {
    effects.events.push(Event::Initialized);
}

fn activated(_: &Case<'_>, effects: &mut Effects<Delegated>) {
    effects.events.push(Event::Activated);
}

fn artifact_added(case: &Case<'_>, effects: &mut Effects<Delegated>) {
    effects.events.extend(artifact(case).cloned().map(|artifact| Event::ArtifactAdded { artifact }));
}

fn declared(case: &Case<'_>, effects: &mut Effects<Delegated>) {
    if let Some(outcome) = case.command.outcome() {
        let owed = Event::ReflectOwed { outcome: outcome.phase() };
        effects.events.extend([Event::OutcomeDeclared { outcome }, owed]);
    }
}

fn declared_and_reflected(case: &Case<'_>, effects: &mut Effects<Delegated>) {
    effects.events.extend(case.command.outcome().map(|outcome| Event::OutcomeDeclared { outcome }));
    reflected(case, effects);
}

fn reflected(case: &Case<'_>, effects: &mut Effects<Delegated>) {
    let outcome = case.command.outcome().or_else(|| case.session.pending_outcome.clone());
    if let (Some(outcome), Some(reflect)) = (outcome, case.command.reflect().cloned()) {
        effects.events.push(Event::Reflected { outcome, reflect });
    }
}
