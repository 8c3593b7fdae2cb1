import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import type { Permission } from '#domain/kernel/permissions';
import { wholeUnits } from '#domain/kernel/quantity';
import { tills } from '#domain/tills/till.contract';
import { someApprovals } from '../support/approvals';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { loseAnswers } from '../support/lose-answers';
import { stockedProduct } from '../support/shop';
import { slow, staysOpenFor } from '../support/slow-answers';
import { press, scan } from '../support/till-keyboard';

const shop = useShop();
const lamp = '5080000000024';
const tea = '5080000000031';
const rights: readonly Permission[] = [
  'view_pos',
  'create_sale',
  'void_sale',
  'view_customer',
  'create_customer',
  'view_dashboard',
];

beforeAll(async () => {
  const product = { pieces: '500' };
  await stockedProduct(shop().db, {
    ...product,
    name: 'Desk lamp',
    sku: 'LAMP',
    price: toPence(4145),
    barcodes: [{ code: lamp, factor: wholeUnits(1) }],
  });
  await stockedProduct(shop().db, {
    ...product,
    name: 'Breakfast tea',
    sku: 'TEA',
    price: toPence(240),
    barcodes: [{ code: tea, factor: wholeUnits(1) }],
  });
  const keeper = await shop().as('view_pos', 'open_till');
  expect((await keeper.call(tills.open, { body: { register_id: 1, total: '100.00' } })).status).toBe(200);
});
beforeEach(() => sql`delete from held_baskets`.execute(shop().db));

const total = (page: Page) => page.locator('.till-total dd');
const lines = (page: Page) =>
  page.getByRole('list', { name: 'Lines' }).locator('.till-line-name').allTextContents();

async function withLamp(permissions = rights): Promise<Page> {
  const page = await shop().openAs([...permissions], '/sales/pos');
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await scan(page, lamp);
  await expect.poll(() => total(page).textContent()).toBe('£41.45');
  return page;
}

const staysOpen = staysOpenFor(tea);

const saleTotals = async () =>
  (
    await sql<{ gross: number }>`select gross_pence::integer as gross from sales order by id`.execute(
      shop().db,
    )
  ).rows.map(({ gross }) => gross);

test('R12 what is scanned while a held sale is being resumed is added to it', async () => {
  const page = await withLamp();
  await press(page, 'F9');
  await page.getByRole('dialog', { name: 'Hold the sale' }).waitFor();
  await press(page, 'Enter');
  await page.getByText('Sale held.').waitFor();
  await press(page, 'F10');
  const held = page.getByRole('dialog', { name: 'Held sales' });
  await held.getByText('Desk lamp').waitFor();
  const answers = await slow(page, /\/resume$/);
  await held.getByText('Desk lamp').click();
  await answers.asked;
  await press(page, 'Escape');
  await scan(page, tea);
  answers.letGo();
  await held.waitFor({ state: 'detached' });
  // £41.45 and £2.40.
  await expect.poll(() => total(page).textContent()).toBe('£43.85');
});

test('R12 a sale that is being held is held as it is: its dialog stays until the answer', async () => {
  const page = await withLamp();
  await press(page, 'F9');
  await page.getByRole('dialog', { name: 'Hold the sale' }).waitFor();
  const answers = await slow(page, /\/held-baskets$/);
  await press(page, 'Enter');
  await answers.asked;
  await staysOpen(page, 'Hold the sale');
  answers.letGo();
  await page.getByText('Sale held.').waitFor();
  await page.getByText('Scan or choose a product to start.').waitFor();
  await scan(page, tea);
  await expect.poll(() => total(page).textContent()).toBe('£2.40');
  const { rows } = await sql<{ total: number }>`
    select total_pence::integer as total from held_baskets`.execute(shop().db);
  expect(rows).toEqual([{ total: 4145 }]);
});

test('R12 a sale whose holding was not answered and that is paid instead is held nowhere', async () => {
  const page = await withLamp();
  const answers = await loseAnswers(page, /\/held-baskets$/);
  await press(page, 'F9');
  const hold = page.getByRole('dialog', { name: 'Hold the sale' });
  await hold.waitFor();
  await press(page, 'Enter');
  await hold.getByRole('button', { name: 'Send again' }).waitFor();
  answers.stop();
  await press(page, 'Escape');
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await press(page, 'Enter');
  const sold = page.getByRole('dialog', { name: /^Sold: INV-/ });
  await sold.waitFor();
  await press(page, 'Enter');
  await press(page, 'F10');
  await page.getByText('No held sales.').waitFor();
  await press(page, 'Escape');
  // Signing out has nothing to ask about.
  await page.getByRole('link', { name: 'Exit the till' }).click();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login**');
});

test('R12 a void voids the basket it was asked for, and not the one of the next customer', async () => {
  const page = await withLamp();
  await press(page, 'Shift+Delete');
  await page.getByRole('dialog', { name: 'Void the basket' }).waitFor();
  const answers = await slow(page, /\/voided-baskets$/);
  await page.getByLabel('Reason').fill('Cannot pay');
  await press(page, 'Enter');
  await answers.asked;
  await staysOpen(page, 'Void the basket');
  answers.letGo();
  await page.getByText('Basket voided.').waitFor();
  await scan(page, tea);
  await expect.poll(() => total(page).textContent()).toBe('£2.40');
});

test('R12 a payment that was approved is waited for: nothing is added to its basket, and it is taken once', async () => {
  const approver = await someApprovals(shop()).approver('override_price');
  const page = await withLamp();
  await press(page, 'F8');
  const price = page.getByRole('dialog', { name: /^Price/ });
  await price.getByRole('textbox').first().fill('40');
  await price.getByLabel('Reason').fill('Damaged box');
  await press(page, 'Enter');
  await expect.poll(() => total(page).textContent()).toBe('£40.00');
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await press(page, 'Enter');
  const approval = page.getByRole('dialog', { name: 'Approval needed' });
  await approval.getByLabel('PIN').fill(approver.pin);
  const answers = await slow(page, /\/api\/sales$/);
  await press(page, 'Enter');
  await answers.asked;
  await staysOpen(page, 'Approval needed');
  const before = await saleTotals();
  answers.letGo();
  // A slow machine may have stopped waiting; the till then sends the sale by itself.
  await page.getByRole('dialog', { name: /^(?:Sold: INV-|Sale saved)/ }).waitFor();
  await expect.poll(async () => (await saleTotals()).slice(before.length)).toEqual([4000]);
  await scan(page, tea);
  await expect.poll(() => lines(page)).toEqual(['Breakfast tea']);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('R12 a customer who is being added becomes the customer of the basket they were added for', async () => {
  const page = await withLamp();
  await press(page, 'F3');
  await page.getByRole('button', { name: 'Add customer' }).click();
  const adding = page.getByRole('dialog', { name: 'Add customer' });
  await adding.getByLabel('Name').fill('Iris Quill');
  const answers = await slow(page, /\/customers$/);
  await adding.getByRole('button', { name: 'Add customer' }).click();
  await answers.asked;
  await press(page, 'Escape');
  await expect.poll(() => adding.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
  await expect.poll(() => adding.isVisible()).toBe(true);
  answers.letGo();
  await adding.waitFor({ state: 'detached' });
  await page.locator('.till-customer-name').getByText('Iris Quill').waitFor();
});

const fillDisk = (page: Page) =>
  page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is put back as it was
    Object.assign(window, { put: IDBObjectStore.prototype.put });
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
/** The server answers, and from then on the device cannot be written. */
async function diskFullAfter(page: Page, path: RegExp): Promise<void> {
  await page.route(
    path,
    async route => {
      const response = await route.fetch();
      await fillDisk(page);
      await route.fulfill({ response });
    },
    { times: 1 },
  );
}
const diskFreed = (page: Page) =>
  page.evaluate(() => {
    IDBObjectStore.prototype.put = (window as unknown as { put: IDBObjectStore['put'] }).put;
  });

test('F84 R28 a sale that the server has recorded is shown as sold, also if the disk is full by then', async () => {
  const page = await withLamp();
  const before = await saleTotals();
  await diskFullAfter(page, /\/api\/sales$/);
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: /^Sold: INV-/ }).waitFor();
  await diskFreed(page);
  await press(page, 'Escape');
  await scan(page, tea);
  await expect.poll(() => lines(page)).toEqual(['Breakfast tea']);
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: /^Sold: INV-/ }).waitFor();
  // What the disk still holds of the first sale is sent again, and recorded once.
  await page.reload();
  await page.getByText('Scan or choose a product to start.').waitFor();
  await expect
    .poll(
      async () =>
        (
          await sql<{ n: number }>`
            select count(*)::integer as n from audit_log where action = 'sent_again'`.execute(shop().db)
        ).rows[0]?.n,
    )
    .toBe(1);
  expect((await saleTotals()).slice(before.length)).toEqual([4145, 240]);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('F84 a sale held or voided on a full disk is off the till once the server has it', async () => {
  const page = await withLamp();
  await diskFullAfter(page, /\/held-baskets$/);
  await press(page, 'F9');
  await page.getByRole('dialog', { name: 'Hold the sale' }).waitFor();
  await press(page, 'Enter');
  await page.getByText('Sale held.').waitFor();
  await page.getByText('Scan or choose a product to start.').waitFor();
  await diskFreed(page);
  await scan(page, tea);
  await expect.poll(() => lines(page)).toEqual(['Breakfast tea']);
  await diskFullAfter(page, /\/voided-baskets$/);
  await press(page, 'Shift+Delete');
  await page.getByRole('dialog', { name: 'Void the basket' }).waitFor();
  await page.getByLabel('Reason').fill('Cannot pay');
  await press(page, 'Enter');
  await page.getByText('Basket voided.').waitFor();
  await page.getByText('Scan or choose a product to start.').waitFor();
});

const voidedBaskets = async () =>
  (
    await sql<{ amount: number }>`
      select amount_pence::integer as amount from till_events where kind = 'basket_voided' order by id`.execute(
      shop().db,
    )
  ).rows.map(({ amount }) => amount);

test('R12 a void that was approved and not answered is recorded by itself, once', async () => {
  const before = await voidedBaskets();
  const approver = await someApprovals(shop()).approver('void_sale');
  const page = await withLamp(['view_pos', 'create_sale']);
  await press(page, 'Shift+Delete');
  await page.getByRole('dialog', { name: 'Void the basket' }).waitFor();
  await page.getByLabel('Reason').fill('Cannot pay');
  await press(page, 'Enter');
  const approval = page.getByRole('dialog', { name: 'Approval needed' });
  await approval.getByLabel('PIN').fill(approver.pin);
  await page.route(/\/voided-baskets$/, route => route.abort('connectionfailed'), { times: 1 });
  await press(page, 'Enter');
  await page.getByText('No answer came from the server, so it is sent again').waitFor();
  await approval.waitFor({ state: 'detached' });
  // The next customer is served, and the void is recorded once the server answers.
  await page.getByText('Scan or choose a product to start.').waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(voidedBaskets).toEqual([...before, 4145]);
});

const removedLines = async () =>
  (
    await sql<{ amount: number }>`
      select amount_pence::integer as amount from till_events where kind = 'line_removed' order by id`.execute(
      shop().db,
    )
  ).rows.map(({ amount }) => amount);

test('F38 a removed line is reported although the disk was full or the server was busy, and so is the next one', async () => {
  const page = await withLamp();
  const remove = async () => {
    await scan(page, tea);
    await expect.poll(() => total(page).textContent()).toBe('£43.85');
    await press(page, 'Delete');
    await expect.poll(() => total(page).textContent()).toBe('£41.45');
  };
  await fillDisk(page);
  await remove();
  await expect.poll(removedLines).toEqual([240]);
  await diskFreed(page);
  await page.route(/\/removed-lines$/, route => route.fulfill({ status: 429 }), { times: 1 });
  const busy = page.waitForResponse(response => response.status() === 429);
  await remove();
  await busy;
  await remove();
  await expect.poll(removedLines).toEqual([240, 240, 240]);
});
