import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { holdAnswers } from '../support/hold-answers';
import { isLive, markLive } from '../support/mark-live';
import { settled } from '../support/settled';
import { customerWithCredit, openTill } from '../support/shop';
import { takePermissions } from '../support/take-permissions';
import { press, stockedShelf, storedOnTill } from '../support/till-keyboard';

const shop = useShop();
const tea = '5010000000017';

beforeAll(async () => {
  await stockedShelf(shop().db);
  await openTill(shop().db);
});

async function tradeAt(percentOff: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into price_groups (name, percent_off, created_at, updated_at)
    values (${`Trade ${percentOff}`}, ${percentOff}, now(), now()) returning id`.execute(shop().db);
  return rows[0]?.id ?? 0;
}

/** What the office does on a customer's page. */
const putInto = (group: number, customer: number) =>
  sql`update customers set price_group_id = ${group}, updated_at = now() where id = ${customer}`.execute(
    shop().db,
  );

/** A till reads its customers again when its live stream begins, which must not fall into what a test does next. */
async function atTheTill(): Promise<Page> {
  const { token } = await shop().as('view_pos', 'create_sale', 'view_customer');
  return tillOf(token);
}

async function tillOf(token: string): Promise<Page> {
  const page = await shop().pageOf(token, { clock: true });
  await markLive(page);
  await page.goto('/sales/pos');
  await page.getByRole('button', { name: 'Sell here' }).click();
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await isLive(page);
  await settled(page);
  return page;
}

/** Typed: with the test's clock a busy machine would draw out the keys of a scanner. */
async function addTea(page: Page, amount = '£2.40'): Promise<void> {
  await page.getByRole('combobox', { name: 'Scan or search products' }).fill(tea);
  await press(page, 'Enter');
  await expect.poll(() => total(page).textContent()).toBe(amount);
}

/** How the last sale was paid. */
const lastTenders = async () =>
  (
    await sql<{ method: string; amount: number }>`
      select method, applied_pence::integer as amount from sale_tenders
      where sale_id = (select max(id) from sales) order by line_number`.execute(shop().db)
  ).rows.map(({ method, amount }) => [method, amount]);

async function choose(page: Page, name: string): Promise<void> {
  await press(page, 'F3');
  const dialog = page.getByRole('dialog', { name: 'Customer' });
  await dialog.getByRole('combobox').fill(name);
  await dialog.getByRole('option', { name: new RegExp(name) }).click();
  await dialog.waitFor({ state: 'detached' });
}

const total = (page: Page) => page.locator('.till-total dd');

test('M4 a customer put into another price group is sold to at an open till, at the price the server asks', async () => {
  const ann = await customerWithCredit(shop().db, null, 'Ann Archer');
  const trade = await tradeAt(10);
  const page = await atTheTill();
  await choose(page, 'Ann Archer');
  await addTea(page);
  await putInto(trade, ann);
  await press(page, 'F4');
  await page.getByRole('button', { name: /^Card/ }).click();
  await page.getByText('Prices have changed. The total is now £2.16, not £2.40.').first().waitFor();
  // 2.40 − 10% = 2.16.
  await expect.poll(() => total(page).textContent()).toBe('£2.16');
  await page.getByText('return £0.24 of it').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Change Card to £2.16');
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: /Sold: / }).waitFor();
  expect(await lastTenders()).toEqual([['credit_card', 216]]);
});

test('M9 a payment taken before prices changed stays, and the difference is asked for', async () => {
  const dora = await customerWithCredit(shop().db, null, 'Dora Dale');
  const [trade, dear] = [await tradeAt(50), await tradeAt(5)];
  await putInto(trade, dora);
  const page = await atTheTill();
  await choose(page, 'Dora Dale');
  await addTea(page, '£1.20');
  await putInto(dear, dora);
  await press(page, 'F4');
  const pay = page.getByRole('dialog', { name: 'Pay' });
  await pay.getByRole('button', { name: /^Card/ }).click();
  await page.getByText('The total is now £2.28, not £1.20.').first().waitFor();
  // Whether the card was charged is not known, so either way takes one step.
  await pay.getByRole('button', { name: 'Change Card to £2.28' }).waitFor();
  await pay.getByText('If £1.20 was taken already, take the £1.08 that is left').waitFor();
  await pay.getByRole('button', { name: 'Exact cash' }).click();
  await page.getByRole('dialog', { name: /Sold: / }).waitFor();
  expect(await lastTenders()).toEqual([
    ['credit_card', 120],
    ['cash', 108],
  ]);
});

test('M9 a card payment with the reference of its slip was taken, so it does not follow a higher total', async () => {
  const edna = await customerWithCredit(shop().db, null, 'Edna Eyre');
  const [trade, dear] = [await tradeAt(40), await tradeAt(15)];
  await putInto(trade, edna);
  const page = await atTheTill();
  await choose(page, 'Edna Eyre');
  await addTea(page, '£1.44');
  await putInto(dear, edna);
  await press(page, 'F4');
  const pay = page.getByRole('dialog', { name: 'Pay' });
  await pay.getByLabel('Reference').fill('4242');
  await pay.getByRole('button', { name: /^Card/ }).click();
  await page.getByText('The total is now £2.04, not £1.44.').first().waitFor();
  await expect.poll(() => pay.locator('.pay-due').textContent()).toBe('Left to pay£0.60');
  expect(await pay.getByRole('button', { name: /^Change Card/ }).count()).toBe(0);
});

test('M4 a basket kept on the till is priced by the group its customer is in now', async () => {
  const bob = await customerWithCredit(shop().db, null, 'Bob Baker');
  const trade = await tradeAt(20);
  const page = await atTheTill();
  await choose(page, 'Bob Baker');
  await addTea(page);
  // It is shown before it is stored.
  await expect
    .poll(async () => (await storedOnTill<{ lines: unknown[] }>(page, 'basket till'))?.lines.length)
    .toBe(1);
  await putInto(trade, bob);
  await page.reload();
  // 2.40 − 20% = 1.92.
  await expect.poll(() => total(page).textContent()).toBe('£1.92');
});

test('a customer added in the office is found at a till that was already open', async () => {
  const page = await atTheTill();
  await choose(page, 'Ann Archer');
  await customerWithCredit(shop().db, null, 'Zoe Added');
  await page.clock.fastForward('01:00');
  await choose(page, 'Zoe Added');
  await page.getByRole('button', { name: 'Zoe Added' }).waitFor();
});

test('Enter chooses the customer that is marked, even if another one comes before them in the meantime', async () => {
  await customerWithCredit(shop().db, null, 'Lou Marsh');
  const page = await atTheTill();
  await choose(page, 'Lou Marsh');
  await customerWithCredit(shop().db, null, 'Lou Abbott');
  await page.clock.fastForward('01:00');
  const letGo = await holdAnswers(page, request => request.url().includes('/pos/customers'));
  const asked = page.waitForRequest('**/pos/customers*');
  await press(page, 'F3');
  await asked;
  const dialog = page.getByRole('dialog', { name: 'Customer' });
  await dialog.getByRole('combobox').fill('lou');
  await expect.poll(() => dialog.getByRole('option').count()).toBe(1);
  letGo();
  await expect
    .poll(() => dialog.locator('.till-choice b').allTextContents())
    .toEqual(['Lou Abbott', 'Lou Marsh']);
  await dialog.getByRole('option', { name: /Lou Marsh/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.till-customer-name').getByText('Lou Marsh').waitFor();
});

test('F38 customers that a till may no longer read are left where they are, without a word over the sale', async () => {
  const cashier = await shop().as('view_pos', 'create_sale', 'view_customer');
  const page = await tillOf(cashier.token);
  await takePermissions(shop(), cashier, ['view_customer'], '/api/pos/customers');
  const refused = page.waitForResponse('**/pos/customers*');
  await page.clock.fastForward('10:00');
  expect((await refused).status()).toBe(403);
  await settled(page);
  await sellTea(page);
});

test('F38 a till that may no longer read stock, or which tills are open, goes on selling without a word over the sale', async () => {
  const cashier = await shop().as('view_pos', 'create_sale');
  const page = await tillOf(cashier.token);
  await takePermissions(shop(), cashier, ['view_pos'], '/api/pos/stock');
  const refused = page.waitForResponse('**/pos/stock*');
  await page.clock.fastForward('00:35');
  expect((await refused).status()).toBe(403);
  await settled(page);
  const refusedTills = page.waitForResponse('**/api/tills');
  await page.evaluate(() => new BroadcastChannel('live').postMessage({ topic: 'tills' }));
  expect((await refusedTills).status()).toBe(403);
  await settled(page);
  await sellTea(page);
});

async function sellTea(page: Page): Promise<void> {
  await addTea(page);
  await press(page, 'F4');
  await page.getByRole('button', { name: /^Card/ }).click();
  await page.getByRole('dialog', { name: /Sold: / }).waitFor();
}
