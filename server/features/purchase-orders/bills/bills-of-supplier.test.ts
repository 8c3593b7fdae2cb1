import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDays } from '#domain/kernel/dates';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { someSupplier } from '../../../../tests/support/books';
import { buyingShop } from '../../../../tests/support/buying-shop';

const shop = buyingShop();

test('of more than 200 bills the list keeps the open ones and the latest settled, and totals them all', async () => {
  const supplier_id = await someSupplier(shop.app.db);
  const late = await shop.directBill(supplier_id, { bill_date: addDays(shop.today, -1) });
  const early = await shop.directBill(supplier_id, {
    bill_date: addDays(shop.today, -1),
    due_on: shop.today,
  });
  // 201 that are settled: one for each day of before, without an open item.
  await sql`
    insert into supplier_bills overriding system value
    select (jsonb_populate_record(b, jsonb_build_object('id', b.id + 1000 + n, 'number', b.number || '-' || n,
      'supplier_bill_number', b.supplier_bill_number || '-' || n, 'bill_date', b.bill_date - n))).*
    from supplier_bills b cross join generate_series(1, 201) n where b.id = ${late.reply.id}`.execute(
    shop.app.db,
  );
  const { reply } = await shop.admin.call(supplierDocuments.openBills, {
    query: { supplier_id: String(supplier_id) },
  });
  expect([reply.data.length, reply.total, reply.outstanding]).toEqual([200, 203, 12_000]);
  expect(reply.data.slice(0, 4).map(({ id }) => id - late.reply.id)).toEqual([1, 0, 1001, 1002]);
  expect(reply.data.at(-1)?.id).toBe(late.reply.id + 1000 + 198);
  expect(early.reply.id).toBe(late.reply.id + 1);
  // Any of them is found by the supplier's number or ours, and one comes first that was opened.
  const oldest = late.reply.id + 1000 + 201;
  const found = async (query: { text?: string; bill_id?: string }) => {
    const { reply: list } = await shop.admin.call(supplierDocuments.openBills, {
      query: { supplier_id: String(supplier_id), ...query },
    });
    return [list.data.map(({ id }) => id), list.total];
  };
  expect(await found({ text: '-201 ' })).toEqual([[oldest], 1]);
  expect(await found({ text: late.reply.number.toLowerCase() })).toMatchObject([{ length: 200 }, 202]);
  expect(await found({ text: '%' })).toEqual([[], 0]);
  expect(await found({ text: '-200', bill_id: String(oldest) })).toEqual([[oldest, oldest - 1], 2]);
  expect(await found({ bill_id: String(oldest) })).toMatchObject([{ 0: oldest, length: 200 }, 203]);
});

test('P6 the orders that a payment can be allocated to leave out drafts', async () => {
  const order = await shop.sent([{ description: 'Cups', vat_code: 'Z' }]);
  const supplier_id = order.supplier.id;
  const lines = [{ description: 'Plates', quantity: '5', unit_price: '4.00', vat_code: 'Z' }];
  await shop.admin.call(purchases.create, { body: { supplier_id, lines } });
  const { reply } = await shop.admin.call(purchases.list, {
    query: {
      supplier_id: String(supplier_id),
      status: 'sent,received,completed',
      paid_status: 'remaining',
      per_page: '100',
    },
  });
  expect([reply.total, reply.data.map(({ id }) => id)]).toEqual([1, [order.id]]);
});
