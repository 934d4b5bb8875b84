// Times: how long ago, and how long until.
import { useNow } from "countersign/react";
import { duration, moment } from "../words";

/** How long ago something was, which goes on by itself. */
export function Ago({ at }: { at: number }) {
  const now = useNow(Number.POSITIVE_INFINITY) ?? at;
  const passed = now - at;
  return (
    <time dateTime={new Date(at).toISOString()} title={moment(at)}>
      {passed < 1000 ? "now" : `${duration(passed)} ago`}
    </time>
  );
}

interface UntilProps {
  at: number | null;
  over?: string;
  /** Whether it says that this time is left, where nothing beside it does. */
  isSaid?: boolean;
}

/** How long something can still be done, counted down; `over` once it is past. */
export function Until({ at, over = "expired", isSaid = false }: UntilProps) {
  const now = useNow(at);
  if (at === null) return <span className="quiet">no limit</span>;
  if (now === undefined) return null;
  const left = at - now;
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={moment(at)}
      className={left <= 0 ? "over" : left < 60_000 ? "soon" : ""}
    >
      {left <= 0 ? over : duration(left, { exact: true }) + (isSaid ? " left" : "")}
    </time>
  );
}
