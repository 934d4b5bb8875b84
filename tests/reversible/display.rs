//! Section 2: the one word to show, and the facts that it would hide.

use crate::given::*;

const STORED: [&str; 5] = ["ACTIVE", "COMPLETED", "FAILED", "ROLLED_BACK", "ABANDONED"];
const PRESENT: [&str; 6] = ["SUCCESS", "PENDING_APPROVAL", "CLEARED", "FAILED", "ROLLED_BACK", "ROLLBACK_FAILED"];
const DISPLAY: [&str; 8] =
    ["ROLLBACK_FAILED", "ROLLING_BACK", "AWAITING_APPROVAL", "REVERTED", "PARTIALLY_REVERTED", "ABANDONED", "COMPLETED", "ACTIVE"];

/// The sentences of the table, over names.
fn sentence(number: usize, stored: &str, present: &[&str], undoing: bool) -> bool {
    let any = |status: &str| present.contains(&status);
    let executed: Vec<_> = ["SUCCESS", "ROLLED_BACK", "ROLLBACK_FAILED"].into_iter().filter(|status| any(status)).collect();
    match number {
        1 => any("ROLLBACK_FAILED") || stored == "FAILED",
        2 => undoing,
        3 => any("PENDING_APPROVAL"),
        4 => executed == ["ROLLED_BACK"] && !any("CLEARED"),
        5 => any("ROLLED_BACK") && (any("SUCCESS") || any("CLEARED")),
        6 => stored == "ABANDONED",
        7 => stored != "ACTIVE",
        8 => stored == "ACTIVE",
        _ => panic!("{number}"),
    }
}

/// All inputs: the place in the table, the stored status, the action statuses, and whether an undo is in progress.
fn inputs() -> impl Iterator<Item = (usize, usize, Vec<usize>, bool)> {
    (0..5).flat_map(|stored| {
        (0..64).flat_map(move |present: usize| {
            let statuses: Vec<_> = (0..6).filter(|status| present / 2_usize.pow(*status) % 2 == 1).map(|status| status as usize).collect();
            [false, true].map(move |undoing| (stored * 128 + present * 2 + usize::from(undoing), stored, statuses.clone(), undoing))
        })
    })
}

fn first_that_matches(stored: usize, present: &[usize], undoing: bool) -> usize {
    let present: Vec<_> = present.iter().map(|status| PRESENT[*status]).collect();
    (1..=8).find(|number| sentence(*number, STORED[stored], &present, undoing)).unwrap()
}

#[test]
fn the_names_in_the_order_of_the_table() {
    assert_eq!(Display::ALL.iter().map(|display| display.name()).collect::<Vec<_>>(), DISPLAY);
}

#[test]
fn the_table_is_the_eight_sentences() {
    assert_eq!(inputs().count(), TABLE.len());
    for (place, stored, present, undoing) in inputs() {
        let number = first_that_matches(stored, &present, undoing);
        assert_eq!(usize::from(TABLE[place]) + 1, number, "{} {present:?} {undoing}", STORED[stored]);
    }
}

#[test]
fn each_sentence_is_the_first_to_match_somewhere() {
    for number in 1..=8 {
        assert!(inputs().any(|(place, ..)| usize::from(TABLE[place]) + 1 == number), "{number}");
    }
}

/// A session with those statuses, each of them so many times.
fn session_of(stored: usize, present: &[usize], undoing: bool, times: usize) -> Session {
    let mut session = Session { status: Status::ALL[stored], ..given(&[]) };
    for (n, status) in present.iter().cycle().take(present.len() * times).enumerate() {
        session = Session { status: Status::Active, ..session };
        session = then(&session, ran(entry(&n.to_string())));
        session.actions[n].status = ActionStatus::ALL[*status];
    }
    if undoing {
        session.actions.last_mut().unwrap().undo = Undo::InProgress;
    }
    Session { status: Status::ALL[stored], ..session }
}

#[test]
fn the_display_of_a_session_is_that_of_its_statuses() {
    for times in 1..=2 {
        // Without an action no undo is in progress.
        for (_, stored, present, undoing) in inputs().filter(|(_, _, present, undoing)| !present.is_empty() || !undoing) {
            let session = session_of(stored, &present, undoing, times);
            let number = first_that_matches(stored, &present, undoing);
            assert_eq!(display_status(&session).name(), DISPLAY[number - 1], "{}", state(&session));
            let view = view(&session, &operator(0));
            assert_eq!((view.display.name(), view.rule, view.status), (DISPLAY[number - 1], number as i64, session.status));
        }
    }
}

#[track_caller]
fn shown(session: &Session) -> &'static str {
    display_status(session).name()
}

#[test]
fn reverted_needs_an_executed_action_and_no_cleared_one() {
    let undone = given(&[ran(entry("a")), ROLLBACK, undone("a")]);
    assert_eq!(shown(&undone), "REVERTED");
    assert_eq!(shown(&given(&[failed(entry("b")), ran(entry("a")), ROLLBACK, self::undone("a")])), "REVERTED");
    assert_eq!(shown(&stored(Status::RolledBack, given(&[]))), "COMPLETED");
    assert_eq!(shown(&stored(Status::RolledBack, given(&[failed(entry("b"))]))), "COMPLETED");
    let with_cleared = given(&[before(entry("c")), approve(&before_of("c")), ran(entry("a")), ROLLBACK, self::undone("a")]);
    assert_eq!(shown(&with_cleared), "PARTIALLY_REVERTED");
    assert_eq!(shown(&cleared()), "ACTIVE");
}

#[test]
fn the_view_has_its_fields_under_the_names_of_the_page() {
    let json = view(&cleared(), &operator(0)).to_json();
    let document = Document::parse(&json).unwrap();
    let mut names = document.root().names();
    names.sort_unstable();
    assert_eq!(names, ["attention", "changesAt", "conditions", "display", "rule", "status", "terminal"]);
    let page = "awaitingApproval awaitingRollbackApproval rollbackInProgress hasCleared hasUnconfirmed hasExpired hasIrreversible inconsistent";
    assert_eq!(document.root().field("conditions").names(), page.split(' ').collect::<Vec<_>>());
}

fn calm() -> Conditions {
    Conditions {
        awaiting_approval: false,
        awaiting_rollback_approval: Some(false),
        rollback_in_progress: false,
        has_cleared: false,
        has_unconfirmed: Some(false),
        has_expired: Some(false),
        has_irreversible: false,
        inconsistent: None,
    }
}

#[test]
fn the_conditions() {
    let at = |session: &Session, now| view(session, &operator(now)).conditions;
    assert_eq!(at(&given(&[ran(entry("a")), failed(lasting("b"))]), 0), calm());
    let limited = given(&[asking(entry("p"), false, Some(5))]);
    assert_eq!(at(&limited, 4), Conditions { awaiting_approval: true, ..calm() });
    assert_eq!(at(&limited, 5), Conditions { awaiting_approval: true, has_expired: Some(true), ..calm() });
    let gate = given(&[ran(gated("a")), ROLLBACK]);
    assert_eq!(at(&gate, 0), Conditions { awaiting_rollback_approval: Some(true), rollback_in_progress: true, ..calm() });
    let running = then(&gate, approve(&gate_of("a")));
    assert_eq!(at(&running, 0), Conditions { rollback_in_progress: true, ..calm() });
    assert_eq!(at(&cleared(), HOUR), Conditions { has_cleared: true, ..calm() });
    assert_eq!(at(&cleared(), HOUR + 1), Conditions { has_cleared: true, has_unconfirmed: Some(true), ..calm() });
    for kept in [lasting("a"), unknown("a")] {
        assert_eq!(at(&given(&[ran(kept)]), 0), Conditions { has_irreversible: true, ..calm() });
    }
    assert_eq!(at(&given(&[ran(unknown("a")), ROLLBACK]), 0), calm());
}

#[test]
fn attention_by_display_and_conditions() {
    let of = |session: &Session, now| view(session, &operator(now)).attention;
    let one = given(&[ran(entry("a"))]);
    let completed = then(&one, Command::Complete);
    assert_eq!(of(&one, 0), Attention::Working);
    assert_eq!(of(&then(&one, ROLLBACK), 0), Attention::Working);
    assert_eq!(of(&completed, 0), Attention::Done);
    assert_eq!(of(&later(&one, Command::Tick, system(DAY + 1)), 0), Attention::AtRest);
    assert_eq!(of(&given(&[ran(entry("a")), ROLLBACK, undone("a")]), 0), Attention::Undone);
    let partly = given(&[ran(entry("a")), after(entry("x")), reject(&after_of("x")), undone("x")]);
    assert_eq!((shown(&partly), of(&partly, 0)), ("PARTIALLY_REVERTED", Attention::Undone));
    assert_eq!(of(&given(&[ran(entry("a")), ROLLBACK, not_undone("a")]), 0), Attention::Failed);
    // What waits for a person.
    assert_eq!(of(&given(&[before(entry("p"))]), 0), Attention::NeedsHuman);
    assert_eq!(of(&given(&[ran(gated("a")), ROLLBACK]), 0), Attention::NeedsHuman);
    let unconfirmed = warned(&cleared(), &Command::Complete, &operator(0)).1;
    assert_eq!((of(&unconfirmed, HOUR), of(&unconfirmed, HOUR + 1)), (Attention::Done, Attention::NeedsHuman));
    assert_eq!(of(&stored(Status::RolledBack, one), 0), Attention::NeedsHuman);
    // A failure comes first.
    let both = given(&[ran(entry("a")), before(entry("p")), ROLLBACK, not_undone("a")]);
    assert_eq!(of(&both, 0), Attention::Failed);
}

#[test]
fn terminal_is_rolled_back_or_nothing_left_that_anybody_could_do() {
    let terminal = |session: &Session| view(session, &operator(0)).terminal;
    let ended = [Status::Completed, Status::Abandoned, Status::Failed];
    let rejected = given(&[before(entry("p")), reject(&before_of("p"))]);
    let skipped = given(&[ran(lasting("b")), ran(entry("a")), ROLLBACK, undone("a")]);
    assert_eq!((skipped.status, terminal(&skipped)), (Status::RolledBack, true));
    for over in [given(&[]), given(&[ran(lasting("a"))]), given(&[failed(entry("a"))]), rejected] {
        assert!(!terminal(&over));
        assert_eq!(ended.map(|status| terminal(&stored(status, over.clone()))), [true; 3], "{}", state(&over));
    }
    for open in [
        given(&[ran(entry("a"))]),
        given(&[ran(unknown("a"))]),
        given(&[ran(gated("a"))]),
        given(&[before(entry("p"))]),
        given(&[after(lasting("x"))]),
        cleared(),
        given(&[ran(unknown("a")), ROLLBACK]),
        sandbox(&[ran(lasting("a"))]),
    ] {
        assert_eq!(ended.map(|status| terminal(&stored(status, open.clone()))), [false; 3], "{}", state(&open));
    }
}
