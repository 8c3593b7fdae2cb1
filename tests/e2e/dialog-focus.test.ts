import { expect, test } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import { useShop } from '../support/browser';

const shop = useShop();

test('a dialog starts at its first field, and returns the focus to what opened it', async () => {
  const page = await shop().openAs(['view_setting', 'edit_setting', 'view_dashboard'], '/settings/vat');
  const opener = page.getByRole('button', { name: 'Add rate' });
  await opener.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Add VAT rate' });
  await shown.getByLabel('Percent').waitFor();
  const isFocused = (element: Element) => element === document.activeElement;
  await expect.poll(() => shown.getByLabel('Rate').evaluate(isFocused)).toBe(true);
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate(isFocused)).toBe(true);
  // The search opens above every page, and closes at once.
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await expect.poll(() => search.getByRole('combobox').evaluate(isFocused)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => opener.evaluate(isFocused)).toBe(true);
});

test('the company name links to a page that the user may open', async () => {
  for (const [rights, path] of [
    [['view_dashboard', 'view_product'], '/dashboard'],
    [['view_pos'], '/sales/tills'],
    [[], '/profile'],
  ] as const) {
    const page = await shop().openAs([...rights] as Permission[], '/profile');
    const brand = page.getByRole('link', { name: /^Counterfoil, go to / });
    await expect.poll(() => brand.getAttribute('href')).toBe(path);
  }
});
