import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { tills } from '#domain/tills/till.contract';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { type OwnBrowser, startBrowser } from '../support/own-browser';
import { customerWithCredit } from '../support/shop';
import { press, scan, stockedShelf, storedOnTill } from '../support/till-keyboard';

const shop = useShop();
const tea = '5010000000017';
const biscuits = '5010000000024';
let token: string;
let profile: string;
let browser: OwnBrowser | undefined;

beforeAll(async () => {
  await stockedShelf(shop().db);
  await customerWithCredit(shop().db, null, 'Ada Archer');
  const cashier = await shop().as(
    'view_pos',
    'create_sale',
    'open_till',
    'view_customer',
    'override_discount',
  );
  token = cashier.token;
  await cashier.call(tills.open, { body: { register_id: 1, total: '100.00' } });
  profile = await mkdtemp(join(tmpdir(), 'counterfoil-till-'));
});
afterEach(() => browser?.kill());
afterAll(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));

async function atTheTill(): Promise<Page> {
  browser = await startBrowser(profile);
  const { page } = browser;
  await page.addInitScript(value => localStorage.setItem('token', value), token);
  await page.goto(`${shop().address}/sales/pos`);
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  return page;
}

type Stored = {
  readonly clientId: string;
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly note: string }[];
  readonly customer: { readonly name: string } | null;
};
const stored = (page: Page) => storedOnTill<Stored>(page, 'basket till');
const names = (page: Page) =>
  page.getByRole('list', { name: 'Lines' }).getByRole('listitem').locator('.till-line-main').allInnerTexts();
const total = (page: Page) => page.locator('.till-total dd').first().innerText();
const sales = async () =>
  (
    await sql<{ client_id: string; gross: number }>`
      select client_id, gross_pence as gross from sales order by id`.execute(shop().db)
  ).rows;

/** The steps of one sale, with the total that each leaves, by hand: tea is £2.40, biscuits are £1.80. */
const steps: readonly (readonly [name: string, total: string, act: (page: Page) => Promise<void>])[] = [
  ['a first product', '£2.40', page => scan(page, tea)],
  ['a second product', '£4.20', page => scan(page, biscuits)],
  ['one more of it', '£6.00', page => press(page, '+')],
  ['a quantity of five', '£11.40', page => inDialog(page, 'F6', 'Quantity: Oat biscuits', '5')],
  // A tenth off £9.00.
  ['a discount', '£10.50', giveDiscount],
  ['a note', '£10.50', page => inDialog(page, 'Shift+F6', 'Note: Oat biscuits', 'Gift')],
  ['a customer', '£10.50', chooseCustomer],
  ['a line removed', '£2.40', page => press(page, 'Delete')],
  ['payment begun', '£2.40', beginPayment],
];

async function inDialog(page: Page, key: string, name: string | RegExp, text: string): Promise<void> {
  await press(page, key);
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('textbox').first().fill(text);
  await press(page, 'Enter');
  await dialog.waitFor({ state: 'detached' });
}

async function giveDiscount(page: Page): Promise<void> {
  await press(page, 'F7');
  await page.getByLabel('Percentage off').fill('10');
  await page.getByLabel('Reason').fill('Short-dated');
  await press(page, 'Enter');
  await page.getByLabel('Percentage off').waitFor({ state: 'detached' });
}

async function chooseCustomer(page: Page): Promise<void> {
  await press(page, 'F3');
  const dialog = page.getByRole('dialog', { name: 'Customer' });
  await dialog.getByRole('combobox').fill('Ada');
  await dialog.getByRole('option', { name: /Ada Archer/ }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function beginPayment(page: Page): Promise<void> {
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
}

test('R30 killed after each of ten steps of a sale, the browser comes back with the same basket, and sells it once', async () => {
  let page = await atTheTill();
  let basket: string | undefined;
  let last: Stored | undefined;
  for (const [name, sum, act] of steps) {
    await act(page);
    await expect.poll(() => total(page), { message: name }).toBe(sum);
    // It is stored a moment after it is shown; beginning to pay changes nothing.
    if (name !== 'payment begun') await expect.poll(() => stored(page), { message: name }).not.toEqual(last);
    last = await stored(page);
    basket ??= last?.clientId;
    const shown = await names(page);
    await browser?.kill();

    page = await atTheTill();
    await expect.poll(() => names(page), { message: name }).toEqual(shown);
    expect(await total(page), name).toBe(sum);
    const back = await stored(page);
    expect([name, back?.clientId, back?.lines, back?.customer]).toEqual([
      name,
      basket,
      last?.lines,
      last?.customer,
    ]);
  }
  await beginPayment(page);
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: /Sold: INV-/ }).waitFor();
  await browser?.kill();

  page = await atTheTill();
  await page.getByText('Scan or choose a product to start.').waitFor();
  expect(await sales()).toEqual([{ client_id: basket, gross: 240 }]);
  expect(await breachesOf(shop().db)).toEqual([]);
});
