/// Stands for what the rules decide, not for how they are worded: 16 hexadecimal digits.
///
/// Two engines with the same hash decide alike. It is taken at build time from `digests.txt`, which has for each
/// lifecycle the digest of all its explored decisions, and which the tests hold against the rules.
///
/// ```
/// assert_eq!(countersign::RULES_HASH.len(), 16);
/// ```
pub const RULES_HASH: &str = match std::str::from_utf8(&HEX) {
    Ok(hash) => hash,
    Err(_) => "",
};

const HEX: [u8; 16] = hex(fnv1a(include_bytes!("digests.txt")));

/// The 64-bit FNV-1a hash.
const fn fnv1a(mut bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    while let [byte, rest @ ..] = bytes {
        hash = (hash ^ *byte as u64).wrapping_mul(0x0100_0000_01b3);
        bytes = rest;
    }
    hash
}

const fn hex(hash: u64) -> [u8; 16] {
    let mut digits = [0; 16];
    let mut rest = hash;
    let mut left: &mut [u8] = &mut digits;
    while let [before @ .., last] = left {
        let digit = (rest & 15) as u8;
        *last = if digit < 10 { b'0' + digit } else { b'a' + digit - 10 };
        rest >>= 4;
        left = before;
    }
    digits
}
