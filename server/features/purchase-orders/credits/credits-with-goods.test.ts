import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { lineOf } from '../../../../tests/support/orders';

const shop = buyingShop();
const { get, holds, billed, credit } = shop;

/** All ten of a billed order go back, with this credit note of the supplier. */
const sendBack = async (order: { id: number }, more: object = {}, line: object = {}) =>
  shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Broken',
      lines: [
        { receipt_line_id: (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0, quantity: '10', ...line },
      ],
      ...more,
    },
  });

test('F07 P4 V24 a credit note of the supplier is recorded once: with the goods returned, or by its amount', async () => {
  const { order, billId } = await billed();
  const supplier = order.supplier.id;
  expect((await sendBack(order, { supplier_credit_number: 'CN-55' })).reply.credited_amount).toBe(12_000);
  const again = (number: string, amount: string) =>
    credit(supplier, {
      supplier_credit_number: number,
      lines: [{ description: 'Returned', net: '100.00', vat: '20.00' }],
      bills: [{ bill_id: billId, amount }],
    });
  expect((await again('cn-55', '0.01')).refusal.errors).toEqual({
    'bills.0.amount': [expect.stringContaining('Only £0.00 can be credited on bill')],
  });
  // Nothing against a bill, but the same credit note.
  const onAccount = await credit(supplier, {
    supplier_credit_number: 'cn-55',
    lines: [{ description: 'Returned', net: '100.00', vat: '20.00', account: '5000' }],
  });
  expect(onAccount.refusal.errors).toEqual({
    supplier_credit_number: [expect.stringMatching(/^Credit note cn-55 has already been recorded with RET-/)],
  });
  // The same number of another supplier is another credit note.
  const other = await billed();
  expect(
    (
      await credit(other.order.supplier.id, {
        supplier_credit_number: 'CN-55',
        bills: [{ bill_id: other.billId, amount: '12.00' }],
      })
    ).status,
  ).toBe(200);
  // The other way round: £12.00 is credited, so the goods are credited with the rest of £120.00.
  const same = await sendBack(other.order, { supplier_credit_number: 'Cn-55' });
  expect(same.refusal.errors).toEqual({
    supplier_credit_number: [expect.stringMatching(/^Credit note Cn-55 has already been recorded as SCN-/)],
  });
  const whole = await sendBack(other.order, { supplier_credit_number: 'CN-56' });
  expect(whole.refusal.errors).toEqual({
    'lines.0.credit_net': [expect.stringMatching(/^This credits £12\.00 more than is left of bill/)],
  });
  const rest = await sendBack(other.order, { supplier_credit_number: 'CN-56' }, { credit_net: '90.00' });
  expect(rest.reply).toMatchObject({ credited_amount: 12_000 });
  await holds();
});

test('F07 P4 goods on two bills at different prices are credited on each for what it billed', async () => {
  const { order } = await shop.received({ unit_price: '10.00' });
  const half = (net: string, vat: string) =>
    shop.bill(order.id, [{ line_id: lineOf(order), quantity: '5', net, vat }], { accept_difference: true });
  expect((await half('50.00', '10.00')).status).toBe(200);
  const { reply } = await half('150.00', '30.00');
  expect((await sendBack(order)).reply.credited_amount).toBe(24_000);
  for (const { id } of reply.bills) {
    const more = await credit(order.supplier.id, { bills: [{ bill_id: id, amount: '0.01' }] });
    expect(more.refusal.errors).toEqual({
      'bills.0.amount': [expect.stringContaining('Only £0.00 can be credited on bill')],
    });
  }
  await holds();
});

test('F07 P4 of two who record one credit note at once, with the goods and by its amount, one is refused; the database refuses too', async () => {
  const { order } = await billed();
  const supplier = order.supplier.id;
  const byAmount = () =>
    credit(supplier, {
      supplier_credit_number: 'TWICE',
      lines: [{ description: 'Returned', net: '100.00', vat: '20.00', account: '5000' }],
    });
  const both = await Promise.all([sendBack(order, { supplier_credit_number: 'TWICE' }), byAmount()]);
  expect(both.map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([200, 422]);
  const constraintOf = (work: Promise<unknown>) =>
    work.then(
      () => 'kept',
      (error: { constraint?: string }) => error.constraint,
    );
  const one = await billed();
  expect((await sendBack(one.order, { supplier_credit_number: 'RAW' })).status).toBe(200);
  const insertCredit = sql`
    insert into supplier_credits (number, supplier_id, supplier_credit_number, credit_date, reason, net_pence, vat_pence,
      gross_pence, apart_pence, posted_by, posted_at)
    select 'SCN-RAW', ${one.order.supplier.id}, 'raw', current_date, 'x', 1, 0, 1, 0, returned_by, now() from supplier_returns limit 1`;
  expect(await constraintOf(insertCredit.execute(shop.app.db))).toBe(
    'supplier_credit_notes_are_recorded_once',
  );
  const two = await billed();
  const number = { supplier_credit_number: 'Raw 2', bills: [{ bill_id: two.billId, amount: '12.00' }] };
  expect((await credit(two.order.supplier.id, number)).status).toBe(200);
  const insertReturn = sql`
    insert into supplier_returns (number, credit_number, supplier_credit_number, purchase_order_id, business_date, reason,
      net_pence, vat_pence, gross_pence, returned_by, returned_at)
    select 'RET-RAW', 'SCN-RAW', 'RAW 2', ${two.order.id}, current_date, 'x', 1, 0, 1, returned_by, now() from supplier_returns limit 1`;
  expect(await constraintOf(insertReturn.execute(shop.app.db))).toBe(
    'supplier_credit_notes_are_recorded_once',
  );
  await holds();
});

test('F07 V24 goods that were returned before their bill do not stand for the supplier’s later credit note', async () => {
  const received = await shop.received();
  const order = received.order;
  expect((await sendBack(order, { supplier_credit_number: 'CN-7' }, { quantity: '4' })).status).toBe(200);
  const byAmount = await credit(order.supplier.id, {
    supplier_credit_number: 'CN-7',
    lines: [{ description: 'Returned', net: '40.00', vat: '8.00', account: '5000' }],
  });
  expect([byAmount.status, byAmount.refusal?.errors]).toEqual([200, undefined]);
  await holds();
});
