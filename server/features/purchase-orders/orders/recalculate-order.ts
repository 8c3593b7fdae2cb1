import { sql } from 'kysely';
import { textFromQuantity } from '#domain/kernel/quantity';
import { statusAfterReceipt } from '#domain/purchase-orders/purchase-order.rules';
import {
  effectiveQuantity,
  orderLineAmounts,
  orderTotals,
} from '#domain/purchase-orders/purchase-order.totals';
import { unawaitedStatement } from '../../../platform/database/prepared-statement';
import type { WriteContext } from '../../../platform/http/context';
import { lockOrder, termsOf } from './stored-order';
import { dropRevisionOf } from './waiting-revision';

/**
 * Updates an order from its lines after goods are received, returned or closed short: amounts by effective
 * quantity (rule P1), totals, and status (rule P2). The caller holds the order's lock.
 */
export async function recalculateOrder(ctx: WriteContext, id: number): Promise<void> {
  const order = await lockOrder(ctx.tx, id);
  const lines = order.lines.map(line => ({
    line,
    amounts: orderLineAmounts(termsOf(line), effectiveQuantity(line)),
  }));
  const rows = lines.map(({ line, amounts }) => ({
    id: line.id,
    received: textFromQuantity(line.received),
    net: amounts.net,
    vat: amounts.vat,
    gross: amounts.gross,
  }));
  await sql`${unawaitedStatement}
    update purchase_order_lines l set net_pence = row.net, vat_pence = row.vat, gross_pence = row.gross
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, net bigint, vat bigint, gross bigint)
    where l.id = row.id`.execute(ctx.tx);
  const totals = orderTotals(lines.map(({ amounts }) => amounts));
  const status = statusAfterReceipt(
    order.lines.map(line => ({ quantity: line.quantity, received: line.received, isClosed: line.is_closed })),
  );
  await sql`${unawaitedStatement}
    update purchase_orders set net_pence = ${totals.net}, vat_pence = ${totals.vat}, total_pence = ${totals.gross},
      status = ${status}, version = version + 1, updated_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx);
  if (status === 'completed') await dropRevisionOf(ctx, order, 'completed');
}
