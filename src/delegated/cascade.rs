//! Which sessions a declared outcome takes with it (section 3).

use super::{Outcome, Session};
use std::collections::{BTreeMap, BTreeSet};

/// The sessions to revoke with source `parent` when `uid` declares its outcome: every live descendant, deepest first,
/// those of one depth in the given order.
///
/// Descendants are found through ended sessions too, and cycles are cut. One whose own outcome is pending is among
/// them, unless that is a revocation or an error, which a revocation does not replace.
///
/// ```
/// use countersign::delegated::{Command, cascade, decide, replay};
/// use countersign::engine::{Context, Decision};
///
/// let create = |uid: &str, parent| Command::Create {
///     uid: uid.into(), agent: "a".into(), task: "t".into(), harness: "h".into(), authority: vec![], parent,
/// };
/// let session = |command| match decide(None, &command, &Context::default()) {
///     Ok(Decision::Allowed { events, .. }) => replay(&events, None).unwrap(),
///     other => panic!("{other:?}"),
/// };
/// let lead = session(create("lead", None));
/// let helper = session(create("helper", Some(Box::new(lead.clone()))));
/// let below = session(create("below", Some(Box::new(helper.clone()))));
/// assert_eq!(cascade(&[lead, helper, below], "lead"), ["below", "helper"]);
/// ```
pub fn cascade<'a>(sessions: &'a [Session], uid: &str) -> Vec<&'a str> {
    let mut children: BTreeMap<&str, Vec<&'a Session>> = BTreeMap::new();
    for session in sessions {
        if let Some(parent) = &session.parent_uid {
            children.entry(parent).or_default().push(session);
        }
    }
    let mut seen = BTreeSet::from([uid]);
    let mut levels: Vec<Vec<&'a Session>> = Vec::new();
    let mut above = vec![uid];
    while !above.is_empty() {
        let below = above.iter().filter_map(|parent| children.get(parent)).flatten().copied();
        let level: Vec<&'a Session> = below.filter(|session| seen.insert(&session.uid)).collect();
        above = level.iter().map(|session| session.uid.as_str()).collect();
        levels.push(level);
    }
    let order: BTreeMap<&str, usize> = sessions.iter().enumerate().rev().map(|(index, session)| (session.uid.as_str(), index)).collect();
    for level in &mut levels {
        level.sort_by_key(|session| order.get(session.uid.as_str()));
    }
    let revocable = levels.into_iter().rev().flatten().filter(|session| is_revocable(session));
    revocable.map(|session| session.uid.as_str()).collect()
}

fn is_revocable(session: &Session) -> bool {
    let outranked = !matches!(session.pending_outcome, Some(Outcome::Revoked { .. } | Outcome::Error { .. }));
    !session.phase.is_terminal() && outranked
}
