import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { balanceOf, breachesOf } from '../../../../tests/support/books';
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
  seller = await app.as('view_pos', 'create_sale', 'view_sale', 'refund_sale', 'edit_sale');
  till = await openTill(app.db, 100_000);
});
afterAll(() => app.close());

const { sent, sold, refund } = shopFloor(() => ({ app, seller, till }));
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);
const stockOf = async (product: number) => {
  const { rows } = await sql<{ quantity: number; value: number }>`
    select quantity::float as quantity, value_pence as value from stock_pools where product_id = ${product}`.execute(
    app.db,
  );
  return rows[0];
};

test('L7 an edit is a cancellation and a new sale, linked both ways, and only the difference is paid', async () => {
  const product = await stockedProduct(app.db, { price: 1000 as never, pieces: '10', cost: 400 });
  const other = await stockedProduct(app.db, { price: 300 as never });
  const old = await sold([{ product_id: product, quantity: '2' }], 2000, {
    tenders: [{ method: 'credit_card', tendered: '20.00' }],
  });
  const replace = (sale: SaleSent, refund_tenders: object[] = []) =>
    seller.call(sales.replace, {
      params: { id: old.id },
      body: { reason: 'Wrong size', sale, refund_tenders },
    });
  const lines = [
    { product_id: product, quantity: '1' },
    { product_id: other, quantity: '1' },
  ];
  // £13.00 now, £20.00 before: £7.00 is refunded to the card.
  const body = sent(lines, 1300, { tenders: [] });
  const { reply, refusal } = await replace(body, [{ method: 'credit_card', amount: '7.00' }]);
  expect(refusal).toBeUndefined();
  expect(reply).toMatchObject({
    gross: 1300,
    replaces: { id: old.id, number: old.number },
    tenders: [{ method: 'exchange', applied: 1300 }],
  });
  const before = (await seller.call(sales.get, { params: { id: old.id } })).reply;
  expect(before).toMatchObject({ status: 'cancelled', replaced_by: { id: reply.id }, gross: 2000 });
  expect(await stockOf(product)).toEqual({ quantity: 9, value: 3600 });
  expect(await balanceOf(app.db, '1040')).toBe(0);
  expect((await replace(body, [{ method: 'credit_card', amount: '7.00' }])).reply.id).toBe(reply.id);
  const again = await replace(sent(lines, 1300, { tenders: [] }));
  expect(again.refusal.message).toContain('is cancelled');
  await holds();
});

test('F86 L7 an edit is dated today: another date is refused, not overlooked', async () => {
  const product = await stockedProduct(app.db);
  const old = await sold([{ product_id: product, quantity: '2' }], 480);
  const before = await app.digest();
  const replace = (business_date: string) =>
    seller.call(sales.replace, {
      params: { id: old.id },
      body: {
        reason: 'Counted wrongly',
        sale: sent([{ product_id: product, quantity: '2' }], 480, { tenders: [], business_date }),
      },
    });
  const today = londonDate(new Date());
  const { status, refusal } = await replace(addDays(today, -1));
  expect([status, refusal.errors]).toEqual([
    422,
    { 'sale.business_date': ['An edited sale is dated today. Leave the date blank.'] },
  ]);
  expect(await app.digest()).toBe(before);
  expect((await replace(today)).status).toBe(200);
  await holds();
});

test('T6 an exchange refunds goods and sells others in one transaction, and charges or refunds the difference', async () => {
  const product = await stockedProduct(app.db, { price: 1000 as never });
  const higherPriced = await stockedProduct(app.db, { price: 1500 as never });
  const exchange = (sale: SaleDetail, next: SaleSent, tenders: object[]) =>
    seller.call(sales.exchange, {
      params: { id: sale.id },
      body: {
        refund: {
          client_id: randomUUID(),
          session_id: till,
          reason: 'Another size',
          lines: [{ line_number: 1, quantity: '1' }],
          expected_total: '10.00',
          tenders,
        },
        sale: next,
      },
    });
  const first = await sold([{ product_id: product, quantity: '1' }], 1000);
  const up = await exchange(
    first,
    sent([{ product_id: higherPriced, quantity: '1' }], 1500, {
      tenders: [{ method: 'cash', tendered: '5.00' }],
    }),
    [],
  );
  expect(up.reply.sale.tenders).toMatchObject([
    { method: 'exchange', applied: 1000 },
    { method: 'cash', applied: 500 },
  ]);
  const second = await sold([{ product_id: product, quantity: '1' }], 1000);
  const cheap = await stockedProduct(app.db, { price: 400 as never });
  const before = await app.digest();
  const wrong = await exchange(
    second,
    sent([{ product_id: cheap, quantity: '1' }], 400, { tenders: [] }),
    [],
  );
  expect(wrong.status).toBe(422);
  expect(await app.digest()).toBe(before);
  const down = await exchange(second, sent([{ product_id: cheap, quantity: '1' }], 400, { tenders: [] }), [
    { method: 'cash', amount: '6.00' },
  ]);
  expect(down.reply.sale).toMatchObject({ gross: 400, tenders: [{ method: 'exchange', applied: 400 }] });
  expect(await balanceOf(app.db, '1040')).toBe(0);
  await holds();
  // Another drawer than the open one, or none at all (T6).
  const third = await sold([{ product_id: product, quantity: '1' }], 1000);
  for (const session_id of [await openTill(app.db), 999_999_999, null]) {
    const next = { ...sent([{ product_id: cheap, quantity: '1' }], 400, { tenders: [] }), session_id };
    const { status, refusal } = await exchange(third, next, [{ method: 'cash', amount: '6.00' }]);
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['refund.session_id']]);
  }
  await holds();
});

test('L7 W7 agreed terms need no new approval, neither group prices nor the balance due; changes do', async () => {
  const mug = await stockedProduct(app.db, { price: 1000 as never });
  const bowl = await stockedProduct(app.db, { price: 800 as never });
  const clerk = await app.as('view_pos', 'create_sale', 'view_sale', 'edit_sale');
  const boss = await app.as('view_pos', 'create_sale', 'sell_on_account');
  const customer = await customerWithCredit(app.db, 5000, 'Trade buyer');
  await sql`
    with trade as (
      insert into price_groups (name, percent_off, created_at, updated_at) values ('Trade', 10, now(), now()) returning id)
    update customers set price_group_id = (select id from trade) where id = ${customer}`.execute(app.db);
  const account = (pounds: string) => ({
    customer_id: customer,
    session_id: null,
    tenders: [{ method: 'account' as const, tendered: pounds }],
  });
  const line = (product_id: number, quantity: string, more: object = {}) => ({
    product_id,
    quantity,
    ...more,
  });
  const asSold = { unit_price: '9.00', price_reason: 'Trade: 10% off' };
  const first = await boss.call(sales.complete, {
    body: sent([line(mug, '2')], 1800, account('18.00')),
  });
  let id = first.reply.id;
  const edit = async (lines: SaleSent['lines'], total: number, more: Partial<SaleSent> = {}) => {
    const pounds = (total / 100).toFixed(2);
    const answer = await clerk.call(sales.replace, {
      params: { id },
      body: { reason: 'Another delivery', sale: sent(lines, total, { ...account(pounds), ...more }) },
    });
    if (answer.reply && answer.status === 200) id = answer.reply.id;
    return answer.refusal?.current ?? answer.reply?.number;
  };
  await sql`update products set price_pence = 1200 where id = ${mug}`.execute(app.db);
  expect(await edit([line(mug, '2', asSold)], 1800, { delivery_address: '3 Mill Lane' })).toMatch(/^INV-/);
  expect(await edit([line(mug, '1', asSold)], 900)).toMatch(/^INV-/);
  // One more at the agreed price, or more on account, needs a new approval.
  const bound = { line_number: 1, quantity: '1', price_mode: 'inclusive' };
  expect(await edit([line(mug, '2', asSold)], 1800)).toEqual({
    needs: [
      {
        kind: 'price',
        product_id: mug,
        ...bound,
        quantity: '2',
        unit_price: '9.00',
        amount: '18.00',
        reason: 'Overridden from £12.00',
      },
      { kind: 'credit', customer_id: customer, amount: '18.00' },
    ],
  });
  const cheaper = { unit_price: '8.99', price_reason: 'Friend' };
  expect(await edit([line(mug, '1', cheaper)], 899)).toEqual({
    needs: [
      {
        kind: 'price',
        product_id: mug,
        ...bound,
        unit_price: '8.99',
        amount: '8.99',
        reason: 'Overridden from £12.00',
      },
    ],
  });
  // A price that equals today's rules is not an override, whoever sends it.
  const today = { unit_price: '7.20', price_reason: 'Trade: 10% off' };
  expect(await edit([line(bowl, '1', today)], 720)).toMatch(/^INV-/);
  await sql`update products set price_pence = 1000 where id = ${mug}`.execute(app.db);
  // A different customer pays their own prices.
  const other = await customerWithCredit(app.db, 5000, 'Somebody else');
  expect(
    await edit([line(bowl, '1', today)], 720, {
      customer_id: other,
      session_id: till,
      tenders: [{ method: 'cash', tendered: '7.20' }],
    }),
  ).toEqual({
    needs: [
      {
        kind: 'price',
        product_id: bowl,
        ...bound,
        unit_price: '7.20',
        amount: '7.20',
        reason: 'Overridden from £8.00',
      },
    ],
  });
  await holds();
});

test('F36 L6 L7 editing a partly refunded sale cancels and sells again what is left', async () => {
  const product = await stockedProduct(app.db, { price: 1000 as never, pieces: '10', cost: 400 });
  const other = await stockedProduct(app.db, { price: 300 as never });
  const old = await sold(
    [
      { product_id: product, quantity: '2' },
      { product_id: other, quantity: '1' },
    ],
    2300,
  );
  await refund(old, [{ line_number: 1, quantity: '1' }], 1000);
  const replace = (sale: SaleSent, refund_tenders: object[]) =>
    seller.call(sales.replace, {
      params: { id: old.id },
      body: { reason: 'Wrong item', sale, refund_tenders },
    });
  // £13.00 of £23.00 remains; £10.00 is sold again, so £3.00 is refunded.
  const body = sent([{ product_id: product, quantity: '1' }], 1000, { tenders: [] });
  const { reply, refusal } = await replace(body, [{ method: 'cash', amount: '3.00' }]);
  expect(refusal).toBeUndefined();
  expect(reply).toMatchObject({ gross: 1000, replaces: { id: old.id } });
  const before = (await seller.call(sales.get, { params: { id: old.id } })).reply;
  expect(before).toMatchObject({ status: 'cancelled', refunded: 2300 });
  expect(before.credit_notes.map(({ gross }) => gross)).toEqual([1000, 1300]);
  expect(await stockOf(product)).toEqual({ quantity: 9, value: 3600 });
  await holds();
});

test('F36 a partly refunded line keeps its lower price when its sale is edited, without approval', async () => {
  const product = await stockedProduct(app.db, { price: 1000 as never, pieces: '10', cost: 400 });
  const old = await sold([{ product_id: product, quantity: '2' }], 2000);
  await refund(old, [{ line_number: 1, amount: '6.00' }], 600);
  const body = sent(
    [{ product_id: product, quantity: '2', unit_price: '10.00', discount_amount: '6.00' }],
    1400,
    { tenders: [], customer_reference: 'PO 7' },
  );
  const edit = { reason: 'Customer reference', refund_tenders: [], sale: body };
  const { reply, refusal } = await seller.call(sales.replace, { params: { id: old.id }, body: edit });
  expect(refusal).toBeUndefined();
  expect(reply).toMatchObject({ gross: 1400, tenders: [{ method: 'exchange', applied: 1400 }] });
  await holds();
});
