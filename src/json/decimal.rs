use std::cmp::Ordering;
use std::iter::repeat;

/// Compares two numbers, given as JSON texts, by their values: exactly, since nothing is rounded on the way.
///
/// An exponent beyond 64 bits counts as the largest, or smallest, that they hold.
pub fn compare(left: &str, right: &str) -> Ordering {
    let (left, right) = (Decimal::of(left), Decimal::of(right));
    left.sign.cmp(&right.sign).then_with(|| match left.sign {
        // Whatever the exponent says.
        0 => Ordering::Equal,
        1.. => left.size(&right),
        _ => right.size(&left),
    })
}

/// The number sign × 0.digits × 10^magnitude; the digits, those of `whole` and `fraction`, do not begin with 0.
struct Decimal<'t> {
    sign: i8,
    whole: &'t str,
    fraction: &'t str,
    magnitude: i64,
}

impl<'t> Decimal<'t> {
    fn of(text: &'t str) -> Self {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (digits, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let exponent = exponent.parse().unwrap_or(if exponent.starts_with('-') { i64::MIN } else { i64::MAX });
        let whole = whole.trim_start_matches('0');
        let significant = if whole.is_empty() { fraction.trim_start_matches('0') } else { fraction };
        let places = whole.len() as i64 - (fraction.len() - significant.len()) as i64;
        let sign = match (whole.is_empty() && significant.is_empty(), unsigned.len() < text.len()) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        Decimal { sign, whole, fraction: significant, magnitude: exponent.saturating_add(places) }
    }

    /// Compares the numbers without their signs; none of them is 0.
    fn size(&self, other: &Self) -> Ordering {
        let most = self.length().max(other.length());
        let digits = || self.digits().take(most).cmp(other.digits().take(most));
        self.magnitude.cmp(&other.magnitude).then_with(digits)
    }

    fn length(&self) -> usize {
        self.whole.len() + self.fraction.len()
    }

    fn digits(&self) -> impl Iterator<Item = u8> {
        self.whole.bytes().chain(self.fraction.bytes()).chain(repeat(b'0'))
    }
}

#[cfg(test)]
mod tests {
    use super::compare;

    /// Rows of ascending numbers; those of one row are equal.
    const ASCENDING: &[&[&str]] = &[
        &["-1e400", "-10E+399"],
        &["-9007199254740993"],
        &["-9007199254740992"],
        &["-10", "-1e1", "-100e-1"],
        &["-1.5", "-15e-1", "-1.50"],
        &["-1", "-1.0", "-0.1e1"],
        &["-1e-400"],
        &["-1e-99999999999999999999"],
        &["0", "-0", "0.0", "-0.00", "0e5", "0E-5", "-0e99999999999999999999"],
        &["1e-99999999999999999999"],
        &["1e-400", "0.1e-399", "10e-401"],
        &["0.009", "9e-3", "0.9e-02"],
        &["0.01"],
        &["0.1"],
        &["0.10000000000000000000000000000000000001"],
        &["0.3", "0.30"],
        &["0.9"],
        &["1", "1.0", "1e0", "1E+0", "1e-0", "10e-1", "0.001e3"],
        &["1.05"],
        &["1.5", "15e-1"],
        &["9"],
        &["10", "1e1", "1.0e1", "10.00"],
        &["10.5"],
        &["99", "0.99e2"],
        &["100"],
        &["123456789012345678901234567890"],
        &["123456789012345678901234567891", "1.23456789012345678901234567891e29"],
        &["1e308"],
        &["1e400", "10e399", "0.1e401"],
        &["2e400"],
        &["1e9223372036854775807", "1e99999999999999999999"],
        &["2e99999999999999999999"],
    ];

    #[test]
    fn numbers_compare_by_value() {
        for (left_row, lefts) in ASCENDING.iter().enumerate() {
            for (right_row, rights) in ASCENDING.iter().enumerate() {
                for (left, right) in lefts.iter().flat_map(|left| rights.iter().map(move |right| (left, right))) {
                    assert_eq!(compare(left, right), left_row.cmp(&right_row), "{left} and {right}");
                }
            }
        }
    }

    #[test]
    fn numbers_that_a_float_holds_compare_as_floats() {
        let numbers: Vec<String> =
            (-40..=40).flat_map(|n| [format!("{n}"), format!("{}", f64::from(n) / 8.0), format!("{n}e-2"), format!("{n}.25E1")]).collect();
        let float = |text: &str| text.parse::<f64>().unwrap();
        for (left, right) in numbers.iter().flat_map(|left| numbers.iter().map(move |right| (left, right))) {
            assert_eq!(Some(compare(left, right)), float(left).partial_cmp(&float(right)), "{left} and {right}");
        }
    }
}
