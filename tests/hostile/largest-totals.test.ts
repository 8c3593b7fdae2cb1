import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import { maxPence, money, poundsFromPence } from '#domain/kernel/money';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { prices } from '#domain/pricing/prices.contract';
import { sales } from '#domain/sales/sale.contract';
import { someProduct } from '../support/products';
import { openTill } from '../support/shop';
import { addSupplier } from '../support/suppliers';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const largest = poundsFromPence(maxPence);
const journalOf = (amounts: readonly string[]) =>
  admin.call(journals.create, {
    body: {
      narrative: 'Far too much',
      lines: amounts.flatMap(amount => [
        { account: '6100', debit: amount },
        { account: '3000', credit: amount },
      ]),
    },
  });
const totals = [
  '/accounts',
  '/accounts/chart/totals',
  '/trial-balance',
  '/journals/totals',
  '/ledger-lines/totals',
  '/day-book/totals',
  '/dashboard',
  '/reports/business-dashboard',
  '/reports/balance-sheet',
  '/reports/profit-loss',
  '/reports/profit-loss?basis=cash',
] as const;

test('F43 totals far above the largest document are answered', async () => {
  for (let count = 0; count < 101; count++) expect((await journalOf([largest])).status).toBe(200);
  for (const path of totals) {
    const { statusCode, body } = await app.app.inject({
      url: `/api${path}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(statusCode, `${path} ${body.slice(0, 200)}`).toBe(200);
  }
  expect((await admin.call(journals.totals)).reply.amount).toBe(101 * maxPence);
});

test('M1 an amount that cannot be calculated with exactly is refused like any other wrong amount', () => {
  expect(money.safeParse('9999999999999.99').success).toBe(true);
  for (const wrong of ['10000000000000.00', '90071992547409.92', '99999999999999.99'])
    expect(money.safeParse(wrong).success, wrong).toBe(false);
});

test('no document is above the largest amount: not a journal, a sale, a paid sale or a credit note', async () => {
  const errors = ({ refusal }: { refusal: { errors?: object } }) => Object.keys(refusal?.errors ?? {});
  const half = poundsFromPence(maxPence / 2);
  expect((await journalOf([half, half])).status).toBe(200);
  expect(errors(await journalOf([half, half, '0.01']))).toEqual(['lines']);

  const product_id = await someProduct(app.db, { price: maxPence as never, is_stocked: false });
  const basket = (count: number) => Array.from({ length: count }, () => ({ product_id, quantity: '0.5' }));
  expect((await admin.call(prices.explain, { body: { lines: basket(2) } })).status).toBe(200);
  expect(errors(await admin.call(prices.explain, { body: { lines: basket(3) } }))).toEqual(['lines']);
  const tooMuch = poundsFromPence(maxPence * 1.5);
  const sale = {
    client_id: randomUUID(),
    channel: 'till',
    session_id: await openTill(app.db),
    lines: basket(3),
    expected_total: tooMuch,
    tenders: [
      { method: 'credit_card', tendered: largest },
      { method: 'credit_card', tendered: half },
    ],
  } as const;
  expect(errors(await admin.call(sales.complete, { body: sale }))).toEqual(['lines']);
  expect(errors(await admin.call(sales.recordPaid, { body: sale }))).toEqual(['expected_total']);

  const { id: supplier_id } = await addSupplier(app, { name: 'The Mint' });
  const line = { description: 'Rebate', account: '4900', net: largest, vat: '0.00', vat_code: 'Z' } as const;
  const credit = (lines: readonly (typeof line)[]) =>
    admin.call(supplierDocuments.credit, {
      body: {
        supplier_id,
        supplier_credit_number: `C${lines.length}`,
        credit_date: '2026-01-05',
        date_reason: 'Found late',
        reason: 'Rebate',
        bills: [],
        lines: [...lines],
      },
    });
  expect(errors(await credit([line, { ...line, net: '0.01' }]))).toEqual(['lines']);
});

test('a paid sale is not posted with discounts far above the largest amount', async () => {
  const product_id = await someProduct(app.db, { is_stocked: false });
  const [two, one] = [2, 1].map(count =>
    Array.from({ length: count }, () => ({ product_id, quantity: '1' })),
  );
  const receiptOf = (lines: typeof two, amount: string, line_discount: string) => ({
    client_id: randomUUID(),
    channel: 'till' as const,
    lines: lines ?? [],
    expected_total: '0.00',
    charged: lines?.map(() => ({
      list_price: '2.40',
      unit_price: '2.40',
      amount,
      line_discount,
      cart_discount: '0.00',
      vat_code: 'S' as const,
      vat_percent: '20.00',
      net: '0.00',
      vat: '0.00',
      gross: '0.00',
    })),
  });
  const record = (body: ReturnType<typeof receiptOf>) => admin.call(sales.recordPaid, { body });
  const kept = await record(receiptOf(two, largest, largest));
  expect([kept.status, kept.reply.kept]).toEqual([200, expect.stringContaining('before discounts')]);
  const beyond = poundsFromPence(maxPence + 1);
  expect((await record(receiptOf(one, beyond, beyond))).status).toBe(422);
});
