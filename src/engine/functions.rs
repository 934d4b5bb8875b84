//! What every lifecycle offers as plain functions, with its own types.

macro_rules! functions {
    ($lifecycle:ident) => {
        /// What follows from a command.
        pub type Decision = $crate::engine::Decision<Event>;
        /// A command with its verdict now.
        pub type Offer = $crate::engine::Offer<Command>;

        impl $crate::json::ToJson for Command {
            fn write(&self, writer: &mut $crate::json::Writer) {
                writer.object(|object| {
                    object.field("type", <$lifecycle as Lifecycle>::command_name(self));
                    <$lifecycle as Lifecycle>::write_command(self, object);
                });
            }
        }

        /// Judges a command: what would follow, or why not. Changes nothing.
        pub fn decide(session: Option<&Session>, command: &Command, context: &Context) -> Result<Decision, $crate::engine::Denial> {
            $crate::engine::decide::<$lifecycle>(session, command, context)
        }

        /// The session after the event; one that does not fit leaves it as it is.
        pub fn apply(session: Option<Session>, event: &Event) -> Option<Session> {
            $crate::engine::apply::<$lifecycle>(session, event)
        }

        /// The session after the events.
        pub fn replay(events: &[Event], session: Option<Session>) -> Option<Session> {
            $crate::engine::replay::<$lifecycle>(events, session)
        }

        /// Everything derived from the session at the time of the context.
        pub fn view(session: &Session, context: &Context) -> View {
            $crate::engine::view::<$lifecycle>(session, context)
        }

        /// What could be done now, allowed or not, and why not.
        pub fn offers(session: &Session, context: &Context) -> Vec<Offer> {
            $crate::engine::offers::<$lifecycle>(session, context)
        }

        /// The instructions that a restarted host still has to carry out.
        pub fn outstanding(session: &Session) -> Vec<Event> {
            <$lifecycle as Lifecycle>::outstanding(session)
        }

        /// When time alone next gives a command something to do, in milliseconds since the epoch.
        pub fn deadline(session: &Session) -> Option<i64> {
            <$lifecycle as Lifecycle>::deadline(session)
        }

        /// Whether any rule of the command starts in the session's status, and in that of the target of that id, if one is given:
        /// `false` is final, `true` means ask [`decide`].
        pub fn can(session: &Session, command: &str, target: Option<&str>) -> bool {
            $crate::engine::can::<$lifecycle>(session, command, target)
        }

        /// Reads a session from JSON: types and closed sets are checked, invariants are not; what contradicts itself
        /// is reported by the view.
        pub fn parse(json: &str) -> Result<Session, $crate::Error> {
            $crate::json::Document::of("value", json)?.value($crate::engine::read_session::<$lifecycle>)
        }

        /// Reads a vendor's payload as JSON, and what the vendor keeps beside it, or `null`.
        pub fn from_api(json: &str, more: &str) -> Result<(Session, Vec<$crate::engine::Warning>), $crate::Error> {
            let (value, more) = $crate::engine::payload(json, more)?;
            $crate::engine::import::<$lifecycle>(&value.root(), &more.root(), true)
        }
    };
}
pub(crate) use functions;
