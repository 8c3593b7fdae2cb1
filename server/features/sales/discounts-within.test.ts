import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { breachesOf } from '../../../tests/support/books';
import { quoteSent } from '../../../tests/support/quotes';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  till = await openTill(app.db);
});
afterAll(() => app.close());

const { sent } = shopFloor(() => ({ app, seller: admin, till }));
const off = (amount: string) => ({ discount_amount: amount, discount_reason: 'Scratched' });

test.each(['till', 'desk'] as const)(
  'F15 M5 a line discount above the line is refused at its field, and says which line (%s)',
  async channel => {
    const [one, two] = [await stockedProduct(app.db), await stockedProduct(app.db)];
    const before = await app.digest();
    const body = (discount: string, total: number) =>
      sent(
        [
          { product_id: one, quantity: '1' },
          { product_id: two, quantity: '2', ...off(discount) },
        ],
        total,
        channel === 'desk'
          ? {
              channel,
              tenders: total === 0 ? [] : [{ method: 'credit_card', tendered: (total / 100).toFixed(2) }],
            }
          : {},
      );
    // Two at £2.40 are £4.80; £4.81 off would make the line negative.
    const { status, refusal } = await admin.call(sales.complete, { body: body('4.81', 240) });
    expect([status, refusal.errors]).toEqual([
      422,
      {
        'lines.1.discount_amount': [
          'Line 2 is £4.80, so it cannot have £4.81 off. Enter a smaller discount.',
        ],
      },
    ]);
    expect(await app.digest()).toBe(before);
    const all = await admin.call(sales.complete, { body: body('4.80', 240) });
    expect([all.status, all.reply?.gross]).toEqual([200, 240]);
    expect(await breachesOf(app.db)).toEqual([]);
  },
);

test('F15 M5 a basket discount above the total of its lines is refused', async () => {
  const product = await stockedProduct(app.db);
  const { status, refusal } = await admin.call(sales.complete, {
    body: sent([{ product_id: product, quantity: '1' }], 0, { ...off('2.41'), tenders: [] }),
  });
  expect([status, refusal.errors]).toEqual([
    422,
    {
      discount_amount: ['The basket is £2.40, so it cannot have £2.41 off. Enter a smaller discount.'],
    },
  ]);
});

test('F15 M5 a quote refuses it in the same field', async () => {
  const product = await stockedProduct(app.db);
  const customer = await customerWithCredit(app.db, 10_000, 'Ada');
  const { status, refusal } = await admin.call(quotes.create, {
    body: quoteSent(customer, [{ product_id: product, quantity: '1', ...off('5.00') }], 0),
  });
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['lines.0.discount_amount']]);
});

test('F15 F23 a sale paid offline is posted regardless and listed for a manager', async () => {
  const product = await stockedProduct(app.db);
  const body = {
    ...sent([{ product_id: product, quantity: '1', ...off('3.00') }], 0, {
      was_offline: true,
      sold_at: new Date(Date.now() - 60_000).toISOString(),
      tenders: [],
    }),
    charged: [
      {
        list_price: '2.40',
        unit_price: '2.40',
        amount: '2.40',
        line_discount: '2.40',
        cart_discount: '0.00',
        vat_code: 'S' as const,
        vat_percent: '20.00',
        net: '0.00',
        vat: '0.00',
        gross: '0.00',
      },
    ],
    sent_at: new Date().toISOString(),
  };
  const { status, reply } = await admin.call(sales.recordPaid, { body });
  expect(status).toBe(200);
  const { exceptions, gross } = (await admin.call(sales.get, { params: { id: reply.sale?.id ?? 0 } })).reply;
  expect(gross).toBe(0);
  expect(exceptions.map(({ words }) => words).join('\n')).toContain('A discount of £3.00 was entered on');
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F23 money taken at a till for goods that are free by the list is recorded, shared by quantity', async () => {
  const product_id = await stockedProduct(app.db, { price: toPence(0) });
  const lines = ['1', '3'].map(quantity => ({ product_id, quantity }));
  const { status, reply } = await admin.call(sales.complete, {
    body: sent(lines, 240, { was_offline: true }),
  });
  expect([status, reply?.lines.map(({ gross }) => gross)]).toEqual([200, [60, 180]]);
  expect(await breachesOf(app.db)).toEqual([]);
});
