// The page: one session at a time, and whatever its lifecycle says of it.
import { rulesHash, version } from "countersign";
import { ask } from "./ask.js";
import { Clock } from "./clock.js";
import { draw, moves } from "./diagram.js";
import { complaint, h, title, unfold, words } from "./element.js";
import { history } from "./events.js";
import { form } from "./form.js";
import { drawnStatus, known, lifecycles, nonsense, open, parsed } from "./lifecycles.js";
import { Offers } from "./offers.js";
import { rules } from "./rules.js";
import { samples } from "./samples.js";
import { status } from "./status.js";
import { verdict } from "./verdict.js";

const $ = (id) => document.getElementById(id);

/** What is shown: `{ name, session, warnings, origin, entries }`. */
let shown = null;
/** Shows what was opened from its beginning. */
let again = () => {};
let drawn = "";
let wake;

const clock = new Clock($("clock"), judgeAnew);
const context = () => ({ now: clock.now(), caller: $("caller").value });
const lifecycle = () => lifecycles[shown.name];

const offers = new Offers($("list"), { decide, write, lost: () => $("verdict").focus() });

/** Shows a session from its beginning; `entries` is what has happened already, `start` the time it is meant for, if told. */
function show({ entries = [], ...opened }, origin, start) {
  again = () => {
    clock.begin(start);
    show({ entries, ...opened }, origin, start);
  };
  shown = { ...opened, origin, entries: [...entries] };
  offers.close();
  $("table").replaceChildren(rules(lifecycle().rules()));
  invite(render());
}

/** In the place of a verdict. */
function invite({ display, attention }) {
  const also = words(display) === words(attention) ? "" : `, ${words(attention)}`;
  const said = `${display}${also}. Press what can be done, and the engine’s verdict appears here.`;
  $("verdict").replaceChildren(h("p", { class: "quiet" }, said));
}

/** Another caller or time: what was denied to the one before is news no more. */
function judgeAnew() {
  const view = render();
  if ($("verdict").querySelector('[data-outcome]:not([data-outcome="allowed"])')) invite(view);
}

/** Shows the first session, and offers the others. */
function showAll({ sessions: all, errors }, origin, start) {
  clock.begin(start);
  $("open-error").replaceChildren(
    ...errors.map((error) =>
      h("span", {}, error.isBeside ? "Left out, for what is beside it: " : "Left out: ", complaint(error)),
    ),
  );
  $("several").hidden = all.length < 2;
  $("which").replaceChildren(
    ...all.map(({ name, session }, index) => {
      const { display } = lifecycles[name].view(session, context());
      return h("option", { value: index }, `${session.uid ?? session.id} · ${display}`);
    }),
  );
  $("which").onchange = () => show(all[$("which").value], origin, start);
  show(all[0], origin, start);
}

function render() {
  const { session, entries } = shown;
  const now = context();
  const view = lifecycle().view(session, now);
  const top = $("offers").getBoundingClientRect().top;
  redraw($("status"), status(shown, view, lifecycle(), now));
  offers.show(lifecycle().offers(session, now), () => ({ name: shown.name, lifecycle: lifecycle(), session, context }));
  $("history").replaceChildren(history(entries, shown.name));
  // What was pressed stays where it is, though more or less may be said above it.
  if ($("offers").contains(document.activeElement)) window.scrollBy(0, $("offers").getBoundingClientRect().top - top);
  drawDiagram(view);
  document.title = `${view.display} — countersign`;
  clearTimeout(wake);
  // Some of it changes by time alone. A browser's timers end after 24 days.
  const moments = [view.changesAt, lifecycle().deadline(session)].filter((at) => at !== null && at >= now.now);
  if (moments.length > 0) wake = setTimeout(render, Math.min(Math.min(...moments) - now.now + 1, 2 ** 31 - 1));
  return view;
}

/** What was unfolded stays so, and keeps the focus. */
function redraw(place, elements) {
  const all = () => [...place.querySelectorAll("details")];
  const open = new Set(
    all()
      .filter((details) => details.open)
      .map(({ dataset }) => dataset.key),
  );
  const focused = place.contains(document.activeElement) && document.activeElement.closest("details")?.dataset.key;
  place.replaceChildren(...elements);
  for (const details of all()) {
    if (open.has(details.dataset.key)) unfold(details);
    if (details.dataset.key === focused) details.querySelector("summary").focus();
  }
}

function drawDiagram(view) {
  const diagram = lifecycle().diagram();
  const status = drawnStatus(shown.name, view);
  $("moves").replaceChildren(...moves(diagram, status));
  if (drawn === `${shown.name} ${status}`) return;
  drawn = `${shown.name} ${status}`;
  draw($("diagram"), diagram, status).catch((cause) => {
    $("diagram").replaceChildren(h("p", { class: "error" }, `The diagram could not be drawn: ${cause.message}`));
  });
}

/** Asks for a command's verdict and goes where it leads. Nonsense goes to `complain`, and gives null. */
function decide(command, complain = complainAbout("command")) {
  const { session, name } = shown;
  const now = context();
  let decision;
  try {
    decision = lifecycles[name].decide(session, command, now);
  } catch (error) {
    complain(error);
    return null;
  }
  const display = (session) => lifecycles[name].view(session, now).display;
  const way = { from: display(session), to: decision.session && display(decision.session) };
  $("verdict").replaceChildren(verdict(decision, command, way, name));
  if (decision.outcome === "allowed") {
    shown.entries.push({ at: now.now, command, rule: decision.rule, events: decision.events });
    shown.session = decision.session;
    render();
  }
  return decision;
}

function write(command) {
  $("raw").open = true;
  $("command").value = JSON.stringify(command, null, 2);
  complainAbout("command")(null);
  $("command").focus();
}

/** Shows an error beside a field; null takes it away. */
function complainAbout(id) {
  return (error) => {
    $(`${id}-error`).replaceChildren(...(error ? complaint(error) : []));
    $(id).removeAttribute("aria-invalid");
    if (!error) return;
    $(id).setAttribute("aria-invalid", "true");
    $(id).focus();
  };
}

/** `beside` is what the vendor keeps beside its payloads. */
function openText(text, beside, origin) {
  for (const id of ["json", "beside"]) complainAbout(id)(null);
  try {
    const all = open(text, beside);
    select("");
    showAll(all, origin);
    $("session").focus();
  } catch (error) {
    $("open-error").replaceChildren();
    $("paste").open = true;
    $("json").value = text;
    $("beside").value = beside;
    complainAbout(error.isBeside ? "beside" : "json")(error);
  }
}

function opens(text) {
  try {
    return open(text).sessions.length > 0;
  } catch {
    return false;
  }
}

async function openSample({ name, title, now, texts }) {
  select(name);
  try {
    showAll(open(...(await texts())), `Opened from the sample “${title}”.`, now);
  } catch (error) {
    $("open-error").replaceChildren(...complaint(error));
  }
  document.body.removeAttribute("aria-busy");
}

/** Marks the sample that is open, also for the next time that the page is loaded. */
function select(name) {
  $("sample").value = name;
  window.history.replaceState(null, "", name ? `#${name}` : window.location.pathname);
}

/** `create` has no offer: there is no session yet that could make one. */
function newSession() {
  const command = { type: "create" };
  const places = Object.entries(lifecycles).map(([name, lifecycle]) => {
    const { fields } = ask(lifecycle, null, command, context(), known(name, command));
    const made = form({
      command,
      fields,
      label: `Create ${/^[aeiou]/.test(name) ? "an" : "a"} ${name} session`,
      submit,
    });
    function submit() {
      made.clear();
      try {
        const now = { ...context(), now: Date.now() };
        const decision = lifecycle.decide(null, made.command(), now);
        if (decision.outcome !== "allowed") throw nonsense(decision.code, decision.message);
        const entry = { at: now.now, command, rule: decision.rule, events: decision.events };
        select("");
        const created = { name, session: decision.session, warnings: [], entries: [entry] };
        showAll({ sessions: [created], errors: [] }, "Created here.");
        $("verdict").replaceChildren(
          verdict(decision, command, { from: null, to: lifecycle.view(decision.session, now).display }, name),
        );
        $("new").open = false;
        $("session").focus();
      } catch (error) {
        made.complain(error);
      }
    }
    return h("section", {}, h("h3", {}, title(name)), made.element);
  });
  $("create").replaceChildren(...places);
}

$("engine").textContent = `engine ${version} · rules ${rulesHash}`;
for (const lifecycle of new Set(samples.map(({ lifecycle }) => lifecycle))) {
  const its = samples.filter((sample) => sample.lifecycle === lifecycle);
  const options = its.map(({ name, title }) => h("option", { value: name }, title));
  $("sample").append(h("optgroup", { label: title(lifecycle) }, options));
}
newSession();

$("sample").addEventListener("change", () => {
  const chosen = samples.find(({ name }) => name === $("sample").value);
  if (chosen) openSample(chosen);
});
$("again").addEventListener("click", () => again());
$("caller").addEventListener("change", judgeAnew);
$("paste")
  .querySelector("form")
  .addEventListener("submit", (event) => {
    event.preventDefault();
    openText($("json").value, $("beside").value, "Pasted.");
  });
$("raw")
  .querySelector("form")
  .addEventListener("submit", (event) => {
    event.preventDefault();
    complainAbout("command")(null);
    try {
      decide(parsed($("command").value));
    } catch (error) {
      complainAbout("command")(error);
    }
  });

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const dropped = event.dataTransfer.getData("text");
  const files = [...event.dataTransfer.files].slice(0, 2);
  const [first = dropped, second = ""] = await Promise.all(files.map((file) => file.text()));
  // Of two files one is beside the other: the one that holds no session.
  const [text, beside] = second !== "" && !opens(first) ? [second, first] : [first, second];
  if (text)
    openText(text, beside, `Dropped${files.length > 0 ? `: ${files.map(({ name }) => name).join(", ")}` : ""}.`);
});

openSample(samples.find(({ name }) => `#${name}` === window.location.hash) ?? samples[0]);
