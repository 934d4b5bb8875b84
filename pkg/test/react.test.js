// The hooks for sessions and lists: when they tell what, and to whom. On a server they tell nothing.
import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { test } from "node:test";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import * as engine from "../index.js";
import { useNow, useOffers, useSession, useSessions } from "../react.js";
import { openStore } from "../store.js";
import { underEachVersion } from "./react/versions.js";

underEachVersion((inPage) => {
  inPage("a session that cannot be read is thrown to the next error boundary", async (page) => {
    const caught = await page.evaluate(async () => {
      const db = await new Promise((resolve) => {
        indexedDB.open(store.name).onsuccess = ({ target }) => resolve(target.result);
      });
      await new Promise((resolve) => {
        const tx = db.transaction("sessions", "readwrite");
        tx.objectStore("sessions").get("run").onsuccess = ({ target }) => {
          tx.objectStore("sessions").put({ ...target.result, session: { ...target.result.session, actions: 7 } });
        };
        tx.oncomplete = resolve;
      });
      db.close();
      show({ broken: () => actions(useSession(store, "run")) });
      await until(() => globalThis.caught);
      complaints.splice(0);
      return [caught.code, caught.path];
    });
    assert.deepEqual(caught, ["corrupt_record", "run"]);
  });

  inPage("a session is not known, then known, then changed; null is none", async (page) => {
    const found = await page.evaluate(async () => {
      show({
        run: () => actions(useSession(store, "run")),
        none: () => useSession(store, "none"),
        selected: () => useSession(store, "run", ({ session }) => session.actions.length),
      });
      await until(() => rendered.run.length === 2 && rendered.none.length === 2);
      await store.dispatch("reversible", "run", commands.asks("a"));
      await until(() => rendered.run.length === 3);
      await store.remove("run");
      await until(() => rendered.run.length === 4);
      await rest();
      return Object.values(rendered).map((all) => all.map(String));
    });
    assert.deepEqual(found, [
      ["undefined", "0", "1", "undefined"],
      ["undefined", "null"],
      ["undefined", "0", "1", "null"],
    ]);
  });

  inPage("what others were told already is shown at once", async (page) => {
    const found = await page.evaluate(async () => {
      for (const what of ["run", { order: "id" }]) store.subscribe(what, () => {});
      await until(() => store.snapshot("run") && store.snapshot({ order: "id" }));
      show({ run: () => useSession(store, "run"), rows: () => useSessions(store, { order: "id" }) });
      await until(() => rendered.rows.length > 0);
      await rest();
      const isSame = rendered.run[0] === store.snapshot("run");
      return [isSame, rendered.run.length, rendered.rows.map(({ length }) => length)];
    });
    assert.deepEqual(found, [true, 1, [2]]);
  });

  inPage("without a store, or an id, nothing is known", async (page) => {
    const found = await page.evaluate(async () => {
      const all = (store, id) => () => [useSession(store, id), useSessions(store), useOffers(store, id)].map(String);
      show({ a: all(null, "run"), b: all(undefined, "run"), c: all(store, null) });
      await until(() => rendered.c.length > 1);
      await rest();
      const before = Object.values(rendered).map((all) => all.at(-1));
      const asked = live.map(({ what }) => what);
      show({ a: all(store, "run") });
      await until(() => rendered.a.at(-1)[2] !== "undefined");
      return [...before, asked, rendered.a.at(-1).map((shown) => shown !== "undefined")];
    });
    const unknown = ["undefined", "undefined", "undefined"];
    assert.deepEqual(found, [
      unknown,
      unknown,
      ["undefined", "[object Object],[object Object]", "undefined"],
      [{}],
      [true, true, true],
    ]);
  });

  inPage("under StrictMode no subscription is lost, and none is left", async (page) => {
    const found = await page.evaluate(async () => {
      const uses = {
        run: () => actions(useSession(store, "run")),
        rows: () => useSessions(store, {})?.length,
        offers: () => useOffers(store, "run")?.length,
      };
      show(uses, { isStrict: true });
      await until(() => rendered.run.includes(0) && rendered.rows.includes(2) && rendered.offers.at(-1) > 0);
      await rest();
      const mounted = live.map(({ what }) => what);
      await store.dispatch("reversible", "run", commands.asks("a"));
      await store.remove("other");
      await until(() => rendered.run.at(-1) === 1 && rendered.rows.at(-1) === 1);
      hide();
      await rest();
      return { mounted, left: live.length, told: ["run", {}].map((what) => store.snapshot(what) ?? "nothing") };
    });
    assert.deepEqual(found, { mounted: ["run", {}, "run"], left: 0, told: ["nothing", "nothing"] });
  });

  inPage("a component renders again only if what it selects says something else", async (page) => {
    const found = await page.evaluate(async () => {
      const counts = () => Object.fromEntries(Object.entries(rendered).map(([name, all]) => [name, all.length]));
      show({
        whole: () => actions(useSession(store, "run")),
        display: () => useSession(store, "run", ({ view }) => view.display),
        built: () => useSession(store, "run", ({ view, session }) => ({ is: view.display, of: [session.agentId] })),
        settings: () => useSession(store, "run", ({ session }) => session.settings)?.abandonAfterMs,
        failed: () => useSessions(store, { attention: "failed" })?.length,
        first: () => useSessions(store, { order: "id", limit: 1 })?.length,
        all: () => useSessions(store, { limit: Number.POSITIVE_INFINITY })?.length,
      });
      await until(() => Object.values(rendered).every((all) => all.length === 2));
      await store.dispatch("reversible", "other", commands.asks("a"));
      await rest();
      const ofAnother = counts();
      // The first changes what is shown, the second only what is waiting.
      await store.dispatch("reversible", "run", commands.asks("a"));
      await until(() => rendered.display.at(-1) === "AWAITING_APPROVAL");
      await store.dispatch("reversible", "run", commands.asks("b"));
      await until(() => rendered.whole.at(-1) === 2);
      await rest();
      return { ofAnother, ofIt: counts() };
    });
    assert.deepEqual(found, {
      ofAnother: { whole: 2, display: 2, built: 2, settings: 2, failed: 2, first: 3, all: 3 },
      ofIt: { whole: 4, display: 3, built: 3, settings: 2, failed: 2, first: 3, all: 5 },
    });
  });

  inPage("a selection stays the same object while it says the same, however its function is written", async (page) => {
    const found = await page.evaluate(async () => {
      const use = (at) => () => useSession(store, "run", ({ session }) => ({ id: session.id, at }));
      show({ run: use(1) });
      await until(() => rendered.run.length === 2);
      show({ run: use(1) });
      await until(() => rendered.run.length === 3);
      show({ run: use(2) });
      await until(() => rendered.run.length === 4);
      await store.dispatch("reversible", "run", commands.asks("a"));
      await rest();
      const [, one, again, other] = rendered.run;
      return { isKept: one === again, at: other.at, renders: rendered.run.length };
    });
    assert.deepEqual(found, { isKept: true, at: 2, renders: 4 });
  });

  inPage("what is not plain, or without an end, is no reason to render for ever or to fail", async (page) => {
    const found = await page.evaluate(async () => {
      const deep = (value, depth) => (depth ? deep([value], depth - 1) : value);
      show({
        date: () => useSession(store, "run", ({ session }) => new Date(session.createdAt))?.getTime(),
        map: () => useSession(store, "run", ({ session }) => new Map([["at", session.actions.length]]))?.get("at"),
        deep: () => useSession(store, "run", ({ session }) => deep(session.revision, 5000))?.length,
      });
      await until(() => Object.values(rendered).every((all) => all.length === 2));
      await store.dispatch("reversible", "run", commands.asks("a"));
      await until(() => Object.values(rendered).every((all) => all.length === 3));
      await rest();
      return [rendered.map.at(-1), ...Object.values(rendered).map(({ length }) => length)];
    });
    assert.deepEqual(found, [1, 3, 3, 3]);
  });

  inPage("another id: nothing of the one before is shown, and its subscription ends", async (page) => {
    const found = await page.evaluate(async () => {
      await store.dispatch("reversible", "other", commands.asks("a"));
      const use = (id) => () => [
        id,
        useSession(store, id)?.session.id,
        useSession(store, id, ({ session }) => ({ id: session.id }))?.id,
        useOffers(store, id)?.some(({ command }) => command.approvalId) ? "other" : undefined,
      ];
      show({ run: use("run") });
      await until(() => rendered.run.at(-1)?.[2] === "run");
      for (const id of ["other", "run", "other"]) show({ run: use(id) });
      await until(() => rendered.run.at(-1)[3] === "other");
      show({ run: use("run") });
      await until(() => rendered.run.at(-1)?.[2] === "run");
      await rest();
      const wrong = rendered.run.filter(([id, ...shown]) => shown.some((of) => of !== undefined && of !== id));
      return { wrong, live: live.map(({ what }) => what), isOver: store.snapshot("other") === undefined };
    });
    assert.deepEqual(found, { wrong: [], live: ["run", "run"], isOver: true });
  });

  inPage("a query counts by what it says; another one shows nothing of the one before", async (page) => {
    const found = await page.evaluate(async () => {
      await store.dispatch("reversible", "run", commands.asks("a"));
      const use = (waiting) => () => useSessions(store, { waiting })?.map(({ id }) => id);
      show({ list: use(true), rows: () => useSessions(store, { order: "id" }) });
      await until(() => rendered.list.at(-1)?.length === 1);
      const [first] = live;
      show({ list: use(true), rows: () => useSessions(store, { order: "id" }) });
      await until(() => rendered.list.length === 3 && rendered.rows.length >= 3);
      await rest();
      const isSame = live[0] === first && rendered.rows.at(-1) === rendered.rows.at(-2);
      const before = rendered.list.length;
      show({ list: use(false) });
      await until(() => rendered.list.at(-1)?.[0] === "other");
      await rest();
      return { isSame, since: rendered.list.slice(before).map(String), live: live.map(({ what }) => what) };
    });
    assert.deepEqual(found, { isSame: true, since: ["undefined", "other"], live: [{ waiting: false }] });
  });

  inPage("all components show the same version, also while others are rendered in a transition", async (page) => {
    const found = await page.evaluate(async () => {
      // So slow that React pauses between two of them, and the store tells meanwhile.
      const slow = () => () => {
        const shown = useSession(store, "run");
        for (const end = performance.now() + 8; performance.now() < end; );
        return actions(shown);
      };
      const shown = () => [...document.querySelectorAll("output")].map(({ textContent }) => textContent);
      const many = () => Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`n${at}`, slow()]));
      show({ n0: slow(), n1: slow() });
      await until(() => shown().join() === "0,0");
      let between = 0;
      for (const id of ["a", "b", "c"]) {
        const begun = rendered.n0.length;
        startTransition(() => show(many()));
        await until(() => rendered.n0.length > begun);
        await store.dispatch("reversible", "run", commands.asks(id));
        if (rendered.n29.length < rendered.n0.length) between++;
        await until(() => shown().length === 30 && shown().every((one) => one === `${"abc".indexOf(id) + 1}`));
      }
      const torn = committed.filter((all) => new Set(Object.values(all)).size > 1);
      return { torn, between };
    });
    assert.deepEqual(found, { torn: [], between: 3 });
  });

  inPage("two components have the same object, which is the store's", async (page) => {
    const found = await page.evaluate(async () => {
      show({ a: () => useSession(store, "run"), b: () => useSession(store, "run") });
      await until(() => rendered.b.at(-1));
      await store.dispatch("reversible", "run", commands.asks("a"));
      await until(() => actions(rendered.b.at(-1)) === 1);
      return committed.every(({ a, b }) => a === b) && rendered.a.at(-1) === store.snapshot("run");
    });
    assert.equal(found, true);
  });

  inPage("the README's example", async (page) => {
    await page.evaluate(async () => {
      await store.dispatch("reversible", "run", commands.asks("a"));
      showReadme();
      const shown = (text) => document.querySelector("main").textContent.includes(text);
      await until(() => shown("billing: AWAITING_APPROVAL ") && document.querySelector("button:enabled"));
      document.querySelector("button").click();
      await until(() => shown("billing: ACTIVE"));
    });
  });
});

test("on a server nothing is known, with a store or without one, and nothing is subscribed to", async () => {
  const store = await openStore({ name: "server", engine });
  await store.dispatch("reversible", "run", { type: "create", id: "run", agentId: "billing" });
  const told = new Promise((resolve) => store.subscribe("run", resolve));
  await told;
  store.subscribe = () => assert.fail("a server shows what is there and goes");
  for (const of of [store, null, undefined]) {
    assert.equal(renderToString(createElement(Page, { of })), "[null,null,null,null]");
  }
  store.close();
});

function Page({ of }) {
  return JSON.stringify([useSession(of, "run"), useSessions(of), useOffers(of, "run"), useNow(4e12)]);
}
