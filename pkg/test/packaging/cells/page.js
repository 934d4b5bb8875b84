// A page in Chromium that writes its answer.
import { join } from "node:path";
import { serve } from "../servers.js";
import { browser } from "../tools.js";

/** How it does: the end of its script. */
export const SHOWN = "document.body.append(JSON.stringify(answer));";

/** A folder of the project on a server. */
export async function served(project, folder, { path = "index.html", policy } = {}) {
  const { url, close } = await serve(join(project.folder, folder), policy);
  return { url: `${url}/${path}`, close };
}

/** What a page answers, or says that went wrong. `close` ends its server. */
export async function opened({ url, close }, answer = "body:not(:empty)") {
  const page = await (await browser()).newPage();
  try {
    const failed = new Promise((_, reject) => page.on("pageerror", reject));
    await page.goto(url);
    const text = page.locator(answer).textContent({ timeout: 60_000 });
    return JSON.parse(await Promise.race([text, failed]));
  } finally {
    await page.close();
    await close?.();
  }
}
