// The diagrams of the lifecycles, laid out when the page is built: the engine's rules, and where to draw them.
import dagre from "@dagrejs/dagre";

const ID = "virtual:diagrams";

// As style/session.css draws them.
const CHARACTER = 7;
const LINE = 15;
/** What Mermaid calls what is before the first status and behind the last. */
const NOWHERE = "[*]";
const NODE = { height: 30, padding: 14 };

/** Gives the page the module `virtual:diagrams`; whatever lays them out stays here. */
export const diagrams = {
  name: "diagrams",
  resolveId: (id) => (id === ID ? `\0${ID}` : null),
  async load(id) {
    if (id !== `\0${ID}`) return null;
    const { reversible, interactive, delegated } = await import("countersign");
    const drawn = { reversible: draw(reversible), interactive: draw(interactive), delegated: draw(delegated) };
    return `export default ${JSON.stringify(drawn)};`;
  },
};

/** `{ width, height, nodes, edges }`; an edge has the commands that lead along it, and the rules by which they do. */
function draw(lifecycle) {
  const tables = lifecycle.rules();
  const edges = edgesOf(lifecycle.diagram());
  const ends = new Set(edges.filter(({ to }) => to === NOWHERE).map(({ from }) => from));
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 26, ranksep: 26, edgesep: 14, marginx: 6, marginy: 6 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const status of new Set(edges.map(({ from }) => from))) graph.setNode(status, sizeOf(status));
  const shown = edges.filter(({ to }) => to !== NOWHERE);
  for (const { from, to, commands } of shown) {
    const width = Math.max(...commands.map(({ length }) => length)) * CHARACTER + 8;
    graph.setEdge(from, to, { width, height: commands.length * LINE, labelpos: "c" });
  }
  dagre.layout(graph);
  const { width, height } = graph.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    nodes: graph.nodes().map((status) => nodeOf(status, graph.node(status), ends.has(status))),
    edges: shown.map((edge) => {
      const { points, x, y } = graph.edge(edge.from, edge.to);
      return {
        ...edge,
        from: named(edge.from),
        rules: rulesOf(tables, edge),
        path: pathOf(points),
        x: Math.round(x),
        y: Math.round(y),
      };
    }),
  };
}

/** The edges of a state diagram, each with the commands that stand on it. */
function edgesOf(mermaid) {
  const found = [...mermaid.matchAll(/^\s*(\S+) --> (\S+?)(?:: (.*))?$/gm)];
  return found.map(([, from, to, by]) => ({ from, to, commands: by?.split(", ") ?? [] }));
}

function named(status) {
  return status === NOWHERE ? "" : status;
}

/** The rules of those commands that start in the one status and may end in the other. */
function rulesOf(tables, { from, to, commands }) {
  const isAlong = (rule) =>
    rule.noop === null &&
    rule.to.includes(to) &&
    (from === NOWHERE ? rule.from.length === 0 : rule.from.includes(from));
  return tables
    .filter(({ command }) => commands.includes(command))
    .flatMap(({ rules }) => rules.filter(isAlong).map(({ id }) => id));
}

function sizeOf(status) {
  if (status === NOWHERE) return { width: 16, height: 16 };
  return { width: status.length * CHARACTER + 2 * NODE.padding, height: NODE.height };
}

function nodeOf(status, { x, y, width, height }, isEnd) {
  return { status: named(status), isEnd, x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height };
}

/** A curve through all points, so that what is written on it stands on it. */
function pathOf(points) {
  const [first] = points;
  const parts = points.slice(1).map((point, at) => {
    const [from, before, after] = [points[at], points[at - 1] ?? points[at], points[at + 2] ?? point];
    return `C${rounded(bent(from, before, point))} ${rounded(bent(point, after, from))} ${rounded(point)}`;
  });
  return `M${rounded(first)}${parts.join("")}`;
}

/** A sixth of the way between its neighbours beside the point, which makes the curve smooth there. */
function bent({ x, y }, from, to) {
  return { x: x + (to.x - from.x) / 6, y: y + (to.y - from.y) / 6 };
}

function rounded({ x, y }) {
  return [Math.round(x), Math.round(y)];
}
