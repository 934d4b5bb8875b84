use super::{ClosedSet, Opaque, plain};

/// A value that can be written as JSON.
pub trait ToJson {
    /// Appends the value to the text.
    fn write(&self, writer: &mut Writer);

    /// The value as JSON text: compact, keys in the order of the specification, as `JSON.stringify` would print it.
    fn to_json(&self) -> String {
        let mut writer = Writer::default();
        self.write(&mut writer);
        writer.text()
    }
}

/// An object as JSON text.
pub fn write_object(fields: impl FnOnce(&mut Object<'_>)) -> String {
    let mut writer = Writer::default();
    writer.object(fields);
    writer.text()
}

/// A list as JSON text.
pub fn write_list<T: ToJson>(items: impl IntoIterator<Item = T>) -> String {
    let mut writer = Writer::default();
    writer.list(items);
    writer.text()
}

/// JSON text in the making.
#[derive(Debug)]
pub struct Writer(Vec<u8>);

impl Default for Writer {
    fn default() -> Self {
        // Room for most decisions.
        Writer(Vec::with_capacity(512))
    }
}

impl Writer {
    /// Writes an object, field by field.
    pub fn object(&mut self, fields: impl FnOnce(&mut Object<'_>)) {
        self.0.push(b'{');
        fields(&mut Object { writer: self, first: true, omitted: &[] });
        self.0.push(b'}');
    }

    /// Writes a list.
    pub fn list<T: ToJson>(&mut self, items: impl IntoIterator<Item = T>) {
        self.0.push(b'[');
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.0.push(b',');
            }
            item.write(self);
        }
        self.0.push(b']');
    }

    /// Writes text that is JSON already.
    pub fn raw(&mut self, json: &str) {
        self.0.extend_from_slice(json.as_bytes());
    }

    fn string(&mut self, text: &str) {
        self.0.push(b'"');
        let mut rest = text.as_bytes();
        loop {
            let (plain, behind) = rest.split_at(plain(rest));
            self.0.extend_from_slice(plain);
            let [escaped, behind @ ..] = behind else { break };
            self.escape(*escaped);
            rest = behind;
        }
        self.0.push(b'"');
    }

    fn escape(&mut self, byte: u8) {
        match byte {
            b'"' => self.raw("\\\""),
            b'\\' => self.raw("\\\\"),
            b'\n' => self.raw("\\n"),
            b'\r' => self.raw("\\r"),
            b'\t' => self.raw("\\t"),
            0x08 => self.raw("\\b"),
            0x0c => self.raw("\\f"),
            _ => {
                self.raw("\\u00");
                self.0.extend([byte >> 4, byte & 15].map(hex));
            }
        }
    }

    fn text(self) -> String {
        // It was text that was written, so that nothing is lost.
        String::from_utf8(self.0).unwrap_or_default()
    }
}

fn hex(digit: u8) -> u8 {
    b"0123456789abcdef".get(usize::from(digit)).copied().unwrap_or(b'0')
}

/// An object in the making.
#[derive(Debug)]
pub struct Object<'w> {
    writer: &'w mut Writer,
    first: bool,
    omitted: &'static [&'static str],
}

impl Object<'_> {
    /// Writes one field.
    pub fn field(&mut self, name: &str, value: impl ToJson) {
        if !self.omits(name) {
            value.write(self.key(name));
        }
    }

    /// Writes one field whose name is not ours.
    pub fn given(&mut self, name: &str, value: impl ToJson) {
        self.next();
        self.writer.string(name);
        self.writer.0.push(b':');
        value.write(self.writer);
    }

    /// Whether the field of that name, or at that path, is left out.
    pub fn omits(&self, name: &str) -> bool {
        self.omitted.contains(&name)
    }

    /// Leaves out the fields of these names from now on.
    pub fn omit(&mut self, names: &'static [&'static str]) {
        self.omitted = names;
    }

    /// Writes one field whose value is in a closed set, by its name.
    pub fn named(&mut self, name: &str, value: impl ClosedSet) {
        self.field(name, value.name());
    }

    /// Writes one field that is an object.
    pub fn object(&mut self, name: &str, fields: impl FnOnce(&mut Object<'_>)) {
        self.key(name).object(fields);
    }

    /// Writes one field that is a list.
    pub fn list<T: ToJson>(&mut self, name: &str, items: impl IntoIterator<Item = T>) {
        self.key(name).list(items);
    }

    fn next(&mut self) {
        if !std::mem::take(&mut self.first) {
            self.writer.0.push(b',');
        }
    }

    fn key(&mut self, name: &str) -> &mut Writer {
        // Names are ours, and need no escapes.
        self.writer.raw(if std::mem::take(&mut self.first) { "\"" } else { ",\"" });
        self.writer.raw(name);
        self.writer.raw("\":");
        self.writer
    }
}

impl<T: ToJson + ?Sized> ToJson for &T {
    fn write(&self, writer: &mut Writer) {
        (**self).write(writer);
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write(&self, writer: &mut Writer) {
        match self {
            Some(value) => value.write(writer),
            None => writer.raw("null"),
        }
    }
}

impl<T: ToJson> ToJson for [T] {
    fn write(&self, writer: &mut Writer) {
        writer.list(self);
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write(&self, writer: &mut Writer) {
        writer.list(self);
    }
}

impl ToJson for str {
    fn write(&self, writer: &mut Writer) {
        writer.string(self);
    }
}

impl ToJson for String {
    fn write(&self, writer: &mut Writer) {
        writer.string(self);
    }
}

impl ToJson for bool {
    fn write(&self, writer: &mut Writer) {
        writer.raw(if *self { "true" } else { "false" });
    }
}

impl ToJson for i64 {
    fn write(&self, writer: &mut Writer) {
        let mut digits = [0; 20];
        let mut start = digits.len();
        let mut rest = self.unsigned_abs();
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
            start -= 1;
            if rest == 0 {
                break;
            }
        }
        if *self < 0 {
            writer.0.push(b'-');
        }
        writer.0.extend_from_slice(digits.get(start..).unwrap_or_default());
    }
}

impl ToJson for Opaque {
    fn write(&self, writer: &mut Writer) {
        writer.raw(self.as_str());
    }
}
