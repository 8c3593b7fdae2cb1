import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { addDays, formatDate, londonDate } from '#domain/kernel/dates';
import { poundsFromPence, toPence } from '#domain/kernel/money';
import { notifications } from '#domain/notifications/notification.contract';
import { quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { letters } from '#domain/wallet/letters.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { readSheet, sheetTable } from '../../../../tests/support/pdf-sheet';
import { quoteSent, quoted } from '../../../../tests/support/quotes';
import { customerWithCredit, stockedProduct } from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';
import { remindHandler } from '../../notifications/remind';

// The invoices of a customer who was merged into another since keep their numbers and dates wherever they are listed.
let app: TestApp;
let admin: Caller;
let seller: Caller;
let table: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  seller = await app.as('view_sale', 'view_dashboard');
  table = await stockedProduct(app.db, { price: toPence(2000) });
});
afterAll(() => app.close());

const today = londonDate(new Date());
const ago = (days: number) => addDays(today, -days);

/** Tables at £20.00 on account, sold some days ago; due 30 days after. */
async function sold(customer: number, pieces: number, daysAgo: number) {
  const total = poundsFromPence(toPence(pieces * 2000));
  const { reply, refusal } = await admin.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'desk',
      customer_id: customer,
      business_date: ago(daysAgo),
      date_reason: 'Entered late',
      lines: [{ product_id: table, quantity: String(pieces) }],
      expected_total: total,
      tenders: [{ method: 'account', tendered: total }],
    },
  });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
}
const customer = (name: string) => customerWithCredit(app.db, 1_000_000, name);
const merge = async (other: number, kept: number) =>
  expect(
    (await admin.call(customers.merge, { params: { id: kept }, body: { other_id: other } })).status,
  ).toBe(200);
/** £100.00 due 70 days ago and £60.00 due 40 days ago, owed by one customer who is merged into another. */
async function mergedDebts() {
  const [other, kept] = [await customer('Ada Other'), await customer('Ada Kept')];
  const [first, second] = [await sold(other, 5, 100), await sold(other, 3, 70)];
  await merge(other, kept);
  return { other, kept, first, second };
}

test('W9 R6 reminders, statements and the open items of a ledger name moved invoices with their own dates', async () => {
  const { kept, first, second } = await mergedDebts();
  const { open_items } = (await admin.call(wallets.customer.statement, { params: { id: kept } })).reply;
  expect(open_items).toMatchObject([
    {
      document_number: first.number,
      business_date: ago(100),
      due_on: ago(70),
      open: 10_000,
      link: `/sales/invoices/${first.id}`,
    },
    {
      document_number: second.number,
      business_date: ago(70),
      due_on: ago(40),
      open: 6000,
      link: `/sales/invoices/${second.id}`,
    },
  ]);
  const { reply } = await admin.call(letters.remind, { body: { customer_ids: [kept], how: 'print' } });
  const listed = [
    [first.number, formatDate(ago(100)), formatDate(ago(70)), '£100.00'],
    [second.number, formatDate(ago(70)), formatDate(ago(40)), '£60.00'],
  ];
  const letter = await admin.call(letters.pdf, { params: { id: reply.data[0]?.letter_id ?? 0 } });
  const reminded = sheetTable(await readSheet(letter.raw), ['Document', 'Date', 'Due', 'Amount due']);
  expect(reminded.slice(0, 2).map(row => [row.Document, row.Date, row.Due, row['Amount due']])).toEqual(
    listed,
  );
  const statement = await admin.call(wallets.customer.pdf, { params: { id: kept } });
  const open = sheetTable(await readSheet(statement.raw), [
    'Document',
    'Date',
    'Due',
    'Amount',
    'Amount due',
  ]);
  expect(open.slice(0, 2).map(row => [row.Document, row.Date, row.Due, row['Amount due']])).toEqual(listed);
  // Messages and the list of allocations name the invoice too.
  const item = open_items[0]?.id ?? 0;
  const pay = (amount: string, of: string) =>
    admin.call(customerWallet.receive, {
      params: { id: kept },
      body: { amount, payment_method: 'bank_transfer', allocations: [{ item_id: item, amount: of }] },
    });
  expect((await pay('110.00', '110.00')).refusal.errors).toEqual({
    'allocations.0.amount': [expect.stringContaining(`Only £100.00 of ${first.number} is open.`)],
  });
  expect((await pay('30.00', '30.00')).status).toBe(200);
  const lost = await admin.call(customerWallet.adjust, {
    params: { id: kept },
    body: { kind: 'write_off', amount: '80.00', item_id: item, reason: 'Insolvent' },
  });
  expect(lost.refusal.errors).toEqual({
    amount: [expect.stringContaining(`Only £70.00 of ${first.number} is open`)],
  });
  const matches = (await admin.call(customerWallet.matches, { params: { id: kept } })).reply.data;
  expect(matches[0]?.debit).toMatchObject({
    document_number: first.number,
    link: `/sales/invoices/${first.id}`,
  });
});

test('R4 W9 the dashboard counts overdue invoices as the list it opens does, also after a merge', async () => {
  const overdue = async () => {
    const { todo } = (await seller.call(dashboard.show)).reply;
    const { total } = (await seller.call(sales.list, { query: { payment_state: 'overdue' } })).reply;
    return [todo?.find(({ kind }) => kind === 'overdue_invoices')?.count, total];
  };
  const before = (await overdue())[1] ?? 0;
  const { first } = await mergedDebts();
  expect(await overdue()).toEqual([before + 2, before + 2]);
  // A sale that is not due does not count.
  await sold(first.customer.id, 1, 0);
  expect(await overdue()).toEqual([before + 2, before + 2]);
});

test('W9 a moved invoice that is overdue is notified once, of the remaining customer, with what is open of it', async () => {
  const morning = () => remindHandler(app.db, () => new Date()).run({});
  await morning();
  await sql`delete from notification_recipients`.execute(app.db);
  const reported = async () =>
    (await seller.call(notifications.list)).reply.data.map(({ words, link }) => [words, link]);
  const [other, kept] = [await customer('Bea Other'), await customer('Bea Kept')];
  const sale = await sold(other, 5, 100);
  await merge(other, kept);
  await admin.call(customerWallet.receive, {
    params: { id: kept },
    body: { amount: '40.00', payment_method: 'bank_transfer' },
  });
  await morning();
  const once = [
    [
      `${sale.number} of Bea Kept was due on ${formatDate(ago(70))}: £60.00 outstanding.`,
      `/sales/invoices/${sale.id}`,
    ],
  ];
  expect(await reported()).toEqual(once);
  await morning();
  expect(await reported()).toEqual(once);
  // One that was notified before the merge is not notified again.
  const [earlier, remaining] = [await customer('Cy Other'), await customer('Cy Kept')];
  await sold(earlier, 1, 100);
  await morning();
  expect(await reported()).toHaveLength(2);
  await merge(earlier, remaining);
  await morning();
  expect(await reported()).toHaveLength(2);
});

test('W9 the sales and quotes of a customer include those of customers merged into them, as the totals of the page do', async () => {
  const { other, kept, first, second } = await mergedDebts();
  const line = { product_id: table, quantity: '1' };
  const quote = await quoted(admin, quoteSent(kept, [line], 2000, { price_mode: 'inclusive' }));
  const own = await sold(kept, 1, 0);
  const outsider = await sold(await customer('Outsider'), 1, 0);
  const listed = async (id: string) =>
    (await admin.call(sales.list, { query: { customer_id: id, sort_by: 'number', sort_order: 'asc' } })).reply
      .data;
  const idsOf = async (id: string) => (await listed(id)).map(sale => sale.id);
  expect(await idsOf(String(kept))).toEqual([first.id, second.id, own.id]);
  // The record of the other customer shows its own.
  expect(await idsOf(String(other))).toEqual([first.id, second.id]);
  expect(await idsOf(`${kept},${outsider.customer.id}`)).toEqual([first.id, second.id, own.id, outsider.id]);
  const totals = await admin.call(sales.totals, { query: { customer_id: String(kept) } });
  expect(totals.reply).toMatchObject({ gross: 18_000, outstanding: 18_000 });
  const offered = await admin.call(quotes.list, { query: { customer_id: String(kept) } });
  expect(offered.reply.data.map(({ id }) => id)).toEqual([quote.id]);
});
