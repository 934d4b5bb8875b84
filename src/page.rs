//! A lifecycle's rules as Markdown and Mermaid, for its page, its README and whoever asks.

use crate::engine::{Row, Table};
use crate::json::{joined, listed};

/// The rules and the guards as two Markdown tables, and the diagram.
pub fn markdown(table: &Table) -> String {
    let mut page = String::from("| rule | command | when | from | to | requires, in this order |\n| --- | --- | --- | --- | --- | --- |\n");
    for row in &table.rules {
        let line = [quoted(row.id), quoted(row.command), row.when.join(", and "), from(table, row), to(row), requires(row)];
        page.push_str(&format!("| {} |\n", line.join(" | ")));
    }
    page.push_str("\n| guard | denied with | this requires that … |\n| --- | --- | --- |\n");
    let mut shown = Vec::new();
    for [name, code, phrase] in table.rules.iter().flat_map(|row| &row.guards) {
        if !shown.contains(name) {
            shown.push(*name);
            page.push_str(&format!("| {name} | `{code}` | {phrase} |\n"));
        }
    }
    page.push_str(&format!("\n```mermaid\n{}```\n", diagram(table)));
    page
}

/// The rules as a Mermaid state diagram: the moves from status to status, labelled with the commands that make them.
pub fn diagram(table: &Table) -> String {
    let mut arrows: Vec<([&str; 2], Vec<&str>)> = Vec::new();
    for row in &table.rules {
        let starts = if row.from.is_empty() { &["[*]"] } else { row.drawn.as_slice() };
        for start in starts {
            for end in row.to.iter().filter(|end| *end != start) {
                match arrows.iter_mut().find(|(ends, _)| *ends == [*start, *end]) {
                    Some((_, commands)) if commands.contains(&row.command) => {}
                    Some((_, commands)) => commands.push(row.command),
                    None => arrows.push(([*start, *end], vec![row.command])),
                }
            }
        }
    }
    let mut diagram = String::from("stateDiagram-v2\n");
    for ([start, end], commands) in &arrows {
        diagram.push_str(&["    ", start, " --> ", end, ": ", &joined(commands.iter().copied(), ", "), "\n"].concat());
    }
    for status in table.statuses {
        if !arrows.iter().any(|([start, _], _)| start == status) {
            diagram.push_str(&["    ", status, " --> [*]\n"].concat());
        }
    }
    diagram
}

fn quoted(name: &str) -> String {
    listed([name])
}

fn from(table: &Table, row: &Row) -> String {
    let from = match row.from.len() {
        0 => return "no session".to_owned(),
        all if all == table.statuses.len() => "any".to_owned(),
        _ => listed(row.from.iter().copied()),
    };
    if row.target.is_empty() { from } else { format!("{from}, on {}", listed(row.target.iter().copied())) }
}

fn to(row: &Row) -> String {
    let to = listed(row.to.iter().copied());
    match (row.stays, row.to.is_empty()) {
        (true, true) => "same".to_owned(),
        (true, false) => format!("same, {to}"),
        _ => to,
    }
}

fn requires(row: &Row) -> String {
    match row.noop {
        Some(code) => format!("nothing to do: `{code}`"),
        None => row.guards.iter().map(|[name, ..]| *name).collect::<Vec<_>>().join(", "),
    }
}
