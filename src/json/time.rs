/// Milliseconds since the epoch of an RFC 3339 time such as `2026-03-01T09:30:00.250+01:00`.
///
/// Digits beyond the millisecond are cut, a leap second is the next second, anything else is `None`.
pub fn rfc3339(text: &str) -> Option<i64> {
    let (date, rest) = text.split_once(['T', 't', ' '])?;
    let mut date = date.split('-');
    let (year, month, day) = (number(date.next()?, 4)?, number(date.next()?, 2)?, number(date.next()?, 2)?);
    let zone = rest.find(['Z', 'z', '+', '-'])?;
    let (clock, zone) = (rest.get(..zone)?, rest.get(zone..)?);
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let mut clock = clock.split(':');
    let (hour, minute, second) = (number(clock.next()?, 2)?, number(clock.next()?, 2)?, number(clock.next()?, 2)?);
    let in_range = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
    if date.next().is_some() || clock.next().is_some() || !in_range || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset(zone)?;
    Some(seconds * 1_000 + millis(fraction)?)
}

/// The RFC 3339 time of a moment, in UTC and with milliseconds, as JavaScript's `toISOString` has it for the years from 0 to
/// 9999.
pub fn to_rfc3339(millis: i64) -> String {
    let (seconds, millis) = (millis.div_euclid(1_000), millis.rem_euclid(1_000));
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Years from March on, so that the leap day comes last; 146,097 days are 400 years.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (era * 400 + year + i64::from(month >= 10), (month + 2) % 12 + 1);
    let mut text = String::with_capacity(24);
    for (value, digits, behind) in [
        (year, 4, '-'),
        (month, 2, '-'),
        (day, 2, 'T'),
        (second / 3_600, 2, ':'),
        (second / 60 % 60, 2, ':'),
        (second % 60, 2, '.'),
        (millis, 3, 'Z'),
    ] {
        let value = value.to_string();
        (value.len()..digits).for_each(|_| text.push('0'));
        text.push_str(&value);
        text.push(behind);
    }
    text
}

fn number(text: &str, digits: usize) -> Option<i64> {
    if text.len() != digits || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

fn millis(fraction: &str) -> Option<i64> {
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(fraction.bytes().chain(*b"000").take(3).fold(0, |sum, byte| sum * 10 + i64::from(byte - b'0')))
}

/// Seconds east of Greenwich.
fn offset(zone: &str) -> Option<i64> {
    let sign = match zone.bytes().next()? {
        b'+' => 1,
        b'-' => -1,
        _ => return (zone.len() == 1).then_some(0),
    };
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    let (hours, minutes) = (number(hours, 2)?, number(minutes, 2)?);
    (hours <= 23 && minutes <= 59).then_some(sign * (hours * 3_600 + minutes * 60))
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days since the epoch in the proleptic Gregorian calendar, counting years from March so that the leap day comes last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let month = (month + 9) % 12;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (month * 153 + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::{rfc3339, to_rfc3339};

    #[test]
    fn times_of_known_moments() {
        for (text, millis) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2026-03-01T09:30:00.250+01:00", 1_772_353_800_250),
            ("2026-03-01t08:30:00.25z", 1_772_353_800_250),
            ("2026-03-01 08:30:00.2509-00:00", 1_772_353_800_250),
            ("2024-02-29T23:59:60Z", 1_709_251_200_000),
            ("2000-02-29T00:00:00Z", 951_782_400_000),
            ("1900-03-01T00:00:00Z", -2_203_891_200_000),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
            ("2026-11-29T00:00:00-05:30", 1_795_930_200_000),
        ] {
            assert_eq!(rfc3339(text), Some(millis), "{text}");
        }
    }

    #[test]
    fn moments_as_times() {
        for text in [
            "1970-01-01T00:00:00.000Z",
            "2026-03-01T08:30:00.250Z",
            "2024-02-29T23:59:59.001Z",
            "1900-02-28T12:00:00.000Z",
            "0000-03-01T00:00:00.000Z",
        ] {
            assert_eq!(rfc3339(text).map(to_rfc3339).as_deref(), Some(text));
        }
        for day in (-719_000..2_932_000).step_by(13) {
            let moment = day * 86_400_000 + 86_399_999;
            assert_eq!(rfc3339(&to_rfc3339(moment)), Some(moment));
        }
    }

    #[test]
    fn what_is_no_time() {
        for text in [
            "",
            "2026",
            "2026-03-01",
            "2026-03-01T09:30:00",
            "2026-3-01T09:30:00Z",
            "2026-13-01T09:30:00Z",
            "2026-00-01T09:30:00Z",
            "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2026-04-31T00:00:00Z",
            "2026-03-00T00:00:00Z",
            "2026-03-01T24:00:00Z",
            "2026-03-01T00:60:00Z",
            "2026-03-01T00:00:61Z",
            "2026-03-01T00:00:00.Z",
            "2026-03-01T00:00:00.1x2Z",
            "2026-03-01T00:00:00ZZ",
            "2026-03-01T00:00:00+24:00",
            "2026-03-01T00:00:00+01:60",
            "2026-03-01T00:00:00+0100",
            "2026-03-01-01T00:00:00Z",
            "2026-03-01T00:00:00:00Z",
            "+026-03-01T00:00:00Z",
            "NaN",
        ] {
            assert_eq!(rfc3339(text), None, "{text}");
        }
    }
}
