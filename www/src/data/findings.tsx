// What has to be looked at of what was taken in: the first hundred, with line and path.
import { Phrase } from "../parts/phrase";
import { hrefOf } from "../place";
import { count } from "../words";
import { type Answer, type Matter, MATTERS } from "./answer";

const WORDS: Readonly<Record<Matter, string>> = {
  error: "Error",
  conflict: "Conflict",
  refused: "Refused",
  warning: "Warning",
};

export function Findings({ name, answer: { found, many } }: { name: string; answer: Answer }) {
  const all = MATTERS.reduce((sum, matter) => sum + many[matter], 0);
  const [first] = found;
  if (!first) return null;
  const hasFiles = found.some(({ file }) => file !== name);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which a keyboard does where the focus is
    <div className="findings" role="group" aria-label={`What was found in ${name}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Where</th>
            <th scope="col">Session</th>
            <th scope="col">Message</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ matter, file, id, line, path, message }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <tr key={at}>
              <td className={matter === "error" ? "failed" : matter === "conflict" ? "needs_human" : undefined}>
                {WORDS[matter]}
              </td>
              <td>
                {hasFiles && <span>{file} </span>}
                {line !== null && <span>line {line.toLocaleString("en")} </span>}
                {path !== "" && <code>{path}</code>}
              </td>
              <td>{id && <a href={hrefOf({ simulated: false, page: "session", id, query: {} })}>{id}</a>}</td>
              <td>
                <Phrase capital={false}>{message}</Phrase>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {all > found.length && <p className="quiet">and {count(all - found.length, "more", "more")}</p>}
    </div>
  );
}
