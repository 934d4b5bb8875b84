// Opaque JSON: all of it where it is short, else behind its beginning.
import { jsonSaid } from "./said";

const SHORT = 600;

export function Json({ title, value, isOpen = false }: { title: string; value: unknown; isOpen?: boolean }) {
  if (value === null || value === undefined) return <span className="quiet">{`no ${title.toLowerCase()}`}</span>;
  const text = jsonSaid(value);
  if (isOpen && text.length <= SHORT) return <pre>{text}</pre>;
  return (
    <details className="json">
      <summary>{isOpen ? `${title}, all ${text.length.toLocaleString("en")} characters` : title}</summary>
      <pre>{text}</pre>
    </details>
  );
}
