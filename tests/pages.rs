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
    let (_, events) = page.split_once("## Events").unwrap();
    let (events, _) = events.split_once("## Rules").unwrap();
    let named = events.lines().filter_map(|line| line.trim_start_matches(['|', ' ', '▶']).strip_prefix('`')?.split('`').next());
    assert_eq!(named.collect::<Vec<_>>(), L::EVENTS, "{path} lists other events");
    assert!(found == wanted, "{path} does not show the rules as they are; write it anew: UPDATE=1 cargo test --test pages");
}

#[test]
fn the_delegated_page_shows_the_rules() {
    hold::<Delegated>();
}
