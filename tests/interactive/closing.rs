//! Section 5: `archive` and `delete`.

use crate::given::*;

#[test]
fn interactive_idle_is_archived() {
    for session in resting() {
        let (events, after) = allowed(&session, &Command::Archive);
        assert_eq!((state(&after), instructions(events)), (format!("terminated(archived) {}", session.turn), vec![]));
        assert_eq!((after.batch, after.turn_inputs, after.past_batch_ids, after.error), (None, vec![], vec![], None));
    }
}

#[test]
fn interactive_idle_is_deleted_and_to_be_forgotten() {
    for session in resting() {
        let (events, after) = allowed(&session, &Command::Delete);
        assert_eq!((state(&after), events), (format!("terminated(deleted) {}", session.turn), vec![Event::SessionForgotten]));
    }
}

#[test]
fn nothing_is_archived_or_deleted_while_it_waits_or_runs() {
    for command in [Command::Archive, Command::Delete] {
        denied(&asked(), &command, "pending_tool_approval_unresolved");
        for session in [running(&[]), lifted()] {
            denied(&session, &command, "session_busy");
        }
    }
    assert_eq!(state(&then(&then(&asked(), stop()), Command::Archive)), "terminated(archived) 1");
}

#[test]
fn archived_again_is_a_noop_and_otherwise_terminated_is_too_late() {
    let [archived, deleted, lost] = terminated();
    assert_eq!(noop(&archived, &Command::Archive), "already_archived");
    denied(&deleted, &Command::Archive, "session_terminated");
    denied(&lost, &Command::Archive, "session_terminated");
}

#[test]
fn a_terminated_session_is_deleted_and_nothing_else_changes() {
    let denied_ran = then(&then(&warned(&lifted(), &ran("b", "c")).1, ended(1)), Command::Archive);
    for session in [given(&[Command::Archive]), running(&[lost(None)]), denied_ran] {
        let (events, after) = allowed(&session, &Command::Delete);
        assert_eq!(events, [Event::SessionForgotten]);
        let revision = session.revision + 1;
        assert_eq!(after, Session { terminated_by: Some(TerminatedBy::Deleted), revision, ..session });
    }
}

#[test]
fn an_import_that_does_not_tell_how_it_ended_is_deleted_too() {
    let session = Session { terminated_by: None, ..given(&[Command::Archive]) };
    denied(&session, &Command::Archive, "session_terminated");
    assert_eq!(state(&then(&session, Command::Delete)), "terminated(deleted) 0");
}

#[test]
fn deleted_again_is_a_noop() {
    assert_eq!(noop(&given(&[Command::Delete]), &Command::Delete), "already_deleted");
    assert_eq!(noop(&given(&[Command::Archive, Command::Delete]), &Command::Delete), "already_deleted");
}

#[test]
fn terminated_has_no_exit() {
    let reports = [calls("b", &[ask("a")]), ran("b", "a"), ended(0), ended(1), exhausted(1), lost(None), lost(Some(1))];
    let asked_of_it = [says("hi"), stop(), submit(&[INTERRUPT, message("hi")]), submit(&[allow("b", "a")]), Command::Archive];
    for session in terminated() {
        for command in reports.iter().chain(&asked_of_it) {
            if let Ok(Decision::Allowed { .. }) = decide(Some(&session), command, &at(0)) {
                panic!("{command:?} in {}", state(&session));
            }
        }
    }
}
