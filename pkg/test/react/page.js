// What the tests of the hooks do in a page: bundled with one React, and driven from outside by what is global here.
import * as React from "react";
import { createElement, memo, StrictMode, startTransition, useLayoutEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { Waiting } from "readme";
import * as hooks from "../../react.js";
import { openStore } from "../../store.js";
import * as commands from "../store/commands.js";

const at = { now: 1_800_000_000_000 };
const complaints = [];
Object.assign(globalThis, hooks, {
  complaints,
  at,
  opened,
  ended,
  show,
  hide,
  showReadme,
  serve,
  hydrate,
  until,
  rest,
  startTransition,
});

const complain = console.error;
console.error = (...args) => {
  complaints.push(args.map(String).join(" "));
  complain(...args);
};
addEventListener("error", ({ message }) => complaints.push(message));
addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));

globalThis.commands = commands;

/** How many actions a session has that is shown. */
globalThis.actions = (shown) => shown?.session.actions.length;

let names = 0;

/** Opens a store of its own, whose clock is `at`, and counts its subscriptions. */
async function opened(name = `store-${++names}`) {
  const store = await openStore({ name, caller: "OPERATOR", clock: () => at.now });
  const { subscribe } = store;
  const live = [];
  store.subscribe = (what, listener) => {
    const one = { what };
    live.push(one);
    const stop = subscribe.call(store, what, listener);
    return () => {
      live.splice(live.indexOf(one), 1);
      stop();
    };
  };
  store.name = name;
  await store.ready;
  for (const id of ["run", "other"]) await store.dispatch("reversible", id, commands.create(id));
  Object.assign(globalThis, { store, live });
}

let root;
let hydrated;

/**
 * Renders a component for each of these functions, which call hooks and give what is shown. `rendered` has what each gave,
 * render by render, and `committed` what was to be seen of all, commit by commit.
 */
function show(uses, { isStrict, isHidden } = {}) {
  root ??= createRoot(begun({}));
  for (const name of Object.keys(uses)) rendered[name] ??= [];
  root.render(tree(uses, { isStrict, isHidden }));
}

/** Where something is rendered anew. */
function begun(uses) {
  const rendered = Object.fromEntries(Object.keys(uses).map((name) => [name, []]));
  Object.assign(globalThis, { rendered, committed: [] });
  return document.body.appendChild(document.createElement("main"));
}

// React 18 hides nothing.
globalThis.canHide = "Activity" in React;

function tree(uses, { isStrict, isHidden } = {}) {
  const all = createElement(Boundary, null, createElement(All, { uses }));
  return createElement(isStrict ? StrictMode : "div", null, withActivity(all, isHidden));
}

function withActivity(all, isHidden) {
  return canHide ? createElement(React.Activity, { mode: isHidden ? "hidden" : "visible" }, all) : all;
}

/** Keeps what was thrown while rendering. */
class Boundary extends React.Component {
  state = { error: null };

  static getDerivedStateFromError(error) {
    globalThis.caught = error;
    return { error };
  }

  render() {
    return this.state.error ? null : this.props.children;
  }
}

function All({ uses }) {
  return Object.entries(uses).map(([name, use]) => createElement(One, { key: name, name, use }));
}

const seen = {};
let isServer = false;

// Renders only when its function is another one, or a hook says so.
const One = memo(({ name, use }) => {
  const value = use();
  rendered[name].push(value);
  // A server has no effects, and React 18 says so.
  const useCommit = isServer ? () => {} : useLayoutEffect;
  useCommit(() => {
    seen[name] = value;
    queueMicrotask(() => committed.push({ ...seen }));
    return () => {
      delete seen[name];
    };
  });
  return createElement("output", null, JSON.stringify(value) ?? "unknown");
});

function hide() {
  root?.unmount();
  hydrated?.unmount();
  root = hydrated = undefined;
}

/** Leaves nothing of a test to the next one; gives what went wrong unheard. */
function ended() {
  hide();
  store.close();
  document.body.replaceChildren();
  return complaints.splice(0);
}

/** The README's component. */
function showReadme() {
  root = createRoot(begun({}));
  root.render(createElement(Waiting, { store }));
}

/** As a server renders it. */
function serve(uses) {
  begun(uses);
  isServer = true;
  const html = renderToString(tree(uses));
  isServer = false;
  return html;
}

/** Takes up what a server rendered, beside what is shown already. */
function hydrate(html, uses) {
  const main = begun(uses);
  main.innerHTML = html;
  hydrated = hydrateRoot(main, tree(uses), { onRecoverableError: (error) => complaints.push(String(error)) });
}

/** Waits until it holds. */
async function until(holds) {
  const end = performance.now() + 5000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`it never came to ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Waits until nothing happens any more. */
function rest() {
  return new Promise((resolve) => setTimeout(resolve, 60));
}
