// Text that is not ours: it turns nothing around it, and what nobody would see in it is shown.

// All that draws nothing, the marks that turn the direction among it. What emoji are made of is seen in them.
const UNSEEN =
  /(?![\n\t]|\r\n|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)(?:\u200D|\uFE0F))([\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])/u;
const ALL = new RegExp(UNSEEN, "gu");

function escaped(unseen: string): string {
  const code = (unseen.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/** The same where there is only text, as in a name that is read aloud. */
export function seen(text: string): string {
  return text.replace(ALL, escaped);
}

export function Foreign({ children }: { children: string }) {
  const parts = children.split(UNSEEN);
  return (
    <bdi>
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change in itself.
          <span key={at} className="unseen">
            {escaped(part)}
          </span>
        ) : (
          part
        ),
      )}
    </bdi>
  );
}
