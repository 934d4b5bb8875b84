//! Reading and writing JSON.

#![allow(clippy::unwrap_used, clippy::panic)]

use countersign::Error;
use countersign::json::{ClosedSet, Document, Index, Node, ToJson, listed, write_list, write_object};

fn read<T>(json: &str, read: impl Fn(&Node<'_>) -> T) -> Result<T, Error> {
    Document::read(json, read)
}

#[track_caller]
fn refused<T>(result: Result<T, Error>, path: &str, message: &str) {
    let Err(error) = result else { panic!("not refused: {message}") };
    assert_eq!((error.code, error.path.as_str(), error.message.as_str()), ("invalid_input", path, message));
    assert_eq!(error.to_string(), message);
}

#[test]
fn what_is_json() {
    for json in [
        "null",
        " true ",
        "\t\r\nfalse",
        "0",
        "-0",
        "12",
        "-1.5",
        "1e9",
        "1E+9",
        "2.5e-3",
        r#""""#,
        r#""a\n\"\\\/\b\f\r\t\u00e9\uD83D\ude00""#,
        "[]",
        "[ ]",
        "{}",
        "{ }",
        "[1,[2,[3]]]",
        r#"{"a":{"b":[{"c":null}]},"d":[]}"#,
        r#"[{"a":[]},{}]"#,
        r#"{"a" : 1 , "b" : [ 1 , 2 ] }"#,
        "[[],[],{}]",
        "\"\u{7f}é😀\"",
    ] {
        assert!(Document::parse(json).is_ok(), "{json}");
        assert_eq!(read(json, |node| node.opaque()).unwrap().as_str(), json.trim_matches([' ', '\t', '\r', '\n']));
    }
}

#[test]
fn what_is_not_json() {
    for (json, message) in [
        ("", "not JSON: the end at byte 0, expected a value"),
        ("nul", "not JSON: `n` at byte 0, expected a value"),
        ("1 2", "not JSON: `2` at byte 2, expected the end"),
        ("[1", "not JSON: the end at byte 2, expected a comma or a closing bracket"),
        ("[1,]", "not JSON: `]` at byte 3, expected a value"),
        ("[1}", "not JSON: `}` at byte 2, expected a comma or a closing bracket"),
        ("{", "not JSON: the end at byte 1, expected a string"),
        (r#"{"a"}"#, "not JSON: `}` at byte 4, expected a colon"),
        (r#"{"a":}"#, "not JSON: `}` at byte 5, expected a value"),
        (r#"{"a":1,}"#, "not JSON: `}` at byte 7, expected a string"),
        (r#"{a:1}"#, "not JSON: `a` at byte 1, expected a string"),
        ("01", "not JSON: `1` at byte 1, expected the end"),
        ("-", "not JSON: the end at byte 1, expected a digit"),
        ("1.", "not JSON: the end at byte 2, expected a digit"),
        ("1e", "not JSON: the end at byte 2, expected a digit"),
        (r#""a"#, "not JSON: the end at byte 2, expected the rest of a string"),
        ("\"a\nb\"", "not JSON: byte 10 at byte 2, expected the rest of a string"),
        (r#""\x""#, "not JSON: `x` at byte 2, expected an escape"),
        (r#""\u12g4""#, "not JSON: `u` at byte 2, expected an escape"),
        (r#""\u123""#, "not JSON: `u` at byte 2, expected an escape"),
        ("é", "not JSON: byte 195 at byte 0, expected a value"),
    ] {
        refused(Document::parse(json), "", message);
    }
}

#[test]
fn depth_costs_no_stack() {
    let deep = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
    assert!(Document::parse(&deep).is_ok());
    assert!(Document::parse(&"{\"a\":".repeat(1_000_000)).is_err());
}

#[test]
fn an_opaque_value_may_be_nested_128_deep_and_no_deeper() {
    let nested = |depth: usize| "[{\"a\":".repeat(depth / 2) + "1" + &"}]".repeat(depth / 2);
    assert_eq!(read(&nested(128), |node| node.opaque()).unwrap().as_str(), nested(128));
    refused(read(&nested(130), |node| node.opaque()), "", "the value is nested deeper than 128");
    let odd = format!(r#"{{"x":{{"y":[{}]}}}}"#, nested(128));
    refused(read(&odd, |node| node.field("x").field("y").opaque()), "x.y", "`x.y` is nested deeper than 128");
    let brackets = format!(r#""{}""#, "[\\\"{".repeat(200));
    assert_eq!(read(&brackets, |node| node.opaque()).unwrap().as_str(), brackets);
}

#[test]
fn inside_an_opaque_value_a_number_that_is_not_finite_is_null() {
    let json = r#"{"a":NaN,"b":[-Infinity,{"c":1},Infinity],"d":{"e":"NaN"},"f":NaN}"#;
    let opaque = |name: &str| read(json, |node| node.field(name).opaque()).unwrap().as_str().to_owned();
    assert_eq!(read(json, |node| node.opaque()).unwrap().as_str(), r#"{"a":null,"b":[null,{"c":1},null],"d":{"e":"NaN"},"f":null}"#);
    assert_eq!([opaque("a"), opaque("b"), opaque("d"), opaque("g")], ["null", r#"[null,{"c":1},null]"#, r#"{"e":"NaN"}"#, "null"]);
    refused(read(json, |node| node.field("a").integer()), "a", "`a` is NaN, expected an integer");
    let times = "`b[0]` is -Infinity, expected integer milliseconds since the epoch or an RFC 3339 time";
    refused(read(json, |node| node.field("b").list(Node::time)), "b[0]", times);
    for json in ["Na", "-Inf", "Infinite", "[NaN", "+Infinity"] {
        assert!(Document::parse(json).is_err(), "{json}");
    }
}

#[test]
fn fields_are_found_by_name_and_the_last_of_two_counts() {
    let json = r#"{"a":1,"b":{"a":2},"\u0063":3,"a":4,"__proto__":5,"":6}"#;
    let get = |name: &str| read(json, |node| node.field(name).integer());
    assert_eq!([get("a"), get("c"), get("__proto__"), get("")], [Ok(4), Ok(3), Ok(5), Ok(6)]);
    assert_eq!(read(json, |node| node.field("b").field("a").integer()), Ok(2));
    refused(get("d"), "d", "`d` is missing, expected an integer");
    refused(read("[1]", |node| node.field("a").field("b").text()), "a.b", "`a.b` is missing, expected a string");
    assert_eq!(read(json, |node| node.names()).unwrap(), ["a", "b", "c", "a", "__proto__", ""]);
    assert_eq!(read("7", |node| node.names()).unwrap(), Vec::<String>::new());
}

#[test]
fn lists_are_read_item_by_item() {
    assert_eq!(read("[1,2,[3],{}]", |node| node.list(|item| item.is_list())).unwrap(), [false, false, true, false]);
    assert_eq!(read("[]", |node| node.list(Node::integer)).unwrap(), Vec::<i64>::new());
    refused(
        read(r#"{"a":[1,{"b":["x"]}]}"#, |node| node.field("a").list(|item| item.field("b").list(Node::integer))),
        "a[0].b",
        "`a[0].b` is missing, expected a list",
    );
    refused(read(r#"[[1,"x"]]"#, |node| node.list(|item| item.list(Node::integer))), "[0][1]", "`[0][1]` is \"x\", expected an integer");
    refused(read("{}", |node| node.list(Node::integer)), "", "the value is an object, expected a list");
}

#[test]
fn absent_is_missing_or_null() {
    let json = r#"{"null":null,"zero":0,"text":""}"#;
    let optional = |name: &str| read(json, |node| node.field(name).optional(|_| ()));
    assert_eq!([optional("null"), optional("missing"), optional("zero"), optional("text")], [Ok(None), Ok(None), Ok(Some(())), Ok(Some(()))]);
}

#[test]
fn texts_are_unescaped() {
    let text = |json: &str| read(json, |node| node.text()).unwrap();
    assert_eq!(text(r#""a\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00é""#), "a\"\\/\u{8}\u{c}\n\r\tAé😀é");
    assert_eq!(text(r#""\ud800x""#), "\u{fffd}x");
    for (json, found) in [("7", "7"), ("null", "null"), ("true", "true"), ("[]", "a list"), ("{}", "an object")] {
        refused(read(json, |node| node.text()), "", &format!("the value is {found}, expected a string"));
        refused(read(json, |node| node.id()), "", &format!("the value is {found}, expected a string"));
    }
}

#[test]
fn an_id_has_no_lone_surrogates() {
    assert_eq!(read(r#""\ud83d\ude00""#, |node| node.id()).unwrap(), "😀");
    for json in [r#""\ud800""#, r#""\udc00\ud800""#, r#""a\udfffb""#] {
        refused(read(json, |node| node.id()), "", &format!("the value is {json}, expected a string without lone surrogates"));
    }
}

#[test]
fn integers_are_those_that_javascript_holds_exactly() {
    let integer = |json: &str| read(json, |node| node.integer()).ok();
    assert_eq!(integer("9007199254740991"), Some(9_007_199_254_740_991));
    assert_eq!(integer("-9007199254740991"), Some(-9_007_199_254_740_991));
    for json in ["9007199254740992", "-9007199254740992", "1.0", "1e3", "99999999999999999999999", "-9223372036854775808", r#""1""#] {
        assert_eq!(integer(json), None, "{json}");
    }
}

#[test]
fn a_count_is_not_negative() {
    assert_eq!(read("0", |node| node.count()), Ok(0));
    refused(read("-1", |node| node.count()), "", "the value is -1, expected an integer from 0");
}

#[test]
fn times_are_milliseconds_or_rfc_3339() {
    let time = |json: &str| read(json, |node| node.time()).ok();
    assert_eq!(time("8640000000000000"), Some(8_640_000_000_000_000));
    assert_eq!(time("-8640000000000000"), Some(-8_640_000_000_000_000));
    assert_eq!((time("8640000000000001"), time("-9223372036854775808")), (None, None));
    assert_eq!(time("1.5"), None);
    assert_eq!(time(r#""1970-01-01T00:00:01Z""#), Some(1_000));
    assert_eq!(time(r#""yesterday""#), None);
}

#[test]
fn the_first_complaint_stands_and_every_reader_gives_something() {
    let read_all =
        |node: &Node<'_>| (node.field("a").integer(), node.field("b").text(), node.field("c").list(Node::boolean), node.field("d").boolean());
    let document = Document::parse(r#"{"a":"x","b":7,"c":[1]}"#).unwrap();
    let all = read_all(&document.root());
    assert_eq!(all, (0, String::new(), vec![false], false));
    refused(document.judged(all), "a", "`a` is \"x\", expected an integer");
    // Whoever asks twice asks about what was read in between.
    assert_eq!(document.judged(7), Ok(7));
    document.root().complain(Error { code: "other", ..document.root().not("nothing") });
    assert_eq!(document.root().judged(()).unwrap_err().code, "other");
}

#[test]
fn a_long_value_is_shortened_in_a_message() {
    let long = format!(r#""{}""#, "é".repeat(100));
    refused(read(&long, |node| node.integer()), "", &format!("the value is \"{}…, expected an integer", "é".repeat(59)));
}

#[test]
fn a_closed_set_names_what_is_accepted() {
    use countersign::engine::Caller;
    assert_eq!(read(r#""OPERATOR""#, |node| node.one_of()), Ok(Caller::Operator));
    assert_eq!(read(r#""\u0041GENT""#, |node| node.one_of()), Ok(Caller::Agent));
    refused(read::<Caller>(r#""operator""#, |node| node.one_of()), "", "the value is \"operator\", expected one of `AGENT`, `OPERATOR`, `SYSTEM`");
    refused(read::<Caller>("7", |node| node.one_of()), "", "the value is 7, expected one of `AGENT`, `OPERATOR`, `SYSTEM`");
    assert_eq!(listed(Caller::ALL.iter().map(|caller| caller.name())), "`AGENT`, `OPERATOR`, `SYSTEM`");
}

#[test]
fn writing_escapes_what_must_be_and_nothing_else() {
    assert_eq!("a\"\\\n\r\t\u{8}\u{c}\u{0}\u{1f}/é\u{7f}\u{2028}😀".to_json(), r#""a\"\\\n\r\t\b\f\u0000\u001f/é"#.to_owned() + "\u{7f}\u{2028}😀\"");
    assert_eq!(
        [0, 7, -1, 10, 9_007_199_254_740_991, i64::MIN, i64::MAX].map(|number| number.to_json()),
        ["0", "7", "-1", "10", "9007199254740991", "-9223372036854775808", "9223372036854775807"]
    );
    assert_eq!(
        (true.to_json(), false.to_json(), None::<bool>.to_json(), Some("x").to_json()),
        ("true".into(), "false".into(), "null".into(), "\"x\"".into())
    );
    assert_eq!(write_list(["a", "b"]), r#"["a","b"]"#);
    assert_eq!(vec![vec![1_i64], vec![]].to_json(), "[[1],[]]");
}

#[test]
fn an_object_is_written_without_the_fields_to_omit() {
    let json = write_object(|object| {
        object.field("a", 1_i64);
        object.omit(&["b", "c"]);
        object.field("b", 2_i64);
        object.field("d", "x");
        object.named("c", countersign::engine::Caller::Agent);
        object.object("e", |object| object.field("b", true));
        object.list("f", ["g"]);
    });
    assert_eq!(json, r#"{"a":1,"d":"x","e":{"b":true},"f":["g"]}"#);
    assert_eq!(write_object(|_| {}), "{}");
}

#[test]
fn an_index_finds_every_position_of_an_id() {
    let index = Index::new(["b", "a", "c", "a", "a"].into_iter());
    let positions = |id: &str| index.positions(id).collect::<Vec<_>>();
    assert_eq!([positions("a"), positions("b"), positions("c"), positions("d"), positions("")], [vec![1, 3, 4], vec![0], vec![2], vec![], vec![]]);
    assert_eq!(index.twice(), Some(("a", 3)));
    assert_eq!(Index::new(["a", "b"].into_iter()).twice(), None);
}
