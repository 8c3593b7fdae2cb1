import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { pos } from '#domain/pos/pos.contract';
import { sales } from '#domain/sales/sale.contract';
import { breachesOf } from '../../../tests/support/books';
import { charged, paidSales } from '../../../tests/support/paid-sales';
import { someUnit } from '../../../tests/support/products';
import { openTill, type SaleSent, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let seller: Caller;
let manager: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  seller = await app.as('view_pos', 'create_sale', 'view_sale', 'refund_sale', 'edit_sale');
  manager = await app.as('admin');
  till = await openTill(app.db, 100_000);
});
afterAll(() => app.close());

const { sent, complete, sold, refund } = shopFloor(() => ({ app, seller, till }));
const { paid, recorded } = paidSales(() => ({ app, seller, manager, till }));

let made = 0;
/** A product for £2.40 with a hundred in stock, in a unit of its own; `counted` makes that whole. */
async function kettle() {
  made += 1;
  const unit = `Piece ${made}`;
  const unit_id = await someUnit(app.db, unit);
  const id = await stockedProduct(app.db, { name: `Kettle ${made}`, unit_id, price: toPence(240) });
  const counted = (is_whole = true) =>
    sql`update units set is_whole = ${is_whole} where id = ${unit_id}`.execute(app.db);
  const words = (quantity: string) =>
    `Kettle ${made} is counted in whole numbers (${unit}), and this is ${quantity}. Enter a different quantity.`;
  return { id, unit, counted, words };
}

test('A7 a sale takes no fraction of what is counted, nor one that comes of a box; the till knows the units', async () => {
  const { id, unit, counted, words } = await kettle();
  await counted();
  const half = await complete(sent([{ product_id: id, quantity: '0.5' }], 120));
  expect(half.status).toBe(422);
  expect(half.refusal.errors).toEqual({ 'lines.0.quantity': [words('0.5')] });
  const box = await complete(sent([{ product_id: id, quantity: '0.5', factor: '5' }], 600));
  expect(box.refusal.errors).toEqual({ 'lines.0.quantity': [words('2.5')] });
  await sold([{ product_id: id, quantity: '0.5', factor: '12' }], 1440);
  const { reply } = await seller.call(pos.catalogue, { query: {} });
  expect(reply.head?.whole_units).toContain(unit);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('A7 F22 a sale that was paid offline is booked with its fraction', async () => {
  const { id, counted } = await kettle();
  await counted();
  const body = paid(id, {
    lines: [{ product_id: id, quantity: '0.5' }],
    charged: [
      charged({
        list_price: '4.80',
        unit_price: '4.80',
        amount: '2.40',
        net: '2.00',
        vat: '0.40',
        gross: '2.40',
      }),
    ],
  });
  const { sale } = await recorded(body);
  expect(sale.lines[0]?.quantity).toBe(500);
});

test('A7 what was sold before its unit was counted is edited as it was and comes back as it was, but not in other fractions', async () => {
  const { id, counted, words } = await kettle();
  const lines = [{ product_id: id, quantity: '1.5' }];
  const old = await sold(lines, 360);
  await counted();
  const edit = (sale: SaleSent) =>
    seller.call(sales.replace, {
      params: { id: old.id },
      body: { reason: 'Wrong note', sale, refund_tenders: [] },
    });
  const other = await edit(sent([{ product_id: id, quantity: '2.5' }], 600, { tenders: [] }));
  expect(other.refusal.errors).toEqual({ 'lines.0.quantity': [words('2.5')] });
  const edited = await edit(sent(lines, 360, { tenders: [], notes: 'With its box' }));
  expect(edited.refusal).toBeUndefined();
  const part = await refund(edited.reply, [{ line_number: 1, quantity: '0.5' }], 120);
  expect(part.refusal.errors).toEqual({ 'lines.0.quantity': [words('0.5')] });
  expect((await refund(edited.reply, [{ line_number: 1, quantity: '1' }], 240)).status).toBe(200);
  expect((await refund(edited.reply, [{ line_number: 1, quantity: '0.5' }], 120)).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});
