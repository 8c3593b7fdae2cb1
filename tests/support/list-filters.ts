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
