import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { promotions } from '#domain/pricing/promotion.contract';
import { breachesOf } from '../../../tests/support/books';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let seller: Caller;
let clerk: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  clerk = await app.as('view_product', 'edit_product');
  seller = await app.as(
    'view_pos',
    'create_sale',
    'view_sale',
    'refund_sale',
    'void_sale',
    'override_discount',
  );
  till = await openTill(app.db, 100_000);
});
afterAll(() => app.close());

const { sold, refund } = shopFloor(() => ({ app, seller, till }));
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);
const book = () => stockedProduct(app.db, { price: toPence(600), vat_code: 'Z' });
const toy = () => stockedProduct(app.db, { price: toPence(500), vat_code: 'S' });

let named = 0;
const offer = async (body: Record<string, unknown>) => {
  const defaults = { name: `Deal ${++named}`, starts_on: '2020-01-01', ends_on: '2099-12-31' };
  const { status } = await clerk.call(promotions.create, { body: { ...defaults, ...body } });
  expect(status).toBe(200);
};
const one = (product_id: number) => ({ product_id, quantity: '1' });

test('F34 M13 buy one, get one free across two VAT rates is one price for both, and a refund returns its share', async () => {
  const [aBook, aToy] = [await book(), await toy()];
  await offer({
    kind: 'buy_x_get_y',
    buy_units: 1,
    get_units: 1,
    percent_off: '100',
    applies_to: 'products',
    product_ids: [aBook, aToy],
  });
  const sale = await sold([one(aBook), one(aToy)], 600);
  // £6.00 over £6.00 and £5.00: 600 × 6/11 = 327.27 and 272.73; a sixth of £2.73 is 45.5, so 46 (M2, V4).
  expect(sale.lines.map(({ gross, vat, line_discount }) => [gross, vat, line_discount])).toEqual([
    [327, 0, 273],
    [273, 46, 227],
  ]);
  expect(sale).toMatchObject({ gross: 600, vat: 46 });
  const first = await refund(sale, [{ line_number: 1, quantity: '1' }], 327);
  expect(first.reply).toMatchObject({ refunded: 327, status: 'partially_refunded' });
  expect(first.reply.lines[1]).toMatchObject({ refundable: 273, gross: 273, vat: 46 });
  const rest = await refund(sale, [{ line_number: 2, quantity: '1' }], 273);
  expect(rest.reply).toMatchObject({ refunded: 600, status: 'refunded' });
  expect(rest.reply.credit_notes.reduce((total, { vat }) => total + vat, 0)).toBe(46);
  await holds();
});

test('F34 M13 a basket discount applies after the deal', async () => {
  const [aBook, aToy] = [await book(), await toy()];
  await offer({
    kind: 'buy_x_get_y',
    buy_units: 1,
    get_units: 1,
    percent_off: '100',
    applies_to: 'products',
    product_ids: [aBook, aToy],
  });
  const sale = await sold([one(aBook), one(aToy)], 540, {
    discount_amount: '0.60',
    discount_reason: 'Loyal',
  });
  // 60 over 327 and 273: 32.7 and 27.3 (M6).
  expect(sale.lines.map(line => [line.cart_discount, line.gross, line.vat])).toEqual([
    [33, 294, 0],
    [27, 246, 41],
  ]);
  await holds();
});

test('F34 M13 N for £P: three for £10.00 is shared by price, and the fourth pays its own', async () => {
  const [aBook, aToy] = [await book(), await toy()];
  await offer({
    kind: 'n_for_price',
    buy_units: 3,
    price: '10.00',
    applies_to: 'products',
    product_ids: [aBook, aToy],
  });
  const sale = await sold(
    [
      { product_id: aBook, quantity: '2' },
      { product_id: aToy, quantity: '2' },
    ],
    1500,
  );
  // The three most expensive: two books and a toy for £17.00. 1000 × 12/17 = 705.88, 1000 × 5/17 = 294.12; and a toy at
  // £5.00.
  expect(sale.lines.map(({ gross, vat }) => [gross, vat])).toEqual([
    [706, 0],
    [794, 132],
  ]);
  expect(sale.lines[0]?.discount_reason).toMatch(/^Deal \d+: 3 for £10.00$/);
  await holds();
});

test('F34 M13 mix and match: one from each group makes the deal, and a category can be a group', async () => {
  const [aBook, aToy, another] = [await book(), await toy(), await toy()];
  await offer({
    kind: 'mix_and_match',
    price: '8.00',
    groups: [
      { units: 1, product_ids: [aBook] },
      { units: 1, product_ids: [aToy, another] },
    ],
  });
  const sale = await sold([one(aBook), one(another)], 800);
  // 800 × 6/11 = 436.36 and 363.64.
  expect(sale.lines.map(({ gross, vat }) => [gross, vat])).toEqual([
    [436, 0],
    [364, 61],
  ]);
  const apart = await sold([one(aToy), one(another)], 1000);
  expect(apart.lines.every(line => line.line_discount === 0)).toBe(true);
  await holds();
});

test('F34 M13 a deal price excluding VAT is shared excluding VAT on an invoice in that mode', async () => {
  const [aBook, aToy] = await Promise.all([
    stockedProduct(app.db, { price: toPence(600), vat_code: 'Z', price_includes_vat: false }),
    stockedProduct(app.db, { price: toPence(500), vat_code: 'S', price_includes_vat: false }),
  ]);
  await offer({
    kind: 'n_for_price',
    buy_units: 2,
    price: '6.00',
    price_includes_vat: false,
    applies_to: 'products',
    product_ids: [aBook, aToy],
  });
  // £3.27 and £2.73 net; 20% of £2.73 is 54.6p, so 55p.
  const sale = await sold([one(aBook), one(aToy)], 655, { price_mode: 'exclusive' });
  expect(sale.lines.map(({ net, vat }) => [net, vat])).toEqual([
    [327, 0],
    [273, 55],
  ]);
  await holds();
});

test('a deal’s terms are checked by field, and those of other kinds are dropped', async () => {
  const defaults = { name: 'Deal', starts_on: '2020-01-01', ends_on: '2099-12-31' };
  const errors = async (body: Record<string, unknown>) =>
    (await clerk.call(promotions.create, { body: { ...defaults, ...body } })).refusal.errors;
  expect(await errors({ kind: 'n_for_price', buy_units: 1, price: '5.00' })).toHaveProperty('buy_units');
  expect(await errors({ kind: 'n_for_price', buy_units: 3 })).toHaveProperty('price');
  expect(await errors({ kind: 'mix_and_match', price: '5.00' })).toHaveProperty('groups');
  expect(await errors({ kind: 'mix_and_match', price: '5.00', groups: [{ units: 1 }] })).toHaveProperty([
    'groups.0.product_ids',
  ]);
  expect(
    await errors({
      kind: 'mix_and_match',
      price: '5.00',
      groups: [{ units: 1, product_ids: [999_999_999] }],
    }),
  ).toHaveProperty('groups');
  expect(await errors({ kind: 'percentage', percent_off: '5', applies_to: 'groups' })).toHaveProperty(
    'applies_to',
  );
});
