import { sql } from 'kysely';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { addDays } from '#domain/kernel/dates';
import { expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { movedOn, someSupplier } from '../../../../tests/support/books';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { lineOf } from '../../../../tests/support/orders';

const shop = buyingShop();
const { get, pay, holds, today, billed, credit, openOf } = shop;

test('F07 I11 P4 a credit note for an overcharge lowers the cost of goods on hand, and settles its bill', async () => {
  const { order, product, billId } = await billed();
  const out = await shop.admin.call(stockAdjustments.create, {
    body: { reason: 'damaged', lines: [{ product_id: product, quantity: '-4' }] },
  });
  expect(out.status).toBe(200);
  // £10 less for ten pieces, of which six are on hand.
  const moved = await movedOn(shop.app.db, ['1200', '5110', '2201', '2100'], async () => {
    const { status } = await credit(order.supplier.id, { bills: [{ bill_id: billId, amount: '12.00' }] });
    expect(status).toBe(200);
  });
  expect(moved).toEqual([-600, -400, -200, 1200]);
  const after = await get(order.id);
  expect(after).toMatchObject({ credited_amount: 1200, outstanding_amount: 10_800 });
  expect(after.bills[0]).toMatchObject({ outstanding: 10_800 });
  const { summary } = (await shop.admin.call(suppliers.get, { params: { id: order.supplier.id } })).reply;
  expect(summary).toMatchObject({ total_purchase_amount: 10_800, outstanding_amount: 10_800 });
  await holds();
});

test('F07 a rebate on account posts to its line’s account, and stays unallocated', async () => {
  const { order } = await billed();
  const moved = await movedOn(shop.app.db, ['4900', '2201', '2100'], async () => {
    const { reply } = await credit(order.supplier.id, {
      lines: [
        { description: 'Rebate of the quarter', net: '25.00', vat: '0.00', vat_code: 'O', account: '4900' },
      ],
      reason: 'Rebate',
    });
    expect(reply).toMatchObject({ gross: 2500, number: expect.stringMatching(/^SCN-/) });
  });
  expect(moved).toEqual([-2500, 0, 2500]);
  expect(await openOf(order.supplier.id)).toEqual(['credit 12000', 'debit 2500']);
  const { summary } = (await shop.admin.call(suppliers.get, { params: { id: order.supplier.id } })).reply;
  expect(summary).toMatchObject({ total_purchase_amount: 9_500, outstanding_amount: 9_500 });
  await holds();
});

test('F07 a credit for a paid bill stays on account; several bills share one credit note', async () => {
  const one = await billed();
  await pay(one.order, '120.00');
  const supplier = one.order.supplier.id;
  const direct = await shop.admin.call(supplierDocuments.bill, {
    body: {
      supplier_id: supplier,
      supplier_bill_number: 'D-1',
      bill_date: today,
      lines: [{ description: 'Repair', net: '50.00', vat: '10.00', account: '5000' }],
    },
  });
  expect(direct.reply).toMatchObject({ gross: 6000, posted_on: today });
  const { status } = await credit(supplier, {
    lines: [{ description: 'Both', net: '30.00', vat: '6.00', account: '5000' }],
    bills: [
      { bill_id: one.billId, amount: '12.00' },
      { bill_id: direct.reply.id, amount: '24.00' },
    ],
  });
  expect(status).toBe(200);
  expect(await openOf(supplier)).toEqual(['credit 3600', 'debit 1200']);
  expect(await get(one.order.id)).toMatchObject({ outstanding_amount: -1200, paid_status: 'paid' });
  await holds();
});

test('F07 returned goods are credited at the supplier’s printed amount, less a restocking fee', async () => {
  const { order } = await billed();
  const line = (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0;
  const moved = await movedOn(shop.app.db, ['1200', '5110', '2201', '2100'], async () => {
    const { reply } = await shop.admin.call(purchases.return, {
      params: { id: order.id },
      body: {
        reason: 'Changed their mind',
        lines: [{ receipt_line_id: line, quantity: '2', credit_net: '17.00', credit_vat: '3.40' }],
      },
    });
    expect(reply.credited_amount).toBe(2040);
  });
  // Two that cost £20 go out; £17 is credited, £3 is the fee.
  expect(moved).toEqual([-2000, 300, -340, 2040]);
  await holds();
});

test('V18 V12 M7 of a return for another net, the VAT left as billed is in proportion to the VAT of the bill', async () => {
  const accounts = ['1200', '5110', '2201', '2100'];
  /** Ten that cost £100 are billed with this VAT, and go back for £90. */
  const returnedFor90 = async (vat: string) => {
    const { order } = await shop.received({ unit_price: '10.00', vat_code: 'S' });
    await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '10', vat }]);
    const receipt_line_id = (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0;
    return movedOn(shop.app.db, accounts, async () => {
      const { status } = await shop.admin.call(purchases.return, {
        params: { id: order.id },
        body: { reason: 'Broken', lines: [{ receipt_line_id, quantity: '10', credit_net: '90.00' }] },
      });
      expect(status).toBe(200);
    });
  };
  // The supplier is not registered for VAT, and charged none.
  expect(await returnedFor90('0.00')).toEqual([-10_000, 1000, 0, 9000]);
  // £20.05 × 90 ÷ 100 = £18.045, so £18.05.
  expect(await returnedFor90('20.05')).toEqual([-10_000, 1000, -1805, 10_805]);
  await holds();
});

test('F07 I15 reversing a credit note restores stock, accounts and order; so does reversing a bill without an order', async () => {
  const { order, product, billId } = await billed();
  const stock = async () =>
    (
      await sql`select quantity, value_pence from stock_pools where product_id = ${product}`.execute(
        shop.app.db,
      )
    ).rows;
  const before = await stock();
  const accounts = ['1200', '5110', '2201', '2100'];
  const moved = await movedOn(shop.app.db, accounts, async () => {
    const { reply } = await credit(order.supplier.id, { bills: [{ bill_id: billId, amount: '12.00' }] });
    const held = await shop.admin.call(purchases.reverseBill, {
      params: { id: order.id, bill_id: billId },
      body: { reason: 'Wrong', free_payments: true },
    });
    expect(held.refusal.message).toContain('Reverse the credit note first');
    const reverse = (more: object) =>
      shop.admin.call(supplierDocuments.reverseCredit, {
        params: { id: reply.id },
        body: { reason: 'Typed wrongly', ...more },
      });
    expect((await reverse({})).refusal.errors).toHaveProperty('free_payments');
    expect((await reverse({ free_payments: true })).status).toBe(200);
    expect((await reverse({ free_payments: true })).status).toBe(409);
  });
  expect(moved).toEqual([0, 0, 0, 0]);
  expect(await stock()).toEqual(before);
  expect(await get(order.id)).toMatchObject({ credited_amount: 0, outstanding_amount: 12_000 });
  const direct = await shop.admin.call(supplierDocuments.bill, {
    body: {
      supplier_id: order.supplier.id,
      supplier_bill_number: 'D-2',
      bill_date: addDays(today, -3),
      lines: [{ description: 'Rent of a van', net: '80.00', vat: '16.00', account: '5000' }],
    },
  });
  // The next bill begins with this line, until the bill is reversed.
  const defaultLine = async () => {
    const query = { supplier_id: String(order.supplier.id) };
    return (await shop.admin.call(supplierDocuments.openBills, { query })).reply.default_line;
  };
  expect(await defaultLine()).toEqual({ description: 'Rent of a van', account: '5000', vat_code: 'S' });
  const back = await shop.admin.call(supplierDocuments.reverseBill, {
    params: { id: direct.reply.id },
    body: { reason: 'Not ours' },
  });
  expect(back.status).toBe(200);
  expect(await defaultLine()).toBeNull();
  expect(await openOf(order.supplier.id)).toEqual(['credit 12000']);
  await holds();
});

test('F07 invalid input is refused at its field: duplicates, other suppliers, control accounts, more than the bill', async () => {
  const { order, billId } = await billed();
  const other = await someSupplier(shop.app.db, 'Somebody else');
  const number = { supplier_credit_number: 'SAME' };
  expect(
    (await credit(order.supplier.id, { ...number, bills: [{ bill_id: billId, amount: '12.00' }] })).status,
  ).toBe(200);
  const fields = async (supplier: number, body: object) =>
    Object.keys((await credit(supplier, body)).refusal.errors ?? {});
  const toBill = [{ bill_id: billId, amount: '1.00' }];
  expect(await fields(order.supplier.id, { ...number, bills: toBill })).toEqual(['supplier_credit_number']);
  expect(await fields(other, { bills: toBill })).toEqual(['bills.0.bill_id']);
  expect(await fields(order.supplier.id, {})).toEqual(['lines.0.account']);
  expect(await fields(order.supplier.id, { bills: [{ bill_id: billId, amount: '120.00' }] })).toEqual([
    'bills.0.amount',
  ]);
  expect(await fields(order.supplier.id, { bills: [{ bill_id: billId, amount: '12.01' }] })).toEqual([
    'bills',
  ]);
  for (const account of ['1200', '2100', '1020', '9999'])
    expect(
      await fields(order.supplier.id, { lines: [{ description: 'x', net: '1.00', vat: '0.00', account }] }),
    ).toEqual(['lines.0.account']);
  expect(await fields(order.supplier.id, { credit_date: addDays(today, 1), bills: toBill })).toEqual([
    'credit_date',
  ]);
  expect(await fields(order.supplier.id, { credit_date: addDays(today, -31), bills: toBill })).toEqual([
    'date_reason',
  ]);
  const clerk = await shop.app.as('view_purchaseorder');
  expect((await clerk.call(supplierDocuments.credit, { body: {} })).status).toBe(403);
  await holds();
});

test('F10 refusing to reverse a bill with credited goods names possible alternatives', async () => {
  const { order, billId } = await billed();
  const line = (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0;
  await shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: { reason: 'Broken', lines: [{ receipt_line_id: line, quantity: '1' }] },
  });
  const refused = await shop.admin.call(purchases.reverseBill, {
    params: { id: order.id, bill_id: billId },
    body: { reason: 'Too dear' },
  });
  expect(refused.status).toBe(409);
  expect(refused.refusal.message).toContain('record a supplier credit note against it');
  expect(refused.refusal.message).not.toContain('journal');
  // And that alternative works.
  expect((await credit(order.supplier.id, { bills: [{ bill_id: billId, amount: '12.00' }] })).status).toBe(
    200,
  );
  await holds();
});

test('F102 a credit note follows its bill: VAT recovered while registered is reduced even after the registration ended', async () => {
  const { order, billId } = await billed();
  const register = (registered_until: string | null, registered_from: string | null = null) =>
    shop.admin.call(vatRegistration.save, {
      body: { is_registered: true, vat_number: 'GB123456782', registered_from, registered_until },
    });
  const yesterday = addDays(today, -1);
  await sql`alter table supplier_bills disable trigger user`.execute(shop.app.db);
  await sql`update supplier_bills set bill_date = ${yesterday} where id = ${billId}`.execute(shop.app.db);
  await sql`alter table supplier_bills enable trigger user`.execute(shop.app.db);
  const taken = (body: object = {}) =>
    movedOn(shop.app.db, ['2201', '2100'], async () => {
      const { status } = await credit(order.supplier.id, {
        bills: [{ bill_id: billId, amount: '12.00' }],
        ...body,
      });
      expect(status).toBe(200);
    });
  try {
    expect((await register(yesterday)).status).toBe(200);
    expect(await taken()).toEqual([-200, 1200]);
    // A credit without a bill no longer has VAT.
    expect(
      await taken({
        bills: [],
        lines: [{ description: 'Bonus', net: '10.00', vat: '2.00', account: '6910' }],
      }),
    ).toEqual([0, 1200]);
    // And the reverse: the VAT on a bill from before registration was a cost.
    // As if it had begun today only: a later registration would want the returns of this one first.
    await sql`update vat_registration set registered_until = null, registered_from = ${today}`.execute(
      shop.app.db,
    );
    const early = await shop.admin.call(supplierDocuments.bill, {
      body: {
        supplier_id: order.supplier.id,
        supplier_bill_number: 'Early',
        bill_date: yesterday,
        lines: [{ description: 'Repair', net: '10.00', vat: '2.00', account: '6910' }],
      },
    });
    expect(
      await taken({
        bills: [{ bill_id: early.reply.id, amount: '12.00' }],
        lines: [{ description: 'Repair', net: '10.00', vat: '2.00', account: '6910' }],
      }),
    ).toEqual([0, 1200]);
    // The bill above was in a VAT return when it was recorded, so its credit still is.
    expect(await taken()).toEqual([-200, 1200]);
  } finally {
    await register(null);
  }
  await holds();
});
