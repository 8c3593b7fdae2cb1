import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useShop } from '../support/browser';

const shop = useShop();

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test('F109 a menu has the focus when it opens, and its button has it again when it closes', async () => {
  const page = await shop().openAs(['admin'], '/suppliers');
  const button = page.getByRole('button', { name: 'Export', exact: true });
  const first = page.getByRole('menuitem').first();
  await button.press('Enter');
  await first.waitFor();
  // Typed at once: nothing may move the focus to the menu afterwards.
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe(await first.textContent());
  await page.keyboard.press('Escape');
  await first.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Export');
  await button.press('Enter');
  await first.waitFor();
  await page.keyboard.press('Shift+Tab');
  await first.waitFor({ state: 'detached' });
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Export');
});

test('F109 closing the View panel of a list gives the focus back to its button', async () => {
  const page = await shop().openAs(['admin'], '/suppliers');
  const button = page.getByRole('button', { name: 'View', exact: true });
  const panel = page.getByRole('dialog', { name: 'View' });
  await button.press('Enter');
  await panel.getByLabel('Rows on a page').press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('View');
});
