// Text from outside, made safe to print: an id can hold escape sequences that move the cursor or recolour the screen.

// Control characters (C0, DEL, C1), what reverses or hides text, and halves of surrogate pairs.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones looked for.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/gu;
const NAMED = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** The text with everything that does not print written as an escape, as in a JSON string. */
export function printable(text) {
  return String(text).replace(UNPRINTABLE, (found) => NAMED[found] ?? escaped(found));
}

/** JSON in one line; what JSON.stringify leaves bare and a terminal would obey is escaped too. */
export function json(value) {
  return JSON.stringify(value).replace(UNPRINTABLE, escaped);
}

function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const ZERO_WIDE = /\p{Mark}/u;
const DOUBLE_WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const PLAIN = /^[\x20-\x7e]*$/;

/** How many columns of a terminal the text takes. */
export function width(text) {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += ZERO_WIDE.test(character) ? 0 : DOUBLE_WIDE.test(character) ? 2 : 1;
  return columns;
}
