import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { units } from '#domain/masters/master.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { useShop } from '../support/browser';
import { settled } from '../support/settled';

const shop = useShop();
beforeAll(async () => {
  const admin = await shop().as('admin');
  await admin.call(units.create, { body: { name: 'Box' } });
  await admin.call(suppliers.create, { body: { name: 'Ashdown Ltd', email: 'a@ashdown.example' } });
});

/** What has the focus, in words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement;
    const label = active instanceof HTMLInputElement ? active.labels?.[0]?.textContent : active?.ariaLabel;
    return `${active?.tagName} ${label ?? active?.textContent}`;
  });
const expectFocus = async (page: Page, wanted: string | RegExp) => {
  await expect.poll(() => focused(page)).toMatch(wanted);
};

test('F109 the first Tab stop skips to the content, and the next one is in it', async () => {
  const page = await shop().openAs(['admin'], '/suppliers');
  await page.getByText('Total: 1').waitFor();
  await settled(page);
  await page.keyboard.press('Tab');
  await expectFocus(page, 'A Skip to content');
  expect(await page.locator(':focus').evaluate(link => link.getBoundingClientRect().top)).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  await page.getByRole('heading', { name: 'Suppliers', level: 1 }).waitFor();
});

test('F109 after each navigation the focus is on the heading: by menu, row, button, search and back', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('button', { name: 'Purchasing' }).press('Enter');
  await menu.getByRole('link', { name: 'Suppliers' }).press('Enter');
  await expectFocus(page, 'H1 Suppliers');
  await page.getByRole('link', { name: 'Ashdown Ltd' }).press('Enter');
  await expectFocus(page, 'H1 Supplier Details');
  // From there the keys of the page work.
  await page.keyboard.press('e');
  await page.getByRole('dialog', { name: 'Edit Supplier' }).locator('input:focus').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goBack();
  await expectFocus(page, 'H1 Suppliers');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Trial Balance');
  await page.getByRole('option', { name: 'Trial Balance' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Trial Balance', level: 1 }).waitFor();
  await settled(page);
  await expectFocus(page, 'H1 Trial Balance');
});

test('F109 a form starts at its first field, loaded or reached from a list', async () => {
  const page = await shop().openAs(['admin'], '/purchases/create');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectFocus(page, 'INPUT Supplier');
  await page.goto('/customers');
  await page.getByText('Total: ').waitFor();
  await page.keyboard.press('n');
  await page.waitForURL('**/customers/create');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true);
  for (const path of ['/products/create', '/expenses/create', '/users/create', '/journals/create']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    const isFirst = await page.evaluate(() => {
      const fields = [
        ...document.querySelectorAll<HTMLInputElement>('main form :is(input, select, textarea)'),
      ];
      return (
        fields.find(field => field.checkVisibility() && field.type !== 'file' && !field.readOnly) ===
        document.activeElement
      );
    });
    expect(isFirst, path).toBe(true);
  }
});

test('F109 typing begun while a page loads is not interrupted, and a list that follows its filters keeps the focus', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.evaluate(() => history.pushState({}, '', '/suppliers'));
  const search = page.getByPlaceholder('Search by name, email, phone');
  await search.fill('ashdown');
  await page.waitForURL('**/suppliers?search=ashdown');
  await page.getByText('Total: 1').waitFor();
  await settled(page);
  await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);
  await expect.poll(() => search.inputValue()).toBe('ashdown');
});

test('F109 pages before signing in start at their first field or heading, and a missing page at its heading', async () => {
  const page = await shop().open();
  await page.goto('/login');
  await expectFocus(page, 'INPUT Email');
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter');
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  // Without a mailbox the page has no field.
  await expectFocus(page, 'H1 Forgot your password?');
  const inside = await shop().openAs(['admin'], '/suppliers');
  await inside.getByText('Total: 1').waitFor();
  await inside.evaluate(() => history.pushState({}, '', '/no/such/page'));
  await expectFocus(inside, 'H1 Page not found');
});
