//! Which sessions a declared outcome takes with it (section 3).

use super::{Outcome, Session};
use crate::gather::Gather;
use crate::json::Index;

/// The sessions to revoke with source `parent` when `uid` declares its outcome: every live descendant, deepest first,
/// those of one depth in the given order.
///
/// Descendants are found through ended sessions too, and cycles are cut. One whose own outcome is pending is among
/// them, unless that is a revocation or an error, which a revocation does not replace. Uids are distinct.
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
    let children = Index::new(sessions.iter().map(|session| session.parent_uid.as_deref().unwrap_or_default()));
    let mut depths = vec![0; sessions.len()];
    let mut levels = vec![vec![uid]];
    while let Some(above) = levels.last().filter(|above| !above.is_empty()) {
        let mut below = Vec::new();
        for position in above.iter().flat_map(|parent| children.positions(parent)) {
            let child = sessions.get(position).filter(|child| child.uid != uid && child.parent_uid.is_some());
            if let (Some(child), Some(depth @ 0)) = (child, depths.get_mut(position)) {
                *depth = levels.len();
                below.push(child.uid.as_str());
            }
        }
        levels.push(below);
    }
    let mut by_depth = vec![Vec::new(); levels.len()];
    for (session, depth) in sessions.iter().zip(depths).filter(|(session, depth)| *depth > 0 && is_revocable(session)) {
        by_depth.get_mut(depth).into_iter().for_each(|level: &mut Vec<&str>| level.push(&session.uid));
    }
    by_depth.into_iter().rev().flatten().gather()
}

fn is_revocable(session: &Session) -> bool {
    let outranked = !matches!(session.pending_outcome, Some(Outcome::Revoked { .. } | Outcome::Error { .. }));
    !session.phase.is_terminal() && outranked
}
