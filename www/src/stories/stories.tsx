// The banner of the simulated world, and whoever plays its stories.
import { useEffect, useRef, useState } from "react";
import { sentence } from "../words";
import { storeOf, useOpened } from "../stores";
import { PACES, setPace, usePace } from "./pace";

export function Stories() {
  const { store } = useOpened();
  const pace = usePace();
  const isPlaying = usePlaying(store !== null);
  const dialog = useRef<HTMLDialogElement>(null);
  const clear = async () => {
    dialog.current?.close();
    // Else they would begin anew at once.
    setPace("paused");
    await (await storeOf(true)).clear();
  };
  return (
    <section className="stories" aria-label="Stories">
      <p>
        <strong>Simulated: agents that do not exist.</strong>{" "}
        <span className="more">Simulated people decide for them too. Nothing here is real.</span>
      </p>
      <div className="group" role="group" aria-label="Pace">
        {PACES.map((each) => (
          <button key={each} type="button" className="chip" aria-pressed={each === pace} onClick={() => setPace(each)}>
            {sentence(each)}
          </button>
        ))}
      </div>
      <p className="quiet" role="status">
        {isPlaying ? (pace === "paused" ? "Time limits go on." : "") : "Another tab plays them."}
      </p>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Clear<span className="more"> the stories</span>
      </button>
      <dialog ref={dialog} aria-labelledby="clear-title">
        <h2 id="clear-title">Clear the stories?</h2>
        <p>All simulated sessions are gone, in every tab, for good, and the agents pause. Yours stay.</p>
        <p className="buttons">
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep them
          </button>
          <button type="button" className="main" onClick={clear}>
            Clear them
          </button>
        </p>
      </dialog>
    </section>
  );
}

/** Plays while there is a store, this tab is in sight and no other one does. Whether it does. */
function usePlaying(isOpen: boolean): boolean {
  const [isPlaying, setPlaying] = useState(true);
  useEffect(() => {
    if (!isOpen) return;
    let turn: AbortController | null = null;
    const take = () => {
      turn?.abort();
      turn = null;
      if (document.hidden) return;
      turn = new AbortController();
      inTurn(turn.signal, setPlaying);
    };
    take();
    document.addEventListener("visibilitychange", take);
    return () => {
      document.removeEventListener("visibilitychange", take);
      turn?.abort();
    };
  }, [isOpen]);
  return isPlaying;
}

const LOCK = "countersign-stories";

async function inTurn(signal: AbortSignal, tell: (isPlaying: boolean) => void): Promise<void> {
  const waits = setTimeout(() => tell(false), 500);
  const over = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve());
  });
  const hold = async () => {
    clearTimeout(waits);
    if (signal.aborted) return;
    tell(true);
    const [store, engine, { play }] = await Promise.all([storeOf(true), import("countersign"), import("./player")]);
    if (signal.aborted) return;
    const player = play(store, engine, seedOf());
    await over;
    await player.stop();
  };
  try {
    // Where there are no locks there is nobody to take turns with.
    await (navigator.locks ? navigator.locks.request(LOCK, { signal }, hold) : hold());
  } catch {
    // It did not get its turn, or there is nothing to play into, which the page says elsewhere.
  } finally {
    clearTimeout(waits);
  }
}

const SEED = "countersign.seed";

/** That of the address, as in `?seed=7`; else the one that this browser has drawn. */
function seedOf(): string {
  const given = new URLSearchParams(location.hash.split("?", 2)[1]).get("seed");
  if (given) return given;
  try {
    const drawn = localStorage.getItem(SEED) ?? String(Math.floor(Math.random() * 1e9));
    localStorage.setItem(SEED, drawn);
    return drawn;
  } catch {
    return "1";
  }
}
