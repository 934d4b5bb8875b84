//! The worlds, and what may be asked and reported in each.

use super::{ASK, FREE};
use countersign::interactive::{Policy, Session, parse};
use countersign::json::ClosedSet;

/// What a world has.
pub struct Of {
    /// The policy of a tool that has none of its own.
    pub default: Policy,
    /// The batches of a turn, in either order: of each call the policy of its tool.
    batches: [&'static [Policy]; 2],
}

const BATCHES: [&str; 2] = ["one", "two"];
const CALLS: [&str; 3] = ["a", "b", "c"];

pub fn all() -> Vec<Of> {
    let mut worlds = vec![Of { default: ASK, batches: [&[ASK, FREE, ASK], &[FREE]] }];
    if is_small() {
        return worlds;
    }
    worlds.push(Of { default: ASK, batches: [&[ASK, FREE, ASK], &[ASK, ASK]] });
    worlds.push(Of { default: FREE, batches: [&[ASK, ASK, ASK], &[FREE, ASK]] });
    worlds.push(Of { default: FREE, batches: [&[FREE, FREE], &[ASK, ASK]] });
    if std::env::var_os("COUNTERSIGN_FULL").is_some() {
        worlds.push(Of { default: ASK, batches: [&[ASK, ASK, ASK], &[ASK, FREE, ASK]] });
        worlds.push(Of { default: FREE, batches: [&[FREE, ASK, FREE], &[FREE, FREE, ASK]] });
    }
    worlds
}

/// A run over hundreds of mutants explores little.
pub fn is_small() -> bool {
    std::env::var_os("COUNTERSIGN_SMALL").is_some()
}

impl Of {
    /// The letters by name, without the braces.
    pub fn alphabet(&self) -> Vec<(String, String)> {
        let given = |name: &str, fields: &str| (name.to_owned(), fields.to_owned());
        let mut letters = vec![
            given("create", &self.create("s", self.default)),
            given("create other content", &self.create("s", self.other())),
            given("create other id", &self.create("r", self.default)),
            given("archive", r#""type":"archive""#),
            given("delete", r#""type":"delete""#),
        ];
        let submit = |inputs: Vec<String>| format!(r#""type":"submit","inputs":[{}]"#, inputs.join(","));
        letters.extend(self.submissions().into_iter().map(|(name, inputs)| (name, submit(inputs))));
        letters.extend(self.reports());
        letters
    }

    /// The policy that is not the default.
    fn other(&self) -> Policy {
        if self.default == ASK { FREE } else { ASK }
    }

    /// Each batch with its calls.
    fn batches(&self) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
        BATCHES.into_iter().zip(self.batches).map(|(batch, policies)| (batch, CALLS[..policies.len()].to_vec()))
    }

    fn create(&self, id: &str, default: Policy) -> String {
        let other = self.other();
        let (default, other) = (default.name(), other.name());
        format!(r#""type":"create","id":"{id}","toolPolicies":{{"default":"{default}","tools":{{"own":"{other}"}}}}"#)
    }

    fn tool_calls(&self, turn: i64, batch: usize, arguments: &str, reference: &str) -> String {
        let call = |(id, policy): (&str, &Policy)| {
            let tool = if *policy == self.default { "plain" } else { "own" };
            format!(r#"{{"callId":"{id}","name":"{tool}","arguments":{arguments},"toolType":"mcp","ref":["{reference}","{id}"]}}"#)
        };
        let calls: Vec<_> = CALLS.into_iter().zip(self.batches[batch]).map(call).collect();
        format!(r#""type":"tool_calls","turn":{turn},"batchId":"{}","calls":[{}]"#, BATCHES[batch], calls.join(","))
    }

    /// What a client submits, by name.
    fn submissions(&self) -> Vec<(String, Vec<String>)> {
        let (message, interrupt) = (r#"{"type":"message","content":"hi"}"#, r#"{"type":"interrupt"}"#);
        let other = r#"{"type":"message","content":["there"]}"#;
        let (allow, deny) = (|batch: &str, call: &str| answer(batch, call, "allow"), |batch: &str, call: &str| answer(batch, call, "deny"));
        let given = |name: &str, inputs: &[&str]| (name.to_owned(), inputs.iter().map(|input| (*input).to_owned()).collect::<Vec<_>>());
        let mut submissions = vec![
            given("submit nothing", &[]),
            given("message", &[message]),
            given("two messages", &[message, other]),
            given("interrupt", &[interrupt]),
            given("two interrupts", &[interrupt, interrupt]),
            given("interrupt and message", &[interrupt, message]),
            given("message and allow one/a", &[message, &allow("one", "a")]),
            given("interrupt and allow one/a", &[interrupt, &allow("one", "a")]),
            given("interrupt, message and deny one/a", &[interrupt, message, &deny("one", "a")]),
            given("allow one/a and two/a", &[&allow("one", "a"), &allow("two", "a")]),
            given("allow none/a", &[&allow("none", "a")]),
        ];
        for (batch, calls) in self.batches() {
            let mut submit = |name: String, inputs: Vec<String>| submissions.push((name, inputs));
            for call in &calls {
                submit(format!("allow {batch}/{call}"), vec![allow(batch, call)]);
                submit(format!("deny {batch}/{call}"), vec![deny(batch, call)]);
                submit(format!("deny {batch}/{call} with a message"), vec![because(&deny(batch, call))]);
                submit(format!("allow {batch}/{call} with a message"), vec![because(&allow(batch, call))]);
            }
            if let [first, .., last] = calls[..] {
                submit(format!("allow all of {batch}"), calls.iter().map(|call| allow(batch, call)).collect());
                submit(format!("deny all of {batch}"), calls.iter().map(|call| because(&deny(batch, call))).collect());
                submit(format!("deny {batch}/{last} and allow {batch}/{first}"), vec![deny(batch, last), allow(batch, first)]);
                submit(format!("answer {batch}/{first} twice, and {batch}/{last} in two ways"), {
                    vec![allow(batch, first), allow(batch, first), allow(batch, last), deny(batch, last)]
                });
            }
            submit(format!("deny {batch}/a twice"), vec![deny(batch, "a"), deny(batch, "a")]);
            submit(format!("allow and deny {batch}/a"), vec![allow(batch, "a"), deny(batch, "a")]);
            submit(format!("deny {batch}/a in two ways"), vec![deny(batch, "a"), because(&deny(batch, "a"))]);
            submit(format!("allow {batch}/a and {batch}/z"), vec![allow(batch, "a"), allow(batch, "z")]);
            submit(format!("allow {batch}/z"), vec![allow(batch, "z")]);
        }
        submissions
    }

    /// What the runtime reports, by name.
    fn reports(&self) -> Vec<(String, String)> {
        let mut reports = vec![("unrecoverable error".to_owned(), r#""type":"unrecoverable_error","message":"the host is gone""#.to_owned())];
        for turn in 0..=3 {
            let mut report = |name: &str, fields: String| reports.push((format!("{name} in turn {turn}"), fields));
            report("turn ended", format!(r#""type":"turn_ended","turn":{turn}"#));
            report("retries exhausted", format!(r#""type":"retries_exhausted","turn":{turn}"#));
            report("unrecoverable error", format!(r#""type":"unrecoverable_error","turn":{turn},"message":"the model is gone""#));
            report("call one", self.tool_calls(turn, 0, r#"{"n":1}"#, "one"));
            report("one/a finished", finished(turn, "one", "a", false));
            if turn == 0 || turn == 3 {
                continue;
            }
            report("call two", self.tool_calls(turn, 1, r#"{"n":1}"#, "two"));
            report("call one otherwise", self.tool_calls(turn, 0, r#"{"n":2}"#, "one"));
            report("call one by another handle", self.tool_calls(turn, 0, r#"{"n":1}"#, "other"));
            report("call three", self.tool_calls(turn, 0, r#"{"n":1}"#, "three").replace(r#""batchId":"one""#, r#""batchId":"three""#));
            for (batch, calls) in self.batches() {
                for call in calls {
                    if (batch, call) != ("one", "a") {
                        report(&format!("{batch}/{call} finished"), finished(turn, batch, call, false));
                    }
                    report(&format!("{batch}/{call} failed"), finished(turn, batch, call, true));
                }
            }
            report("one/z finished", finished(turn, "one", "z", false));
        }
        reports
    }
}

fn answer(batch: &str, call: &str, decision: &str) -> String {
    format!(r#"{{"type":"tool_approval_response","batchId":"{batch}","callId":"{call}","decision":"{decision}"}}"#)
}

/// The answer, with a message.
fn because(answer: &str) -> String {
    answer.replace('}', r#","denyMessage":"not now"}"#)
}

fn finished(turn: i64, batch: &str, call: &str, is_error: bool) -> String {
    format!(r#""type":"tool_finished","turn":{turn},"batchId":"{batch}","callId":"{call}","isError":{is_error}"#)
}

/// A session in its first turn whose status or stop reason is not known.
pub fn unknown(status: &str, stop_reason: &str, policy: Policy, ran: &str) -> Session {
    let (tool, policy) = (if policy == ASK { "plain" } else { "own" }, policy.name());
    let call = format!(
        r#"{{"callId":"a","name":"{tool}","arguments":{{"n":1}},"toolType":"mcp","policy":"{policy}","decision":null,"denyMessage":null,"ran":{ran},"ref":["two","a"]}}"#
    );
    let json = format!(
        r#"{{"lifecycle":"interactive","schema":1,"id":"s","status":"{status}","stopReason":{stop_reason},"turn":1,"turnInputs":[],
        "batch":{{"batchId":"two","turn":1,"calls":[{call}]}},"pastBatchIds":["one"],"deniedCallsRan":[],
        "toolPolicies":{{"default":"always_ask","tools":{{"own":"always_allow"}}}},"terminatedBy":null,"error":null,"createdAt":0,"revision":9}}"#
    );
    parse(&json).unwrap()
}
