import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { expenses } from '#domain/expenses/expense.contract';
import { tillPayments } from '#domain/wallet/till-payment.contract';
import { seriousProblems } from '../support/accessible';
import { fillSafe } from '../support/books';
import { useShop } from '../support/browser';
import { expenseShop } from '../support/expenses';
import { settled } from '../support/settled';
import { customerWithCredit } from '../support/shop';
import { someApprovals } from '../support/approvals';
import { someTills } from '../support/tills';

const shop = useShop();
let on: Awaited<ReturnType<typeof someTills>>;
let office: Awaited<ReturnType<typeof expenseShop>>;
beforeAll(async () => {
  on = await someTills(shop());
  office = await expenseShop(shop());
  await fillSafe(shop().db);
});

test('T3 the Z report on screen has the customer payments, and cards together as on the terminal', async () => {
  const id = (on.till = await on.opened('0.00'));
  await on.shop.sold([{ product_id: on.book, quantity: '60' }], 30_000, {
    tenders: [{ method: 'credit_card', tendered: '300.00' }],
  });
  const admin = await shop().as('admin');
  const customer_id = await customerWithCredit(shop().db, null);
  const taken = await admin.call(tillPayments.take, {
    params: { id },
    body: { customer_id, kind: 'top_up', amount: '100.00', payment_method: 'credit_card' },
  });
  expect(taken.status).toBe(200);
  expect((await on.closed(id, '0.00')).status).toBe(200);
  const page = await shop().openAs(['view_pos', 'create_sale', 'close_till'], `/sales/tills/${id}`);
  const z = page.getByRole('region', { name: 'Z report' });
  const cardIn = (section: string) =>
    z.getByRole('region', { name: section, exact: true }).locator('dd').first().textContent();
  await z.getByRole('region', { name: 'All payments' }).waitFor();
  expect([
    await cardIn('Payment methods'),
    await cardIn('Customer payments'),
    await cardIn('All payments'),
  ]).toEqual(['£300.00', '£100.00', '£400.00']);
  expect(await seriousProblems(page)).toEqual([]);
});

test('T1 who counts a till sees which of its expenses wait for approval', async () => {
  const id = await on.opened('50.00');
  const { reply } = await office.submitted({ payment_method: 'cash', session_id: id });
  const page = await shop().openAs(['view_pos', 'create_sale', 'close_till'], `/sales/tills/${id}`);
  const alert = page.getByRole('alert').filter({ hasText: 'Expenses waiting for approval' });
  await alert.waitFor();
  await expect.poll(() => alert.textContent()).toContain(`${reply.number}, £12.00 in cash from this till.`);
  expect(await alert.getByRole('link').count(), 'without permission to see expenses').toBe(0);
  await page.getByRole('button', { name: 'Count the till' }).click();
  await page.getByText('This is a blind count').waitFor();
  await alert.getByText('Have them approved before you close the till.').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  expect((await on.count(id, { total: '38.00' })).status).toBe(200);
  expect((await on.close(id, { reason: 'A receipt is missing' })).status).toBe(200);
  const boss = await shop().openAs(['admin'], `/sales/tills/${id}`);
  await boss.getByText('Once approved, they go into a late sales session').waitFor();
  await boss
    .getByRole('link', { name: reply.number ?? '' })
    .first()
    .click();
  await boss.getByRole('heading', { name: reply.number ?? '', level: 1 }).waitFor();
});

test('T1 141 the form of an expense keeps the closed till that paid it', async () => {
  const id = await on.opened('50.00');
  const { reply } = await office.draft({ payment_method: 'cash', session_id: id });
  expect((await on.closed(id, '38.00', { reason: 'A receipt is missing' })).status).toBe(200);
  const page = await shop().openAs(['admin'], `/expenses/edit/${reply.id}`);
  const till = page.getByLabel('Cash from');
  await till.waitFor();
  await settled(page);
  await expect.poll(() => till.locator('option:checked').textContent()).toMatch(/^Counter \d+ \(closed\)$/);
  await page.getByLabel('Receipt number').fill('ST 12');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(`**/expenses/${reply.id}`);
  const saved = await office.clerk.call(expenses.get, { params: { id: reply.id } });
  expect([saved.reply.reference, saved.reply.till?.session_id]).toEqual(['ST 12', id]);
});

test('P15 cash paid out above the limit of the day asks for the PIN of an approver, says why, and shows who approved it', async () => {
  const { db } = shop();
  await sql`insert into accounts (code, name, kind, normal_side, is_system, is_control)
    values ('6310', 'Postage', 'expense', 'debit', false, false) on conflict do nothing`.execute(db);
  const chief = await someApprovals(shop()).approver('view_pos', 'create_sale', 'pay_out_cash');
  const id = await on.opened('200.00');
  const page = await shop().openAs(['view_pos', 'create_sale'], `/sales/tills/${id}`);
  const fill = async (amount: string, reason: string) => {
    await page.getByRole('button', { name: 'Cash', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Pay out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pay out cash' });
    await dialog.getByText('Above £50.00 a day, approval by PIN is needed.').waitFor();
    await dialog.getByLabel('Amount').fill(amount);
    await dialog.getByRole('combobox', { name: 'For' }).selectOption('6310');
    await dialog.getByLabel('Reason').fill(reason);
    await page.keyboard.press('Control+Enter');
  };
  await fill('45', 'Stamps');
  await page.getByText('Cash paid out.').waitFor();
  await fill('30', 'Parcels to Leeds');
  const asked = page.getByRole('dialog', { name: 'Approval needed' });
  await asked
    .getByText('Up to £50.00 a day needs no approval, and £45.00 has already been paid out today')
    .waitFor();
  await asked.getByText('£30.00 paid out of the till: Parcels to Leeds').waitFor();
  await asked.getByLabel('PIN').fill('9999');
  await page.keyboard.press('Enter');
  await asked.getByText('This PIN is incorrect.').first().waitFor();
  await asked.getByLabel('PIN').fill(chief.pin);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: 'Parcels to Leeds' });
  await row.getByText(/, approved by Person \d+$/).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  const { reply } = await on.get(id, on.manager);
  expect(reply.expected, '200.00 − 45.00 − 30.00').toBe(12_500);
});

test('L1 T1 cash paid out in error is reversed on its row; after closing, a manager chooses an open till', async () => {
  const { db } = shop();
  await sql`insert into accounts (code, name, kind, normal_side, is_system, is_control)
    values ('6310', 'Postage', 'expense', 'debit', false, false) on conflict do nothing`.execute(db);
  const id = await on.opened('100.00');
  const page = await shop().openAs(['view_pos', 'create_sale'], `/sales/tills/${id}`);
  await page.getByRole('button', { name: 'Cash', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Pay out' }).click();
  const paying = page.getByRole('dialog', { name: 'Pay out cash' });
  await paying.getByLabel('Amount').fill('12');
  await paying.getByRole('combobox', { name: 'For' }).selectOption('6310');
  await paying.getByLabel('Reason').fill('Stamps');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Cash paid out.').waitFor();
  const drawer = page.getByRole('region', { name: 'Drawer' });
  await drawer.getByRole('button', { name: 'Reverse paid out £12.00' }).click();
  const asked = page.getByRole('dialog', { name: 'Reverse cash paid out' });
  await asked
    .getByText('£12.00 goes back into the drawer. If it has a receipt, that can be entered again.')
    .waitFor();
  expect(await asked.getByRole('combobox').count(), 'its own drawer').toBe(0);
  await asked.getByLabel('Reason').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Control+Enter');
  await asked.getByText('Reason is required.').first().waitFor();
  await asked.getByLabel('Reason').fill('Keyed by mistake');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Cash paid out of £12.00 reversed.').waitFor();
  await drawer
    .getByRole('row')
    .filter({ hasText: 'Paid in (reversal)' })
    .getByText('Keyed by mistake')
    .waitFor();
  await drawer.getByText('Paid out, reversed').waitFor();
  expect(await drawer.getByRole('button', { name: /^Reverse/ }).count()).toBe(0);
  expect((await on.get(id, on.manager)).reply.expected).toBe(10_000);
  expect(await seriousProblems(page)).toEqual([]);

  await on.move(id, 'paid_out', '5.00', { account_code: '6310' });
  expect((await on.closed(id, '95.00')).status).toBe(200);
  const now = await on.opened('20.00');
  const name = (await on.get(now)).reply.register.name;
  const boss = await shop().openAs(['view_pos', 'reverse_payment'], `/sales/tills/${id}`);
  await boss.getByRole('button', { name: 'Reverse paid out £5.00' }).click();
  const choosing = boss.getByRole('dialog', { name: 'Reverse cash paid out' });
  await choosing.getByLabel('Reason').fill('Brought back');
  await boss.keyboard.press('Control+Enter');
  await choosing
    .getByText(/was closed and counted without this cash/)
    .first()
    .waitFor();
  await choosing.getByRole('combobox', { name: 'Cash goes into' }).selectOption({ label: name });
  await boss.keyboard.press('Control+Enter');
  await boss.getByText('Cash paid out of £5.00 reversed.').waitFor();
  expect((await on.get(now, on.manager)).reply.expected).toBe(2500);
  expect(await seriousProblems(boss)).toEqual([]);
});
