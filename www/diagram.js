// The lifecycle's own diagram with the present status marked, and the same in words.
import { h } from "./element.js";

const ARROW = /^\s*(\S+) --> (\S+?)(?:: (.*))?$/gm;

export function moves(diagram, present) {
  const onward = arrows(diagram).filter(({ from, to }) => from === present && to !== END);
  if (onward.length === 0) return [h("p", {}, h("strong", {}, present), ": no way leads on from here.")];
  const items = onward.map(({ to, commands }) => h("li", {}, h("code", {}, commands), " → ", to));
  return [h("p", {}, "From ", h("strong", {}, present), ":"), h("ul", {}, items)];
}

const END = "[*]";

function arrows(diagram) {
  return [...diagram.matchAll(ARROW)].map(([, from, to, commands]) => ({ from, to, commands }));
}

let latest = 0;

/** Drawn by a library that is fetched only now. A drawing that was overtaken by a later one is dropped. */
export async function draw(place, diagram, present) {
  const number = ++latest;
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize(CONFIG);
  const stage = document.body.appendChild(h("div", { class: "stage", "aria-hidden": "true" }));
  try {
    const source = `${diagram}\n    classDef present stroke-width:3px\n    class ${present} present\n`;
    const { svg } = await mermaid.render(`diagram-${number}`, present ? source : diagram, stage);
    if (number !== latest) return;
    const drawing = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
    drawing.setAttribute("role", "img");
    drawing.setAttribute(
      "aria-label",
      `State diagram, present status ${present}. The ways on from it are listed below.`,
    );
    drawing.removeAttribute("aria-roledescription");
    // Narrower than this it would be too small to read, and is moved in its frame instead.
    drawing.style.minWidth = `${0.72 * drawing.getAttribute("width")}px`;
    const frame = h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Diagram" }, drawing);
    place.replaceChildren(frame);
    const marked = drawing.querySelector(".present")?.getBoundingClientRect();
    if (marked)
      frame.scrollLeft = marked.x + marked.width / 2 - frame.getBoundingClientRect().x - frame.clientWidth / 2;
  } finally {
    stage.remove();
  }
}

// Colours are the page's own, so that they follow the system while the drawing stays. The sizes are known when it is drawn.
const CSS = `
  path.transition { stroke: var(--firm); }
  marker path, .node circle.state-start, .node circle.state-end { fill: var(--firm); stroke: var(--firm); }
  .node rect.basic { fill: var(--raised); stroke: var(--firm); }
  .node .outer-path path { stroke: var(--firm); fill: none; }
  .node.present rect.basic { fill: var(--ink); stroke: var(--ink); }
  .node text, .node tspan, .edgeLabel .label text, .edgeLabel tspan { fill: var(--ink); }
  .node.present text, .node.present tspan { fill: var(--paper); font-weight: bold; }
  .edgeLabel rect, .edgeLabel .label rect { fill: var(--paper); opacity: 0.85; }
`;
const CONFIG = {
  startOnLoad: false,
  securityLevel: "strict",
  theme: "base",
  themeCSS: CSS,
  themeVariables: { fontSize: "14px" },
  htmlLabels: false,
  fontFamily: "system-ui, sans-serif",
  state: { useMaxWidth: false, htmlLabels: false, nodeSpacing: 30, rankSpacing: 60 },
};
