import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { closedGate } from '../support/gate';
import { settled } from '../support/settled';
import { addSupplier } from '../support/suppliers';

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

test('a filter whose code cannot be fetched keeps its button and its page, and opens at another try', async () => {
  const page = await shop().openAs(['view_product'], '/products');
  await settled(page);
  await page.route('**/choice-panel-*.js', route => route.abort());
  const filter = page.getByRole('button', { name: /^Status: / });
  await filter.click();
  await notLoaded(page).waitFor();
  await page.getByRole('heading', { name: 'Products' }).waitFor();
  await expect.poll(() => filter.isVisible()).toBe(true);
  await page.unroute('**/choice-panel-*.js');
  await notLoaded(page).getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('dialog', { name: 'Status' }).waitFor();
  expect(await notLoaded(page).count()).toBe(0);
});

test('a view menu whose code cannot be fetched opens at another try, and without saved views if only those are missing', async () => {
  const page = await shop().openAs(['view_user'], '/users');
  await settled(page);
  await page.route('**/view-{panel,entries}-*.js', route => route.abort());
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await notLoaded(page).waitFor();
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  await page.unroute('**/view-{panel,entries}-*.js');
  await page.route('**/view-entries-*.js', route => route.abort());
  await notLoaded(page).getByRole('button', { name: 'Try again' }).click();
  const menu = page.getByRole('dialog', { name: 'View' });
  await menu.getByLabel('Rows on a page').waitFor();
  expect(await notLoaded(page).count()).toBe(0);
  // They are fetched again when the menu is next opened.
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await page.unroute('**/view-entries-*.js');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await menu.getByRole('region', { name: 'Saved views' }).waitFor();
});

test('F81 the bar of selected suppliers has its place before its code is fetched, and comes at another try', async () => {
  await addSupplier(shop(), { name: 'Grower' });
  const page = await shop().openAs(['view_supplier', 'create_supplier', 'edit_supplier'], '/suppliers');
  const box = page.getByRole('checkbox', { name: 'Select Grower', exact: true });
  await box.waitFor();
  await settled(page);
  const places = () =>
    Promise.all([box, page.getByText('Add Supplier', { exact: true })].map(part => part.boundingBox()));
  const before = await places();
  const gate = closedGate();
  await page.route('**/supplier-selection-bar-*.js', async route => {
    await gate.opened;
    await route.abort();
  });
  await box.check();
  await page.locator('.list-selection [aria-busy]').waitFor();
  expect(await places()).toEqual(before);
  gate.open();
  await notLoaded(page).waitFor();
  expect(await places()).toEqual(before);
  await page.unroute('**/supplier-selection-bar-*.js');
  await notLoaded(page).getByRole('button', { name: 'Try again' }).click();
  const bar = page.getByRole('group', { name: 'Selected suppliers' });
  await bar.getByRole('button', { name: 'Edit selected' }).waitFor();
  await bar.getByText('1 supplier selected').waitFor();
  expect(await places()).toEqual(before);
  expect(await notLoaded(page).count()).toBe(0);
});
