import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { tills } from '#domain/tills/till.contract';
import { useShop } from '../support/browser';
import { press, scan, stockedShelf, storedOnTill } from '../support/till-keyboard';
import { restorableConnectionTo } from '../support/restorable-connection';
import { keptForOffline } from '../support/kept-for-offline';
import { type OwnBrowser, startBrowser } from '../support/own-browser';
import { stockedProduct } from '../support/shop';

const shop = useShop();
const tea = '5010000000017';
const greenTea = 'Green tea, 40 bags';
let wire: Awaited<ReturnType<typeof restorableConnectionTo>>;
let token: string;
let profile: string;
let browser: OwnBrowser | undefined;

beforeAll(async () => {
  const { db } = shop();
  await stockedShelf(db);
  await stockedProduct(db, {
    name: greenTea,
    sku: 'GRN-40',
    price: toPence(295),
    barcodes: [{ code: '5010000000031', factor: wholeUnits(1) }],
  });
  await stockedProduct(db, { name: 'Chocolate bar 100 g', sku: 'BAR-100', price: toPence(150) });
  await stockedProduct(db, { name: 'Chocolate bar 500 g', sku: 'BAR-500', price: toPence(600) });
  const cashier = await shop().as('view_pos', 'create_sale', 'open_till');
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

const search = (page: Page) => page.getByRole('combobox', { name: 'Scan or search products' });
const results = (page: Page) => page.getByRole('listbox', { name: 'Search results' }).getByRole('option');
const found = (page: Page) => results(page).locator('.till-found-name').allInnerTexts();
const lines = (page: Page) => page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
const tiles = (page: Page) => page.locator('button.till-tile .till-tile-name').allInnerTexts();
/** The tiles shown first, those of the first category, once all are there. */
const firstTiles = ['Chocolate, dark', 'Oat biscuits'];
const total = (page: Page) => page.locator('.till-total dd').innerText();
const said = (page: Page) => page.locator('.till-said').innerText();

async function atTheTill(options?: { clock?: boolean }): Promise<Page> {
  const page = await shop().openWith(token, '/sales/pos', options);
  await search(page).waitFor();
  await expect.poll(() => tiles(page)).toEqual(expect.arrayContaining(firstTiles));
  return page;
}

test('F40 at the till "gren tee" finds green tea, "choclate 100g" never the 500 g, and Enter sells the first', async () => {
  const page = await atTheTill();
  await search(page).fill('gren tee');
  await expect.poll(() => found(page)).toEqual([greenTea]);
  await search(page).fill('choclate 100g');
  await expect.poll(() => found(page)).toEqual(['Chocolate bar 100 g']);
  // A search and Enter without waiting for the results.
  await search(page).fill('');
  await press(page, '"tee gren"', 'Enter');
  await expect.poll(() => lines(page).count()).toBe(1);
  expect(await total(page)).toBe('£2.95');
  await expect.poll(() => search(page).inputValue()).toBe('');
  await press(page, '"no such thing"', 'Enter');
  await page.getByText('No product has the barcode no such thing.').waitFor();
  await expect.poll(() => search(page).inputValue()).toBe('no such thing');
  await press(page, 'Escape');
});

test('F40 the catalogue is kept by a worker, and a change made while the till is open reaches search, tiles and basket', async () => {
  const page = await atTheTill({ clock: true });
  expect(page.workers().map(worker => new URL(worker.url()).pathname)).toContainEqual(
    expect.stringMatching(/^\/sales\/pos\/assets\/catalogue-worker-/),
  );
  // Typed: with the test's clock a busy machine would draw out the keys of a scanner.
  await search(page).fill('5010000000031');
  await press(page, 'Enter');
  await expect.poll(() => total(page)).toBe('£2.95');
  const { db } = shop();
  await sql`update products set price_pence = 310, updated_at = now() where sku = 'GRN-40'`.execute(db);
  await sql`update products set status = 'inactive', updated_at = now() where sku = 'JUI-1'`.execute(db);
  const drinks = await sql<{ id: number }>`select id from categories where name = 'Drinks'`.execute(db);
  await stockedProduct(db, {
    name: 'Matcha latte',
    sku: 'MAT-1',
    price: toPence(380),
    category_id: drinks.rows[0]?.id ?? null,
  });
  await page.getByRole('button', { name: 'Drinks' }).click();
  await expect.poll(() => tiles(page)).toContain('Apple juice, 1 l');
  // The till looks for changes every ten minutes.
  await page.clock.fastForward('10:01');
  await expect.poll(() => total(page)).toBe('£3.10');
  await expect.poll(() => tiles(page)).toContain('Matcha latte');
  expect(await tiles(page)).not.toContain('Apple juice, 1 l');
  await search(page).fill('macha');
  await page.clock.runFor(100);
  await expect.poll(() => found(page)).toEqual(['Matcha latte']);
  await search(page).fill('apple juice');
  await page.clock.runFor(100);
  await page.getByText('No products found.').waitFor();
  await search(page).fill('');
});

test('F40 opened again, the till shows its tiles and prices its basket before the worker has read the catalogue', async () => {
  const page = await atTheTill();
  const shownFirst = await tiles(page);
  await scan(page, tea);
  await expect.poll(() => total(page)).toBe('£2.40');
  type Shelf = { entries: { product: { sku: string } }[] };
  await expect
    .poll(async () =>
      (await storedOnTill<Shelf>(page, 'shelf'))?.entries.some(({ product }) => product.sku === 'TEA-80'),
    )
    .toBe(true);
  await expect
    .poll(async () => (await storedOnTill<{ lines: unknown[] }>(page, 'basket till'))?.lines.length)
    .toBe(1);
  // A worker that never gets ready.
  await page.addInitScript(() => {
    class Silent extends EventTarget {
      postMessage() {}
      terminate() {}
    }
    Object.assign(window, { Worker: Silent });
  });
  await page.reload();
  await search(page).waitFor();
  await expect.poll(() => tiles(page)).toEqual(shownFirst);
  await expect.poll(() => total(page)).toBe('£2.40');
});

test('F40 offline after a restart of the browser the worker starts from the device: tiles, a scan and "gren tee"', async () => {
  const open = async () => {
    browser = await startBrowser(profile);
    const { page } = browser;
    await page.addInitScript(value => localStorage.setItem('token', value), token);
    await page.goto(`${wire.address}/sales/pos`);
    await search(page).waitFor();
    return page;
  };
  let page = await open();
  await expect.poll(() => tiles(page)).toEqual(expect.arrayContaining(firstTiles));
  const shown = await tiles(page);
  await keptForOffline(page);
  await expect.poll(async () => (await storedOnTill<object>(page, 'catalogue')) !== undefined).toBe(true);
  // Only what the till stored itself may help, not what the browser happens to have.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await browser?.kill();
  await wire.pull();
  page = await open();
  await expect.poll(() => tiles(page)).toEqual(shown);
  await scan(page, tea);
  await expect.poll(() => total(page)).toBe('£2.40');
  await search(page).fill('gren tee');
  await expect.poll(() => found(page)).toEqual([greenTea]);
  await wire.putIn();
});

test('F109 a line added, changed or removed is told to a screen reader once, with its price and the new total', async () => {
  const page = await atTheTill();
  await scan(page, tea);
  await expect.poll(() => said(page)).toBe('Breakfast tea, 80 bags, 1 × £2.40, total £2.40');
  await scan(page, '5010000000024');
  await expect.poll(() => said(page)).toBe('Oat biscuits, 1 × £1.80, total £4.20');
  await press(page, '+');
  await expect.poll(() => said(page)).toBe('Oat biscuits, 2 × £1.80, total £6.00');
  await press(page, 'Delete');
  await expect.poll(() => said(page)).toBe('Oat biscuits removed, total £2.40');
  // The message with Undo says the same to the eye only.
  const live = await page
    .locator('[role=status], [role=alert], [aria-live=polite], [aria-live=assertive], output')
    .allInnerTexts();
  expect(live.filter(text => text.includes('removed'))).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => said(page)).toBe('Oat biscuits, 2 × £1.80, total £6.00');
});
