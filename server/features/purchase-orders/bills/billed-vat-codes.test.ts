import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { lineOf, type Order } from '../../../../tests/support/orders';

const shop = buyingShop();

/** Line A billed at £100.00 and £20.00 VAT; line B still to come. */
async function partlyBilled(): Promise<Order> {
  const [one = 0, other = 0] = await shop.products(2);
  const order = await shop.sent([
    { product_id: one, quantity: '10', unit_price: '10.00' },
    { product_id: other, quantity: '10', unit_price: '1.00' },
  ]);
  await shop.receive(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  return (await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }])).reply;
}
/** Revises the order: these values change on its first line. */
const revise = (order: Order, change: object) =>
  shop.admin.call(purchases.update, {
    params: { id: order.id },
    body: {
      supplier_id: order.supplier.id,
      version: order.version,
      revision_reason: 'Corrected',
      lines: order.lines.map((line, index) => ({
        id: line.id,
        product_id: line.product?.id ?? null,
        quantity: String(line.quantity / 1000),
        unit_price: index === 0 ? '10.00' : '1.00',
        vat_code: line.vat_code,
        ...(index === 0 ? change : {}),
      })),
    } as never,
  });
const back = (order: Order) =>
  shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Broken',
      lines: [{ receipt_line_id: order.receipts[0]?.lines[0]?.id ?? 0, quantity: '10' }],
    },
  });
/** The VAT entries of the order's bills and returns, by code and rate. */
const entriesOf = async (order: Order) => {
  const { rows } = await sql<{ code: string; rate: string; net: number; vat: number }>`
    select e.vat_code as code, e.rate_percent::text as rate, sum(e.net_pence)::bigint as net, sum(e.vat_pence)::bigint as vat
    from vat_entries e join journals j on j.id = e.journal_id
    where (j.document_type = 'supplier_bill' and j.document_id in (select id from supplier_bills where purchase_order_id = ${order.id}))
      or (j.document_type = 'supplier_return' and j.document_id in (select id from supplier_returns where purchase_order_id = ${order.id}))
    group by 1, 2 order by 1`.execute(shop.app.db);
  return rows;
};

test('V1 V12 V24 a line that was billed keeps its VAT code; before its bill and after the reversal it can change', async () => {
  const order = await partlyBilled();
  const refused = await revise(order, { vat_code: 'O' });
  expect([refused.status, refused.refusal.errors?.['lines.0.vat_code']?.[0]]).toEqual([
    422,
    'Goods on this line have been billed with VAT code S, so the code cannot change. Add another line for goods with another code.',
  ]);
  // Everything else may still change.
  const higherPriced = await revise(order, { unit_price: '11.00', quantity: '12' });
  expect(higherPriced.status).toBe(200);
  expect((await back(higherPriced.reply)).status).toBe(200);
  expect(await entriesOf(order)).toEqual([{ code: 'S', rate: '20.00', net: 0, vat: 0 }]);

  const another = await partlyBilled();
  expect((await shop.reverseBill(another)).status).toBe(200);
  expect((await revise(await shop.get(another.id), { vat_code: 'Z' })).status).toBe(200);
  await shop.holds();
});

test('V1 V24 a return takes out of the boxes what its bill put in, whatever an earlier version let the order become', async () => {
  const order = await partlyBilled();
  const change = sql`update purchase_order_lines set vat_code = 'O', vat_percent = 0 where id = ${lineOf(order)}`;
  await expect(change.execute(shop.app.db)).rejects.toMatchObject({
    constraint: 'purchase_order_lines_keep_the_code_they_were_billed_with',
  });
  await sql`alter table purchase_order_lines disable trigger purchase_order_lines_keep_the_code_they_were_billed_with`.execute(
    shop.app.db,
  );
  await change.execute(shop.app.db);
  await sql`alter table purchase_order_lines enable trigger purchase_order_lines_keep_the_code_they_were_billed_with`.execute(
    shop.app.db,
  );
  expect((await back(order)).status).toBe(200);
  expect(await entriesOf(order)).toEqual([{ code: 'S', rate: '20.00', net: 0, vat: 0 }]);
});
