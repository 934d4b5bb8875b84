//! The pages are up to date: what they show of the rules is written from the rules.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use countersign::delegated::Delegated;
use countersign::engine::{Lifecycle, Table};
use countersign::interactive::Interactive;
use countersign::json::ClosedSet;
use countersign::page::markdown;
use countersign::reversible::{ActionStatus, Display, Reversible, Status, TABLE};
use std::fmt::Write;
use std::fs;

/// What stands behind each such mark was written by this test.
const MARK: &str = "UPDATE=1 cargo test --test pages -->\n";

/// Holds what stands between the marks against the rules, or writes it with `UPDATE=1`.
fn hold<L: Lifecycle>(parts: &[String]) {
    let path = format!("src/{}/README.md", L::NAME);
    let page = fs::read_to_string(&path).unwrap();
    let mut sections = page.split(MARK);
    let mut wanted = sections.next().unwrap().to_owned();
    for (part, section) in parts.iter().zip(sections) {
        let (_, after) = section.split_once("<!-- end -->").unwrap();
        write!(wanted, "{MARK}\n{part}\n<!-- end -->{after}").unwrap();
    }
    assert_eq!(page.matches(MARK).count(), parts.len());
    let commands: Vec<_> = L::COMMANDS.iter().map(|(name, _)| *name).collect();
    assert_eq!(listed_under(&page, "## Commands"), commands, "{path} lists other commands");
    assert_eq!(listed_under(&page, "## Events"), L::EVENTS, "{path} lists other events");
    hold_file(&path, &wanted);
}

fn hold_file(path: &str, wanted: &str) {
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, wanted).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == wanted, "{path} does not show the rules as they are; write it anew: UPDATE=1 cargo test --test pages");
}

/// The names in the first column of the table under that heading.
fn listed_under<'a>(page: &'a str, heading: &str) -> Vec<&'a str> {
    let (_, rest) = page.split_once(heading).unwrap();
    let section = rest.split("\n## ").next().unwrap();
    section.lines().filter_map(|line| line.trim_start_matches(['|', ' ', '▶']).strip_prefix('`')?.split('`').next()).collect()
}

/// The display of one input of the table.
fn display(stored: usize, present: usize, undoing: usize) -> (u8, &'static str) {
    let place = TABLE[stored << 7 | present << 1 | undoing];
    (place + 1, Display::ALL[usize::from(place)].name())
}

fn present(bits: usize) -> Vec<&'static str> {
    ActionStatus::ALL.iter().filter(|status| bits >> **status as usize & 1 == 1).map(|status| status.name()).collect()
}

/// All 640 inputs: a line for the statuses that are present, a column for the stored status and for an undo in progress.
fn display_table() -> String {
    let mut table = String::from("| actions |");
    for undoing in ["", ", undoing"] {
        Status::ALL.iter().for_each(|stored| write!(table, " {}{undoing} |", stored.name()).unwrap());
    }
    table += "\n| --- |";
    table += &" --- |".repeat(10);
    for bits in 0..64 {
        let names = if bits == 0 { "none".to_owned() } else { present(bits).join(" ") };
        write!(table, "\n| {names} |").unwrap();
        for undoing in 0..2 {
            Status::ALL.iter().for_each(|stored| write!(table, " {} |", display(*stored as usize, bits, undoing).1).unwrap());
        }
    }
    table + "\n"
}

/// The same as data, for a backend in any language.
fn display_status_json() -> String {
    let mut rows = Vec::new();
    for (stored, bits, undoing) in
        Status::ALL.iter().flat_map(|stored| (0..64).flat_map(move |bits| (0..2).map(move |undoing| (stored, bits, undoing))))
    {
        let (rule, display) = display(*stored as usize, bits, undoing);
        let statuses = present(bits).iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        let (stored, undoing) = (stored.name(), undoing == 1);
        rows.push(format!(r#"  {{ "stored": "{stored}", "present": [{statuses}], "undoing": {undoing}, "display": "{display}", "rule": {rule} }}"#));
    }
    format!("[\n{}\n]\n", rows.join(",\n"))
}

#[test]
fn the_delegated_page_shows_the_rules() {
    hold::<Delegated>(&[markdown(&Table::of::<Delegated>())]);
}

#[test]
fn the_interactive_page_shows_the_rules() {
    hold::<Interactive>(&[markdown(&Table::of::<Interactive>())]);
}

#[test]
fn the_reversible_page_shows_the_rules() {
    hold::<Reversible>(&[display_table(), markdown(&Table::of::<Reversible>())]);
}

/// Each rule of the page, in its words, and what they mean for one input: the stored status, what is present, an undo in progress.
type Meant = fn(&str, &[&str], bool) -> bool;
const DISPLAY_RULES: [(&str, Meant); 8] = [
    ("an action is `ROLLBACK_FAILED`, or the stored status is `FAILED`", |stored, present, _| {
        present.contains(&"ROLLBACK_FAILED") || stored == "FAILED"
    }),
    ("an undo is `IN_PROGRESS`", |_, _, undoing| undoing),
    ("an action is `PENDING_APPROVAL`", |_, present, _| present.contains(&"PENDING_APPROVAL")),
    ("something was executed, all of it is `ROLLED_BACK`, and no action is `CLEARED`", |_, present, _| {
        let executed = ["SUCCESS", "ROLLED_BACK", "ROLLBACK_FAILED"].into_iter().filter(|status| present.contains(status));
        executed.eq(["ROLLED_BACK"]) && !present.contains(&"CLEARED")
    }),
    ("an action is `ROLLED_BACK`, and another is `SUCCESS` or `CLEARED`", |_, present, _| {
        present.contains(&"ROLLED_BACK") && (present.contains(&"SUCCESS") || present.contains(&"CLEARED"))
    }),
    ("the stored status is `ABANDONED`", |stored, _, _| stored == "ABANDONED"),
    ("the stored status is not `ACTIVE`", |stored, _, _| stored != "ACTIVE"),
    ("the stored status is `ACTIVE`", |stored, _, _| stored == "ACTIVE"),
];

#[test]
fn the_reversible_page_says_what_the_display_status_is() {
    let page = fs::read_to_string("src/reversible/README.md").unwrap();
    let rows = DISPLAY_RULES.iter().zip(Display::ALL).enumerate();
    let wanted: String = rows.map(|(at, ((when, _), display))| format!("| {} | `{}` | {when} |\n", at + 1, display.name())).collect();
    assert!(page.contains(&format!("| rule | display | when |\n| --- | --- | --- |\n{wanted}\n")), "the page should have:\n{wanted}");
    for (at, status) in Status::ALL.iter().enumerate() {
        for bits in 0..64 {
            for undoing in 0..2 {
                let present = present(bits);
                let first = DISPLAY_RULES.iter().position(|(_, holds)| holds(status.name(), &present, undoing == 1)).unwrap();
                assert_eq!(usize::from(display(at, bits, undoing).0), first + 1, "{} with {present:?}", status.name());
            }
        }
    }
}

#[test]
fn the_display_table_is_in_the_package() {
    hold_file("pkg/display-status.json", &display_status_json());
}
