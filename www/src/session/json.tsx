// Opaque JSON: all of it where it is short, else behind its beginning.
import { Foreign } from "../parts/foreign";
import { jsonSaid } from "./said";

const SHORT = 600;

export function Json({ title, value, isOpen = false }: { title: string; value: unknown; isOpen?: boolean }) {
  if (value === null || value === undefined) return <span className="quiet">{`no ${title.toLowerCase()}`}</span>;
  const text = jsonSaid(value);
  const said = (
    <pre>
      <Foreign>{text}</Foreign>
    </pre>
  );
  if (isOpen && text.length <= SHORT) return said;
  return (
    <details className="json">
      <summary>{isOpen ? `${title}, all ${text.length.toLocaleString("en")} characters` : title}</summary>
      {said}
    </details>
  );
}
