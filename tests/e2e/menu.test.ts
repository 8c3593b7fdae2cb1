import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { allPermissions } from '#domain/kernel/permissions';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { seriousProblems } from '../support/accessible';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { someMessage } from '../support/mailbox';
import { settled } from '../support/settled';

const shop = useShop();
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const group = (page: Page, name: string) => menuOf(page).getByRole('button', { name, exact: true });
const entry = (page: Page, name: string) => menuOf(page).getByRole('link', { name, exact: true });
/** The entries of groups in sight; the guide of a new firm is in none. */
const labels = (page: Page) =>
  menuOf(page).locator('ul[aria-labelledby] .sidebar-entry:visible').allInnerTexts();

test('F79 groups fold and unfold, which the browser remembers; the group of the page opens by itself', async () => {
  const page = await shop().openAs(['admin'], '/masters/units');
  await entry(page, 'Units').waitFor();
  // The first group and the one of the page.
  expect(await labels(page)).toEqual([
    'Dashboard',
    'Inbox',
    'Products',
    'Price Groups',
    'Promotions',
    'Categories',
    'Sub-Categories',
    'Brands',
    'Units',
  ]);
  await expect.poll(() => group(page, 'Products').getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => group(page, 'Stock').getAttribute('aria-expanded')).toBe('false');
  await group(page, 'Stock').click();
  await entry(page, 'Stocktakes').waitFor();
  await group(page, 'Products').press('Enter');
  await entry(page, 'Units').waitFor({ state: 'hidden' });
  await entry(page, 'Stocktakes').click();
  await page.getByRole('heading', { name: 'Stocktakes', level: 1 }).waitFor();
  await page.reload();
  await entry(page, 'Stocktakes').waitFor();
  expect(await entry(page, 'Units').isVisible()).toBe(false);
  // Folded earlier, but the page is one of its.
  await page.goto('/masters/units');
  await entry(page, 'Units').waitFor();
  // Headings of the menu are none of the page.
  expect(await menuOf(page).getByRole('heading').count()).toBe(0);
});

test('F79 paid sales to review are pages of the tills', async () => {
  const page = await shop().openAs(['admin'], '/sales/exceptions');
  await entry(page, 'Tills').waitFor();
  await expect.poll(() => entry(page, 'Tills').getAttribute('aria-current')).toBe('page');
});

test('F79 a short menu starts open and has no filter', async () => {
  const page = await shop().openAs(['view_dashboard', 'view_master'], '/dashboard');
  await entry(page, 'Units').waitFor();
  expect(await labels(page)).toContain('Expense Categories');
  expect(await page.getByLabel('Filter menu').count()).toBe(0);
});

test('F79 the current entry is scrolled into sight, without scrolling the page', async () => {
  const page = await shop().openAs(['admin'], '/audit');
  await page.setViewportSize({ width: 1440, height: 420 });
  for (const name of ['Selling', 'Purchasing', 'Stock', 'Reports']) await group(page, name).click();
  await page.goto('/audit');
  await entry(page, 'Audit Log').waitFor();
  await settled(page);
  const place = await entry(page, 'Audit Log').evaluate(link => {
    const box = link.closest('.sidebar-scroll')?.getBoundingClientRect();
    const { top, bottom } = link.getBoundingClientRect();
    return {
      isInside: box !== undefined && top >= box.top && bottom <= box.bottom,
      scrolled: window.scrollY,
    };
  });
  expect(place).toEqual({ isInside: true, scrolled: 0 });
});

test('F79 entries are pinned and unpinned by keyboard, in their order, and kept for each user', async () => {
  const page = await shop().openAs(['admin'], '/masters/units');
  const pinned = () => menuOf(page).locator('[data-pins] .sidebar-entry').allInnerTexts();
  for (const name of ['Units', 'Inbox']) {
    await entry(page, name).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  }
  expect(await pinned()).toEqual(['Units', 'Inbox']);
  await page.reload();
  await menuOf(page).getByText('Pinned').waitFor();
  expect(await pinned()).toEqual(['Units', 'Inbox']);
  await menuOf(page).locator('[data-pins] .sidebar-entry').first().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await pinned()).toEqual(['Inbox']);
  // The focus is on what took its place.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Inbox');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await menuOf(page).getByText('Pinned').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.closest('nav') !== null)).toBe(true);
  const { token } = await shop().as(...allPermissions);
  // The menu has scrolled to the current entry: nothing moves from under the pointer.
  await settled(page);
  await entry(page, 'Units').hover();
  await menuOf(page).getByRole('button', { name: 'Pin Units' }).click();
  expect(await pinned()).toEqual(['Units']);
  await page.addInitScript(other => localStorage.setItem('token', other), token);
  await page.goto('/masters/brands');
  await entry(page, 'Brands').waitFor();
  expect(await pinned()).toEqual([]);
});

test('F79 what another version has kept of the menu, or a hand has changed, does no harm', async () => {
  const admin = await shop().as('admin');
  const page = await shop().pageOf(admin.token);
  await page.addInitScript(id => localStorage.setItem(`menu-${id}`, '{"pinned":7}'), admin.userId);
  await page.goto('/masters/units');
  await entry(page, 'Units').waitFor();
});

test('F79 the filter finds entries by their label and their group, by keyboard alone', async () => {
  const page = await shop().openAs(['admin'], '/masters/units');
  await entry(page, 'Units').waitFor();
  await settled(page);
  await page.keyboard.press('m');
  const filter = page.getByLabel('Filter menu');
  await expect.poll(() => filter.evaluate(node => node === document.activeElement)).toBe(true);
  await page.keyboard.type('aged');
  await entry(page, 'Aged Creditors').waitFor();
  expect(await labels(page)).toEqual(['Aged Debtors', 'Aged Creditors']);
  await filter.fill('purchasing');
  expect(await labels(page)).toContain('Reorder');
  await filter.fill('nonsense');
  await menuOf(page).getByText('No pages found. Try a shorter filter.').waitFor();
  await filter.press('Escape');
  await expect.poll(() => filter.inputValue()).toBe('');
  await filter.fill('aged');
  await filter.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Aged Creditors', level: 1 }).waitFor();
  await filter.fill('trial');
  await filter.press('Enter');
  await page.getByRole('heading', { name: 'Trial Balance', level: 1 }).waitFor();
  await expect.poll(() => filter.inputValue()).toBe('');
});

test('F79 the inbox entry counts unread messages', async () => {
  for (const seen of [true, false, false]) await someMessage(shop().db, { seen });
  const page = await shop().openAs(['view_email', 'view_dashboard'], '/dashboard');
  await menuOf(page).getByRole('link', { name: 'Inbox 2 unread' }).waitFor();
});

test('the menu counts the orders that wait for approval, on the heading while its group is folded', async () => {
  const manager = await shop().as('admin');
  const buyer = await shop().as('create_purchaseorder', 'view_purchaseorder', 'send_purchaseorder');
  const limits = { approval_limit: '500.00', over_receipt_percent: '0' };
  await manager.call(purchasingSettings.update, { body: limits });
  const supplier_id = await someSupplier(shop().db, 'Waiting & Co');
  const lines = [{ description: 'Chairs', quantity: '10', unit_price: '90.00', vat_code: 'Z' }];
  const asked: number[] = [];
  for (let number = 0; number < 2; number += 1) {
    const { id } = (await buyer.call(purchases.create, { body: { supplier_id, lines } })).reply;
    expect((await buyer.call(purchases.askApproval, { params: { id } })).status).toBe(200);
    asked.push(id);
  }
  const page = await shop().openAs(['admin'], '/masters/units');
  await group(page, 'Purchasing 2 waiting for you').click();
  await entry(page, 'Purchase Orders 2 waiting for you').click();
  // Folded again, the heading of another page says so.
  await page.getByRole('heading', { name: 'Purchase Orders', level: 1 }).waitFor();
  await expect.poll(() => menuOf(page).getByText('waiting for you').count()).toBe(1);
  await settled(page);
  expect(await seriousProblems(page, { withMenu: true })).toEqual([]);
  for (const id of asked) await manager.call(purchases.approve, { params: { id }, body: {} });
  await page.reload();
  await entry(page, 'Purchase Orders').waitFor();
});

test('F79 collapsed to icons, entries keep their names, groups and pins', async () => {
  const page = await shop().openAs(['admin'], '/masters/units');
  // The menu has scrolled to the current entry: nothing moves from under the pointer.
  await settled(page);
  await entry(page, 'Units').hover();
  await menuOf(page).getByRole('button', { name: 'Pin Units' }).click();
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await menuOf(page).getByRole('link', { name: 'Units', exact: true }).first().waitFor();
  await group(page, 'Stock').click();
  await expect.poll(() => entry(page, 'Stocktakes').getAttribute('title')).toBe('Stocktakes');
  await settled(page);
  expect(await seriousProblems(page, { withMenu: true })).toEqual([]);
});

test('F79 on a phone the menu opens over the page, closes after a choice, and its pins are in reach', async () => {
  const page = await shop().openAs(['admin'], '/masters/units', { width: 390 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await entry(page, 'Units').waitFor();
  await settled(page);
  expect(await seriousProblems(page, { withMenu: true })).toEqual([]);
  await group(page, 'Stock').click();
  await entry(page, 'Stocktakes').click();
  await page.getByRole('heading', { name: 'Stocktakes', level: 1 }).waitFor();
  await entry(page, 'Stocktakes').waitFor({ state: 'hidden' });
});
