import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { lineOf } from '../../../../tests/support/orders';

const shop = buyingShop();
afterEach(() => shop.holds());

/** Orders, receives and bills this many of a product at £10.00. */
async function billed(product: number, quantity: string, services: object[] = []) {
  const order = await shop.sent([{ product_id: product, quantity, unit_price: '10.00' }, ...services]);
  await shop.receive(order.id);
  const lines = order.lines.map((line, index) => ({
    line_id: lineOf(order, index),
    quantity: String(line.quantity / 1000),
  }));
  const { reply } = await shop.bill(order.id, lines);
  return { supplier: order.supplier.id, bill: reply.bills[0]?.id ?? 0 };
}
const rest = 'Choose an account for the rest, on a line of its own.';

test('I11 a credit note takes no more off stock than is entered against the bills of the goods', async () => {
  const [product = 0] = await shop.products(1);
  await billed(product, '90');
  const { supplier, bill } = await billed(product, '10');
  expect(await shop.poolOf(product)).toMatchObject({ value_pence: 100_000 });
  // The bill for ten is £100.00 plus £20.00 VAT.
  const credit = (net: string, vat: string, others: object[] = [], amount = '120.00') =>
    shop.credit(supplier, {
      lines: [{ description: 'Price corrected', net, vat }, ...others],
      bills: [{ bill_id: bill, amount }],
    });
  const above = { 'lines.0.account': [`£120.00 including VAT is entered against bills for goods. ${rest}`] };
  expect((await credit('500.00', '100.00')).refusal.errors).toEqual(above);
  const second = [{ description: 'More', net: '0.01', vat: '0.00' }];
  expect((await credit('100.00', '20.00', second)).refusal.errors).toHaveProperty(['lines.1.account']);
  expect((await credit('50.00', '10.00', [], '59.99')).refusal.errors).toHaveProperty(['lines.0.account']);
  expect(await shop.poolOf(product)).toMatchObject({ value_pence: 100_000 });
  const bonus = [{ description: 'Bonus', net: '400.00', vat: '80.00', account: '5000' }];
  expect((await credit('50.00', '10.00', bonus, '60.00')).status).toBe(200);
  expect(await shop.poolOf(product)).toMatchObject({ value_pence: 95_000 });
});

test('I11 services on a bill do not cover a credit for its goods', async () => {
  const [product = 0] = await shop.products(1);
  await billed(product, '90');
  const { supplier, bill } = await billed(product, '10', [
    { description: 'Fitting', quantity: '1', unit_price: '400.00' },
  ]);
  const note = await shop.credit(supplier, {
    lines: [{ description: 'Price corrected', net: '500.00', vat: '100.00' }],
    bills: [{ bill_id: bill, amount: '600.00' }],
  });
  expect(note.refusal.errors).toEqual({
    'lines.0.account': [
      `The goods on these bills cost £100.00 excluding VAT, without what was returned or credited. ${rest}`,
    ],
  });
  // Nor can it be passed in parts: £60.00 of the £100.00 are credited by the first note.
  const part = (net: string, vat: string, amount: string) =>
    shop.credit(supplier, {
      lines: [{ description: 'Price corrected', net, vat }],
      bills: [{ bill_id: bill, amount }],
    });
  expect((await part('60.00', '12.00', '72.00')).status).toBe(200);
  expect((await part('60.00', '12.00', '72.00')).refusal.errors).toEqual({
    'lines.0.account': [
      `The goods on these bills cost £40.00 excluding VAT, without what was returned or credited. ${rest}`,
    ],
  });
  expect((await part('40.00', '8.00', '48.00')).status).toBe(200);
});

test('V2 I11 without a VAT registration an earlier credit note counts with the VAT that the goods cost, too', async () => {
  // The page keeps a registration that was used; databases in which it was switched off have this.
  await sql`update vat_registration set is_registered = false, vat_number = null, registered_from = null`.execute(
    shop.app.db,
  );
  const [product = 0] = await shop.products(1);
  const { supplier, bill } = await billed(product, '10', [
    { description: 'Fitting', quantity: '1', unit_price: '400.00' },
  ]);
  // Ten at £10.00 with £20.00 of VAT, which is part of the cost.
  expect(await shop.poolOf(product)).toMatchObject({ value_pence: 12_000 });
  const part = (net: string, vat: string, amount: string) =>
    shop.credit(supplier, {
      lines: [{ description: 'Price corrected', net, vat }],
      bills: [{ bill_id: bill, amount }],
    });
  const refused = async (left: string, ...note: Parameters<typeof part>) =>
    expect((await part(...note)).refusal.errors).toEqual({
      'lines.0.account': [
        `The goods on these bills cost ${left} including VAT, without what was returned or credited. ${rest}`,
      ],
    });
  await refused('£120.00', '110.00', '22.00', '132.00');
  // £60.00 of the £120.00 are credited, so £60.00 are left: £50.00 with £10.00 of VAT once more.
  expect((await part('50.00', '10.00', '60.00')).status).toBe(200);
  await refused('£60.00', '60.00', '12.00', '72.00');
  expect((await part('50.00', '10.00', '60.00')).status).toBe(200);
  expect(await shop.poolOf(product)).toMatchObject({ value_pence: 0 });
  await refused('£0.00', '0.01', '0.00', '0.01');
});
