// The page of the hooks' tests, bundled with one version of React, in Chromium.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const URL_OF_PAGE = "http://localhost/";

/** The README's example, as it stands there. */
export const example = /```jsx\n(.*?)```/s.exec(readFileSync(here("../../../README.md"), "utf8"))[1];

/** The script of the page; `names` are what the packages of React are called here. */
export async function bundled({ react, dom }) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: here("../../.."),
    entryPoints: [here("page.js")],
    alias: {
      countersign: here("../../index.js"),
      "countersign/react": here("../../react.js"),
      react,
      "react-dom": dom,
    },
    plugins: [readme],
    define: { "process.env.NODE_ENV": '"development"' },
    jsx: "automatic",
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0].text;
}

const readme = {
  name: "readme",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^readme$/ }, () => ({ path: "readme", namespace: "readme" }));
    onLoad({ filter: /./, namespace: "readme" }, () => ({ contents: example, loader: "jsx", resolveDir: here(".") }));
  },
};

/** A page with a database of its own, where that script has run; its clock stands still if a time is told. */
export async function opened(browser, script, time) {
  const context = await browser.newContext();
  await context.route(`${URL_OF_PAGE}**`, (route) => {
    if (new URL(route.request().url()).pathname === "/page.js") {
      return route.fulfill({ contentType: "text/javascript", body: script });
    }
    const body = `<!doctype html><meta charset="utf-8"><title>react</title><script type="module" src="/page.js"></script>`;
    return route.fulfill({ contentType: "text/html", body });
  });
  const page = await context.newPage();
  await page.goto(URL_OF_PAGE);
  await page.waitForFunction(() => globalThis.opened);
  if (time !== undefined) {
    // A clock is set while it runs, which it does from somewhat before.
    await page.clock.install({ time: time - 1000 });
    await page.clock.pauseAt(time);
  }
  return page;
}
