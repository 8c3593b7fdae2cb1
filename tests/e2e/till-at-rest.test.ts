import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pos } from '#domain/pos/pos.contract';
import { tillDevices } from '#domain/pos/till-device.contract';
import { tills } from '#domain/tills/till.contract';
import { hashPassword } from '../../server/features/session';
import {
  asStoredBefore,
  countAtRest,
  everythingAtRest,
  expectNothingReadable,
  expectWiped,
  loseKey,
} from '../support/at-rest';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { press, scan, screenshot, stockedShelf, storedOnTill } from '../support/till-keyboard';
import { restorableConnectionTo } from '../support/restorable-connection';
import { keptForOffline } from '../support/kept-for-offline';
import { type OwnBrowser, startBrowser } from '../support/own-browser';
import { customerWithCredit } from '../support/shop';
import type { Caller } from '../support/test-app';
import { noticed } from '../support/notices';

const shop = useShop();
const tea = '5010000000017';
/** Names, numbers and addresses that stand in the shop's data, as a thief would look for them. */
const readable = [
  'Breakfast tea',
  'TEA-80',
  'Oat biscuits',
  '5010000000024',
  'Ada Byrne',
  '07700 900123',
  'ada.byrne@example.org',
  'Ruth Calloway',
  'ruth.calloway@example.org',
];

let wire: Awaited<ReturnType<typeof restorableConnectionTo>>;
let isIn = true;
let ruth: Caller & { readonly userId: number };
let profile: string;
let browser: OwnBrowser | undefined;

beforeAll(async () => {
  await stockedShelf(shop().db);
  await customerWithCredit(shop().db, null, 'Ada Byrne');
  await sql`update customers set phone = '07700 900123', email = 'ada.byrne@example.org'`.execute(shop().db);
  const opener = await shop().as('view_pos', 'create_sale', 'open_till');
  await opener.call(tills.open, { body: { register_id: 1, total: '100.00' } });
  wire = await restorableConnectionTo(shop().address);
});
beforeEach(async () => {
  ruth = await newRuth();
  profile = await mkdtemp(join(tmpdir(), 'counterfoil-at-rest-'));
});
afterEach(async () => {
  await browser?.kill();
  browser = undefined;
  await putIn();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});
afterAll(() => wire?.pull());

/** A new cashier, who is called Ruth Calloway from now on. */
async function newRuth() {
  const cashier = await shop().as('view_pos', 'create_sale', 'view_customer', 'view_dashboard');
  await sql`update users set email = 'former-' || id || '@example.org', name = 'Former' where name = 'Ruth Calloway'`.execute(
    shop().db,
  );
  await sql`update users set name = 'Ruth Calloway', email = 'ruth.calloway@example.org' where id = ${cashier.userId}`.execute(
    shop().db,
  );
  return cashier;
}

async function pull(): Promise<void> {
  isIn = false;
  await wire.pull();
}
async function putIn(): Promise<void> {
  if (!isIn) await wire.putIn();
  isIn = true;
}

const search = (page: Page) => page.getByRole('combobox', { name: 'Scan or search products' });
const toSend = (page: Page) => page.getByRole('button', { name: /to send/ });

/** The shop's browser with its profile, at the till, signed in with this token. */
async function atTheTill(token = ruth.token): Promise<Page> {
  browser = await startBrowser(profile);
  const { page } = browser;
  // Once: signing out must not sign in again.
  await page.addInitScript(value => {
    if (sessionStorage.getItem('given') !== value) localStorage.setItem('token', value);
    sessionStorage.setItem('given', value);
  }, token);
  await page.goto(`${wire.address}/sales/pos`);
  await search(page).waitFor();
  return page;
}

/** Waits until the device holds all that it needs to open and sell offline, encrypted. */
async function keptEncrypted(page: Page): Promise<void> {
  await keptForOffline(page);
  await expect.poll(() => countAtRest(page)).toMatchObject({ key: 1, products: 1, customers: 1 });
  // The catalogue is complete once its head is stored.
  await expect.poll(() => everythingAtRest(page)).toContain('kept: catalogue');
}

async function payOffline(page: Page): Promise<void> {
  await scan(page, tea);
  await page.getByRole('button', { name: /^Pay £2.40/ }).waitFor();
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await press(page, 'Enter');
  await page.getByText('It will sync when you are back online').waitFor();
  await press(page, 'Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const sold = async () => {
  const { rows } = await sql<{ n: number; pence: number }>`
    select count(*)::integer as n, coalesce(sum(gross_pence), 0)::integer as pence from sales`.execute(
    shop().db,
  );
  return rows[0];
};
const soldSince = async (before: { n: number; pence: number } | undefined) => {
  const now = await sold();
  return [(now?.n ?? 0) - (before?.n ?? 0), (now?.pence ?? 0) - (before?.pence ?? 0)];
};

/** A page of the same origin that runs none of the program. */
async function awayFromTheTill(page: Page): Promise<void> {
  await page.goto('about:blank');
  await putIn();
  await page.goto(`${wire.address}/icon.svg`);
}

const nothingReadable = (page: Page) => expectNothingReadable(page, readable);
/** Nothing is left but what the device is, and its unsent sales. */
const isWiped = (page: Page, unsent: number) => expectWiped(page, unsent, readable);

test('F46 after selling offline nothing can be read of products, customers or users; after a restart the till sells on', async () => {
  let page = await atTheTill();
  await keptEncrypted(page);
  await press(page, 'F1');
  await page.getByText('encrypted, until you sign out or it has not reached the server for 7 days').waitFor();
  await screenshot(page, 'till-help');
  await press(page, 'Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const before = await sold();
  await pull();
  await page.reload();
  await search(page).waitFor();
  // The basket and the receipt name a customer.
  await press(page, 'F3', '"ada"');
  await page.getByRole('option', { name: /Ada Byrne/ }).waitFor();
  await press(page, 'Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await nothingReadable(page);
  await payOffline(page);
  const stored = await everythingAtRest(page);
  expect(stored).toContain('key that can be exported: false');
  expect(stored).toMatch(/T1-[A-Z]/);
  await nothingReadable(page);
  await browser?.kill();

  page = await atTheTill();
  await page.getByRole('button', { name: '1 to send' }).waitFor();
  await payOffline(page);
  await page.getByRole('button', { name: '2 to send' }).waitFor();
  await nothingReadable(page);
  await putIn();
  await toSend(page).waitFor({ state: 'detached' });
  expect(await soldSince(before)).toEqual([2, 480]);
  await expect.poll(async () => (await countAtRest(page)).unsent).toBe(0);
  await nothingReadable(page);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('F46 a revoked device hands in its unsent sale at its next contact, removes everything and says why', async () => {
  const page = await atTheTill();
  await keptEncrypted(page);
  const before = await sold();
  await pull();
  await page.reload();
  await search(page).waitFor();
  await payOffline(page);
  const manager = await shop().as('view_setting', 'edit_setting');
  const [device] = (await manager.call(tillDevices.list)).reply.data;
  expect((await manager.call(tillDevices.revoke, { params: { id: device?.id ?? 0 } })).status).toBe(200);
  // Offline it does not know yet.
  await search(page).waitFor();
  await putIn();
  await page.getByRole('heading', { name: 'This device can no longer sell' }).waitFor();
  await page.getByText('All its sales have been sent.').waitFor();
  await screenshot(page, 'till-revoked');
  expect(await soldSince(before)).toEqual([1, 240]);
  await isWiped(page, 0);
  await expect.poll(async () => (await ruth.call(pos.catalogue, { query: {} })).status).toBe(401);
  expect(await breachesOf(shop().db)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login**');
});

test('F46 signing out removes everything but the unsent sale, which the next user sends without reading it', async () => {
  const page = await atTheTill();
  await keptEncrypted(page);
  const before = await sold();
  const refuse = (route: { abort: () => Promise<void> }) => void route.abort();
  await page.route(/\/api\/sales(\/paid|\/sealed)?$/, refuse);
  await payOffline(page);
  await page.getByRole('button', { name: '1 to send' }).waitFor();
  await page.getByRole('link', { name: 'Exit the till' }).click();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login**');
  await noticed(page, '1 sale has not been sent.');
  await isWiped(page, 1);
  expect(await soldSince(before)).toEqual([0, 0]);

  const next = await newRuth();
  await page.unroute(/\/api\/sales(\/paid|\/sealed)?$/);
  await page.evaluate(token => localStorage.setItem('token', token), next.token);
  const sent = page.waitForResponse(/\/api\/sales\/sealed$/);
  await page.goto(`${wire.address}/sales/pos`);
  expect((await sent).status()).toBe(200);
  await search(page).waitFor();
  await expect.poll(async () => (await countAtRest(page)).unsent).toBe(0);
  expect(await soldSince(before)).toEqual([1, 240]);
  const { rows } = await sql<{ by: number; sent: number }>`
    select sold_by as by, sent_by as sent from sales order by id desc limit 1`.execute(shop().db);
  expect(rows).toEqual([{ by: ruth.userId, sent: next.userId }]);
});

test('F46 what an earlier version stored in clear is encrypted once, and the till goes on from it', async () => {
  const page = await atTheTill();
  await keptEncrypted(page);
  const before = await sold();
  await pull();
  await page.reload();
  await search(page).waitFor();
  await payOffline(page);
  await scan(page, tea);
  await page.getByRole('button', { name: /^Pay £2.40/ }).waitFor();
  // It is shown before it is stored.
  await expect
    .poll(async () => (await storedOnTill<{ lines: unknown[] }>(page, 'basket till'))?.lines.length)
    .toBe(1);
  await awayFromTheTill(page);
  await asStoredBefore(page);
  const clear = await everythingAtRest(page);
  for (const word of ['Breakfast tea', 'TEA-80', 'Ada Byrne', '07700 900123']) expect(clear).toContain(word);

  // The till is online now, and would send the sale before this test has seen it.
  await page.route(/\/api\/sales(\/paid|\/sealed)?$/, route => void route.abort());
  await page.goto(`${wire.address}/sales/pos`);
  await search(page).waitFor();
  await page.getByRole('button', { name: '1 to send' }).waitFor();
  await page.getByRole('button', { name: /^Pay £2.40/ }).waitFor();
  await page.unroute(/\/api\/sales(\/paid|\/sealed)?$/);
  // The till sends when it notices something, such as that its window has the focus again.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
        return toSend(page).count();
      },
      { timeout: 60_000 },
    )
    .toBe(0);
  expect(await soldSince(before)).toEqual([1, 240]);
  await nothingReadable(page);
});

test('F46 a device that has lost its key loads everything again, and its unsent sale arrives', async () => {
  const page = await atTheTill();
  await keptEncrypted(page);
  const before = await sold();
  await pull();
  await page.reload();
  await search(page).waitFor();
  await payOffline(page);
  await awayFromTheTill(page);
  await loseKey(page);
  await page.goto(`${wire.address}/sales/pos`);
  await search(page).waitFor();
  await expect.poll(() => soldSince(before)).toEqual([1, 240]);
  await keptEncrypted(page);
  await expect.poll(async () => (await countAtRest(page)).unsent).toBe(0);
});

test('F46 after days without contact any page removes the data, and the till says so', async () => {
  const page = await atTheTill();
  await keptEncrypted(page);
  const until = await page.evaluate(() => Number(localStorage.getItem('till-data-until')));
  expect(Math.round((until - Date.now()) / 86_400_000)).toBe(7);
  await awayFromTheTill(page);
  await page.evaluate(() => localStorage.setItem('till-data-until', String(Date.now() - 1000)));
  await page.goto(`${wire.address}/profile`);
  await isWiped(page, 0);
  await page.goto(`${wire.address}/sales/pos`);
  await noticed(page, 'This till had not reached the server for more than 7 days');
  await keptEncrypted(page);
});

test('F46 another user who did not take over by PIN finds nothing of the one before', async () => {
  let page = await atTheTill();
  await keptEncrypted(page);
  await scan(page, tea);
  await page.getByRole('button', { name: /^Pay £2.40/ }).waitFor();
  await browser?.kill();
  page = await atTheTill((await shop().as('view_pos', 'create_sale')).token);
  await page.getByText('Scan or choose a product to start.').waitFor();
  await expect.poll(() => countAtRest(page)).toMatchObject({ products: 1, customers: 0 });
});

test('F46 signing out in another tab removes the data under an open till, which keeps its basket and stores it again after sign-in', async () => {
  const password = 'seven green bottles';
  await sql`update users set password_hash = ${await hashPassword(password)} where id = ${ruth.userId}`.execute(
    shop().db,
  );
  const page = await atTheTill();
  await keptEncrypted(page);
  await scan(page, tea);
  const pay = page.getByRole('button', { name: /^Pay £2.40/ });
  await pay.waitFor();
  const other = (await browser?.open(`${wire.address}/dashboard`)) as Page;
  await other.getByRole('button', { name: /^Account of/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.waitForURL('**/login**');
  await isWiped(other, 0);
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByRole('textbox', { name: 'Password' }).fill(password);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.waitFor({ state: 'detached' });
  await pay.waitFor();
  await keptEncrypted(page);
  await pull();
  await page.reload();
  await pay.waitFor();
  await nothingReadable(page);
});
