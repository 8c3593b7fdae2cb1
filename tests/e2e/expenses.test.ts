import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expenseSchedules } from '#domain/expenses/expense-schedule.contract';
import { expenses } from '#domain/expenses/expense.contract';
import { londonDate } from '#domain/kernel/dates';
import { createScheduledExpensesHandler } from '../../server/features/expenses';
import { waitForFadeIn, seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { expenseShop } from '../support/expenses';
import { holdAnswers } from '../support/hold-answers';
import { settled } from '../support/settled';
import { openTill } from '../support/shop';
import { noticed } from '../support/notices';

const shop = useShop();
let firm: Awaited<ReturnType<typeof expenseShop>>;
beforeAll(async () => {
  firm = await expenseShop(shop());
  await openTill(shop().db, 10_000);
});

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};
const ready = async (page: Page) => {
  await waitForFadeIn(page.getByRole('dialog'));
  await settled(page);
};
/** A photo of a receipt, of one pixel. */
const photograph = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a claim goes from the counter to the bank by keyboard alone: entered, rejected, corrected, approved, reimbursed', async () => {
  const clerk = await shop().openAs(['view_expense', 'create_expense', 'edit_expense'], '/expenses');
  await clerk.getByText('No expenses yet.').waitFor();
  await clerk.keyboard.press('n');
  await clerk.getByRole('heading', { name: 'Add expense', level: 1 }).waitFor();
  await clerk.getByLabel('Purpose').waitFor();
  await settled(clerk);
  await clerk.keyboard.type('Train to the fair');
  await clerk.getByLabel('Settlement').focus();
  for (const key of ['ArrowDown', 'ArrowDown']) await clerk.keyboard.press(key);
  await clerk.getByLabel('Receipt number').focus();
  await clerk.keyboard.type('T 4711');
  await clerk.getByLabel('Category').focus();
  await clerk.keyboard.type('Travel');
  await clerk.keyboard.press('Tab');
  await clerk.keyboard.type('There and back');
  await clerk.keyboard.press('Tab');
  await clerk.keyboard.type('60');
  await clerk.keyboard.press('Tab');
  await expect.poll(() => clerk.getByLabel('VAT as printed').inputValue()).toBe('10.00');
  // A line is split over two categories, to the penny.
  await clerk.getByRole('button', { name: 'Split line 1' }).press('Enter');
  await clerk.getByRole('menuitem', { name: 'In 2 equal parts' }).press('Enter');
  await expect.poll(() => clerk.getByLabel('Gross').nth(1).inputValue()).toBe('30.00');
  await clerk.getByLabel('Category').nth(1).focus();
  await clerk.keyboard.type('Stationery');
  await clerk.getByLabel('VAT reclaimable').nth(0).press('Space');
  await clerk.getByLabel('VAT reclaimable').nth(1).press('Space');
  await clerk.setInputFiles('input[type=file]', {
    name: 'ticket.png',
    mimeType: 'image/png',
    buffer: photograph,
  });
  await clerk.getByText('ticket.png').waitFor();
  expect(await seriousProblems(clerk)).toEqual([]);
  await shot(clerk, 'form-1440');
  await clerk.getByLabel('Gross').nth(1).press('Control+Enter');
  await clerk.getByRole('heading', { name: 'EXP-00001', level: 1 }).waitFor();
  await clerk.getByText('Waiting for approval.').waitFor();
  await clerk.getByAltText('Receipt ticket.png').waitFor();
  await settled(clerk);
  expect(await seriousProblems(clerk)).toEqual([]);
  await shot(clerk, 'submitted-1440');

  const boss = await shop().openAs(
    ['view_expense', 'approve_expense', 'pay_expense', 'view_ledger', 'view_audit'],
    '/expenses',
  );
  await boss.getByRole('link', { name: 'EXP-00001' }).waitFor();
  await settled(boss);
  await boss.getByRole('row', { name: /Train to the fair/ }).press('Enter');
  await boss.getByRole('button', { name: 'Reject' }).press('Enter');
  await ready(boss);
  await boss.keyboard.type('To which fair?');
  expect(await seriousProblems(boss)).toEqual([]);
  await boss.keyboard.press('Enter');
  await boss.getByText('EXP-00001 rejected.').waitFor();

  await clerk.reload();
  await clerk.getByText('To which fair?').waitFor();
  await clerk.keyboard.press('e');
  await clerk.getByRole('heading', { name: 'Edit expense' }).waitFor();
  await settled(clerk);
  await clerk.getByLabel('Notes').focus();
  await clerk.keyboard.type('The spring fair');
  await clerk.keyboard.press('Control+Enter');
  await clerk.getByRole('button', { name: 'Submit' }).waitFor();
  await settled(clerk);
  await clerk.keyboard.press('s');
  await clerk.getByText('EXP-00001 submitted.').waitFor();

  await boss.reload();
  await boss.getByRole('button', { name: 'Approve' }).waitFor();
  await settled(boss);
  await boss.keyboard.press('a');
  await ready(boss);
  await shot(boss, 'approve-1440');
  await boss.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter');
  await boss.getByText('EXP-00001 approved.').waitFor();
  await boss.getByRole('button', { name: 'Reimburse' }).waitFor();
  await settled(boss);
  await boss.keyboard.press('p');
  await ready(boss);
  await boss.getByLabel('Method').focus();
  await boss.keyboard.type('Cash');
  await boss.getByLabel('Cash from').focus();
  await boss.keyboard.press('ArrowDown');
  expect(await seriousProblems(boss)).toEqual([]);
  await shot(boss, 'pay-1440');
  await boss.getByLabel('Reference').press('Control+Enter');
  await boss.getByText('EXP-00001 paid.').waitFor();
  await boss.getByText(/Cash from Register/).waitFor();
  await boss
    .getByRole('link', { name: /^Journal \d+$/ })
    .nth(1)
    .waitFor();
  await settled(boss);
  await shot(boss, 'paid-1440');
  await boss.goto('/expenses');
  await boss.getByText('Reimbursed, cash').waitFor();
  await settled(boss);
  // Below the column that it totals.
  const total = boss.getByRole('row', { name: 'Totals' }).locator('[data-label="Gross"]');
  await total.getByText('£60.00', { exact: true }).waitFor();
  const [head, sum] = [
    await boss.getByRole('columnheader', { name: 'Gross' }).boundingBox(),
    await total.boundingBox(),
  ];
  expect([sum?.x, sum?.width]).toEqual([head?.x, head?.width]);
  await shot(boss, 'list-1440');
});

test('an expense whose receipts are on their way stays busy, and a second press makes no second one', async () => {
  const page = await shop().openAs(['admin'], '/expenses/create');
  await page.getByLabel('Purpose').fill('Two large photos');
  await page.getByLabel('Paid by').selectOption('bank_transfer');
  await page.getByLabel('Category').selectOption({ label: 'Stationery' });
  await page.getByLabel('Gross').fill('12');
  await page.getByLabel('VAT rate').selectOption('E');
  await page.setInputFiles('input[type=file]', {
    name: 'ticket.png',
    mimeType: 'image/png',
    buffer: photograph,
  });
  await page.getByText('ticket.png').waitFor();
  const letGo = await holdAnswers(page, request => request.url().endsWith('/receipts'));
  const onTheirWay = page.waitForRequest(request => request.url().endsWith('/receipts'));
  const save = page.getByRole('button', { name: 'Save and submit' });
  await save.click();
  await onTheirWay;
  await expect.poll(() => save.isDisabled()).toBe(true);
  await expect.poll(() => save.getAttribute('aria-busy')).toBe('true');
  await page.getByLabel('Purpose').press('Control+Enter');
  letGo();
  await page.getByRole('heading', { name: /^EXP-/, level: 1 }).waitFor();
  await page.getByAltText('Receipt ticket.png').waitFor();
  const made = await shop()
    .db.selectFrom('expenses')
    .select('id')
    .where('description', '=', 'Two large photos')
    .execute();
  expect(made).toHaveLength(1);
});

test('a receipt that the server refuses is named, and a deleted draft leaves the list at once', async () => {
  const page = await shop().openAs(['admin'], '/expenses/create');
  await page.getByLabel('Purpose').fill('Refused receipt');
  await page.getByLabel('Category').selectOption({ label: 'Travel' });
  await page.getByLabel('Gross').fill('6.00');
  await page.setInputFiles('input[type=file]', {
    name: 'ticket.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('This is text'),
  });
  await page.getByLabel('Submit now').uncheck();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await noticed(page, 'ticket.pdf');
  await noticed(page, '“Refused receipt” saved as a draft.');
  // The list has been read before.
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.getByRole('cell', { name: /^Refused receipt/ }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Expense', level: 1 }).waitFor();
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await noticed(page, '“Refused receipt” deleted.');
  await page.getByRole('heading', { name: 'Expenses', level: 1 }).waitFor();
  await expect.poll(() => page.getByRole('cell', { name: /^Refused receipt/ }).count()).toBe(0);
});

test('on a phone and in the dark an expense is entered, made recurring, and the rules are set', async () => {
  const page = await shop().openAs(['admin'], '/expenses/create', { width: 390, colours: 'dark' });
  await page.getByLabel('Purpose').fill('Rent of the shop');
  await page.getByLabel('Paid by').selectOption('bank_transfer');
  await page.getByLabel('Category').selectOption({ label: 'Stationery' });
  await page.getByLabel('Gross').fill('900');
  await page.getByLabel('VAT rate').selectOption('E');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'form-390-dark');
  await page.getByRole('button', { name: 'Save and submit' }).click();
  await page.getByRole('heading', { name: /^EXP-/, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'More for' }).click();
  await page.getByRole('menuitem', { name: 'Make recurring' }).click();
  await ready(page);
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'repeat-390-dark');
  await page.getByLabel('Interval').fill('0');
  await page.getByRole('dialog').getByRole('button', { name: 'Make recurring' }).click();
  await page.getByText('Enter a whole number from 1 to 36.').waitFor();
  await page.getByLabel('Interval').fill('2');
  await page.getByText('Every 2 months').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Make recurring' }).click();
  await page.getByText(/is recurring, first on/).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'detail-390-dark');
  await page.getByRole('link', { name: /Every 2 months/ }).click();
  await page
    .getByRole('row', { name: /Rent of the shop/ })
    .getByRole('button', { name: 'Actions' })
    .click();
  await page.getByRole('button', { name: 'Change Rent of the shop' }).click();
  await ready(page);
  await page.getByLabel('Status').last().selectOption('paused');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await noticed(page, 'Rent of the shop is paused.');
  await shot(page, 'recurring-390-dark');
  const moreActions = page.getByRole('button', { name: 'More actions' });
  await moreActions.click();
  await page.getByRole('link', { name: 'Back to expenses' }).click();
  // Both lists have a button of this name.
  await page.getByRole('heading', { name: 'Expenses', exact: true }).waitFor();
  await shot(page, 'list-390-dark');
  await moreActions.click();
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByLabel('Expense approval above').fill('25');
  await page.getByRole('button', { name: 'Save' }).click();
  await noticed(page, 'Saved successfully!');
});

test('later drafts of a recurring expense are based on one that it created', async () => {
  const { db } = shop();
  const admin = await shop().as('admin');
  const { rows } = await sql<{ id: number }>`
    select id from expense_categories where name = 'Stationery'`.execute(db);
  const { reply: first } = await admin.call(expenses.create, {
    body: {
      description: 'Window cleaning',
      settlement: 'firm_paid',
      payment_method: 'bank_transfer',
      lines: [{ category_id: rows[0]?.id ?? 0, gross: '25.00', vat_code: 'O' }],
    },
  });
  await admin.call(expenses.submit, { params: { id: first.id } });
  const { reply: schedule } = await admin.call(expenseSchedules.create, {
    params: { id: first.id },
    body: { every: 'month', first_on: londonDate(new Date()) },
  });
  await createScheduledExpensesHandler(db, () => new Date()).run({});
  const { rows: drafts } = await sql<{ id: number }>`
    select id from expenses where schedule_id = ${schedule.id}`.execute(db);
  const page = await shop().openAs(['admin'], `/expenses/${drafts[0]?.id}`);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { name: /^EXP-/, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'More for' }).click();
  await page.getByRole('menuitem', { name: 'Base later drafts on this' }).click();
  await noticed(page, /^Later drafts are based on EXP-/);
  // It is the basis itself now.
  await expect.poll(() => page.getByText('Based on', { exact: true }).count()).toBe(0);
});

test('F05 an expense changed while it is being approved shows its new amount before it can be approved', async () => {
  const { reply } = await firm.submitted({ description: 'Taxi', lines: [firm.line({ gross: '120.00' })] });
  const params = { id: reply.id };
  const boss = await shop().openAs(['view_expense', 'approve_expense'], `/expenses/${reply.id}`);
  await boss.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = boss.getByRole('dialog');
  await dialog.getByText('£120.00 for Taxi will be posted.', { exact: false }).waitFor();

  const rejected = await firm.approver.call(expenses.reject, { params, body: { reason: 'For which fair?' } });
  const body = firm.body({ description: 'Taxi', lines: [firm.line({ gross: '900.00' })] });
  const { version } = rejected.reply;
  expect((await firm.clerk.call(expenses.update, { params, body: { ...body, version } })).status).toBe(200);
  expect((await firm.clerk.call(expenses.submit, { params })).status).toBe(200);

  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByText('This expense has changed since you opened it', { exact: false }).waitFor();
  await dialog.getByText('£900.00 for Taxi will be posted.', { exact: false }).waitFor();
  expect((await firm.clerk.call(expenses.get, { params })).reply.status).toBe('submitted');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await boss.getByText(`${reply.number} approved and paid.`).waitFor();
});
