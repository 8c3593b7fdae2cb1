import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { openTill } from '../support/shop';

const shop = useShop();
beforeAll(() => openTill(shop().db));

const frameOf = (page: Page) => ({
  header: page.getByRole('banner'),
  menu: page.getByRole('navigation', { name: 'Main' }),
});

test('F40 neither header nor menu is drawn beside the till; Ctrl+K searches, and both are there on the way out', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale', 'view_dashboard'], '/sales/pos');
  const { header, menu } = frameOf(page);
  await page.getByRole('button', { name: 'Sell here' }).click();
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  expect([await header.count(), await menu.count()]).toEqual([0, 0]);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search pages, actions and records' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Exit the till' }).click();
  await header.waitFor();
  await menu.getByRole('link', { name: 'Dashboard', exact: true }).waitFor();
});

test('users who may view the till and not sell keep the header and the menu', async () => {
  const page = await shop().openAs(['view_pos', 'view_dashboard'], '/sales/pos');
  await page.getByText('You can view the tills, but not sell.', { exact: false }).waitFor();
  const { header, menu } = frameOf(page);
  await header.waitFor();
  await menu.getByRole('link', { name: 'Dashboard', exact: true }).waitFor();
});

test('a till that could not be loaded has the header and the menu beside its message', async () => {
  const { token } = await shop().as('view_pos', 'create_sale', 'view_dashboard');
  const page = await shop().pageOf(token);
  // React reports the failure that the test provokes.
  await page.addInitScript(() => {
    console.error = () => undefined;
  });
  await page.route(/\/assets\/pos-[\w-]+\.js$/, route => route.abort());
  await page.goto('/sales/pos');
  await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
  const { header, menu } = frameOf(page);
  await header.waitFor();
  await menu.getByRole('link', { name: 'Dashboard', exact: true }).waitFor();
});
