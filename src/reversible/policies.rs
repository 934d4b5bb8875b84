//! Policies: which calls to block or to have approved, by their names and payloads (section 7).

use crate::json::{Document, Node, Opaque, ToJson, Writer, closed_set, decimal};
use std::cmp::Ordering;

/// What is to be done about some calls (section 7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// Its id, by which an evaluation names it.
    pub id: String,
    /// Which calls it is about: the name of one; `prefix.*`, those that start with `prefix.`; `*`, all.
    pub api_name_pattern: String,
    /// What must be so of the payload; `None`: nothing.
    pub condition: Option<Condition>,
    /// What it asks for.
    pub action: Effect,
    /// Whether it counts.
    pub enabled: bool,
}

/// What must be so of a call's payload (section 7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Where to look: names of fields and positions in lists, joined by dots, as in `lines.0.amount`.
    pub field: String,
    /// How what is found there compares with the value.
    pub operator: Operator,
    /// What it is compared with.
    pub value: Opaque,
}

/// What a policy asks for; the greatest of several is the most restrictive, and wins (section 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// The call may be executed.
    Allow,
    /// A person has to approve the call, which is logged.
    RequireApproval,
    /// The call must not be executed: the host logs it as failed.
    Block,
}

/// How the payload's field compares with the condition's value (section 7).
///
/// Strings are equal by their text, numbers by their value, lists and objects by their JSON text. What is of another type
/// is not unequal: it cannot be evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// It is equal.
    Eq,
    /// It is of the same type, and not equal.
    Neq,
    /// It is a greater number.
    Gt,
    /// It is a greater number or an equal one.
    Gte,
    /// It is a smaller number.
    Lt,
    /// It is a smaller number or an equal one.
    Lte,
    /// It is a string with the value in it, or a list with an item that is equal.
    Contains,
}

/// What becomes of a policy whose condition cannot be evaluated, as of a field that the payload does not have (section 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// It matches, so that no block fails open.
    #[default]
    Strict,
    /// It does not match.
    Compat,
}

/// What the policies ask for, and which of them do (section 7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluation {
    /// The most restrictive effect of those that match, [`Effect::Allow`] if none does.
    pub effect: Effect,
    /// The ids of the policies that match, in the given order.
    pub matched: Vec<String>,
    /// The ids of those whose condition cannot be evaluated, in the given order; in [`Mode::Strict`] they match.
    pub undecidable: Vec<String>,
}

/// What the policies ask for about a call (section 7).
///
/// ```
/// use countersign::json::Document;
/// use countersign::reversible::{Condition, Effect, Mode, Operator, Policy, evaluate_policies};
///
/// # fn main() -> Result<(), countersign::Error> {
/// let json = |text| Document::read(text, |node| node.opaque());
/// let large = Policy {
///     id: "large-refunds".into(),
///     api_name_pattern: "stripe.refunds.*".into(),
///     condition: Some(Condition { field: "amount".into(), operator: Operator::Gt, value: json("1000")? }),
///     action: Effect::RequireApproval,
///     enabled: true,
/// };
/// let policies = [large];
/// let evaluate = |payload, mode| json(payload).map(|payload| evaluate_policies(&policies, "stripe.refunds.create", &payload, mode));
/// assert_eq!(evaluate(r#"{"amount":1000}"#, Mode::Strict)?.effect, Effect::Allow);
/// assert_eq!(evaluate(r#"{"amount":1000.01}"#, Mode::Strict)?.effect, Effect::RequireApproval);
///
/// // No amount is told: only the lenient mode lets that pass.
/// let unclear = evaluate("{}", Mode::Strict)?;
/// assert_eq!((unclear.effect, unclear.undecidable), (Effect::RequireApproval, vec!["large-refunds".to_owned()]));
/// assert_eq!(evaluate("{}", Mode::Compat)?.effect, Effect::Allow);
/// # Ok(())
/// # }
/// ```
pub fn evaluate_policies(policies: &[Policy], api_name: &str, payload: &Opaque, mode: Mode) -> Evaluation {
    let payload = Document::parse(payload.as_str()).ok();
    let mut evaluation = Evaluation { effect: Effect::Allow, matched: Vec::new(), undecidable: Vec::new() };
    for policy in policies.iter().filter(|policy| policy.enabled && covers(&policy.api_name_pattern, api_name)) {
        let holds = match &policy.condition {
            None => Some(true),
            Some(condition) => payload.as_ref().and_then(|payload| condition.holds(&payload.root())),
        };
        if holds.is_none() {
            evaluation.undecidable.push(policy.id.clone());
        }
        if holds.unwrap_or(mode == Mode::Strict) {
            evaluation.matched.push(policy.id.clone());
            evaluation.effect = evaluation.effect.max(policy.action);
        }
    }
    evaluation
}

/// Reads a list of policies, those that are not enabled as well.
pub fn read_policies(node: &Node<'_>) -> Vec<Policy> {
    let policies = node.list(policy);
    node.distinct(policies.iter().map(|policy| policy.id.as_str()));
    policies
}

fn policy(node: &Node<'_>) -> Policy {
    node.object();
    Policy {
        id: node.field("id").id(),
        api_name_pattern: filled(&node.field("apiNamePattern")),
        condition: node.field("condition").optional(condition),
        action: node.field("action").one_of(),
        enabled: node.field("enabled").optional(Node::boolean).unwrap_or(true),
    }
}

fn condition(node: &Node<'_>) -> Condition {
    node.object();
    let value = node.field("value");
    if is_missing(&value) {
        value.refuse::<()>("a value, which may be null");
    }
    Condition { field: filled(&node.field("field")), operator: node.field("operator").one_of(), value: value.opaque() }
}

fn filled(node: &Node<'_>) -> String {
    let text = node.id();
    if text.is_empty() {
        node.refuse::<()>("a string that is not empty");
    }
    text
}

fn is_missing(node: &Node<'_>) -> bool {
    node.is_absent() && !node.is_null()
}

fn covers(pattern: &str, api_name: &str) -> bool {
    let prefix = pattern.strip_suffix('*').filter(|prefix| prefix.ends_with('.'));
    pattern == "*" || pattern == api_name || prefix.is_some_and(|prefix| api_name.starts_with(prefix))
}

// What follows answers `None` where it cannot be evaluated.

impl Condition {
    fn holds(&self, payload: &Node<'_>) -> Option<bool> {
        let value = Document::parse(self.value.as_str()).ok()?;
        at(payload, &self.field, &|field| self.operator.holds(field, &value.root()))
    }
}

impl Operator {
    fn holds(self, field: &Node<'_>, value: &Node<'_>) -> Option<bool> {
        match self {
            Operator::Eq => equal(field, value),
            Operator::Neq => equal(field, value).map(|equal| !equal),
            Operator::Gt => ordering(field, value).map(Ordering::is_gt),
            Operator::Gte => ordering(field, value).map(Ordering::is_ge),
            Operator::Lt => ordering(field, value).map(Ordering::is_lt),
            Operator::Lte => ordering(field, value).map(Ordering::is_le),
            Operator::Contains => contains(field, value),
        }
    }
}

/// Judges what the dot path leads to. A payload is never nested so deep that the stack would matter.
fn at(node: &Node<'_>, path: &str, judge: &dyn Fn(&Node<'_>) -> Option<bool>) -> Option<bool> {
    let (step, rest) = path.split_once('.').map_or((path, None), |(step, rest)| (step, Some(rest)));
    let item = |place| if node.is_list() { node.items().nth(place) } else { None };
    let next = if node.is_list() { item(position(step)?)? } else { node.field(step) };
    match rest {
        _ if is_missing(&next) => None,
        Some(rest) => at(&next, rest, judge),
        None => judge(&next),
    }
}

/// A position in a list, written as JavaScript writes it.
fn position(step: &str) -> Option<usize> {
    let is_canonical = step == "0" || step.starts_with(|first: char| matches!(first, '1'..='9'));
    if is_canonical { step.parse().ok() } else { None }
}

fn equal(left: &Node<'_>, right: &Node<'_>) -> Option<bool> {
    if left.is_string() && right.is_string() {
        return Some(left.units() == right.units());
    }
    if let Some(ordering) = ordering(left, right) {
        return Some(ordering.is_eq());
    }
    let types = [Node::is_null, Node::is_boolean, Node::is_list, Node::is_object];
    if types.iter().any(|is| is(left) && is(right)) { Some(left.opaque() == right.opaque()) } else { None }
}

fn ordering(left: &Node<'_>, right: &Node<'_>) -> Option<Ordering> {
    Some(decimal::compare(left.number()?, right.number()?))
}

fn contains(field: &Node<'_>, value: &Node<'_>) -> Option<bool> {
    if field.is_list() {
        return Some(field.items().any(|item| equal(&item, value) == Some(true)));
    }
    if !field.is_string() || !value.is_string() {
        return None;
    }
    let (text, part) = (field.units(), value.units());
    Some(part.is_empty() || text.windows(part.len()).any(|window| window == part))
}

impl ToJson for Evaluation {
    fn write(&self, writer: &mut Writer) {
        writer.object(|object| {
            object.named("effect", self.effect);
            object.field("matched", &self.matched);
            object.field("undecidable", &self.undecidable);
        });
    }
}

closed_set!(Effect {
    Block => "BLOCK",
    RequireApproval => "REQUIRE_APPROVAL",
    Allow => "ALLOW",
});

closed_set!(Operator {
    Eq => "eq",
    Neq => "neq",
    Gt => "gt",
    Gte => "gte",
    Lt => "lt",
    Lte => "lte",
    Contains => "contains",
});

closed_set!(Mode {
    Strict => "strict",
    Compat => "compat",
});
