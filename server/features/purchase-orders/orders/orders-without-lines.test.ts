import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { lineOf, type Order } from '../../../../tests/support/orders';
import { breachesOf } from '../../../../tests/support/books';

const shop = buyingShop();
const revise = (order: Order, lines?: object[]) =>
  shop.admin.call(purchases.update, {
    params: { id: order.id },
    body: { supplier_id: order.supplier.id, ...(lines ? { lines } : {}) } as never,
  });

test('P2 a sent order keeps a line, also when every line is replaced; a draft may have none', async () => {
  const order = await shop.sent([{ description: 'Chairs' }]);
  for (const lines of [[], undefined])
    expect((await revise(order, lines)).refusal.errors).toEqual({
      lines: ['A sent order needs at least one line. Cancel the order instead.'],
    });
  const replaced = await revise(order, [{ description: 'Tables', quantity: '2', unit_price: '5.00' }]);
  expect(replaced.reply).toMatchObject({ status: 'sent', total_net: 1000 });
  const draft = await shop.draft([{ description: 'Chairs' }]);
  expect((await revise(draft, [])).reply).toMatchObject({ status: 'draft', total_amount: 0 });
  await shop.holds();
});

test('P2 A6 an order that an earlier version left without lines is reported, and can be cancelled', async () => {
  const order = await shop.sent([{ description: 'Chairs' }]);
  const empty = sql`delete from purchase_order_lines where id = ${lineOf(order)}`;
  await expect(empty.execute(shop.app.db)).rejects.toMatchObject({
    constraint: 'purchase_orders_have_lines_once_sent',
  });
  await sql`alter table purchase_orders disable trigger purchase_orders_have_lines_once_sent`.execute(
    shop.app.db,
  );
  await empty.execute(shop.app.db);
  await sql`update purchase_orders set status = 'completed', net_pence = 0, vat_pence = 0, total_pence = 0 where id = ${order.id}`.execute(
    shop.app.db,
  );
  await sql`alter table purchase_orders enable trigger purchase_orders_have_lines_once_sent`.execute(
    shop.app.db,
  );
  expect(JSON.stringify(await breachesOf(shop.app.db))).toContain(
    `${order.po_number} is completed, but has no lines. Cancel it`,
  );
  const cancelled = await shop.admin.call(purchases.cancel, {
    params: { id: order.id },
    body: { reason: 'It has no lines' },
  });
  expect([cancelled.status, cancelled.reply.status]).toEqual([200, 'cancelled']);
  await shop.holds();
});
