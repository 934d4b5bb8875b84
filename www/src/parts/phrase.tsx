// A sentence of the engine, whose names stand between backticks.
import { Foreign } from "./foreign";

export function Phrase({ children, capital = true }: { children: string; capital?: boolean }) {
  const text = capital ? children.charAt(0).toUpperCase() + children.slice(1) : children;
  return text.split("`").map((part, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence does not change in itself.
    const said = <Foreign key={at}>{part}</Foreign>;
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    return at % 2 === 1 ? <code key={at}>{said}</code> : said;
  });
}
