//! Section 7, policies.

use countersign::Error;
use countersign::json::{ClosedSet, Document, Opaque, ToJson};
use countersign::reversible::{Effect, Evaluation, Mode, Operator, Policy, evaluate_policies, read_policies};

#[track_caller]
fn json(text: &str) -> Opaque {
    Document::parse(text).unwrap().root().opaque()
}

fn read(list: &str) -> Result<Vec<Policy>, Error> {
    Document::read(list, read_policies)
}

/// A policy that blocks calls of that pattern.
fn blocking(pattern: &str) -> Policy {
    Policy { id: "p".to_owned(), api_name_pattern: pattern.to_owned(), condition: None, action: Effect::Block, enabled: true }
}

/// What the policies ask for about `a.b` with an empty payload.
#[track_caller]
fn asked(list: &str) -> Evaluation {
    evaluate_policies(&read(list).unwrap(), "a.b", &json("{}"), Mode::Strict)
}

#[track_caller]
fn ids(list: &[&str]) -> Vec<String> {
    list.iter().map(|id| (*id).to_owned()).collect()
}

/// Whether the condition holds; `None` where it cannot be evaluated.
#[track_caller]
fn holds(payload: &str, field: &str, operator: &str, value: &str) -> Option<bool> {
    let quoted = field.to_json();
    let policy =
        format!(r#"[{{"id":"p","apiNamePattern":"*","action":"BLOCK","condition":{{"field":{quoted},"operator":"{operator}","value":{value}}}}}]"#);
    let policies = read(&policy).unwrap();
    let [strict, compat] = [Mode::Strict, Mode::Compat].map(|mode| evaluate_policies(&policies, "a.b", &json(payload), mode));
    assert_eq!(strict.undecidable, compat.undecidable);
    assert_eq!([&strict, &compat].map(|told| told.effect == Effect::Block), [&strict, &compat].map(|told| !told.matched.is_empty()));
    match (strict.undecidable.is_empty(), strict.matched.is_empty(), compat.matched.is_empty()) {
        (true, strict, compat) if strict == compat => Some(!strict),
        (false, false, true) => None,
        other => panic!("{other:?}"),
    }
}

/// Whether the condition holds of a payload with that field `f`.
#[track_caller]
fn compares(field: &str, operator: &str, value: &str) -> Option<bool> {
    holds(&format!(r#"{{"f":{field}}}"#), "f", operator, value)
}

#[test]
fn the_most_restrictive_match_wins() {
    let policy = |action| format!(r#"{{"id":"{action}","apiNamePattern":"*","action":"{action}"}}"#);
    for (actions, effect) in [
        (&["ALLOW"][..], Effect::Allow),
        (&["ALLOW", "REQUIRE_APPROVAL"], Effect::RequireApproval),
        (&["REQUIRE_APPROVAL", "ALLOW"], Effect::RequireApproval),
        (&["ALLOW", "BLOCK", "REQUIRE_APPROVAL"], Effect::Block),
        (&["BLOCK", "ALLOW"], Effect::Block),
        (&["REQUIRE_APPROVAL", "BLOCK"], Effect::Block),
    ] {
        let list = format!("[{}]", actions.iter().map(policy).collect::<Vec<_>>().join(","));
        assert_eq!(asked(&list), Evaluation { effect, matched: ids(actions), undecidable: vec![] }, "{list}");
    }
}

#[test]
fn what_no_policy_matches_is_allowed() {
    let nothing = Evaluation { effect: Effect::Allow, matched: vec![], undecidable: vec![] };
    assert_eq!(asked("[]"), nothing);
    assert_eq!(asked(r#"[{"id":"p","apiNamePattern":"a.c","action":"BLOCK"}]"#), nothing);
}

#[test]
fn a_policy_that_is_not_enabled_does_not_count() {
    assert_eq!(asked(r#"[{"id":"p","apiNamePattern":"*","action":"BLOCK","enabled":false}]"#).matched, ids(&[]));
    for enabled in ["true", "null"] {
        assert_eq!(asked(&format!(r#"[{{"id":"p","apiNamePattern":"*","action":"BLOCK","enabled":{enabled}}}]"#)).matched, ids(&["p"]));
    }
    let undecidable = r#"[{"id":"p","apiNamePattern":"*","action":"BLOCK","enabled":false,"condition":{"field":"f","operator":"eq","value":1}}]"#;
    assert_eq!(asked(undecidable).undecidable, ids(&[]));
}

#[test]
fn a_pattern_is_exact_or_a_prefix_up_to_a_dot_or_everything() {
    let covers = |pattern: &str, name: &str| !evaluate_policies(&[blocking(pattern)], name, &json("null"), Mode::Strict).matched.is_empty();
    for (pattern, name) in [
        ("stripe.refunds.create", "stripe.refunds.create"),
        ("stripe.*", "stripe.refunds.create"),
        ("stripe.*", "stripe."),
        ("stripe.refunds.*", "stripe.refunds.create"),
        ("*", "stripe.refunds.create"),
        ("*", ""),
        ("st*", "st*"),
        (".*", ".hidden"),
        ("__proto__", "__proto__"),
    ] {
        assert!(covers(pattern, name), "{pattern} covers {name}");
    }
    for (pattern, name) in [
        ("stripe.refunds.create", "stripe.refunds.created"),
        ("stripe.refunds.create", "stripe.refunds"),
        ("stripe.refunds.create", "Stripe.refunds.create"),
        ("stripe.*", "stripe"),
        ("stripe.*", "stripes.refunds"),
        ("stripe.*", "a.stripe.refunds"),
        ("st*", "stripe.refunds.create"),
        ("*.create", "stripe.refunds.create"),
        ("stripe.*.create", "stripe.refunds.create"),
        (".*", "stripe.refunds"),
        ("**", "stripe"),
        ("constructor", "__proto__"),
    ] {
        assert!(!covers(pattern, name), "{pattern} does not cover {name}");
    }
}

#[test]
fn a_field_is_a_dot_path_of_own_fields_and_positions_in_lists() {
    let payload = r#"{"f":{"g":1,"":2,"0":3},"l":[{"g":4},[5,6]],"__proto__":{"g":7},"constructor":8,"twice":0,"twice":9,"a.b":10,"\u0041":11}"#;
    for (field, value) in [
        ("f.g", "1"),
        ("f.", "2"),
        ("f.0", "3"),
        ("l.0.g", "4"),
        ("l.1.1", "6"),
        ("__proto__.g", "7"),
        ("constructor", "8"),
        ("twice", "9"),
        ("A", "11"),
    ] {
        assert_eq!(holds(payload, field, "eq", value), Some(true), "{field}");
    }
    assert_eq!(holds(r#"["x",{"g":1}]"#, "1.g", "eq", "1"), Some(true));
    let eleven = format!("[{}]", (0..12).map(|n| n.to_string()).collect::<Vec<_>>().join(","));
    assert_eq!(holds(&eleven, "10", "eq", "10"), Some(true));
}

#[test]
fn a_field_that_is_not_there_cannot_be_evaluated() {
    let payload = r#"{"f":{"g":1,"n":null},"l":[1,2],"s":"text","n":7}"#;
    let none = ["h", "f.h", "f.g.h", "f.n.h", "toString", "f.__proto__", "constructor", "f.constructor.name", ".f", "f..g", "f.g.", "f g", "F.g"];
    let no_positions =
        ["l.2", "l.-1", "l.00", "l.01", "l.+1", "l.1.0", "l. 1", "l.1e0", "l.", "l.length", "l.99999999999999999999", "s.0", "s.length", "n.0"];
    for field in none.into_iter().chain(no_positions) {
        for operator in Operator::ALL {
            assert_eq!(holds(payload, field, operator.name(), "1"), None, "{field} {}", operator.name());
        }
    }
}

#[test]
fn a_payload_that_is_no_object_has_no_fields() {
    for payload in ["null", "7", r#""f""#, "true", "[]", "{}"] {
        assert_eq!(holds(payload, "f", "neq", "1"), None, "{payload}");
    }
}

#[test]
fn equal_are_strings_of_one_text_and_numbers_of_one_value() {
    for (field, value) in [
        (r#""a""#, r#""a""#),
        (r#""a\u0062""#, r#""\u0061b""#),
        (r#""é😀""#, r#""\u00e9\ud83d\ude00""#),
        (r#""\ud800""#, r#""\uD800""#),
        (r#""""#, r#""""#),
        ("1", "1.0"),
        ("-0", "0"),
        ("100", "1e2"),
        ("1e400", "10e399"),
        ("true", "true"),
        ("false", "false"),
        ("null", "null"),
        ("[1,2]", "[1,2]"),
        (r#"{"a":[]}"#, r#"{"a":[]}"#),
    ] {
        assert_eq!([compares(field, "eq", value), compares(field, "neq", value)], [Some(true), Some(false)], "{field} = {value}");
    }
}

#[test]
fn not_equal_is_only_what_is_of_one_type() {
    for (field, value) in [
        (r#""a""#, r#""A""#),
        (r#""a""#, r#""a ""#),
        (r#""\ud800""#, r#""\ud801""#),
        (r#""\ud800""#, r#""\ufffd""#),
        ("1", "2"),
        ("9007199254740993", "9007199254740992"),
        ("1e400", "1e401"),
        ("true", "false"),
        ("[1]", "[1.0]"),
        ("[1]", "[2]"),
        (r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#),
    ] {
        assert_eq!([compares(field, "eq", value), compares(field, "neq", value)], [Some(false), Some(true)], "{field} ≠ {value}");
    }
    let types = [r#""1""#, "1", "true", "null", "[1]", r#"{"a":1}"#];
    for (one, field) in types.iter().enumerate() {
        for (other, value) in types.iter().enumerate().filter(|(other, _)| *other != one) {
            assert_eq!([compares(field, "eq", value), compares(field, "neq", value)], [None, None], "types {one} and {other}");
        }
    }
}

#[test]
fn only_two_numbers_have_an_order() {
    let order = |field: &str, value: &str| ["gt", "gte", "lt", "lte"].map(|operator| compares(field, operator, value));
    let [less, same, more] = [[false, false, true, true], [false, true, false, true], [true, true, false, false]].map(|row| row.map(Some));
    for (field, value, expected) in [
        ("1", "2", less),
        ("-2", "-1", less),
        ("9007199254740992", "9007199254740993", less),
        ("999", "1e3", less),
        ("1", "1.0", same),
        ("-0", "0e5", same),
        ("10", "9", more),
        ("0.3", "0.1", more),
        ("1e400", "1e399", more),
        ("1000.01", "1000", more),
    ] {
        assert_eq!(order(field, value), expected, "{field} and {value}");
    }
    for (field, value) in [(r#""b""#, r#""a""#), (r#""2""#, "1"), ("2", r#""1""#), ("true", "false"), ("null", "0"), ("[2]", "[1]"), ("{}", "1")] {
        assert_eq!(order(field, value), [None; 4], "{field} and {value}");
    }
}

#[test]
fn a_string_contains_a_string() {
    for (field, value, expected) in [
        (r#""drop table""#, r#""table""#, true),
        (r#""drop table""#, r#""drop table""#, true),
        (r#""drop table""#, r#""""#, true),
        (r#""""#, r#""""#, true),
        (r#""dr\u006fp""#, r#""op""#, true),
        (r#""a😀b""#, r#""😀""#, true),
        (r#""a\ud800b""#, r#""b""#, true),
        (r#""drop table""#, r#""Table""#, false),
        (r#""table""#, r#""tables""#, false),
        (r#""""#, r#""a""#, false),
    ] {
        assert_eq!(compares(field, "contains", value), Some(expected), "{field} and {value}");
    }
    for value in ["1", "true", "null", r#"["a"]"#, "{}"] {
        assert_eq!(compares(r#""a1truenull""#, "contains", value), None, "{value}");
    }
}

#[test]
fn a_list_contains_an_equal_item_of_the_same_type() {
    let list = r#"["a\u0062",1.50,true,null,[1,2],{"a":1}]"#;
    for value in [r#""ab""#, "1.5", "15e-1", "true", "null", "[1,2]", r#"{"a":1}"#] {
        assert_eq!(compares(list, "contains", value), Some(true), "{value}");
    }
    for value in [r#""a""#, r#""1.5""#, "1", "false", "[1]", "[2,1]", r#"{"a":2}"#, "{}"] {
        assert_eq!(compares(list, "contains", value), Some(false), "{value}");
    }
    assert_eq!(compares("[]", "contains", "null"), Some(false));
}

#[test]
fn nothing_else_contains_anything() {
    for field in ["1", "true", "null", r#"{"a":1}"#] {
        assert_eq!(compares(field, "contains", r#""a""#), None, "{field}");
    }
}

#[test]
fn what_cannot_be_evaluated_matches_in_strict_mode_and_not_in_compat() {
    let list = r#"[
        {"id":"unclear","apiNamePattern":"*","action":"BLOCK","condition":{"field":"amount","operator":"gt","value":5}},
        {"id":"clear","apiNamePattern":"*","action":"REQUIRE_APPROVAL"},
        {"id":"unmet","apiNamePattern":"*","action":"BLOCK","condition":{"field":"to","operator":"eq","value":"me"}},
        {"id":"vague","apiNamePattern":"*","action":"ALLOW","condition":{"field":"to","operator":"eq","value":7}}
    ]"#;
    let evaluate = |mode| evaluate_policies(&read(list).unwrap(), "a.b", &json(r#"{"to":"you"}"#), mode);
    let (matched, undecidable) = (ids(&["unclear", "clear", "vague"]), ids(&["unclear", "vague"]));
    assert_eq!(Mode::default(), Mode::Strict);
    assert_eq!(evaluate(Mode::Strict), Evaluation { effect: Effect::Block, matched, undecidable: undecidable.clone() });
    assert_eq!(evaluate(Mode::Compat), Evaluation { effect: Effect::RequireApproval, matched: ids(&["clear"]), undecidable });
}

#[test]
fn a_condition_is_not_looked_at_where_the_name_does_not_match() {
    let list = r#"[{"id":"p","apiNamePattern":"x.*","action":"BLOCK","condition":{"field":"f","operator":"eq","value":1}}]"#;
    assert_eq!(asked(list), Evaluation { effect: Effect::Allow, matched: vec![], undecidable: vec![] });
}

#[test]
fn an_evaluation_is_written_with_its_ids_in_the_given_order() {
    let list = r#"[{"id":"z","apiNamePattern":"*","action":"BLOCK"},{"id":"a","apiNamePattern":"a.*","action":"ALLOW"},
        {"id":"m","apiNamePattern":"a.b","action":"REQUIRE_APPROVAL","condition":{"field":"f","operator":"lt","value":1}}]"#;
    assert_eq!(asked(list).to_json(), r#"{"effect":"BLOCK","matched":["z","a","m"],"undecidable":["m"]}"#);
}

#[test]
fn nonsense_is_refused_with_its_place() {
    let refused = |list: &str| {
        let error = read(list).unwrap_err();
        assert_eq!(error.code, "invalid_input");
        error.path
    };
    let policy = |fields: &str| format!(r#"[{{"id":"o","apiNamePattern":"*","action":"ALLOW"}},{{{fields}}}]"#);
    let condition = |fields: &str| policy(&format!(r#""id":"p","apiNamePattern":"*","action":"BLOCK","enabled":false,"condition":{{{fields}}}"#));
    for (list, path) in [
        ("null".to_owned(), ""),
        ("{}".to_owned(), ""),
        ("[7]".to_owned(), "[0]"),
        (policy(r#""apiNamePattern":"*","action":"BLOCK""#), "[1].id"),
        (policy(r#""id":"\ud800","apiNamePattern":"*","action":"BLOCK""#), "[1].id"),
        (policy(r#""id":"o","apiNamePattern":"*","action":"BLOCK""#), "[1]"),
        (policy(r#""id":"p","action":"BLOCK""#), "[1].apiNamePattern"),
        (policy(r#""id":"p","apiNamePattern":"","action":"BLOCK""#), "[1].apiNamePattern"),
        (policy(r#""id":"p","apiNamePattern":"*""#), "[1].action"),
        (policy(r#""id":"p","apiNamePattern":"*","action":"DENY""#), "[1].action"),
        (policy(r#""id":"p","apiNamePattern":"*","action":"BLOCK","enabled":1"#), "[1].enabled"),
        (policy(r#""id":"p","apiNamePattern":"*","action":"BLOCK","condition":"f""#), "[1].condition"),
        (condition(""), "[1].condition.value"),
        (condition(r#""operator":"eq","value":1"#), "[1].condition.field"),
        (condition(r#""field":"","operator":"eq","value":1"#), "[1].condition.field"),
        (condition(r#""field":"f","value":1"#), "[1].condition.operator"),
        (condition(r#""field":"f","operator":"matches","value":1"#), "[1].condition.operator"),
        (condition(r#""field":"f","operator":"eq""#), "[1].condition.value"),
    ] {
        assert_eq!(refused(&list), path, "{list}");
    }
    let error = read(&condition(r#""field":"f","operator":"like","value":null"#)).unwrap_err();
    assert_eq!(error.message, "`[1].condition.operator` is \"like\", expected one of `eq`, `neq`, `gt`, `gte`, `lt`, `lte`, `contains`");
    let error = read(&condition(r#""field":"","operator":"eq","value":null"#)).unwrap_err();
    assert_eq!(error.message, "`[1].condition.field` is \"\", expected a string that is not empty");
}

#[test]
fn what_is_not_known_of_a_policy_is_no_matter() {
    let list = r#"[{"id":"p","apiNamePattern":"*","action":"BLOCK","name":"n","condition":null}]"#;
    assert_eq!(read(list), Ok(vec![blocking("*")]));
}

#[test]
fn a_payload_as_deep_as_one_may_be_is_looked_into() {
    let nested = |depth: usize| format!("{}1{}", r#"{"f":"#.repeat(depth), "}".repeat(depth));
    let path = |depth: usize| vec!["f"; depth].join(".");
    assert_eq!(holds(&nested(128), &path(128), "eq", "1"), Some(true));
    assert_eq!(holds(&nested(128), &path(100_000), "eq", "1"), None);
}
