import { sql } from 'kysely';
import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import { administratorRole } from '#domain/kernel/role-name';
import { countAtRest } from '../support/at-rest';
import { useShop } from '../support/browser';
import { notStored, storeNoDrafts } from '../support/drafts';
import { closedGate } from '../support/gate';
import { holdAnswers } from '../support/hold-answers';
import { holdDisk } from '../support/hold-disk';
import { isLive, markLive } from '../support/mark-live';
import { settled } from '../support/settled';
import { customerWithCredit, openTill } from '../support/shop';
import { approverAtTill, press, stockedShelf, storedOnTill } from '../support/till-keyboard';

const shop = useShop();
const seller: readonly Permission[] = ['view_pos', 'create_sale'];
let quinn: number;

beforeAll(async () => {
  await stockedShelf(shop().db);
  await openTill(shop().db);
  await customerWithCredit(shop().db, null, 'Ann Archer');
  quinn = (await approverAtTill(shop(), 'Quinn Quill', '4861', ...seller)).userId;
  await approverAtTill(shop(), 'Rae Reed', '4862', ...seller);
});

async function atTheTill(
  rights: readonly Permission[] | readonly [typeof administratorRole],
  options: { clock?: boolean } = {},
): Promise<Page> {
  const { token } = await shop().as(...(rights as readonly Permission[]));
  const page = await shop().pageOf(token, options);
  await markLive(page);
  await page.goto('/sales/pos');
  await page.getByRole('button', { name: 'Sell here' }).click();
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await isLive(page);
  await settled(page);
  return page;
}

const changing = (page: Page) => page.getByRole('dialog', { name: 'Change cashier' });
async function openChanging(page: Page): Promise<void> {
  await press(page, 'Shift+F10');
  await page.getByRole('button', { name: 'Change cashier' }).click();
  await changing(page).waitFor();
}

/** A cashier enters their PIN. */
async function enterPin(page: Page, name: string, pin: string): Promise<void> {
  await openChanging(page);
  await changing(page).getByLabel('Cashier', { exact: true }).selectOption(name);
  await changing(page).getByLabel('PIN').fill(pin);
  await press(page, 'Enter');
}
const isCashier = (page: Page, name: string) => page.getByText(`${name} is now the cashier.`).waitFor();

/** Once the till has stored that a cashier works with what is on the device. */
async function hasNoted(page: Page, userId: number): Promise<void> {
  await expect.poll(() => storedOnTill<readonly number[]>(page, 'people')).toContain(userId);
}

test('F38 the customers are not asked for as a cashier who may not view them, however slow the device is', async () => {
  const page = await atTheTill([...seller, 'view_customer']);
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  const letGo = await holdDisk(page);
  await page.evaluate(() => delete document.documentElement.dataset.live);
  await enterPin(page, 'Quinn Quill', '4861');
  await isCashier(page, 'Quinn Quill');
  // With its first event a till reads again what the office may have changed.
  await isLive(page);
  await settled(page);
  await letGo();
  await hasNoted(page, quinn);
  await settled(page);
  expect(asked).toContain('/api/tills/cashiers');
  expect(asked).not.toContain('/api/pos/customers');
});

test('F38 customers still being read when the cashier changes are not kept for one who may not view them', async () => {
  const page = await atTheTill([...seller, 'view_customer'], { clock: true });
  // The totals differ, so the till reads them all again.
  const added = await customerWithCredit(shop().db, null, 'Bea Brook');
  await sql`update customers set updated_at = now() - interval '1 day' where id = ${added}`.execute(
    shop().db,
  );
  const isOfAllCustomers = (request: Request) => /\/pos\/customers(?!.*since)/.test(request.url());
  const letGo = await holdAnswers(page, isOfAllCustomers);
  const readAgain = page.waitForRequest(isOfAllCustomers);
  await page.clock.fastForward('10:00');
  await readAgain;
  await enterPin(page, 'Quinn Quill', '4861');
  await isCashier(page, 'Quinn Quill');
  await hasNoted(page, quinn);
  letGo();
  await settled(page);
  await press(page, 'F3');
  const dialog = page.getByRole('dialog', { name: 'Customer' });
  await dialog.getByRole('combobox').fill('b');
  expect(await dialog.getByRole('option').count()).toBe(0);
  await expect.poll(() => countAtRest(page)).toMatchObject({ customers: 0 });
});

test('F38 a till that reads something while its cashier changes by PIN can still be returned to the user of the device', async () => {
  const page = await atTheTill(seller);
  await enterPin(page, 'Quinn Quill', '4861');
  await isCashier(page, 'Quinn Quill');
  await settled(page);
  // The server has changed the cashier, which the page does not know yet.
  const [change, answer] = [closedGate(), closedGate()];
  await page.route('**/api/tills/cashier', async route => {
    const response = await route.fetch();
    change.open();
    await answer.opened;
    await route.fulfill({ response });
  });
  await enterPin(page, 'Rae Reed', '4862');
  await change.opened;
  const refused = page.waitForResponse(response => response.status() === 401);
  // The office has changed something at a till, so the page asks.
  await page.evaluate(() => new BroadcastChannel('live').postMessage({ topic: 'tills' }));
  await refused;
  // It is told to the page a moment after it has arrived.
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await page.getByRole('dialog', { name: 'Sign in again' }).count()).toBe(0);
  answer.open();
  await isCashier(page, 'Rae Reed');
  await openChanging(page);
  await changing(page).getByRole('button', { name: 'Sign out as cashier' }).click();
  await page.getByRole('button', { name: 'Rae Reed' }).waitFor({ state: 'detached' });
});

/** Typed in a browser that stores no drafts: leaving it would lose it. */
async function halfAJournal(page: Page): Promise<void> {
  await page.getByLabel('Narrative').waitFor();
  await storeNoDrafts(page);
  await page.getByLabel('Narrative').fill('Half a journal');
  await notStored(page);
}

test('F38 other tabs follow who takes over the till by PIN, and what was typed in them waits for its user', async () => {
  const page = await atTheTill([administratorRole]);
  const tab = async (path: string) => {
    const other = await page.context().newPage();
    await other.goto(`${shop().address}${path}`);
    return other;
  };
  const [list, form] = [await tab('/profile'), await tab('/journals/create')];
  const account = list.getByRole('button', { name: /^Account of/ });
  await account.waitFor();
  const own = await account.getAttribute('aria-label');
  const typed = form.getByLabel('Narrative');
  await halfAJournal(form);
  await enterPin(page, 'Quinn Quill', '4861');
  await isCashier(page, 'Quinn Quill');
  await list.getByRole('button', { name: 'Account of Quinn Quill' }).waitFor();
  // Nothing that was read for the other user stays.
  await expect.poll(() => list.getByLabel('Name').first().inputValue()).toBe('Quinn Quill');
  // Nothing of it is shown or sent as the cashier's.
  const again = form.getByRole('dialog', { name: 'Sign in again' });
  await again.getByText('Another user is using this device.').waitFor();
  expect(await typed.isVisible()).toBe(false);
  // It waits however often they change.
  await enterPin(page, 'Rae Reed', '4862');
  await isCashier(page, 'Rae Reed');
  await list.getByRole('button', { name: 'Account of Rae Reed' }).waitFor();
  await again.waitFor();

  await openChanging(page);
  await changing(page).getByRole('button', { name: 'Sign out as cashier' }).click();
  await again.waitFor({ state: 'detached' });
  await expect.poll(() => typed.inputValue()).toBe('Half a journal');
  await expect.poll(() => account.getAttribute('aria-label')).toBe(own);
  await form.getByRole('button', { name: String(own) }).waitFor();
});

test('F38 leaving a page that waits for its user signs out neither the cashier nor the till', async () => {
  const page = await atTheTill([administratorRole]);
  const form = await page.context().newPage();
  await form.goto(`${shop().address}/journals/create`);
  await halfAJournal(form);
  await enterPin(page, 'Quinn Quill', '4861');
  await isCashier(page, 'Quinn Quill');
  const again = form.getByRole('dialog', { name: 'Sign in again' });
  const loaded = form.waitForEvent('load');
  await again.getByRole('button', { name: 'Sign out' }).click();
  await form.getByRole('button', { name: 'Leave without saving' }).click();
  await loaded;
  await form.getByRole('button', { name: 'Account of Quinn Quill' }).waitFor();
  expect(await form.getByLabel('Narrative').count()).toBe(0);
  // The till sells on, and can be returned to the user of the device.
  await openChanging(page);
  await changing(page).getByRole('button', { name: 'Sign out as cashier' }).waitFor();
  expect(await page.getByRole('dialog', { name: 'Sign in again' }).count()).toBe(0);
});
