// How the tests look at the page of a session.

/** A part of the page, by its title. */
export const region = (page, name) => page.getByRole("region", { name, exact: true });

/** What has the focus, as text. */
export const focused = (page) => page.evaluate(() => document.activeElement.textContent);

/** Holds Enter down for a while. */
export async function held(page) {
  for (let at = 0; at < 10; at++) {
    await page.keyboard.down("Enter");
    await page.waitForTimeout(60);
  }
  await page.keyboard.up("Enter");
}
