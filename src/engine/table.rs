//! A lifecycle's rules as names: what pages, tools and the package show and look up.

use super::{By, Lifecycle, Rule, Then};
use crate::gather::Gather;
use crate::json::ClosedSet;

/// A lifecycle as names.
#[derive(Debug)]
pub struct Table {
    /// See [`Lifecycle::NAME`].
    pub name: &'static str,
    /// See [`Lifecycle::STATUS`].
    pub status: &'static str,
    /// See [`Lifecycle::PROJECTION`].
    pub projection: Option<ProjectionNames>,
    /// The statuses, in the specification's order.
    pub statuses: &'static [&'static str],
    /// See [`Lifecycle::COMMANDS`].
    pub commands: &'static [(&'static str, By)],
    /// See [`Lifecycle::EVENTS`].
    pub events: &'static [&'static str],
    /// See [`Lifecycle::TARGETS`].
    pub targets: Vec<TargetNames>,
    /// See [`Lifecycle::RULES`].
    pub rules: Vec<Row>,
}

/// See [`Projection`](super::Projection).
#[derive(Debug)]
pub struct ProjectionNames {
    /// The value of the status field with which the other field counts.
    pub stored: &'static str,
    /// The other field.
    pub field: &'static str,
    /// The status for each of its values.
    pub statuses: Vec<(&'static str, &'static str)>,
    /// The status for any other value.
    pub otherwise: &'static str,
}

/// See [`Targets`](super::Targets).
#[derive(Debug)]
pub struct TargetNames {
    /// The command.
    pub command: &'static str,
    /// The session's field that lists them, or the path to it.
    pub list: &'static str,
    /// Their field that holds the id.
    pub id: &'static str,
    /// Their field that holds the status.
    pub status: &'static str,
    /// Their statuses.
    pub statuses: Vec<&'static str>,
}

/// See [`Rule`].
#[derive(Debug)]
pub struct Row {
    /// The rule's name.
    pub id: &'static str,
    /// The command that it answers.
    pub command: &'static str,
    /// Which branch of the command this is, as phrases.
    pub when: Vec<&'static str>,
    /// The statuses in which it starts; empty: before there is a session.
    pub from: Vec<&'static str>,
    /// The statuses in which it may end; empty: the status stays.
    pub to: Vec<&'static str>,
    /// Whether the status may also stay as it is.
    pub stays: bool,
    /// The statuses of what the command is about in which it starts; empty: it does not ask.
    pub target: Vec<&'static str>,
    /// Name, code and phrase of what it requires, in the order of judgement.
    pub guards: Vec<[&'static str; 3]>,
    /// The code of the noop, if it recognises what has happened already.
    pub noop: Option<&'static str>,
    /// The statuses from which the diagram has its arrows.
    pub drawn: Vec<&'static str>,
}

impl Table {
    /// Of a lifecycle.
    pub fn of<L: Lifecycle>() -> Self {
        let target = |targets: &super::Targets<L>| TargetNames {
            command: targets.command,
            list: targets.list,
            id: targets.id,
            status: targets.status,
            statuses: names(targets.statuses),
        };
        let projection = |projection: super::Projection<L>| ProjectionNames {
            stored: projection.stored,
            field: projection.field,
            statuses: projection.statuses.iter().map(|(value, status)| (*value, status.name())).gather(),
            otherwise: projection.otherwise.name(),
        };
        Table {
            name: L::NAME,
            status: L::STATUS,
            projection: L::PROJECTION.map(projection),
            statuses: L::Status::NAMES,
            commands: L::COMMANDS,
            events: L::EVENTS,
            targets: L::TARGETS.iter().map(target).gather(),
            rules: L::RULES.iter().map(row).gather(),
        }
    }

    /// The rows of one command.
    pub fn of_command(&self, command: &str) -> impl Iterator<Item = &Row> {
        self.rules.iter().filter(move |row| row.command == command)
    }

    /// For each command and status a byte: bit 0 is set if a rule of the command that allows something starts there, bit n if
    /// one starts there on something in the n-th status of the command's targets.
    pub fn starts(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (command, _) in self.commands {
            let targets = self.targets.iter().find(|targets| targets.command == *command).map_or(&[][..], |targets| &targets.statuses);
            for status in self.statuses {
                let mut byte = 0;
                for row in self.of_command(command).filter(|row| row.noop.is_none() && row.from.contains(status)) {
                    let bits = targets.iter().rev().fold(0, |bits, target| bits << 1 | u8::from(row.target.contains(target)));
                    byte |= bits << 1 | 1;
                }
                bytes.push(byte);
            }
        }
        bytes
    }
}

fn row<L: Lifecycle>(rule: &Rule<L>) -> Row {
    Row {
        id: rule.id,
        command: rule.command,
        when: rule.when.iter().map(|when| when.phrase).gather(),
        from: names(rule.from),
        to: names(rule.to),
        stays: rule.stays,
        target: names(rule.target),
        guards: rule.guards.iter().map(|guard| [guard.name, guard.code, guard.phrase]).gather(),
        noop: match &rule.then {
            Then::Emit(_) => None,
            Then::Nothing(repeat) => Some(repeat.code),
        },
        drawn: names(rule.drawn),
    }
}

fn names<T: ClosedSet>(values: &[T]) -> Vec<&'static str> {
    values.iter().map(|value| value.name()).gather()
}
