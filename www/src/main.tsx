// The dashboard. Everything it says of a session comes from the engine, through the store.
import { CountersignError } from "countersign/store";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { Broken } from "./parts/broken";
import { DecideProvider } from "./parts/decide";
import { hrefOf } from "./place";
import { StoreProvider, storeOf } from "./stores";
import "./style/base.css";
import "./style/parts.css";
import "./style/fleet.css";
import "./style/session.css";
import "./style/offers.css";
import "./style/work.css";
import "./style/diagram.css";
import "./style/inbox.css";
import "./style/stories.css";
import "./style/data.css";

// Whoever comes for the first time sees something move.
if (location.hash === "" && (await isNew())) {
  history.replaceState(null, "", hrefOf({ simulated: true, page: "fleet", id: null, query: {} }));
}

const root = document.getElementById("root");
if (!root) throw new Error("no element to show the page in");

// A session that cannot be read is shown as such.
const onCaughtError = (error: unknown) => error instanceof CountersignError || console.error(error);

createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <StoreProvider>
      <DecideProvider>
        <Broken at="">
          <App />
        </Broken>
      </DecideProvider>
    </StoreProvider>
  </StrictMode>,
);

// The built page is kept for when there is no network.
if (import.meta.env.PROD)
  addEventListener("load", () => navigator.serviceWorker?.register("./offline.js").catch(() => {}));

async function isNew(): Promise<boolean> {
  try {
    const store = await storeOf(false);
    return (await store.list({ limit: 1 })).length === 0;
  } catch {
    return false;
  }
}
