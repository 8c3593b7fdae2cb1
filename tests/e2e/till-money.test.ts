import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { tillPayments } from '#domain/wallet/till-payment.contract';
import { seriousProblems } from '../support/accessible';
import { fillSafe } from '../support/books';
import { useShop } from '../support/browser';
import { expenseShop } from '../support/expenses';
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
  expect(await alert.textContent()).toContain(`${reply.number}, £12.00 in cash from this till.`);
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
