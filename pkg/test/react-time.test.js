// The hooks for offers and the time, and what comes from outside: a database that closes, a page that a server rendered.
import assert from "node:assert/strict";
import { underEachVersion } from "./react/versions.js";

const NOW = 1_800_000_000_000;

underEachVersion((inPage) => {
  inPage("offers change with the session, and when time alone changes them, each time once for all", async (page) => {
    const found = await page.evaluate(async () => {
      await store.dispatch("reversible", "run", commands.asks("a", 1000));
      const session = await store.get("run");
      await store.remove("run");
      // Its server's: here nothing falls due, time only shows.
      await store.put("reversible", { ...session, id: "theirs" }, { version: 1 });
      let asked = 0;
      const { offers } = store;
      store.offers = (id) => {
        asked++;
        return offers.call(store, id);
      };
      const use = () => {
        const offers = useOffers(store, "theirs");
        return offers?.find(({ command }) => command.decision === "approve")?.code;
      };
      const objects = () => useOffers(store, "theirs");
      show({ a: use, b: use, c: objects, d: objects, none: () => useOffers(store, "none") });
      await until(() => rendered.a.length === 2 && rendered.none.length === 2);
      await rest();
      const first = [rendered.a.at(-1), rendered.none.at(-1), asked];
      at.now += 1000;
      await store.timePassed();
      await until(() => rendered.b.at(-1) === "approval_expired");
      await rest();
      const expired = [rendered.a.length, asked, rendered.c.at(-1) === rendered.d.at(-1)];
      const torn = committed.filter(({ a, b, c, d }) => a !== b || c !== d).length;
      return { first, expired, torn };
    });
    assert.deepEqual(found, { first: [null, null, 2], expired: [3, 3, true], torn: 0 });
  });

  inPage("no older offers come after newer ones, and the last are never left out", async (page) => {
    const found = await page.evaluate(async () => {
      let asked = 0;
      const { offers } = store;
      store.offers = async (id) => {
        const found = await offers.call(store, id);
        // The earlier it was asked, the later it answers.
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, 50 - 10 * asked++)));
        return found;
      };
      const count = (offers) => offers?.filter(({ command }) => command.decision === "approve").length;
      show({ run: () => count(useOffers(store, "run")) });
      for (let index = 0; index < 12; index++) {
        await store.dispatch("reversible", "run", commands.asks(`a${index}`));
        await new Promise((resolve) => setTimeout(resolve, 7));
      }
      await until(() => rendered.run.at(-1) === 12);
      await rest();
      const counts = rendered.run.filter((count) => count !== undefined);
      const isRising = counts.every((count, at) => at === 0 || count > counts[at - 1]);
      return { isRising, last: counts.at(-1), hasBetween: counts.length > 2 };
    });
    assert.deepEqual(found, { isRising: true, last: 12, hasBetween: true });
  });

  inPage(
    "offers that stay as they are render nothing, and one that cannot be asked for fails nothing",
    async (page) => {
      const found = await page.evaluate(async () => {
        show({ offers: () => useOffers(store, "run"), actions: () => actions(useSession(store, "run")) });
        await until(() => rendered.offers.length === 2);
        // A noop with an id is told, and changes nothing.
        await store.dispatch("reversible", "run", commands.create("run"), { commandId: "again" });
        await rest();
        store.offers = () => Promise.reject(new Error("corrupt"));
        await store.dispatch("reversible", "run", commands.asks("a"));
        await until(() => rendered.actions.at(-1) === 1);
        await rest();
        return rendered.offers.length;
      });
      assert.equal(found, 2);
    },
  );

  inPage("once the database is closed from outside, what was known last stays", async (page) => {
    const found = await page.evaluate(async () => {
      await opened("theirs");
      const use = () => [
        actions(useSession(store, "run")),
        useSession(store, "run", ({ view }) => ({ is: view.display }))?.is,
        useSessions(store)?.length,
        useOffers(store, "run")?.length > 0,
      ];
      show({ run: use });
      await until(() => rendered.run.at(-1)?.[3] && rendered.run.at(-1)[2] === 2);
      let closed;
      store.subscribe("run", (told) => {
        closed ??= told?.closed;
      });
      indexedDB.deleteDatabase("theirs");
      await until(() => closed);
      await rest();
      const renders = rendered.run.length;
      show({ run: () => use() });
      await until(() => rendered.run.length > renders);
      await rest();
      const kept = rendered.run.at(-1);
      // Opened anew it is another store, of which nothing is known.
      await opened("theirs");
      show({ run: () => use() });
      await until(() => rendered.run.at(-1)[3]);
      hide();
      return { closed, kept, isNew: rendered.run.some((all) => all.every((one) => !one)) };
    });
    assert.deepEqual(found, { closed: "versionchange", kept: [0, "ACTIVE", 2, true], isNew: true });
  });

  inPage(
    "what is hidden for a while subscribes to nothing, and shows what it knew until it hears more",
    async (page) => {
      const found = await page.evaluate(async () => {
        if (!canHide) return null;
        const uses = { run: () => actions(useSession(store, "run")) };
        show(uses);
        await until(() => rendered.run.at(-1) === 0);
        show(uses, { isHidden: true });
        await until(() => live.length === 0);
        await store.dispatch("reversible", "run", commands.asks("a"));
        show(uses);
        await until(() => rendered.run.at(-1) === 1);
        return rendered.run;
      });
      assert.deepEqual(found?.slice(1) ?? [0, 1], [0, 1]);
    },
  );

  inPage("what a server rendered is taken up without a warning, then filled in", async (page) => {
    const found = await page.evaluate(async () => {
      const uses = () => ({
        run: () => actions(useSession(globalThis.store, "run")),
        rows: () => useSessions(globalThis.store)?.length,
        offers: () => useOffers(globalThis.store, "run")?.length > 0,
        now: () => typeof useNow(4e12),
      });
      const known = globalThis.store;
      globalThis.store = null;
      const html = serve(uses());
      globalThis.store = known;
      // Another part of the page has it all already.
      show(uses());
      await until(() => rendered.offers.at(-1) && rendered.run.at(-1) === 0 && rendered.rows.at(-1));
      hydrate(html, uses());
      await until(() => rendered.offers.at(-1) && rendered.run.at(-1) === 0 && rendered.rows.at(-1));
      hide();
      return { html, first: Object.values(rendered).map(([one]) => one ?? "unknown"), last: rendered.now.at(-1) };
    });
    assert.deepEqual(found.first, ["unknown", "unknown", false, "undefined"]);
    assert.equal(found.last, "number");
    assert.match(found.html, /<output>unknown<\/output><output>unknown<\/output><output>false/);
  });

  inPage(
    "the time counts down at each second, and is right when it is over",
    async (page) => {
      await page.evaluate(() => {
        const end = 1_800_000_003_300;
        show({
          left: () => Math.ceil((end - useNow(end)) / 1000),
          now: () => useNow(end) - 1_800_000_000_000,
          over: () => useNow(end - 3300),
          none: () => useNow(null),
          nothing: () => useNow(undefined),
        });
      });
      await page.clock.runFor(10_000);
      const found = await page.evaluate(() => rendered);
      assert.deepEqual(found, {
        left: [4, 3, 2, 1, 0],
        now: [0, 1000, 2000, 3000, 3300],
        over: [1_800_000_000_000],
        none: [1_800_000_000_000],
        nothing: [1_800_000_000_000],
      });
    },
    NOW + 400,
  );

  inPage(
    "many countdowns share one timer, which rests while the page is hidden, and ends with them",
    async (page) => {
      await page.clock.install({ time: 1_800_000_000_000 });
      await page.clock.pauseAt(1_800_000_000_400);
      await page.evaluate(() => {
        globalThis.timers = new Set();
        const { setTimeout, clearTimeout } = globalThis;
        globalThis.most = 0;
        globalThis.setTimeout = (call, ms) => {
          const timer = setTimeout(() => {
            timers.delete(timer);
            call();
          }, ms);
          timers.add(timer);
          most = Math.max(most, timers.size);
          return timer;
        };
        globalThis.clearTimeout = (timer) => {
          timers.delete(timer);
          clearTimeout(timer);
        };
        globalThis.shown = (state) => {
          Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        };
        store.close();
        const counted = (at) => [`n${at}`, () => useNow(1_800_000_060_000 + at) % 100_000];
        globalThis.uses = Object.fromEntries(Array.from({ length: 200 }, (_, at) => counted(at)));
        show(uses);
      });
      await page.clock.runFor(3000);
      const state = () =>
        page.evaluate(() => ({ first: rendered.n0.slice(1), last: rendered.n199.at(-1), timers: timers.size, most }));
      assert.deepEqual(await state(), { first: [1000, 2000, 3000], last: 3000, timers: 1, most: 1 });
      await page.evaluate(() => shown("hidden"));
      await page.evaluate(() => show({ ...uses, later: () => useNow(4e12) }));
      await page.clock.runFor(30_000);
      assert.deepEqual(await state(), { first: [1000, 2000, 3000], last: 3000, timers: 0, most: 1 });
      await page.evaluate(() => shown("visible"));
      await page.clock.runFor(1);
      assert.deepEqual(await state(), { first: [1000, 2000, 3000, 33_000], last: 33_000, timers: 1, most: 1 });
      await page.evaluate(() => hide());
      assert.equal((await state()).timers, 0);
    },
    NOW + 400,
  );
});
