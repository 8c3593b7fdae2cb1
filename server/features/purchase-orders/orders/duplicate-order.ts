import { londonDate } from '#domain/kernel/dates';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import type { WriteContext } from '../../../platform/http/context';
import { createOrder } from './save-order';
import { lockOrder } from './stored-order';

/** Creates a draft dated today with the lines and prices of another order. */
export async function duplicateOrder(ctx: WriteContext, id: number): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  return createOrder(ctx, {
    supplier_id: order.supplier_id,
    order_date: londonDate(ctx.now),
    expected_delivery_date: null,
    reference: order.reference,
    notes: order.notes,
    lines: order.lines.map(line => ({
      product_id: line.product?.id ?? null,
      description: line.description,
      supplier_code: line.supplier_code,
      unit: line.unit,
      factor: line.factor,
      quantity: line.quantity,
      unit_price: line.unit_price,
      discount_percent: line.discount_hundredths,
      discount_amount: line.discount_pence,
      vat_code: line.vat_code,
      account: line.account,
    })),
  });
}
