import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { tills } from '#domain/tills/till.contract';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { sendAllAgain } from '../support/at-rest';
import { approverAtTill, press, scan, stockedShelf, storedOnTill } from '../support/till-keyboard';
import { restorableConnectionTo } from '../support/restorable-connection';
import { keptForOffline } from '../support/kept-for-offline';
import { type OwnBrowser, startBrowser } from '../support/own-browser';

const shop = useShop();
const tea = '5010000000017';
const biscuits = '5010000000024';
let wire: Awaited<ReturnType<typeof restorableConnectionTo>>;
let token: string;
let profile: string;
let browser: OwnBrowser | undefined;

beforeAll(async () => {
  await stockedShelf(shop().db);
  const cashier = await shop().as('view_pos', 'create_sale', 'open_till', 'view_customer', 'override_price');
  token = cashier.token;
  await cashier.call(tills.open, { body: { register_id: 1, total: '100.00' } });
  wire = await restorableConnectionTo(shop().address);
  profile = await mkdtemp(join(tmpdir(), 'counterfoil-till-'));
});
afterEach(() => browser?.kill());
afterAll(async () => {
  await wire?.pull();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

/** The shop's browser with its profile, at the till. */
async function atTheTill(): Promise<Page> {
  browser = await startBrowser(profile);
  const { page } = browser;
  await page.addInitScript(value => localStorage.setItem('token', value), token);
  await page.goto(`${wire.address}/sales/pos`);
  await search(page).waitFor();
  return page;
}
const search = (page: Page) => page.getByRole('combobox', { name: 'Scan or search products' });
const lines = (page: Page) =>
  page.getByRole('list', { name: 'Lines' }).getByRole('listitem').locator('.till-line-main').allInnerTexts();
const payInCash = async (page: Page) => {
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await press(page, 'Enter');
};
const sales = async () => {
  const { rows } = await sql<{ client_id: string; gross: number; was_offline: boolean; units: string }>`
    select s.client_id, s.gross_pence as gross, s.was_offline, sum(l.quantity)::text as units
    from sales s join sale_lines l on l.sale_id = s.id group by s.id order by s.sold_at`.execute(shop().db);
  return rows;
};
const clientIdOf = async (page: Page) =>
  (await storedOnTill<{ clientId: string }>(page, 'basket till'))?.clientId;
/** How many lines of the basket are stored, which is a moment after they are shown. */
const storedLines = async (page: Page) =>
  (await storedOnTill<{ lines: readonly unknown[] }>(page, 'basket till'))?.lines.length;

test('R28 R30 offline the till opens, sells and survives a crash; every sale reaches the server once', async () => {
  await sql`update products set updated_at = now() - interval '1 hour'`.execute(shop().db);
  let page = await atTheTill();
  // Unchanged products are not sent again, and a reply without any is handled like others.
  const knownUntil = async () => (await storedOnTill<{ as_of: string }>(page, 'catalogue'))?.as_of;
  await expect.poll(knownUntil).toBeDefined();
  const before = await knownUntil();
  await page.reload();
  await expect.poll(knownUntil).not.toBe(before);
  await keptForOffline(page);
  await scan(page, tea);
  await expect.poll(() => lines(page)).toHaveLength(1);
  await expect.poll(() => storedLines(page)).toBe(1);
  await wire.pull();
  await page.reload();
  await search(page).waitFor();
  await expect.poll(() => lines(page)).toHaveLength(1);
  await scan(page, tea);
  await payInCash(page);
  await page.getByText('It will sync when you are back online').waitFor();
  await page.getByText('Offline').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Email receipt' }).isDisabled()).toBe(true);
  await page.getByText('The receipt can be emailed once the sale has been sent.').waitFor();
  await press(page, 'Enter');
  await scan(page, biscuits);
  await payInCash(page);
  await page.getByRole('button', { name: 'Next customer' }).click();
  await page.getByRole('button', { name: '2 to send' }).waitFor();
  await scan(page, biscuits);
  await scan(page, tea);
  await expect.poll(() => lines(page)).toHaveLength(2);
  await expect.poll(() => storedLines(page)).toBe(2);
  const basket = await clientIdOf(page);
  await browser?.kill();

  page = await atTheTill();
  await expect.poll(() => lines(page)).toHaveLength(2);
  expect(await clientIdOf(page)).toBe(basket);
  await page.getByRole('button', { name: '2 to send' }).waitFor();
  expect(await sales()).toEqual([]);
  await wire.putIn();
  await page.getByText('Offline').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /to send/ }).waitFor({ state: 'detached' });
  await payInCash(page);
  await page.getByRole('dialog', { name: /Sold: INV-/ }).waitFor();
  const sold = await sales();
  expect(sold.map(({ gross, was_offline, units }) => [gross, was_offline, units])).toEqual([
    [480, true, '2.000'],
    [180, true, '1.000'],
    [420, false, '2.000'],
  ]);
  expect(sold[2]?.client_id).toBe(basket);

  // Sends everything again in another order, as a device does that has lost the replies.
  await press(page, 'Enter');
  await sendAllAgain(page);
  await page.reload();
  await search(page).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /to send|manager/ }).count()).toBe(0);
  expect(await sales()).toEqual(sold);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('R30 a sale being paid when the browser dies is sold once or still in the basket, never both or neither', async () => {
  for (const pause of [0, 30, 150]) {
    let page = await atTheTill();
    await scan(page, tea);
    await expect.poll(() => lines(page)).toHaveLength(1);
    await expect.poll(() => storedLines(page)).toBe(1);
    const basket = await clientIdOf(page);
    const before = (await sales()).length;
    await press(page, 'F4');
    await page.getByRole('dialog', { name: 'Pay' }).waitFor();
    await Promise.all([
      page.keyboard.press('Enter'),
      new Promise(resolve => setTimeout(resolve, pause)),
    ]).catch(() => undefined);
    await browser?.kill();
    page = await atTheTill();
    await expect.poll(() => page.getByRole('button', { name: /to send/ }).count()).toBe(0);
    const after = await sales();
    const isSold = after.some(sale => sale.client_id === basket);
    const isInBasket = (await clientIdOf(page)) === basket && (await lines(page)).length === 1;
    expect([isSold, isInBasket].filter(Boolean), `killed after ${pause} ms`).toHaveLength(1);
    expect(after.length - before).toBe(isSold ? 1 : 0);
    if (isInBasket) {
      await payInCash(page);
      await page.getByRole('dialog', { name: /Sold: INV-/ }).waitFor();
    }
    await browser?.kill();
  }
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('R29 only one tab sells, another can take over the basket, and there is one sale', async () => {
  const page = await atTheTill();
  await scan(page, biscuits);
  await expect.poll(() => lines(page)).toHaveLength(1);
  await expect.poll(() => storedLines(page)).toBe(1);
  const before = (await sales()).length;
  const other = (await browser?.open(`${wire.address}/sales/pos`)) as Page;
  await other.getByRole('heading', { name: 'The till is open in another tab' }).waitFor();
  await other.getByRole('button', { name: 'Use the till here' }).click();
  await page.getByRole('heading', { name: 'The till is open in another tab' }).waitFor();
  await expect.poll(() => lines(other)).toHaveLength(1);
  await payInCash(other);
  await other.getByRole('dialog', { name: /Sold: INV-/ }).waitFor();
  await page.getByRole('button', { name: 'Use the till here' }).click();
  await page.getByText('Scan or choose a product to start.').waitFor();
  expect((await sales()).length).toBe(before + 1);
});

test('F22 F23 F25 an offline sale is posted at its receipt’s price after a price change, and its printed number finds it', async () => {
  const page = await atTheTill();
  const before = (await sales()).length;
  await keptForOffline(page);
  await wire.pull();
  await page.reload();
  await search(page).waitFor();
  await scan(page, tea);
  await payInCash(page);
  await page.getByText('It will sync when you are back online').waitFor();
  const paper = page.getByRole('article', { name: 'Receipt' });
  const number = await paper.getByRole('img', { name: /^Barcode / }).getAttribute('aria-label');
  const receipt = number?.replace('Barcode ', '') ?? '';
  expect(receipt).toMatch(/^[A-Z0-9]+-A-\d{6}$/);
  await press(page, 'Enter');
  // A paid sale never becomes a basket again.
  await page.getByRole('button', { name: '1 to send' }).click();
  const list = page.getByRole('dialog', { name: 'Sales on this device' });
  await list.getByText(receipt).waitFor();
  expect(await list.getByRole('button', { name: /basket/ }).count()).toBe(0);
  await sql`update products set price_pence = 260, updated_at = now() where sku = 'TEA-80'`.execute(
    shop().db,
  );
  await wire.putIn();
  await expect.poll(async () => (await sales()).length).toBe(before + 1);
  expect((await sales()).at(-1)).toMatchObject({ gross: 240, was_offline: true, units: '1.000' });
  const { rows } = await sql`
    select e.kind, s.receipt_number from sale_exceptions e join sales s on s.id = e.sale_id order by e.id desc limit 1`.execute(
    shop().db,
  );
  expect(rows).toEqual([{ kind: 'price', receipt_number: receipt }]);
  await page.getByRole('button', { name: /to send/ }).waitFor({ state: 'detached' });
  await press(page, 'Escape');
  await scan(page, receipt);
  await page.getByRole('dialog').getByText(/INV-/).first().waitFor();
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('F38 offline the cashier who took over by PIN cannot be signed out, and goes on selling', async () => {
  await approverAtTill(shop(), 'Vic Vane', '4826', 'view_pos', 'create_sale');
  const page = await atTheTill();
  await keptForOffline(page);
  // The worker, which knows the user of the device, learns of the takeover a moment after the page.
  await page.evaluate(() => {
    ServiceWorker.prototype.postMessage = () => undefined;
  });
  const changing = page.getByRole('dialog', { name: 'Change cashier' });
  const changeCashier = async () => {
    await press(page, 'Shift+F10');
    await page.getByRole('button', { name: 'Change cashier' }).click();
    await changing.waitFor();
  };
  await changeCashier();
  await changing.getByLabel('PIN').fill('4826');
  await changing.getByRole('button', { name: 'Sign in as cashier' }).click();
  await page.getByText('Vic Vane is now the cashier.').waitFor();
  await changeCashier();
  await page.getByText('No other cashiers have a till PIN yet.').waitFor();
  await wire.pull();
  await changing.getByRole('button', { name: 'Sign out as cashier' }).click();
  await changing.getByText('The server cannot be reached, so the cashier could not be changed.').waitFor();
  await press(page, 'Escape');
  await changing.waitFor({ state: 'detached' });
  await scan(page, tea);
  await payInCash(page);
  await page.getByText('It will sync when you are back online').waitFor();
  await press(page, 'Enter');
  await wire.putIn();
  await page.getByRole('button', { name: '1 to send' }).waitFor({ state: 'detached' });
  await changeCashier();
  await changing.getByRole('button', { name: 'Sign out as cashier' }).click();
  await changing.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Vic Vane' }).waitFor({ state: 'detached' });
});
