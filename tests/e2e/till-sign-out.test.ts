import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import type { Permission } from '#domain/kernel/permissions';
import { wholeUnits } from '#domain/kernel/quantity';
import { session } from '#domain/session/session.contract';
import { tills } from '#domain/tills/till.contract';
import { seriousProblems } from '../support/accessible';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { press, scan, screenshot } from '../support/till-keyboard';
import { loseAnswers } from '../support/lose-answers';
import { customerWithCredit, stockedProduct } from '../support/shop';

const shop = useShop();
const lamp = '5080000000017';
const rights: readonly Permission[] = [
  'view_pos',
  'create_sale',
  'view_customer',
  'take_payment',
  'view_dashboard',
];

beforeAll(async () => {
  await stockedProduct(shop().db, {
    pieces: '500',
    name: 'Desk lamp',
    sku: 'LAMP',
    price: toPence(4145),
    barcodes: [{ code: lamp, factor: wholeUnits(1) }],
  });
  const keeper = await shop().as('view_pos', 'open_till');
  expect((await keeper.call(tills.open, { body: { register_id: 1, total: '100.00' } })).status).toBe(200);
});

const search = (page: Page) => page.getByRole('combobox', { name: 'Scan or search products' });

/** A wallet top-up of £15.00 for this customer whose answer is lost. */
async function topUp(page: Page, name: string): Promise<void> {
  await press(page, 'F3', `"${name.split(' ')[0]?.toLowerCase()}"`);
  await page.getByRole('option', { name: new RegExp(name) }).click();
  await press(page, 'Shift+F5');
  const taking = page.getByRole('dialog', { name: `Wallet top-up for ${name}` });
  await taking.getByLabel('Amount').fill('15');
  await taking.getByRole('button', { name: 'Take £15.00' }).click();
  await taking.getByText('may have been recorded').waitFor();
  await press(page, 'Escape');
  await taking.waitFor({ state: 'detached' });
}

async function signOutOnDashboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

const question = (page: Page, count: RegExp) => page.getByRole('dialog', { name: count });

const toppedUp = async (customer: number) => {
  const { rows } = await sql<{ pence: string }>`
    select amount_pence || ' ' || method as pence from customer_payments where customer_id = ${customer}`.execute(
    shop().db,
  );
  return rows.map(({ pence }) => pence);
};

test('R12 signing out names what waits for an answer, sends it again, and goes on only when confirmed', async () => {
  const agnes = await customerWithCredit(shop().db, null, 'Agnes Pole');
  const page = await shop().openAs(rights, '/sales/pos');
  await search(page).waitFor();
  const answers = await loseAnswers(page, /\/(?:customer-payments|held-baskets)$/);
  await topUp(page, 'Agnes Pole');
  await scan(page, lamp);
  await expect.poll(() => page.locator('.till-total dd').textContent()).toBe('£41.45');
  await press(page, 'F9');
  const hold = page.getByRole('dialog', { name: 'Hold the sale' });
  await hold.getByRole('textbox').fill('Blue coat');
  await press(page, 'Enter');
  await hold.getByRole('button', { name: 'Send again' }).waitFor();
  await press(page, 'Escape');
  await page.getByRole('link', { name: 'Exit the till' }).click();

  await signOutOnDashboard(page);
  const two = question(page, /^2 requests have had no answer/);
  const names = () => page.getByRole('dialog').getByRole('listitem').allTextContents();
  await two.waitFor();
  expect(await names()).toEqual([
    'Wallet top-up of £15.00 in cash from Agnes Pole',
    'Held sale “Blue coat” of £41.45',
  ]);
  await expect.poll(() => two.textContent()).toContain('Signing out removes them from this device.');
  await screenshot(page, 'till-sign-out-unanswered');
  expect(await seriousProblems(page)).toEqual([]);
  await two.getByRole('button', { name: 'Cancel' }).click();
  await two.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();

  await signOutOnDashboard(page);
  await two.getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(names)
    .toEqual([
      'Wallet top-up of £15.00 in cash from Agnes Pole: There is still no answer.',
      'Held sale “Blue coat” of £41.45: There is still no answer.',
    ]);
  answers.stop();
  await two.getByRole('button', { name: 'Send again' }).click();
  const all = question(page, /^All requests were answered/);
  await all.waitFor();
  expect(await names()).toEqual([
    'Wallet top-up of £15.00 in cash from Agnes Pole: recorded.',
    'Held sale “Blue coat” of £41.45: recorded.',
  ]);
  await all.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login**');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect(answers.sent).toHaveLength(6);
  expect(new Set(answers.sent).size).toBe(2);
  expect(await toppedUp(agnes)).toEqual(['1500 cash']);
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from held_baskets where name = 'Blue coat'`.execute(shop().db);
  expect(rows).toEqual([{ n: 1 }]);
  expect(await breachesOf(shop().db)).toEqual([]);
});

/** A sale of a lamp whose hold under this name is not answered, on a till that is then left. */
async function heldWithoutAnswer(name: string, meanwhile?: (page: Page) => Promise<void>): Promise<Page> {
  const page = await shop().openAs(rights, '/sales/pos');
  await search(page).waitFor();
  const answers = await loseAnswers(page, /\/held-baskets$/);
  await scan(page, lamp);
  await expect.poll(() => page.locator('.till-total dd').textContent()).toBe('£41.45');
  await press(page, 'F9');
  const hold = page.getByRole('dialog', { name: 'Hold the sale' });
  await hold.getByRole('textbox').fill(name);
  await press(page, 'Enter');
  await hold.getByRole('button', { name: 'Send again' }).waitFor();
  await press(page, 'Escape');
  await hold.waitFor({ state: 'detached' });
  answers.stop();
  await meanwhile?.(page);
  await page.getByRole('link', { name: 'Exit the till' }).click();
  return page;
}

/** Signs out, sends again what was not answered, and stays after all. */
async function sendAgainAndStay(page: Page): Promise<void> {
  await signOutOnDashboard(page);
  const one = question(page, /^1 request has had no answer/);
  await one.getByRole('button', { name: 'Send again' }).click();
  const all = question(page, /^All requests were answered/);
  await all.getByRole('button', { name: 'Cancel' }).click();
  await all.waitFor({ state: 'detached' });
  await page.goto('/sales/pos');
  await search(page).waitFor();
}

test('R12 a sale settled while signing out is no longer on the till for who stays', async () => {
  const page = await heldWithoutAnswer('Red coat');
  await sendAgainAndStay(page);
  await page.getByText('Scan or choose a product to start.').waitFor();
});

test('R12 what was added to a sale since it was held stays on the till, and is held as its next version', async () => {
  const page = await heldWithoutAnswer('Green coat', async here => {
    await scan(here, lamp);
    await expect.poll(() => here.locator('.till-total dd').textContent()).toBe('£82.90');
  });
  await sendAgainAndStay(page);
  await expect.poll(() => page.locator('.till-total dd').textContent()).toBe('£82.90');
  await press(page, 'F9');
  const hold = page.getByRole('dialog', { name: 'Hold the sale' });
  await hold.getByRole('textbox').fill('Green coat');
  await press(page, 'Enter');
  await page.getByText('Scan or choose a product to start.').waitFor();
  const { rows } = await sql<{ total: number }>`
    select total_pence::integer as total from held_baskets where name = 'Green coat'`.execute(shop().db);
  expect(rows).toEqual([{ total: 8290 }]);
});

test('R12 signing out anyway removes what waits; it asks too where the session has ended over the till', async () => {
  const edie = await customerWithCredit(shop().db, null, 'Edie Marsh');
  const cashier = await shop().as(...rights);
  const page = await shop().openWith(cashier.token, '/sales/pos');
  await search(page).waitFor();
  const answers = await loseAnswers(page, /\/customer-payments$/);
  await topUp(page, 'Edie Marsh');
  answers.stop();
  expect((await cashier.call(session.logout)).status).toBe(200);
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  // What else the till sends by itself may ask for the sign-in first.
  await press(page, 'Shift+F5');
  const sendAgain = page.getByRole('button', { name: 'Send again' });
  await again.or(sendAgain).first().waitFor();
  // If it is there: not by the pointer, which the sign-in may come under at any moment.
  await sendAgain.evaluateAll(found => found.forEach(one => (one as HTMLButtonElement).click()));
  await again.waitFor();
  await again.getByRole('button', { name: 'Sign out' }).click();
  const one = question(page, /^1 request has had no answer/);
  await one.getByText('Sign in again to find out').waitFor();
  expect(await one.getByRole('button', { name: 'Send again' }).count()).toBe(0);
  await one.getByRole('button', { name: 'Cancel' }).click();
  await one.waitFor({ state: 'detached' });
  await again.getByRole('button', { name: 'Sign out' }).click();
  await one.getByRole('button', { name: 'Sign out anyway' }).click();
  await page.waitForURL('**/login**');
  expect(await page.evaluate(() => localStorage.getItem('till-unanswered'))).toBeNull();
  expect(await toppedUp(edie)).toEqual(['1500 cash']);
});
