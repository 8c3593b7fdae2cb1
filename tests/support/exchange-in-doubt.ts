import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { tills } from '#domain/tills/till.contract';
import { loseAnswers } from './lose-answers';
import { stockedProduct } from './shop';
import type { TestApp } from './test-app';
import { press, scan } from './till-keyboard';

export const lamp = '5090000000017';
export const chair = '5090000000024';
export const tea = '5090000000031';
const products = [
  ['Desk lamp', 'LAMP', 4145, lamp],
  ['Folding chair', 'CHAIR', 6000, chair],
  ['Breakfast tea', 'TEA', 240, tea],
] as const;

/** Products to exchange, and an open till. */
export async function stockedForExchange(app: TestApp): Promise<void> {
  for (const [name, sku, pence, code] of products)
    await stockedProduct(app.db, {
      pieces: '500',
      name,
      sku,
      price: toPence(pence),
      barcodes: [{ code, factor: wholeUnits(1) }],
    });
  const keeper = await app.as('view_pos', 'open_till');
  expect((await keeper.call(tills.open, { body: { register_id: 1, total: '100.00' } })).status).toBe(200);
}

export const search = (page: Page) => page.getByRole('combobox', { name: 'Scan or search products' });
export const total = (page: Page) => page.locator('.till-total dd');
export const soldDialog = (page: Page) => page.getByRole('dialog', { name: /Sold: INV-/ });
export const lines = (page: Page) =>
  page.getByRole('list', { name: 'Lines' }).locator('.till-line-name').allTextContents();

export async function scanned(page: Page, code: string, amount: string): Promise<void> {
  await scan(page, code);
  await expect.poll(() => total(page).textContent()).toBe(amount);
}

export async function soldChair(page: Page): Promise<string> {
  await scanned(page, chair, '£60.00');
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await press(page, 'Enter');
  await soldDialog(page).waitFor();
  const heading = await soldDialog(page).getByRole('heading').first().textContent();
  await press(page, 'Enter');
  await soldDialog(page).waitFor({ state: 'detached' });
  return /INV-\d+/.exec(heading ?? '')?.[0] ?? '';
}

/** The chair against a lamp; the server exchanges them, and its answer is lost, unless it is to be lost in another way. */
export async function exchangedWithoutAnswer(page: Page, lose = loseAnswers) {
  const number = await soldChair(page);
  await scan(page, number);
  const back = page.getByRole('dialog', { name: `Refund or exchange: ${number}` });
  await back.getByLabel('Quantity of Folding chair to return').fill('1');
  await back.getByRole('button', { name: 'Changed their mind' }).click();
  await back.getByRole('button', { name: 'Exchange for other goods' }).click();
  await scanned(page, lamp, '£18.55');
  await page.getByRole('button', { name: /^Refund £18.55/ }).click();
  const answers = await lose(page, /\/exchange$/);
  await page.getByRole('button', { name: 'Exact cash' }).click();
  const refund = page.getByRole('dialog', { name: 'No answer yet' });
  await refund.getByText('this exchange may have been recorded').waitFor();
  await press(page, 'Escape');
  await refund.waitFor({ state: 'detached' });
  return { number, refund, answers };
}

export const comesBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')));
