import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { addDays, formatDate, londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { promotions } from '#domain/pricing/promotion.contract';
import { quotes } from '#domain/quotes/quote.contract';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { bankDetailsSettings } from '#domain/settings/bank-details.contract';
import { letters } from '#domain/wallet/letters.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { printedPence, readSheet, sheetTable, sheetTexts } from '../support/pdf-sheet';
import { quoteSent, quoted } from '../support/quotes';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { walletCalls } from '../support/wallet-calls';
import { firstPairs, invoiceAddsUp, rollAddsUp, total } from './add-up';

let app: TestApp;
let admin: Caller;
let till: number;
let customer: number;
let tea: number;
let cheese: number;
let book: number;
let toy: number;
const today = londonDate(new Date());

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  till = await openTill(app.db, 100_000);
  const company = { name: 'Ashley & Vale Ltd', address: '2 Ashley Road\nBristol\nBS6 5NT' };
  await sql`insert into settings (key, value) values ('company', ${JSON.stringify(company)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(app.db);
  tea = await stockedProduct(app.db, { name: 'Assam tea', price: toPence(240) });
  cheese = await stockedProduct(app.db, { name: 'Cheddar, loose', price: toPence(1399), vat_code: 'R' });
  book = await stockedProduct(app.db, { name: 'Cook book', price: toPence(600), vat_code: 'Z' });
  toy = await stockedProduct(app.db, { name: 'Toy', price: toPence(500) });
  await admin.call(promotions.create, {
    body: {
      name: 'Book and toy',
      starts_on: '2020-01-01',
      ends_on: '2099-12-31',
      kind: 'buy_x_get_y',
      buy_units: 1,
      get_units: 1,
      percent_off: '100',
      applies_to: 'products',
      product_ids: [book, toy],
    },
  });
  const { reply, refusal } = await admin.call(customers.create, {
    body: {
      name: 'Mill Lane Stores',
      billing_address: '3 Mill Lane\nBath',
      billing_postcode: 'BA1 1AA',
      payment_terms_days: 30,
      credit_limit: '10000.00',
    },
  });
  expect(refusal).toBeUndefined();
  customer = reply.id;
});
afterAll(() => app.close());

const { sold, refund } = shopFloor(() => ({ app, seller: admin, till }));

/**
 * Three tea at £2.40 less £0.50 = £6.70 (20%); 0.333 of £13.99 = £4.66 (5%); a book and a toy in a deal, £6.00 for both
 * (0% and 20%); together £17.36, less 10% = £1.74: £15.62.
 */
const basket = () => ({
  lines: [
    { product_id: tea, quantity: '3', discount_amount: '0.50', discount_reason: 'Dented' },
    { product_id: cheese, quantity: '0.333' },
    { product_id: book, quantity: '1' },
    { product_id: toy, quantity: '1' },
  ],
  more: { discount_amount: '1.74', discount_reason: 'Loyal' },
});

const paperOf = async (sale: { id: number }, paper: '80mm' | 'a4') => {
  const { raw, status } = await admin.call(sales.pdf, { params: { id: sale.id }, query: { paper } });
  expect(status).toBe(200);
  return readSheet(raw);
};

test('F29 a till receipt adds up as printed: goods, discounts, rates, money tendered; the address keeps its lines', async () => {
  const { lines, more } = basket();
  const sale = await sold(lines, 1562, { ...more, tenders: [{ method: 'cash', tendered: '20.00' }] });
  const sheet = await paperOf(sale, '80mm');
  expect(rollAddsUp(sheet)).toBe(1562);
  expect(sheetTexts(sheet)).toEqual(expect.arrayContaining(['2 Ashley Road', 'Bristol', 'BS6 5NT']));
  expect(invoiceAddsUp(await paperOf(sale, 'a4'), { hasVat: true })).toBe(1562);
});

let owed: SaleDetail;

test('F29 an invoice shows line and basket discounts, and lines, discounts, net, VAT and total add up to the penny', async () => {
  const { lines, more } = basket();
  owed = await sold(lines, 1562, {
    ...more,
    channel: 'desk',
    customer_id: customer,
    tenders: [
      { method: 'cash', tendered: '5.00' },
      { method: 'account', tendered: '10.62' },
    ],
  });
  const sheet = await paperOf(owed, 'a4');
  expect(invoiceAddsUp(sheet, { hasVat: true })).toBe(1562);
  const pairs = firstPairs(sheet);
  expect(pairs).toMatchObject({ Subtotal: 1736, 'Discount: Loyal': -174, Total: 1562, 'Balance due': 1062 });
  const roll = sheetTexts(await paperOf(owed, '80mm'));
  expect(roll).toEqual(expect.arrayContaining(['3 Mill Lane', 'Bath', 'BA1 1AA']));
});

test('F29 prices excluding VAT: lines add up to the net, net and VAT to the total', async () => {
  // 10 tea at £2.00 less 10% basket discount £2.00 = £18.00, VAT £3.60; a book of £6.00 without VAT would be part of a
  // deal.
  const sale = await sold([{ product_id: tea, quantity: '10' }], 2160, {
    channel: 'desk',
    customer_id: customer,
    price_mode: 'exclusive',
    discount_amount: '2.00',
    discount_reason: 'Trade',
    tenders: [{ method: 'account', tendered: '21.60' }],
  });
  const sheet = await paperOf(sale, 'a4');
  expect(invoiceAddsUp(sheet, { hasVat: true })).toBe(2160);
  expect(firstPairs(sheet)).toMatchObject({ Subtotal: 2000, Net: 1800, VAT: 360 });
});

test('F29 an export invoice adds up without VAT, and says why', async () => {
  const abroad = await admin.call(customers.create, {
    body: {
      name: 'Chez Claire',
      billing_address: '1 Rue Haute\nParis',
      country: 'FR',
      payment_terms_days: 30,
    },
  });
  const sale = await sold([{ product_id: tea, quantity: '7' }], 1400, {
    channel: 'desk',
    customer_id: abroad.reply.id,
    price_mode: 'exclusive',
    tenders: [{ method: 'bank_transfer', tendered: '14.00' }],
  });
  const sheet = await paperOf(sale, 'a4');
  expect(invoiceAddsUp(sheet, { hasVat: true })).toBe(1400);
  expect(sheetTable(sheet, ['Rate', 'Net', 'VAT', 'Gross'])[0]).toMatchObject({
    VAT: '£0.00',
    Gross: '£14.00',
  });
});

test('F29 a credit note for part of a sale adds up, and the invoice shows it with the balance due', async () => {
  // One of three tea: £6.70 less its share of the basket discount, 67 pence, is £6.03; a third is £2.01 (M7).
  const { reply, refusal } = await refund(owed, [{ line_number: 1, quantity: '1' }], 201, {
    tenders: [],
  });
  expect(refusal).toBeUndefined();
  const note = reply.credit_notes[0];
  const { raw } = await admin.call(sales.creditNotePdf, {
    params: { id: owed.id, credit_note_id: note?.id ?? 0 },
  });
  const sheet = await readSheet(raw);
  const rows = sheetTable(sheet, ['Description', 'Quantity', 'Goods', 'VAT rate']);
  for (const row of rows)
    expect((printedPence(row.Net) ?? 0) + (printedPence(row.VAT) ?? 0)).toBe(printedPence(row.Gross));
  const pairs = firstPairs(sheet);
  expect(total(rows, 'Net')).toBe(pairs.Net);
  expect(total(rows, 'VAT')).toBe(pairs.VAT);
  expect(total(rows, 'Gross')).toBe(pairs['Total credited']);
  expect(pairs['Total credited']).toBe(201);
  const invoice = await paperOf(owed, 'a4');
  expect(invoiceAddsUp(invoice, { hasVat: true })).toBe(1562);
  expect(firstPairs(invoice)).toMatchObject({
    [`Credit note ${note?.number}`]: -201,
    'Balance due': 861,
  });
});

test('F29 a quote adds up, with prices including and excluding VAT', async () => {
  const { lines } = basket();
  const inclusive = await quoted(
    admin,
    quoteSent(customer, [lines[0], lines[1]] as never, 1036, {
      price_mode: 'inclusive',
      discount_amount: '1.00',
      discount_reason: 'Trial',
    }),
  );
  const exclusive = await quoted(
    admin,
    quoteSent(customer, [{ product_id: tea, quantity: '10' }], 2160, {
      price_mode: 'exclusive',
      discount_amount: '2.00',
    }),
  );
  for (const [quote, gross] of [
    [inclusive, 1036],
    [exclusive, 2160],
  ] as const) {
    const { raw } = await admin.call(quotes.pdf, { params: { id: quote.id } });
    expect(invoiceAddsUp(await readSheet(raw), { hasVat: true })).toBe(gross);
  }
});

test('F29 F30 a statement adds up from the balance brought forward to the balance due, with open items and how to pay', async () => {
  const { receive } = walletCalls(() => ({ app, admin }));
  await receive(customer, '3.00', { reference: 'FP 9' });
  const { raw } = await admin.call(wallets.customer.pdf, { params: { id: customer } });
  const sheet = await readSheet(raw);
  const rows = sheetTable(sheet, [
    'Date',
    'Document',
    'Description',
    'Invoiced',
    'Paid or credited',
    'Balance',
  ]);
  const sums = rows.pop();
  let balance = 0;
  for (const row of rows) {
    balance += (printedPence(row.Invoiced) ?? 0) - (printedPence(row['Paid or credited']) ?? 0);
    expect(printedPence(row.Balance), JSON.stringify(row)).toBe(balance);
  }
  expect(total(rows, 'Invoiced')).toBe(printedPence(sums?.Invoiced));
  expect(total(rows, 'Paid or credited')).toBe(printedPence(sums?.['Paid or credited']));
  // 10.62 + 21.60 − 2.01 − 3.00
  expect(balance).toBe(2721);
  const open = sheetTable(sheet, ['Document', 'Date', 'Due', 'Amount', 'Amount due']);
  const openSum = open.pop();
  expect(total(open, 'Amount due')).toBe(printedPence(openSum?.['Amount due']));
  expect(firstPairs(sheet)).toMatchObject({ 'Balance due': 2721 });
  const text = sheetTexts(sheet).join('\n');
  expect(text).not.toMatch(/owe/i);
  expect(text).toContain('How to pay');
});

test('F29 a reminder adds up', async () => {
  const { invoice } = walletCalls(() => ({ app, admin }));
  const late = (await admin.call(customers.create, { body: { name: 'Late Ltd' } })).reply.id;
  await invoice(late, 3000, addDays(today, -9), addDays(today, -39));
  await invoice(late, 1234, addDays(today, -2), addDays(today, -32));
  const { reply } = await admin.call(letters.remind, { body: { customer_ids: [late], how: 'print' } });
  const { raw } = await admin.call(letters.pdf, { params: { id: reply.data[0]?.letter_id ?? 0 } });
  const sheet = await readSheet(raw);
  const rows = sheetTable(sheet, ['Document', 'Date', 'Due', 'Amount due']);
  const sums = rows.pop();
  expect(total(rows, 'Amount due')).toBe(printedPence(sums?.['Amount due']));
  expect(printedPence(sums?.['Amount due'])).toBe(4234);
  expect(firstPairs(sheet)).toMatchObject({ 'Amount now due': 4234 });
});

test('F30 a reminder says how to pay: the amount, since when, the account and the customer’s number', async () => {
  const { invoice } = walletCalls(() => ({ app, admin }));
  const saved = await admin.call(bankDetailsSettings.save, {
    body: { account_name: 'Ashley & Vale Ltd', sort_code: '201196', account_number: '12345678', iban: '' },
  });
  expect(saved.status).toBe(200);
  const { id, number } = (await admin.call(customers.create, { body: { name: 'Slow Ltd' } })).reply;
  const since = addDays(today, -9);
  await invoice(id, 3000, since, addDays(today, -39));
  await invoice(id, 1234, addDays(today, -2), addDays(today, -32));
  const { reply } = await admin.call(letters.remind, { body: { customer_ids: [id], how: 'print' } });
  const { raw } = await admin.call(letters.pdf, { params: { id: reply.data[0]?.letter_id ?? 0 } });
  const text = sheetTexts(await readSheet(raw)).join('\n');
  const howToPay = text.slice(text.indexOf('How to pay'));
  for (const words of [
    '£42.34',
    `Overdue since ${formatDate(since)}`,
    'Ashley & Vale Ltd',
    '20-11-96',
    '12345678',
    'Reference',
    number,
  ])
    expect(howToPay).toContain(words);
  expect(text).not.toMatch(/owe/i);
});

test('F29 the documents of a company not registered for VAT add up and do not mention VAT', async () => {
  await sql`update vat_registration set is_registered = false, registered_from = null, vat_number = null`.execute(
    app.db,
  );
  const sale = await sold([{ product_id: tea, quantity: '3', discount_amount: '0.50' }], 603, {
    channel: 'desk',
    customer_id: customer,
    discount_amount: '0.67',
    tenders: [{ method: 'account', tendered: '6.03' }],
  });
  expect(invoiceAddsUp(await paperOf(sale, 'a4'), { hasVat: false })).toBe(603);
  expect(rollAddsUp(await paperOf(sale, '80mm'))).toBe(603);
  const { reply } = await refund(sale, [{ line_number: 1, quantity: '1' }], 201, {
    client_id: randomUUID(),
    tenders: [],
  });
  const { raw } = await admin.call(sales.creditNotePdf, {
    params: { id: sale.id, credit_note_id: reply.credit_notes[0]?.id ?? 0 },
  });
  const sheet = await readSheet(raw);
  expect(sheetTexts(sheet).join('\n')).not.toContain('VAT');
  const rows = sheetTable(sheet, ['Description', 'Quantity', 'Goods', 'Amount']);
  expect(total(rows, 'Amount')).toBe(201);
});
