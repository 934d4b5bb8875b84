// How the tests look at the page of a session.

/** A part of the page, by its title. */
export const region = (page, name) => page.getByRole("region", { name, exact: true });

/** What has the focus, as text. */
export const focused = (page) => page.evaluate(() => document.activeElement.textContent);
