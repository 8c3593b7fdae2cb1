import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { seriousProblems } from '../support/accessible';
import { asBookkeeper, someCustomer } from '../support/books';
import { useShop } from '../support/browser';
import { attachedText } from '../support/bulk-emails';
import { customerItem } from '../support/customer-items';
import { settled } from '../support/settled';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../support/shop';
import { type Delivery, smtpError, startSmtpSink } from '../support/smtp-sink';

let answer: (delivery: Delivery) => Error | null | Promise<Error | null> = () => null;
const sink = await startSmtpSink({ onMessage: delivery => answer(delivery) });
afterAll(() => sink.close());
const shop = useShop({ jobs: true, smtpUrl: sink.url });

beforeEach(() => {
  answer = () => null;
});

/** Invoices for £2.40, one to each customer, whose address is that of the number or missing. */
async function invoicesTo(word: string, emails: readonly (string | null)[]) {
  const { db } = shop();
  const seller = await shop().as('view_pos', 'create_sale', 'sell_on_account');
  const till = await openTill(db);
  const product = await stockedProduct(db, { name: `${word} mug` });
  const { sold } = shopFloor(() => ({ app: shop(), seller, till }));
  const numbers: string[] = [];
  for (const [index, email] of emails.entries()) {
    const customer = await customerWithCredit(db, 100_000, `${word} ${index + 1}`);
    await sql`update customers set email = ${email}, billing_address = '2 Quay Street' where id = ${customer}`.execute(
      db,
    );
    const tenders = [{ method: 'account' as const, tendered: '2.40' }];
    const sale = await sold([{ product_id: product, quantity: '1' }], 240, {
      customer_id: customer,
      tenders,
    });
    numbers.push(sale.number);
  }
  return numbers;
}

const receivedBy = (word: string) =>
  sink.delivered.filter(({ to }) => to[0]?.endsWith(`@${word.toLowerCase()}.example`));

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    if (found === name) return;
  }
  throw new Error(`${name} is not reached by Tab.`);
}

test('all invoices of a filter are previewed and emailed by keyboard, each to its own customer', async () => {
  const emails = Array.from({ length: 12 }, (_, index) =>
    index === 4 ? null : `n${index + 1}@harbour.example`,
  );
  const numbers = await invoicesTo('Harbour', emails);
  const page = await shop().openAs(
    ['view_dashboard', 'view_sale', 'create_email'],
    '/sales/invoices?search=harbour',
  );
  await page.getByRole('checkbox', { name: `Select ${numbers[11]}`, exact: true }).focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('group', { name: 'Selected invoices' });
  await bar.getByText('1 invoice selected').waitFor();
  await bar.getByRole('button', { name: 'Select all on this page' }).press('Enter');
  await bar.getByRole('button', { name: 'Select all 12 invoices' }).press('Enter');
  await bar.getByText('All 12 invoices selected').waitFor();
  await bar.getByRole('button', { name: 'Email invoices' }).press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Email invoices' });
  await dialog.getByText('11 invoices will be emailed').waitFor();
  await dialog.getByText('and 6 others').waitFor();
  await dialog.getByText('Sent emails cannot be undone.').waitFor();
  const recipients = await dialog.getByRole('table', { name: 'First recipients' }).innerText();
  expect(recipients).toContain('n1@harbour.example');
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByText('1 skipped: No email address.').press('Enter');
  await dialog.getByText(`${numbers[4]}, Harbour 5`).waitFor();

  const subject = dialog.getByRole('textbox', { name: 'Subject' });
  await subject.fill('{{document}} {{nummer}}');
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('{{nummer}} is not a placeholder.').first().waitFor();
  await subject.fill('{{document}} {{number}} for {{customer}}');
  const example = dialog.getByRole('region', { name: 'First email' });
  await example.getByRole('heading', { name: `Invoice ${numbers[0]} for Harbour 1` }).waitFor();
  await example.getByText(`Attached: ${numbers[0]}.pdf`).waitFor();
  await tabTo(page, 'Email 11 invoices');
  await page.keyboard.press('Enter');

  await dialog.getByText('Done: 11 sent, 1 skipped.').waitFor({ timeout: 300_000 });
  const received = receivedBy('Harbour');
  expect(new Set(received.map(({ to }) => to[0]))).toEqual(new Set(emails.filter(email => email !== null)));
  expect(received).toHaveLength(11);
  for (const [index, number] of numbers.entries()) {
    const mail = received.find(({ to }) => to[0] === emails[index]);
    if (!mail) continue;
    expect(mail.content).toContain(`Subject: Invoice ${number} for Harbour ${index + 1}`);
    expect(await attachedText(mail)).toContain(number);
  }

  // The form that had the focus is gone; Done has it.
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await bar.waitFor({ state: 'detached' });
  await settled(page);
  await page.getByRole('link', { name: 'Bulk emails' }).click();
  await page.getByRole('link', { name: '12 invoices', exact: true }).click();
  const records = page.getByRole('table', { name: 'Records' });
  await page.getByRole('combobox', { name: 'Result' }).selectOption({ label: 'Skipped' });
  await records.getByText('No email address.').waitFor();
  await records.getByRole('link', { name: numbers[4] ?? '', exact: true }).click();
  await page.waitForURL(/\/sales\/invoices\/\d+$/);
});

test('what was emailed in the last days is skipped unless it is wanted again', async () => {
  const numbers = await invoicesTo('Quay', ['one@quay.example', 'two@quay.example']);
  await sql`
    insert into audit_log (at, actor, action, record_type, record_id, record_name)
    select now(), 'Ada', 'emailed', 'sale', id, number from sales where number = ${numbers[0]}`.execute(
    shop().db,
  );
  const page = await shop().openAs(
    ['view_dashboard', 'view_sale', 'create_email'],
    '/sales/invoices?search=quay',
  );
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Email invoices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email invoices' });
  await dialog.getByText('1 invoice will be emailed').waitFor();
  await dialog.getByText('1 skipped: Emailed in the last 7 days.').waitFor();
  await dialog.getByRole('checkbox', { name: 'Skip 1 emailed in the last 7 days' }).uncheck();
  await dialog.getByText('2 invoices will be emailed').waitFor();
  await dialog.getByText('Some were emailed before, last on').waitFor();
  await dialog.getByRole('button', { name: 'Email 2 invoices' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('an email that the mail server refuses is counted and named, on a phone in the dark too', async () => {
  const emails = ['good@pier.example', 'bad@pier.example'];
  const numbers = await invoicesTo('Pier', emails);
  answer = ({ to }) => (to[0] === 'bad@pier.example' ? smtpError(550, 'No such mailbox') : null);
  const page = await shop().openAs(
    ['view_dashboard', 'view_sale', 'create_email'],
    '/sales/invoices?search=pier',
    { width: 390, colours: 'dark' },
  );
  for (const number of numbers)
    await page.getByRole('checkbox', { name: `Select ${number}`, exact: true }).check();
  await page.getByRole('button', { name: 'Email invoices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email invoices' });
  await dialog.getByText('2 invoices will be emailed').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Email 2 invoices' }).click();
  await dialog.getByText('Done: 1 sent, 1 not delivered.').waitFor({ timeout: 300_000 });
  await dialog.getByRole('link', { name: 'View details' }).click();
  await page.getByRole('heading', { name: 'Bulk email: 2 invoices' }).waitFor();
  await page.getByText(/No such mailbox/).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
});

test('Stop leaves out what is not in the outbox yet', async () => {
  const { db } = shop();
  await invoicesTo('Jetty', ['a@jetty.example', 'b@jetty.example']);
  // As many as are allowed within a minute have been queued, later than this test lasts.
  await sql`
    with old as (insert into bulk_emails (kind, options, subject, message, row_count, created_by, alive_at, created_at, state)
      select 'invoices', '{"skip_recent": true}', 'S', 'M', 60, min(id), now(), now(), 'done' from users returning id)
    insert into bulk_email_rows (bulk_email_id, kind, record_id, outcome, queued_at)
    select id, 'invoices', 1000000 + n, 'queued', now() + interval '10 minutes' from old, generate_series(1, 60) n`.execute(
    db,
  );
  const page = await shop().openAs(
    ['view_dashboard', 'view_sale', 'create_email'],
    '/sales/invoices?search=jetty',
  );
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Email invoices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email invoices' });
  await dialog.getByRole('button', { name: 'Email 2 invoices' }).click();
  await dialog.getByText('Running: 0 sent.').waitFor();
  await dialog.getByText('at most 60 emails a minute').waitFor();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await dialog.getByText('Stopped: 2 skipped.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  expect(receivedBy('Jetty')).toEqual([]);
  await sql`update bulk_email_rows set queued_at = null where record_id > 1000000`.execute(db);
});

test('customers are emailed their statements; a user without permission has no such button', async () => {
  await invoicesTo('Teashop', ['ada@teashop.example', null]);
  const page = await shop().openAs(
    ['view_customer', 'view_ledger', 'create_email'],
    '/customers?search=teashop',
  );
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Email statements' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email statements' });
  await dialog.getByText('1 statement will be emailed').waitFor();
  await dialog.getByText('1 skipped: No email address.').waitFor();
  await dialog.getByRole('button', { name: 'Email 1 statement' }).click();
  await dialog.getByText('Done: 1 sent, 1 skipped.').waitFor({ timeout: 300_000 });
  const [mail] = receivedBy('Teashop');
  expect(mail && (await attachedText(mail))).toContain('Teashop 1');

  const other = await shop().openAs(
    ['view_customer', 'view_ledger', 'edit_customer'],
    '/customers?search=teashop',
  );
  await other.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await other.getByRole('button', { name: 'Edit selected' }).waitFor();
  expect(await other.getByRole('button', { name: 'Email statements' }).count()).toBe(0);
});

test('every overdue customer of a filter of Aged Debtors is reminded; more than 50 are not printed at once', async () => {
  const { db } = shop();
  const today = londonDate(new Date());
  for (let index = 1; index <= 51; index += 1) {
    const email = index === 1 ? 'first@lateness.example' : null;
    const debtor = await someCustomer(db, `Lateness ${String(index).padStart(2, '0')}`, { email });
    const [on, dueOn] = [addDays(today, -50), addDays(today, -20)];
    await asBookkeeper(db, ctx =>
      customerItem(ctx, debtor, { side: 'debit', amount: 1_000, number: `LATE-${index}`, on, dueOn }),
    );
  }
  const page = await shop().openAs(
    ['view_ledger', 'create_email'],
    '/aged-debtors?search=lateness&overdue=yes&per_page=20',
  );
  await page.getByRole('checkbox', { name: 'Select Lateness 01' }).press('Space');
  const bar = page.getByRole('group', { name: 'Selected customers' });
  await bar.getByRole('button', { name: 'Select all on this page' }).press('Enter');
  await bar.getByRole('button', { name: 'Select all 51 customers' }).press('Enter');
  await bar.getByText('All 51 customers selected').waitFor();
  await bar.getByRole('button', { name: 'Print reminders', disabled: true }).waitFor();
  await bar.getByRole('button', { name: 'Email reminders' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Email reminders' });
  await dialog.getByText('1 reminder will be emailed').waitFor();
  await dialog.getByText('50 skipped: No email address.').waitFor();
  const example = dialog.getByRole('region', { name: 'First email' });
  await example.getByRole('heading', { name: /^Friendly reminder from / }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Email 1 reminder' }).press('Enter');
  await dialog.getByText('Done: 1 sent, 50 skipped.').waitFor({ timeout: 300_000 });
  expect(receivedBy('Lateness').map(({ to }) => to[0])).toEqual(['first@lateness.example']);
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await bar.waitFor({ state: 'detached' });
});

test('F14 Enter in the subject of many emails leads to the message and sends nothing', async () => {
  const [number] = await invoicesTo('Wharf', ['one@wharf.example']);
  const page = await shop().openAs(['admin'], '/sales/invoices?search=wharf');
  await page.getByRole('checkbox', { name: `Select ${number}`, exact: true }).check();
  await page.getByRole('button', { name: 'Email invoices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email invoices' });
  await dialog.getByText('1 invoice will be emailed').waitFor();
  await dialog.getByRole('textbox', { name: 'Subject' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Message' }).and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Email 1 invoice' }).waitFor();
  expect(receivedBy('Wharf')).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('Done: 1 sent').waitFor({ timeout: 60_000 });
  expect(receivedBy('Wharf')).toHaveLength(1);
});
