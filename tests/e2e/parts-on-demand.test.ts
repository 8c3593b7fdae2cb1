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

test('a count whose code cannot be fetched is left out without a message', async () => {
  const page = await shop().openAs(['view_dashboard', 'view_email'], '/profile');
  let refused = 0;
  await page.route('**/unread-mail-*.js', route => {
    refused += 1;
    return route.abort();
  });
  await page.reload();
  await settled(page);
  await page.getByRole('link', { name: 'Inbox' }).waitFor();
  expect(refused).toBeGreaterThan(0);
  expect(await notLoaded(page).count()).toBe(0);
});
