// The lifecycle as a diagram, with the present status and the last rule marked in it.
import type { Entry } from "countersign/store";
import diagrams from "virtual:diagrams";
import { useState } from "react";
import { useStore } from "../stores";
import { sentence } from "../words";
import { type Lifecycles, ruleOf, viewOf } from "./engine";
import { useAt } from "./past";
import { idOf, type Subject, statusOf } from "./subject";

const LINE = 15;

type Drawn = (typeof diagrams)[Subject["name"]];

interface Marked {
  readonly present: string;
  /** The edge that was gone along; undefined if the status stayed, or is not known. */
  readonly edge: Drawn["edges"][number] | undefined;
  /** The last command. */
  readonly command: string | undefined;
  readonly said: string;
}

interface DiagramProps {
  engine: Lifecycles;
  subject: Subject;
  entry: Entry | undefined;
}

export function Diagram(props: DiagramProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="lifecycle" aria-labelledby="lifecycle-title">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <h2 id="lifecycle-title">The {props.subject.name} lifecycle</h2>
        </summary>
        {isOpen && <Inside {...props} />}
      </details>
    </section>
  );
}

function Inside({ engine, subject, entry }: DiagramProps) {
  const drawn = diagrams[subject.name];
  const marked = useMarked({ engine, subject, entry });
  return (
    <>
      <p>{marked.said}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may be wider than the page, and is scrolled by keyboard then. */}
      <div className="drawing" role="group" tabIndex={0} aria-label="Diagram">
        <Drawing drawn={drawn} marked={marked} />
      </div>
      <details>
        <summary>The same as text</summary>
        <ul className="edges">
          {drawn.edges.map((edge) => (
            <li key={`${edge.from} ${edge.to}`} className={edge === marked.edge ? "last" : undefined}>
              {edge.from === "" ? "At first" : sentence(edge.from)} → {sentence(edge.to)}, by{" "}
              <span className="about">{edge.rules.join(", ")}</span>
              {edge === marked.edge && " (the last rule)"}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function useMarked({ engine, subject, entry }: DiagramProps): Marked {
  const before = useAt(useStore(), idOf(subject.session), entry && entry.seq > 1 ? entry.seq - 1 : null);
  const present = statusOf(subject);
  const here = subject.isPast ? `It was ${sentence(present)} then` : `It is ${sentence(present)} now`;
  if (entry?.kind !== "command") return { present, edge: undefined, command: undefined, said: `${here}.` };
  const from = before
    ? statusOf({ session: before, view: viewOf(engine, before, entry.at) })
    : entry.seq === 1
      ? ""
      : null;
  const command = ruleOf(engine, subject.name, entry.rule)?.command;
  const edge = diagrams[subject.name].edges.find(
    (each) => each.from === from && each.to === present && each.commands.some((name) => name === command),
  );
  const moved = edge && from ? `, and led from ${sentence(from)} to ${sentence(present)}` : "";
  const stayed = from === present ? ", and the status stayed" : "";
  return { present, edge, command, said: `${here}. The last rule was ${entry.rule}${moved}${stayed}.` };
}

function Drawing({ drawn, marked }: { drawn: Drawn; marked: Marked }) {
  const { width, height, nodes, edges } = drawn;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={marked.said}>
      <defs>
        <Head id="head" />
        <Head id="head-last" />
      </defs>
      {edges.map((edge) => (
        <Line key={`${edge.from} ${edge.to}`} edge={edge} isLast={edge === marked.edge} />
      ))}
      {edges.map((edge) => (
        <Commands
          key={`${edge.from} ${edge.to}`}
          edge={edge}
          last={edge === marked.edge ? marked.command : undefined}
        />
      ))}
      {nodes.map(({ status, isEnd, x, y, ...size }) =>
        status === "" ? (
          <circle key="" className="start" cx={x + size.width / 2} cy={y + size.height / 2} r={size.width / 2} />
        ) : (
          <g key={status} className={status === marked.present ? "state present" : "state"}>
            <rect x={x} y={y} {...size} rx={6} />
            {isEnd && <rect x={x + 3} y={y + 3} width={size.width - 6} height={size.height - 6} rx={4} />}
            <text x={x + size.width / 2} y={y + size.height / 2 + 4}>
              {status}
            </text>
          </g>
        ),
      )}
    </svg>
  );
}

function Line({ edge, isLast }: { edge: Drawn["edges"][number]; isLast: boolean }) {
  return (
    <path
      className={isLast ? "line last" : "line"}
      d={edge.path}
      markerEnd={`url(#${isLast ? "head-last" : "head"})`}
    />
  );
}

/** What leads along the edge, over all lines. */
function Commands({ edge, last }: { edge: Drawn["edges"][number]; last: string | undefined }) {
  const top = edge.y - ((edge.commands.length - 1) * LINE) / 2 + 4;
  return (
    <g className="commands">
      <title>{edge.rules.join(", ")}</title>
      {edge.commands.map((command, at) => (
        <text key={command} className={command === last ? "last" : undefined} x={edge.x} y={top + at * LINE}>
          {command}
        </text>
      ))}
    </g>
  );
}

function Head({ id }: { id: string }) {
  return (
    <marker
      id={id}
      viewBox="0 0 10 10"
      refX={9}
      refY={5}
      markerWidth={8}
      markerHeight={8}
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path d="M0 1 9 5 0 9z" />
    </marker>
  );
}
