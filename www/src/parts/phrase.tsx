// A sentence of the engine, whose names stand between backticks.

export function Phrase({ children, capital = true }: { children: string; capital?: boolean }) {
  const text = capital ? children.charAt(0).toUpperCase() + children.slice(1) : children;
  // biome-ignore lint/suspicious/noArrayIndexKey: a sentence does not change in itself.
  return text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
