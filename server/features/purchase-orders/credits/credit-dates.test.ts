import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { BodySent } from '#domain/kernel/call';
import type { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { lineOf, type Order } from '../../../../tests/support/orders';
import type { Caller } from '../../../../tests/support/test-app';

const shop = buyingShop({ clock: () => new Date('2026-04-20T10:00:00Z') });
const onTheDay = (business_date: string) => ({ business_date, date_reason: 'Entered late' });
const billOn = (bill_date: string) => ({ bill_date, date_reason: 'Entered late' });

/** A hundred at £10 plus VAT, received on 2 April. */
async function receivedOnTheSecond(): Promise<Order> {
  const [product = 0] = await shop.products(1);
  const order = await shop.sent([{ product_id: product, quantity: '100', unit_price: '10.00' }]);
  return (await shop.receive(order.id, undefined, onTheDay('2026-04-02'))).reply;
}
const billed = async (order: Order, quantity: string, bill_date: string) =>
  (await shop.bill(order.id, [{ line_id: lineOf(order), quantity }], billOn(bill_date))).reply;
const giveBack = (order: Order, business_date: string, quantity = '100', by: Caller = shop.admin) =>
  by.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Broken',
      ...onTheDay(business_date),
      lines: [{ receipt_line_id: order.receipts[0]?.lines[0]?.id ?? 0, quantity }],
    },
  });
const saysOf = (
  answer: { refusal: { errors?: Readonly<Record<string, readonly string[]>> } },
  field: string,
) => answer.refusal.errors?.[field]?.[0];
/** What stock and creditors stood at on 31 March, and what its return would have in box 4. */
const endOfMarch = async () => {
  const { rows } = await sql<{ stock: number; creditors: number; vat: number }>`
    select (select coalesce(sum(value_pence), 0)::bigint from stock_movements where business_date <= '2026-03-31') as stock,
      (select coalesce(sum(case side when 'debit' then amount_pence else -amount_pence end), 0)::bigint
        from party_items where business_date <= '2026-03-31') as creditors,
      (select coalesce(sum(vat_pence), 0)::bigint from vat_entries where tax_point <= '2026-03-31') as vat`.execute(
    shop.app.db,
  );
  return rows[0];
};

test('P13 D6 R7 V24 goods received and billed on 2 April are not returned in March', async () => {
  const order = await billed(await receivedOnTheSecond(), '100', '2026-04-02');
  const storeman = await shop.app.as('view_purchaseorder', 'receive_purchaseorder');
  const before = await shop.app.digest();
  for (const by of [storeman, shop.admin]) {
    const refused = await giveBack(order, '2026-03-28', '100', by);
    expect(refused.status).toBe(422);
    expect(saysOf(refused, 'business_date')).toBe(
      'It was received on 2 Apr 2026. Enter that date or a later one.',
    );
  }
  expect(await shop.app.digest()).toBe(before);
  expect(await endOfMarch()).toEqual({ stock: 0, creditors: 0, vat: 0 });
  expect((await giveBack(order, '2026-04-02', '100', storeman)).status).toBe(200);
  await shop.holds();
});

test('P13 R7 goods not billed yet are not returned before they were received either', async () => {
  const order = await receivedOnTheSecond();
  expect(saysOf(await giveBack(order, '2026-04-01'), 'business_date')).toContain('received on 2 Apr 2026');
  expect((await giveBack(order, '2026-04-02')).status).toBe(200);
  await shop.holds();
});

test('P13 V14 the credited part of a return is not dated before its bill; of two bills the earlier is taken first', async () => {
  const order = await receivedOnTheSecond();
  await billed(order, '40', '2026-04-06');
  await billed(order, '60', '2026-04-10');
  const refused = await giveBack(order, '2026-04-05', '1');
  expect(saysOf(refused, 'business_date')).toBe(
    'The bill is dated 6 Apr 2026. Enter that date or a later one.',
  );
  expect((await giveBack(order, '2026-04-06', '40')).status).toBe(200);
  // The forty of the first bill are back; what comes now is from the second.
  expect(saysOf(await giveBack(order, '2026-04-09', '1'), 'business_date')).toContain('10 Apr 2026');
  expect((await giveBack(order, '2026-04-10', '60')).status).toBe(200);
  await shop.holds();
});

test('P13 R7 V24 a credit note by amount is dated no earlier than its bills, and for goods than their receipt', async () => {
  const order = await billed(await receivedOnTheSecond(), '100', '2026-04-06');
  const early = await receivedOnTheSecond();
  // The supplier had billed these on 30 March, before they came.
  const ahead = await billed(early, '100', '2026-03-30');
  const note = (of: Order, credit_date: string, account?: string) => {
    const line = { description: 'Overcharged', net: '10.00', vat: '2.00', ...(account ? { account } : {}) };
    const body: Partial<BodySent<typeof supplierDocuments.credit>> = {
      credit_date,
      date_reason: 'Entered late',
      lines: [line],
      bills: [{ bill_id: of.bills[0]?.id ?? 0, amount: '12.00' }],
    };
    return shop.credit(of.supplier.id, body);
  };
  const before = await shop.app.digest();
  expect(saysOf(await note(order, '2026-04-05'), 'credit_date')).toBe(
    'The bill is dated 6 Apr 2026. Enter that date or a later one.',
  );
  expect(saysOf(await note(order, '2026-04-05', '5000'), 'credit_date')).toContain('6 Apr 2026');
  expect(saysOf(await note(ahead, '2026-03-31'), 'credit_date')).toBe(
    'It was received on 2 Apr 2026. Enter that date or a later one.',
  );
  expect(await shop.app.digest()).toBe(before);
  expect((await note(ahead, '2026-03-31', '5000')).status).toBe(200);
  expect((await note(ahead, '2026-04-02')).status).toBe(200);
  expect((await note(order, '2026-04-06')).status).toBe(200);
  await shop.holds();
});
