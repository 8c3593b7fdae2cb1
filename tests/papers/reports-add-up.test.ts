import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trialBalance } from '#domain/accounts/account.contract';
import type { AnyCall } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { balanceSheets } from '#domain/reports/balance-sheet.contract';
import { businessDashboards } from '#domain/reports/business-dashboard.contract';
import { dayBook } from '#domain/reports/day-book.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { productMargins } from '#domain/reports/product-margins.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { salesSummaries } from '#domain/reports/sales-summary.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { tills } from '#domain/tills/till.contract';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { agedCreditors } from '#domain/wallet/aged.contract';
import { lineOf, orderDesk } from '../support/orders';
import {
  printedPence,
  readSheet,
  type SheetLine,
  sheetPairs,
  sheetTable,
  sheetTexts,
} from '../support/pdf-sheet';
import { stockedProduct } from '../support/shop';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { someTills } from '../support/tills';
import { firstPairs, timesPrice, total } from './add-up';

let app: TestApp;
let admin: Caller;
let session: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  const on = await someTills(app);
  session = on.till = await on.opened('100.00');
  const cheese = await stockedProduct(app.db, { price: toPence(1399), vat_code: 'R' });
  const first = await on.shop.sold(
    [
      { product_id: on.tea, quantity: '10', discount_amount: '0.50', discount_reason: 'Dented' },
      { product_id: cheese, quantity: '0.333' },
      { product_id: on.book, quantity: '2' },
    ],
    3716,
    { discount_amount: '1.00', discount_reason: 'Loyal' },
  );
  await on.shop.sold([{ product_id: on.tea, quantity: '2' }], 480, {
    tenders: [{ method: 'credit_card', tendered: '4.80' }],
  });
  await on.shop.refund(first, [{ line_number: 3, quantity: '1' }], 487);
  await on.move(session, 'drop', '10.00');
  await on.count(session, { total: '120.00' });
  expect((await on.close(session, { reason: 'Short', left: '50.00' })).status).toBe(200);
  const desk = orderDesk(() => ({ app, admin }));
  const order = await desk.sent([
    { description: 'Paper cups', quantity: '7', unit_price: '2.35', vat_code: 'S' },
  ]);
  await desk.receive(order.id);
  await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '7' }]);
});
afterAll(() => app.close());

const sheetOf = async (call: AnyCall, request: object = {}): Promise<SheetLine[]> => {
  const { raw, status } = await admin.call(call, request);
  expect(status).toBe(200);
  return readSheet(raw);
};
const month = { period: 'this_month' } as const;

/** Each line of an order: the printed quantity times the printed price, less the printed discount, is the net. */
function orderLinesAddUp(sheet: readonly SheetLine[]) {
  const rows = sheetTable(sheet, ['Our code', 'Description', 'Quantity', 'Price']);
  for (const row of rows) {
    const amount = timesPrice(row.Quantity ?? '', printedPence(row.Price) ?? 0);
    const off = row.Discount?.endsWith('%')
      ? Math.floor((amount * Number(row.Discount.slice(0, -1)) + 50) / 100)
      : (printedPence(row.Discount) ?? 0);
    expect(printedPence(row.Net), JSON.stringify(row)).toBe(amount - off);
  }
  return rows;
}

test('F29 an order adds up: quantity times price less discount is the net, nets and VAT add up to the total', async () => {
  const desk = orderDesk(() => ({ app, admin }));
  const order = await desk.draft([
    {
      description: 'Paper bags',
      quantity: '12.5',
      unit_price: '3.33',
      vat_code: 'S',
      discount_percent: '10',
    },
    { description: 'Fuel', quantity: '3', unit_price: '1.05', vat_code: 'R', discount_amount: '0.40' },
    { description: 'Flour', quantity: '40', unit_price: '2.35', vat_code: 'Z' },
  ] as never);
  const sheet = await sheetOf(purchases.pdf, { params: { id: order.id } });
  const rows = orderLinesAddUp(sheet);
  const pairs = firstPairs(sheet);
  // 41.63 less 10% is 37.47 (M2), 3.15 less 0.40 is 2.75, and 94.00; VAT 7.49 and 0.14.
  expect([total(rows, 'Net'), pairs.Net, pairs.VAT, pairs.Total]).toEqual([13_422, 13_422, 763, 14_185]);
});

test('F29 P1 an order adds up after more was received than ordered, and after it was closed short', async () => {
  const desk = orderDesk(() => ({ app, admin }));
  await admin.call(purchasingSettings.update, { body: { approval_limit: null, over_receipt_percent: '10' } });
  const order = await desk.sent([
    { description: 'Flour', quantity: '100', unit_price: '1.00', vat_code: 'Z' },
    { description: 'Chairs', quantity: '10', unit_price: '10.00', vat_code: 'Z', discount_amount: '20.00' },
  ]);
  await desk.receive(order.id, [
    { line_id: lineOf(order), quantity: '110' },
    { line_id: lineOf(order, 1), quantity: '5' },
  ]);
  await admin.call(purchases.closeShort, { params: { id: order.id }, body: { reason: 'Sold out' } });
  const sheet = await sheetOf(purchases.pdf, { params: { id: order.id } });
  const rows = orderLinesAddUp(sheet);
  // 110 at £1.00; half of the chairs take half of the £20.00: 5 at £10.00 less £10.00.
  expect(rows.map(({ Quantity, Discount, Net }) => [Quantity, printedPence(Discount) ?? 0, Net])).toEqual([
    ['110', 0, '£110.00'],
    ['5', 1000, '£40.00'],
  ]);
  expect(firstPairs(sheet).Total).toBe(15_000);
});

test('F29 the Z report adds up: rates, the drawer, the variance', async () => {
  const sheet = await sheetOf(tills.print, { params: { id: session } });
  const text = sheetTexts(sheet);
  for (const heading of ['Sales, 2', 'Refunds, 1']) {
    const from = text.findIndex(line => line === heading);
    const rows = sheetTable(sheet.slice(from), ['VAT', 'Net', 'VAT', 'Gross']);
    expect(rows.length, heading).toBeGreaterThan(1);
  }
  const pairs = Object.entries(firstPairs(sheet));
  // A long label wraps to the next line.
  const pairOf = (label: string) =>
    pairs.find(
      ([name]) => name !== '' && (name === label || label.startsWith(name) || name.startsWith(label)),
    )?.[1];
  const drawer = ['Float', 'Sales', 'Refunds', 'Customer payments', 'Customer pay-outs'];
  const moved = ['Paid in', 'Paid out', 'Dropped to safe'];
  const expected = [...drawer, ...moved].reduce((sum, label) => sum + (pairOf(label) ?? Number.NaN), 0);
  expect(expected).toBe(10_000 + 3716 - 487 - 1000);
  expect(text.join('\n')).toContain('£122.29');
  expect(text.join('\n')).toContain('−£2.29');
});

test('F29 the VAT return adds up: box 3 is 1 and 2, box 5 is 3 less 4', async () => {
  const { reply } = await admin.call(vatReturns.list);
  const sheet = await sheetOf(vatReturns.pdf, { query: { to: reply.data[0]?.to ?? '' } });
  const printed = sheet.map(({ cells }) => cells.map(({ text }) => text));
  const box = (number: number) =>
    printedPence(printed.find(([first]) => first === String(number))?.at(-1)) ?? Number.NaN;
  expect(box(3)).toBe(box(1) + box(2));
  expect(box(5)).toBe(Math.abs(box(3) - box(4)));
  expect(box(1)).toBeGreaterThan(0);
});

test('F29 the sales summary, the margins and the payments add up to their totals', async () => {
  const summary = await sheetOf(salesSummaries.export, { query: { ...month, format: 'pdf' } });
  const days = sheetTable(summary, ['Day', 'Sales']);
  const totals = firstPairs(summary);
  for (const row of days) {
    const at = (name: string) => printedPence(row[name]) ?? Number.NaN;
    expect(at('Gross sales') - at('Refunds')).toBe(at('Net takings'));
    // Like the screen, the paper has one column for refunds: those of the month have no VAT.
    expect(at('Net takings') - at('VAT')).toBe(at('Net revenue'));
  }
  for (const column of ['Gross sales', 'Refunds', 'Net takings', 'Net revenue'])
    expect(total(days, column), column).toBe(totals[column]);

  const margins = await sheetOf(productMargins.pdf, { query: month });
  const products = sheetTable(margins, ['SKU', 'Product', 'Quantity', 'Revenue']);
  const all = firstPairs(margins);
  for (const row of products)
    expect((printedPence(row.Revenue) ?? 0) - (printedPence(row['Cost of goods sold']) ?? 0)).toBe(
      printedPence(row['Profit on sales']),
    );
  for (const column of ['Revenue', 'Cost of goods sold', 'Profit on sales'])
    expect(total(products, column)).toBe(all[column]);

  const payments = await sheetOf(paymentTransactions.pdf, { query: month });
  const money = firstPairs(payments);
  expect((money['Money in'] ?? 0) - (money['Money out'] ?? 0)).toBe(money.Net);
});

test('F29 F71 day book and trial balance: both sides have the same total, as printed', async () => {
  const book = await sheetOf(dayBook.pdf, { query: month });
  const lines = sheetTable(book, ['Date', 'Posted at', 'Journal']);
  const sides = firstPairs(book);
  expect(total(lines, 'Debit')).toBe(sides.Debits);
  expect(total(lines, 'Credit')).toBe(sides.Credits);
  expect(sides.Debits).toBe(sides.Credits);
  const trial = await sheetOf(trialBalance.export, { query: { format: 'pdf' } });
  const accounts = sheetTable(trial, ['Account', 'Name', 'Kind', 'Debit', 'Credit']);
  const together = firstPairs(trial);
  expect(total(accounts, 'Debit')).toBe(together.Debits);
  expect(total(accounts, 'Credit')).toBe(together.Credits);
  expect(together.Debits).toBe(together.Credits);
});

test('F29 profit and loss and balance sheet: results are the totals of the lines above them', async () => {
  const profit = await sheetOf(profitAndLosses.export, { query: { ...month, format: 'pdf' } });
  const rows = sheetTable(profit, ['Account', 'Name', 'Amount']);
  const amountOf = (name: string) => printedPence(rows.find(row => row.Name === name)?.Amount) ?? Number.NaN;
  const revenue = rows.filter(row => row.Account?.startsWith('40'));
  expect(total(revenue, 'Amount')).toBe(amountOf('Revenue'));
  expect(amountOf('Revenue') - amountOf('Cost of sales')).toBe(amountOf('Gross profit'));
  const sheet = await sheetOf(balanceSheets.export, { query: { format: 'pdf' } });
  const lines = sheetTable(sheet, ['Account', 'Name', 'Amount']);
  const line = (name: RegExp) =>
    printedPence(lines.find(row => name.test(row.Name ?? ''))?.Amount) ?? Number.NaN;
  expect(line(/^Current assets/) - line(/^Creditors: amounts falling due within/)).toBe(line(/^Net assets/));
  expect(line(/^Capital and reserves/)).toBe(line(/^Net assets/));
});

test('F29 P6 P8 P9 the supplier report adds up: orders that count, what was billed differently or credited, payments', async () => {
  const desk = orderDesk(() => ({ app, admin }));
  const order = await desk.sent([
    { description: 'Boxes', quantity: '100', unit_price: '1.00', vat_code: 'Z' },
  ]);
  const supplier_id = order.supplier.id;
  const line = { description: 'Tape', quantity: '5', unit_price: '3.00', vat_code: 'Z' } as const;
  // Neither a draft nor a cancelled order counts.
  await admin.call(purchases.create, { body: { supplier_id, lines: [line] } });
  const { reply: cancelled } = await admin.call(purchases.create, { body: { supplier_id, lines: [line] } });
  await admin.call(purchases.cancel, { params: { id: cancelled.id }, body: { reason: 'Twice' } });
  await desk.receive(order.id);
  // Billed at £1.20 each, and £7.00 of it credited.
  const { reply: billed } = await desk.bill(
    order.id,
    [{ line_id: lineOf(order), quantity: '100', net: '120.00' }],
    { accept_difference: true },
  );
  const credited = await admin.call(supplierDocuments.credit, {
    body: {
      supplier_id,
      supplier_credit_number: 'CN-1',
      credit_date: londonDate(new Date()),
      reason: 'Damaged',
      lines: [{ description: 'Damaged boxes', net: '7.00', vat: '0.00', vat_code: 'Z', account: '5000' }],
      bills: [{ bill_id: billed.bills[0]?.id ?? 0, amount: '7.00' }],
    },
  });
  expect(credited.status, JSON.stringify(credited.refusal)).toBe(200);
  await desk.pay(order, '60.00');
  await desk.pay(order, '4.00', { status: 'pending' });
  await desk.pay(order, '10.00', { direction: 'in' });

  const sheet = await sheetOf(suppliers.exportPdf, { params: { id: supplier_id } });
  const orders = sheetTable(sheet, ['PO number', 'Ordered', 'Expected', 'Total']);
  const counted = orders.filter(({ Status }) => /^(Sent|Received|Completed)$/.test(Status ?? ''));
  expect([orders.length, counted.length]).toEqual([3, 1]);
  const paid = sheetTable(sheet, ['Date', 'PO number', 'Amount', 'Method']).filter(
    ({ Status }) => Status === 'Completed',
  );
  const sums = Object.fromEntries(sheetPairs(sheet));
  const ordered = sums['Orders sent, received or completed'] ?? Number.NaN;
  expect(total(counted, 'Total')).toBe(ordered);
  expect(ordered + (sums['Billed differently or credited'] ?? Number.NaN)).toBe(sums['Total purchase']);
  expect(total(paid, 'Amount')).toBe(sums['Total paid']);
  expect([ordered, sums['Total purchase'], sums['Total paid']]).toEqual([10_000, 11_300, 5000]);
  // The tiles have the same figures.
  const tiles = sheetTexts(sheet).join('\n');
  expect(tiles).toMatch(/Total purchase \| Total paid \| Outstanding\n£113\.00 \| £50\.00 \| £63\.00/);
});

test('F29 R2 R3 the business dashboard adds up: revenue less costs is each profit, in every column', async () => {
  const sheet = await sheetOf(businessDashboards.export, { query: { ...month, format: 'pdf' } });
  const rows = sheetTable(sheet, ['Figure']);
  // The period, the month to date, the same days of the last month, and the change between these in pounds.
  const columns = Object.keys(rows.find(row => row.Figure === 'Net revenue') ?? {}).filter(
    name => name !== 'Figure' && !name.includes('%'),
  );
  expect(columns).toHaveLength(4);
  for (const column of columns) {
    const at = (figure: string) =>
      printedPence(rows.find(row => row.Figure?.startsWith(figure))?.[column]) ?? Number.NaN;
    expect(at('Net revenue') - at('Cost of goods sold'), column).toBe(at('Profit on sales'));
    expect(at('Net revenue') - at('Cost of sales'), column).toBe(at('Gross profit'));
    expect(at('Gross profit') + at('Other income') - at('Overheads'), column).toBe(at('Net profit'));
  }
});

test('F29 R6 R7 aged creditors and the stock valuation add up to their accounts', async () => {
  const aged = await sheetOf(agedCreditors.pdf);
  const parties = sheetTable(aged, ['Supplier', 'Not due']);
  const facts = firstPairs(aged);
  const ages = Object.keys(parties[0] ?? {}).filter(name => name === 'Not due' || name.endsWith('days'));
  expect(ages).toHaveLength(5);
  for (const row of parties) {
    const at = (name: string) => printedPence(row[name]) ?? Number.NaN;
    expect(ages.reduce((all, age) => all + at(age), 0) - at('Unallocated'), row.Supplier).toBe(
      at('Total') - at('In credit'),
    );
  }
  // The facts name the ages with a dash.
  for (const column of [...ages, 'Unallocated'])
    expect(total(parties, column), column).toBe(facts[column.replace(' to ', '–')]);
  expect(total(parties, 'Total') - total(parties, 'In credit')).toBe(facts.Total);
  expect(facts['Account 2100']).toBe(facts.Total);
  const stock = await sheetOf(stockValuation.pdf);
  const value = firstPairs(stock);
  expect(total(sheetTable(stock, ['SKU', 'Product']), 'Value')).toBe(value['All stock']);
  expect(value['Account 1200']).toBe(value['All stock']);
});

test('F29 the printed books are complete', async () => {
  const { rows } = await sql<{ off: number }>`
    select coalesce(sum(debit_pence - credit_pence), 0)::bigint as off from journal_lines`.execute(app.db);
  expect(rows[0]?.off).toBe(0);
});
