import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { settled } from '../support/settled';

const shop = useShop();

const notLoaded = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded' });

test('a panel whose code cannot be fetched leaves the page as it is, and opens at another try', async () => {
  const page = await shop().openAs(['view_dashboard'], '/dashboard');
  await settled(page);
  await page.route('**/bell-panel-*.js', route => route.abort());
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await notLoaded(page).waitFor();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  await notLoaded(page).getByRole('button', { name: 'Try again' }).click();
  await notLoaded(page).waitFor();
  await page.unroute('**/bell-panel-*.js');
  await notLoaded(page).getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
  expect(await notLoaded(page).count()).toBe(0);
});

test('tools whose code cannot be fetched are left out without a message', async () => {
  const page = await shop().openAs(['view_user'], '/users');
  await settled(page);
  let refused = 0;
  await page.route('**/table-tools-*.js', route => {
    refused += 1;
    return route.abort();
  });
  await page.locator('tbody tr').first().hover();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await settled(page);
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  expect(await notLoaded(page).count()).toBe(0);
});
