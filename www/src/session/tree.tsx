// Who delegated a session, and what it delegated: its ancestors and descendants, as far as they are kept here.
import { useSession, useSessions } from "countersign/react";
import type { Row } from "countersign/store";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Foreign } from "../parts/foreign";
import { Status } from "../parts/status";
import { hrefOf, usePlace } from "../place";
import { Readable } from "../parts/readable";
import { useStore } from "../stores";
import { count } from "../words";

/** How many children of one session are drawn at first, and how many more at a time; and how many generations. */
const SOME = 50;
const DEEP = 6;
/** How many generations of ancestors are drawn at first. */
const HIGH = 24;

const CIRCLE = "and so on in a circle";

interface TreeProps {
  uid: string;
  parent: string | null;
  isPast: boolean;
}

export function Tree({ uid, parent, isPast }: TreeProps) {
  const store = useStore();
  const children = useSessions(store, { parent: uid, limit: 1 });
  if (parent === null && !children?.length) return null;
  const itself = (
    <li key={uid} aria-current="true">
      <strong>this session</strong>
      <Children of={uid} seen={[uid]} />
    </li>
  );
  return (
    <section className="tree" aria-labelledby="tree-title">
      <h2 id="tree-title">Delegation</h2>
      {isPast && <p className="quiet">The others are shown as they are now, with what was delegated since.</p>}
      {parent === null ? <ul>{itself}</ul> : <Above id={parent} seen={[uid]} below={itself} />}
    </section>
  );
}

interface AboveProps {
  id: string;
  seen: readonly string[];
  below: ReactNode;
}

/** An ancestor around what it delegated, in its own ancestors. */
function Above({ id, seen, below }: AboveProps) {
  const unknown = (said: string) => (
    <ul>
      <li>
        <span className="about">{id}</span> <span className="quiet">{said}</span>
        <ul>{below}</ul>
      </li>
    </ul>
  );
  if (seen.includes(id)) return unknown(CIRCLE);
  if (seen.length > HIGH) {
    return (
      <ul>
        <li>
          <Onward id={id}>Go on above, from</Onward>
          <ul>{below}</ul>
        </li>
      </ul>
    );
  }
  return (
    <Readable instead={() => unknown("cannot be read")}>
      <Ancestor id={id} seen={seen} below={below} unknown={unknown("is not kept here")} />
    </Readable>
  );
}

function Ancestor({ id, seen, below, unknown }: AboveProps & { unknown: ReactNode }) {
  const told = useSession(useStore(), id, ({ session, view }) => ({
    parent: session.lifecycle === "delegated" ? session.parentUid : null,
    label: session.lifecycle === "delegated" ? `${session.agent} · ${session.task}` : id,
    display: view.display,
    attention: view.attention,
  }));
  if (!told) return told === null ? unknown : <ul>{below}</ul>;
  const item = (
    <li key={id}>
      <Node id={id} row={told} />
      <ul>{below}</ul>
    </li>
  );
  return told.parent === null ? <ul>{item}</ul> : <Above id={told.parent} seen={[...seen, id]} below={item} />;
}

/** What a session delegated, down to some depth. */
function Children({ of, seen }: { of: string; seen: readonly string[] }) {
  const rows = useSessions(useStore(), { parent: of, order: "label" });
  const [many, setMany] = useState(SOME);
  const list = useRef<HTMLUListElement>(null);
  // Whoever asks for more goes on at the first of them.
  useEffect(() => {
    if (many > SOME) list.current?.children[many - SOME]?.querySelector("a")?.focus();
  }, [many]);
  if (!rows?.length) return null;
  const others = rows.filter(({ id }) => !seen.includes(id));
  const left = others.length - many;
  return (
    <ul ref={list}>
      {others.slice(0, many).map((row) => (
        <li key={row.id}>
          <Node id={row.id} row={row} />
          {seen.length < DEEP ? <Children of={row.id} seen={[...seen, row.id]} /> : <Below id={row.id} />}
        </li>
      ))}
      {others.length < rows.length && <li className="quiet">{CIRCLE}</li>}
      {left > 0 && (
        <li>
          <button type="button" onClick={() => setMany(many + SOME)}>
            {`Show more of ${count(left, "further one")}`}
          </button>
        </li>
      )}
    </ul>
  );
}

/** How many more a session delegated that are not drawn. */
function Below({ id }: { id: string }) {
  const many = useSessions(useStore(), { parent: id })?.length;
  if (!many) return null;
  return (
    <ul>
      <li>
        <Onward id={id}>{`${many.toLocaleString("en")} more below`}</Onward>
      </li>
    </ul>
  );
}

/** Leads to the page of another session, whose tree goes on from there. */
function Onward({ id, children }: { id: string; children: string }) {
  const place = usePlace();
  return (
    <a href={hrefOf({ ...place, page: "session", id, query: {} })}>
      {children} <span className="about">{id}</span>
    </a>
  );
}

function Node({ id, row }: { id: string; row: Pick<Row, "label" | "display" | "attention"> }) {
  const place = usePlace();
  return (
    <span className="node">
      <a href={hrefOf({ ...place, page: "session", id, query: {} })}>
        <Foreign>{row.label}</Foreign>
      </a>
      <Status display={row.display} attention={row.attention} />
    </span>
  );
}
