import type { Page } from 'playwright-core';

/** Chooses a value in a filter that holds several, and closes its menu. */
export async function chooseFilter(page: Page, filter: string, ...values: readonly string[]): Promise<void> {
  await page
    .getByRole('button', { name: `${filter}: ` })
    .and(page.locator('.choice-filter'))
    .click();
  const menu = page.getByRole('dialog', { name: filter, exact: true });
  for (const value of values) await menu.getByLabel(value, { exact: true }).check();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
}

/** Waits until a list has this many rows on all of its pages. */
export const total = (page: Page, count: number) =>
  page.getByText(`Total: ${count}`, { exact: true }).waitFor();

/** The filters that are set. */
export const chips = (page: Page) =>
  page.getByRole('group', { name: 'Active filters' }).getByRole('button', { name: /^Remove filter/ });

/** The parameters of the address. */
export const params = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** The queries of the requests for a path, from now on. */
export const requestsOf = (page: Page, path: string): URLSearchParams[] => {
  const requests: URLSearchParams[] = [];
  page.on('request', request => {
    const url = new URL(request.url());
    if (url.pathname === path) requests.push(url.searchParams);
  });
  return requests;
};
