// What a page says that has nothing to show yet.
import { hrefOf } from "../place";
import { usePace } from "../stories/pace";

export function Empty({ simulated }: { simulated: boolean }) {
  const isPaused = usePace() === "paused";
  if (simulated) {
    return (
      <p className="empty">
        {isPaused
          ? "The agents are paused: they begin once another pace is chosen above."
          : "The agents begin at the pace that is chosen above."}
      </p>
    );
  }
  return (
    <div className="empty">
      <p>No sessions yet.</p>
      <p>
        <a className="button" href={hrefOf({ simulated: false, page: "data", id: null, query: {} })}>
          Load samples or a file
        </a>{" "}
        <a className="button" href={hrefOf({ simulated: true, page: "fleet", id: null, query: {} })}>
          Watch simulated agents
        </a>
      </p>
    </div>
  );
}
