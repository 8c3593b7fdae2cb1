import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import { products } from '#domain/products/product.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { someCounting } from '../support/counts';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
let till: number;
const { sold, refund } = shopFloor(() => ({ app: shop(), seller: admin, till }));
beforeAll(async () => {
  admin = await shop().as('admin');
  till = await openTill(shop().db);
});

/** A step of the page that is not possible now: there, not to be used, and its reason is told to whoever cannot see it. */
async function blockedButton(page: Page, name: string): Promise<string> {
  const button = page.getByRole('button', { name, exact: true });
  await button.waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  const described = (await button.getAttribute('aria-describedby')) ?? '';
  await button.focus();
  const reason = page.locator(`[id="${described}"]`);
  await reason.waitFor({ state: 'visible' });
  await button.click({ force: true });
  expect(await page.getByRole('dialog').count()).toBe(0);
  return reason.innerText();
}

async function blockedEntry(page: Page, name: RegExp): Promise<string> {
  const entry = page.getByRole('menuitem', { name });
  await entry.waitFor();
  expect(await entry.getAttribute('aria-disabled')).toBe('true');
  return entry.innerText();
}

const more = (page: Page, label: string | RegExp = 'More') =>
  page.getByRole('button', { name: label }).click();

test('F06 an invoice that was refunded keeps Refund, Edit and Cancel, disabled, with the reason', async () => {
  const product = await stockedProduct(shop().db);
  const sale = await sold([{ product_id: product, quantity: '1' }], 240);
  expect((await refund(sale, [{ line_number: 1, quantity: '1' }], 240)).status).toBe(200);
  const page = await shop().openAs(['admin'], `/sales/invoices/${sale.id}`);
  expect(await blockedButton(page, 'Refund')).toContain(`All of ${sale.number} has been refunded already.`);
  expect(await seriousProblems(page)).toEqual([]);
  await more(page);
  expect(await blockedEntry(page, /^Edit the sale/)).toContain('Make a new sale instead.');
  expect(await blockedEntry(page, /^Cancel the sale/)).toContain('has been refunded already.');
});

test('F06 without the right an action is not there at all', async () => {
  const product = await stockedProduct(shop().db);
  const sale = await sold([{ product_id: product, quantity: '1' }], 240);
  const page = await shop().openAs(['view_sale'], `/sales/invoices/${sale.id}`);
  await page.getByRole('button', { name: 'PDF' }).waitFor();
  expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0);
});

test('F06 a posted stock-take, a journal of a document and a product in use keep what is not possible, with the reason', async () => {
  const on = await someCounting(shop());
  const product = await on.stocked();
  const id = await on.started([product]);
  await on.count(id, product, '9');
  expect((await on.post(id)).status).toBe(200);
  const page = await shop().openAs(['admin'], `/stock/counts/${id}`);
  expect(await blockedButton(page, 'Post')).toContain('is posted already.');
  await more(page);
  expect(await blockedEntry(page, /^Cancel the stock-take/)).toContain('is posted already.');

  const { reply } = await admin.call(journals.list, { query: {} });
  const journal = reply.data.find(({ kind }) => kind === 'stock_count')?.id ?? 0;
  await page.goto(`/journals/${journal}`);
  expect(await blockedButton(page, 'Reverse')).not.toBe('');

  const { reply: detail } = await admin.call(products.get, { params: { id: product } });
  await page.goto(`/products/${detail.id}`);
  await more(page, 'More actions');
  expect(await blockedEntry(page, /^Delete/)).toContain('Archive it instead.');
});
