//! The pages are up to date: what they show of the rules is written from the rules.

#![allow(clippy::unwrap_used)]

use countersign::delegated::Delegated;
use countersign::engine::Lifecycle;
use countersign::page::markdown;
use std::fs;

/// Holds what stands between the marks against the rules, or writes it with `UPDATE=1`.
fn hold<L: Lifecycle>() {
    let path = format!("src/{}/README.md", L::NAME);
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once("UPDATE=1 cargo test --test pages -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    let wanted = format!("{before}UPDATE=1 cargo test --test pages -->\n\n{}\n<!-- end -->{after}", markdown::<L>());
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap();
    let commands: Vec<_> = L::COMMANDS.iter().map(|(name, _)| *name).collect();
    assert_eq!(listed_under(&page, "## Commands"), commands, "{path} lists other commands");
    assert_eq!(listed_under(&page, "## Events"), L::EVENTS, "{path} lists other events");
    assert!(found == wanted, "{path} does not show the rules as they are; write it anew: UPDATE=1 cargo test --test pages");
}

/// The names in the first column of the table under that heading.
fn listed_under<'a>(page: &'a str, heading: &str) -> Vec<&'a str> {
    let (_, rest) = page.split_once(heading).unwrap();
    let section = rest.split("\n## ").next().unwrap();
    section.lines().filter_map(|line| line.trim_start_matches(['|', ' ', '▶']).strip_prefix('`')?.split('`').next()).collect()
}

#[test]
fn the_delegated_page_shows_the_rules() {
    hold::<Delegated>();
}
