//! A lifecycle's rules as Markdown and Mermaid, for its page, its README and whoever asks.

use crate::engine::{Guard, Lifecycle, Rule, Then};
use crate::json::{ClosedSet, listed};

/// The rules and the guards as two Markdown tables, and the diagram.
pub fn markdown<L: Lifecycle>() -> String {
    let mut page = String::from("| rule | command | when | from | to | requires, in this order |\n| --- | --- | --- | --- | --- | --- |\n");
    for rule in L::RULES {
        let when: Vec<_> = rule.when.iter().map(|when| when.phrase).collect();
        let line = [format!("`{}`", rule.id), format!("`{}`", rule.command), when.join(", and "), from(rule), to(rule), requires(rule)];
        page.push_str(&format!("| {} |\n", line.join(" | ")));
    }
    page.push_str("\n| guard | denied with | this requires that … |\n| --- | --- | --- |\n");
    for guard in guards::<L>() {
        page.push_str(&format!("| {} | `{}` | {} |\n", guard.name, guard.code, guard.phrase));
    }
    page.push_str(&format!("\n```mermaid\n{}```\n", diagram::<L>()));
    page
}

/// The rules as a Mermaid state diagram: the moves from status to status, labelled with the commands that make them.
pub fn diagram<L: Lifecycle>() -> String {
    let mut arrows: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for rule in L::RULES {
        let starts: Vec<&str> = if rule.from.is_empty() { vec!["[*]"] } else { rule.drawn.iter().map(|status| status.name()).collect() };
        for start in starts {
            for end in rule.to.iter().map(|status| status.name()).filter(|end| *end != start) {
                match arrows.iter_mut().find(|arrow| (arrow.0, arrow.1) == (start, end)) {
                    Some((_, _, commands)) if commands.contains(&rule.command) => {}
                    Some((_, _, commands)) => commands.push(rule.command),
                    None => arrows.push((start, end, vec![rule.command])),
                }
            }
        }
    }
    let mut diagram = String::from("stateDiagram-v2\n");
    for (start, end, commands) in &arrows {
        diagram.push_str(&format!("    {start} --> {end}: {}\n", commands.join(", ")));
    }
    for status in L::Status::ALL.iter().map(|status| status.name()) {
        if !arrows.iter().any(|(start, _, _)| *start == status) {
            diagram.push_str(&format!("    {status} --> [*]\n"));
        }
    }
    diagram
}

/// The guards, in the order in which the table first names them.
fn guards<L: Lifecycle>() -> Vec<&'static Guard<L>> {
    let mut guards: Vec<&'static Guard<L>> = Vec::new();
    for guard in L::RULES.iter().flat_map(|rule| rule.guards).copied() {
        if !guards.iter().any(|known| known.name == guard.name) {
            guards.push(guard);
        }
    }
    guards
}

fn from<L: Lifecycle>(rule: &Rule<L>) -> String {
    if rule.from.is_empty() {
        return "no session".to_owned();
    }
    let any = rule.from.len() == L::Status::ALL.len();
    let from = if any { "any".to_owned() } else { listed(rule.from.iter().map(|status| status.name())) };
    if rule.target.is_empty() { from } else { format!("{from}, on {}", listed(rule.target.iter().map(|status| status.name()))) }
}

fn to<L: Lifecycle>(rule: &Rule<L>) -> String {
    let to = listed(rule.to.iter().map(|status| status.name()));
    match (rule.stays, to.is_empty()) {
        (true, true) => "same".to_owned(),
        (true, false) => format!("same, {to}"),
        _ => to,
    }
}

fn requires<L: Lifecycle>(rule: &Rule<L>) -> String {
    match &rule.then {
        Then::Nothing(repeat) => format!("nothing to do: `{}`", repeat.code),
        Then::Emit(_) => rule.guards.iter().map(|guard| guard.name).collect::<Vec<_>>().join(", "),
    }
}
