import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sales } from '#domain/sales/sale.contract';
import { breachesOf } from '../../../../tests/support/books';
import { quoted, quoteSent, saleOfQuote } from '../../../../tests/support/quotes';
import {
  customerWithCredit,
  openTill,
  type SaleSent,
  shopFloor,
  stockedProduct,
} from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  seller = await app.as('admin');
  till = await openTill(app.db, 100_000);
});
afterAll(() => app.close());

const { sent, sold, complete } = shopFloor(() => ({ app, seller, till }));
const kettle = () => stockedProduct(app.db, { name: 'Kettle', price: 1000 as never, pieces: '20' });
const endSaleOf = (product: number) =>
  sql`update products set status = 'inactive' where id = ${product}`.execute(app.db);
const line = (product_id: number, quantity: string) => ({ product_id, quantity });

test('L7 a sale of goods that are no longer sold can be edited, up to the quantity sold', async () => {
  const product = await kettle();
  const other = await stockedProduct(app.db, { name: 'Teapot', price: 500 as never });
  const sale = await sold([line(product, '3')], 3000);
  await endSaleOf(product);
  const edit = (lines: SaleSent['lines'], total: number, more: Partial<SaleSent> = {}) =>
    seller.call(sales.replace, {
      params: { id: sale.id },
      body: { reason: 'Order number', sale: sent(lines, total, more), refund_tenders: [] },
    });
  // Three were sold, on one line or several: a fourth is not.
  const more = { tenders: [{ method: 'cash' as const, tendered: '10.00' }] };
  for (const lines of [[line(product, '4')], [line(product, '3'), line(product, '1')]]) {
    const { status, refusal } = await edit(lines, 4000, more);
    expect([status, refusal.message]).toEqual([
      422,
      'Kettle is no longer sold. Sell at most the 3 agreed before.',
    ]);
  }
  expect((await complete(sent([line(product, '1')], 1000))).refusal.message).toBe(
    'Kettle is no longer sold. Remove it from the basket.',
  );
  const { reply, refusal } = await edit([line(product, '2'), line(other, '2'), line(product, '1')], 4000, {
    ...more,
    customer_reference: 'PO 7',
  });
  expect(refusal).toBeUndefined();
  expect(reply).toMatchObject({ gross: 4000, customer_reference: 'PO 7' });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('a quote of goods that are no longer sold can be invoiced as agreed', async () => {
  const product = await kettle();
  const customer = await customerWithCredit(app.db, null);
  const quote = await quoted(seller, quoteSent(customer, [line(product, '2')], 2000));
  await endSaleOf(product);
  const tooMany = saleOfQuote(quote, {
    lines: [line(product, '3')],
    expected_total: '30.00',
    tenders: [{ method: 'credit_card', tendered: '30.00' }],
  });
  expect((await seller.call(sales.complete, { body: tooMany })).status).toBe(422);
  const { reply } = await seller.call(sales.complete, { body: saleOfQuote(quote) });
  expect(reply).toMatchObject({ gross: 2000, quote: { id: quote.id } });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('L7 the edit of a sale made from a quote goes by what was sold, not by what was quoted', async () => {
  const [product, added] = [await kettle(), await kettle()];
  const customer = await customerWithCredit(app.db, null);
  const quote = await quoted(seller, quoteSent(customer, [line(product, '2')], 2000));
  const lines = [line(product, '2'), line(added, '1')];
  const saleOf = (
    changed: SaleSent['lines'],
    total: string,
    paid: string | null,
    more: Partial<SaleSent> = {},
  ) =>
    saleOfQuote(quote, {
      lines: changed,
      expected_total: total,
      tenders: paid === null ? [] : [{ method: 'credit_card', tendered: paid }],
      ...more,
    });
  const { reply } = await seller.call(sales.complete, { body: saleOf(lines, '30.00', '30.00') });
  await endSaleOf(added);
  const edit = (sale: SaleSent) =>
    seller.call(sales.replace, {
      params: { id: reply.id },
      body: { reason: 'Order number', sale: { ...sale, quote_id: null }, refund_tenders: [] },
    });
  const tooMany = await edit(saleOf([line(product, '2'), line(added, '2')], '40.00', '10.00'));
  expect(tooMany.refusal.message).toBe('Kettle is no longer sold. Sell at most the 1 agreed before.');
  expect((await edit(saleOf(lines, '30.00', null, { customer_reference: 'PO 7' }))).refusal).toBeUndefined();
  expect(await breachesOf(app.db)).toEqual([]);
});
