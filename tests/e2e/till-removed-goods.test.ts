import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import type { Permission } from '#domain/kernel/permissions';
import { wholeUnits } from '#domain/kernel/quantity';
import { tills } from '#domain/tills/till.contract';
import { someApprovals } from '../support/approvals';
import { useShop } from '../support/browser';
import { holdDisk } from '../support/hold-disk';
import { loseAnswers } from '../support/lose-answers';
import { settled } from '../support/settled';
import { stockedProduct } from '../support/shop';
import { approverAtTill, press, scan, storedOnTill } from '../support/till-keyboard';
import { holdAnswers } from '../support/hold-answers';

const shop = useShop();
const tea = '5080000000041';
const cashier: readonly Permission[] = ['view_pos', 'create_sale', 'view_dashboard'];

beforeAll(async () => {
  await stockedProduct(shop().db, {
    pieces: '500',
    name: 'Breakfast tea',
    sku: 'TEA',
    price: toPence(480),
    barcodes: [{ code: tea, factor: wholeUnits(1) }],
  });
  const keeper = await shop().as('view_pos', 'open_till');
  expect((await keeper.call(tills.open, { body: { register_id: 1, total: '100.00' } })).status).toBe(200);
});

const total = (page: Page) => page.locator('.till-total dd');

/** The till with 20 teas in the basket. */
async function withTwenty(rights: readonly Permission[] = cashier): Promise<Page> {
  const page = await shop().openAs([...rights], '/sales/pos');
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await scan(page, tea);
  await expect.poll(() => total(page).textContent()).toBe('£4.80');
  await setQuantity(page, '20');
  await expect.poll(() => total(page).textContent()).toBe('£96.00');
  return page;
}

async function setQuantity(page: Page, quantity: string): Promise<void> {
  await press(page, 'F6');
  const dialog = page.getByRole('dialog', { name: 'Quantity: Breakfast tea' });
  await dialog.getByLabel('Quantity', { exact: true }).fill(quantity);
  await dialog.getByRole('button', { name: 'Set quantity' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function voidBasket(page: Page): Promise<void> {
  await press(page, 'Shift+Delete');
  const dialog = page.getByRole('dialog', { name: 'Void the basket' });
  await dialog.getByLabel('Reason').fill('Cannot pay');
  await dialog.getByRole('button', { name: 'Void', exact: true }).click();
}

/** Another cashier takes over by PIN, chosen where there are several. */
async function takeOver(page: Page, name: string, pin: string): Promise<void> {
  await press(page, 'Shift+F10');
  await page.getByRole('button', { name: 'Change cashier' }).click();
  const change = page.getByRole('dialog', { name: 'Change cashier' });
  await change.getByLabel('Cashier', { exact: true }).selectOption(name);
  await change.getByLabel('PIN').fill(pin);
  await press(page, 'Enter');
  await page.getByText(`${name} is now the cashier.`).waitFor();
}

const eventsSince = async (first: number) =>
  (
    await sql<{ event: string }>`
      select concat_ws(' ', kind, amount_pence, note) as event from till_events where id > ${first} order by id`.execute(
      shop().db,
    )
  ).rows.map(({ event }) => event);
const lastEvent = async () =>
  (await sql<{ id: number }>`select coalesce(max(id), 0)::integer as id from till_events`.execute(shop().db))
    .rows[0]?.id ?? 0;

test('F38 T3 what a quantity is lowered by counts as removed, and Undo takes back a removed line', async () => {
  const first = await lastEvent();
  const page = await withTwenty();
  await setQuantity(page, '1');
  const lowered = 'line_removed 9120 20 to 1 × Breakfast tea';
  await expect.poll(() => eventsSince(first)).toEqual([lowered]);
  await setQuantity(page, '2');
  await press(page, '-');
  const stepped = 'line_removed 480 2 to 1 × Breakfast tea';
  await expect.poll(() => eventsSince(first)).toEqual([lowered, stepped]);
  // A second line, because removing the last one voids the basket.
  await press(page, 'Shift+F6');
  const note = page.getByRole('dialog', { name: 'Note: Breakfast tea' });
  await note.getByRole('textbox').fill('Gift');
  await press(page, 'Enter');
  await note.waitFor({ state: 'detached' });
  await scan(page, tea);
  await expect.poll(() => total(page).textContent()).toBe('£9.60');
  await press(page, 'Delete');
  await page.getByText('Breakfast tea removed.').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => total(page).textContent()).toBe('£9.60');
  const undone = ['line_removed 480 Breakfast tea', 'line_restored 480 Breakfast tea'];
  await expect.poll(() => eventsSince(first)).toEqual([lowered, stepped, ...undone]);
});

test('F38 a basket whose lines were lowered is not voided without approval of what it held', async () => {
  const approver = await someApprovals(shop()).approver('void_sale');
  const first = await lastEvent();
  const page = await withTwenty();
  await setQuantity(page, '0.001');
  await expect.poll(() => total(page).textContent()).toBe('£0.00');
  await voidBasket(page);
  const approval = page.getByRole('dialog', { name: 'Approval needed' });
  await approval.getByText('£96.00').first().waitFor();
  await approval.getByLabel('PIN').fill(approver.pin);
  await press(page, 'Enter');
  await page.getByText('Basket voided.').waitFor();
  expect(await eventsSince(first)).toEqual([
    'line_removed 9600 20 to 0.001 × Breakfast tea',
    expect.stringMatching(/^basket_voided 0 Cannot pay/),
  ]);
});

test('D8 what one cashier removed and the next one’s sign-in sends is of the first', async () => {
  await approverAtTill(shop(), 'Nora Nash', '4852', ...cashier);
  const first = await lastEvent();
  const page = await withTwenty();
  await page.route(/\/removed-lines$/, route => route.fulfill({ status: 503 }));
  const busy = page.waitForResponse(response => response.status() === 503);
  await setQuantity(page, '19');
  await busy;
  await takeOver(page, 'Nora Nash', '4852');
  await page.unroute(/\/removed-lines$/);
  await setQuantity(page, '18');
  const sent = async () =>
    (
      await sql<{ event: string }>`
        select concat_ws(', ', e.note, u.name = 'Nora Nash', s.name) as event
        from till_events e join users u on u.id = e.recorded_by left join users s on s.id = e.sent_by
        where e.kind = 'line_removed' and e.id > ${first} order by e.id`.execute(shop().db)
    ).rows.map(({ event }) => event);
  await expect.poll(sent).toEqual(['20 to 19 × Breakfast tea, f, Nora Nash', '19 to 18 × Breakfast tea, t']);
});

test('D8 R12 a void whose answer was lost is recorded once, for the cashier who voided it', async () => {
  await approverAtTill(shop(), 'Mona Marsh', '4851', ...cashier);
  const first = await lastEvent();
  const page = await withTwenty([...cashier, 'void_sale']);
  const answers = await loseAnswers(page, /\/voided-baskets$/);
  await voidBasket(page);
  await page.getByText('No answer came from the server, so it is sent again').waitFor();
  answers.stop();
  await takeOver(page, 'Mona Marsh', '4851');
  expect(await eventsSince(first)).toEqual([
    'basket_voided 9600 Cannot pay',
    expect.stringMatching(/^cashier_changed/),
  ]);
});

test('D8 R12 a void that is about to be sent again when the cashier changes waits for the one who voided', async () => {
  const { userId } = await approverAtTill(shop(), 'Nell Noble', '4853', ...cashier);
  const first = await lastEvent();
  const page = await withTwenty([...cashier, 'void_sale']);
  const connect = await holdAnswers(page, request => request.url().endsWith('/api/health'));
  const answers = await loseAnswers(page, /\/voided-baskets$/);
  await voidBasket(page);
  await page.getByText('No answer came from the server, so it is sent again').waitFor();
  answers.stop();
  // Before it is sent it is written to the device.
  const letGo = await holdDisk(page);
  const connected = page.waitForResponse('**/api/health');
  connect();
  await connected;
  await takeOver(page, 'Nell Noble', '4853');
  await letGo();
  await expect.poll(() => storedOnTill<readonly number[]>(page, 'people')).toContain(userId);
  await settled(page);
  expect(answers.sent).toHaveLength(1);
  expect(await eventsSince(first)).toEqual([
    'basket_voided 9600 Cannot pay',
    expect.stringMatching(/^cashier_changed/),
  ]);
});
