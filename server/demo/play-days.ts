import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { toQuantity, wholeUnits } from '#domain/kernel/quantity';
import { unitCostFromPence } from '#domain/kernel/unit-cost';
import { prorate } from '#domain/kernel/prorate';
import { cancelPayment, createPayment, failPayment } from '../features/payments';
import {
  billOrder,
  cancelOrder,
  createOrder,
  getOrder,
  markOrderSent,
  receiveOrder,
  returnGoods,
} from '../features/purchase-orders';
import type { Tx } from '../platform/database/open-database';
import type { Actor } from '../platform/http/actor';
import type { WriteContext } from '../platform/http/context';
import { asActor } from '../kernel/audit';
import { duringWork } from './calendar';
import type { DemoOrder, DemoPayment } from './demo-orders';
import type { Random } from './random';

export type Step = {
  readonly at: Date;
  readonly actor: Actor;
  readonly live: (ctx: WriteContext) => Promise<void>;
};
type People = { readonly administrator: Actor; readonly buyer: Actor };

/** Plays the orders day by day, every step through its use case, so that stock, ledger and figures agree. */
export async function playDays(
  tx: Tx,
  people: People,
  orders: readonly (DemoOrder & { readonly supplierId: number })[],
  /** What would happen later has not happened yet. */
  now: Date,
  random: Random,
  /** Everything else that happened in between. */
  others: readonly Step[] = [],
): Promise<void> {
  const steps = [...orders.flatMap((order, index) => stepsOf(order, index, people, random)), ...others]
    .filter(step => step.at <= now)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  for (const step of steps) await asActor(tx, step.actor, step.at, step.live);
}

function stepsOf(
  order: DemoOrder & { readonly supplierId: number },
  index: number,
  { administrator, buyer }: People,
  random: Random,
): Step[] {
  let id = 0;
  const minutes = random.between(0, 300);
  const step = (day: CalendarDate, minute: number, actor: Actor, live: Step['live']): Step => ({
    at: duringWork(day, minute),
    actor,
    live,
  });
  const { orderedOn } = order;
  const steps = [
    step(orderedOn, minutes, buyer, async ctx => {
      ({ id } = await place(ctx, order));
    }),
  ];
  if (!order.isSent) return steps;
  steps.push(
    step(
      orderedOn,
      minutes + 20,
      buyer,
      async ctx => void (await markOrderSent(ctx, id, 'Ordered by phone')),
    ),
  );
  if (order.cancelledOn) {
    const reason = 'No longer needed';
    return [
      ...steps,
      step(order.cancelledOn, minutes, administrator, async ctx => void (await cancelOrder(ctx, id, reason))),
    ];
  }
  order.receivedOn.forEach((day, part) => {
    const isLast = part === order.receivedOn.length - 1;
    steps.push(step(day, 30 + (index % 90), buyer, ctx => receivePart(ctx, id, order, isLast)));
  });
  steps.push(step(order.billedOn, 200 + (index % 60), administrator, ctx => billAll(ctx, id, index)));
  for (const payment of order.payments)
    steps.push(step(payment.on, 320 + (index % 60), administrator, ctx => pay(ctx, id, payment)));
  if (order.returnedOn) steps.push(step(order.returnedOn, 400, buyer, ctx => returnOne(ctx, id)));
  return steps;
}

const place = (ctx: WriteContext, order: DemoOrder & { readonly supplierId: number }) =>
  createOrder(ctx, {
    supplier_id: order.supplierId,
    order_date: order.orderedOn,
    expected_delivery_date: order.expectedOn,
    reference: null,
    notes: null,
    lines: order.lines.map(line => ({
      product_id: line.productId,
      description: null,
      supplier_code: null,
      unit: null,
      quantity: wholeUnits(line.quantity),
      unit_price: unitCostFromPence(toPence(line.price)),
      vat_code: line.vat,
    })),
  });

/** All that is outstanding, or half of each line if more is to come. */
async function receivePart(ctx: WriteContext, id: number, order: DemoOrder, isLast: boolean): Promise<void> {
  const { lines } = await getOrder(ctx.tx, id, ctx);
  const parts = lines
    .filter(line => line.outstanding > 0)
    .map(line => ({
      line_id: line.id,
      quantity: isLast && !order.isClosedShort ? line.outstanding : halfOf(line.outstanding),
    }));
  if (parts.length === 0) return;
  await receiveOrder(ctx, id, {
    lines: parts,
    close_short: isLast && order.isClosedShort,
    accept_over_receipt: false,
    approvals: [],
    delivery_note: null,
    notes: null,
    date_reason: null,
  });
}

const halfOf = (quantity: number) => toQuantity(Math.max(1000, Math.floor(quantity / 2000) * 1000));

async function billAll(ctx: WriteContext, id: number, index: number): Promise<void> {
  const order = await getOrder(ctx.tx, id, ctx);
  const lines = order.lines
    .filter(line => line.received > line.billed)
    .map(line => ({ line_id: line.id, quantity: toQuantity(line.received - line.billed) }));
  if (lines.length === 0) return;
  await billOrder(ctx, id, {
    supplier_bill_number: `${40_000 + index * 3}`,
    bill_date: londonDate(ctx.now),
    lines,
    accept_difference: false,
  });
}

/** Part of the outstanding amount. Paying before the goods arrive is a deposit. */
async function pay(ctx: WriteContext, id: number, payment: DemoPayment): Promise<void> {
  const order = await getOrder(ctx.tx, id, ctx);
  if (order.outstanding_amount <= 0) return;
  const amount =
    payment.percent === 100
      ? order.outstanding_amount
      : prorate(order.outstanding_amount, payment.percent, 100);
  const created = await createPayment(ctx, {
    supplier_id: order.supplier.id,
    direction: 'out',
    amount,
    payment_method: payment.method,
    status: payment.ends === 'completed' || payment.ends === 'reversed' ? 'completed' : 'pending',
    reference_number: payment.reference,
    notes: null,
    date_reason: null,
    allocations: [{ purchase_order_id: id, amount }],
    confirm_excess: false,
    bills: [],
  });
  if (payment.ends === 'failed')
    await failPayment(ctx, created.id, 'Returned by the bank: wrong account details.');
  if (payment.ends === 'cancelled') await cancelPayment(ctx, created.id, { reason: 'Entered by mistake' });
  if (payment.ends === 'reversed')
    await cancelPayment(ctx, created.id, { reason: 'Paid from the wrong account' });
}

/** One unit of the first line is returned; if it was paid for, the supplier refunds it. */
async function returnOne(ctx: WriteContext, id: number): Promise<void> {
  const order = await getOrder(ctx.tx, id, ctx);
  const line = order.receipts[0]?.lines.find(candidate => candidate.returnable >= 1000);
  if (!line) return;
  const after = await returnGoods(ctx, id, {
    reason: 'Damaged in transit',
    supplier_credit_number: null,
    date_reason: null,
    accept_difference: false,
    lines: [{ receipt_line_id: line.id, quantity: wholeUnits(1) }],
  });
  const back = toPence(0 - after.outstanding_amount);
  if (back > 0) await refund(ctx, after.supplier.id, id, back);
}

const refund = async (ctx: WriteContext, supplier_id: number, id: number, amount: Pence) =>
  void (await createPayment(ctx, {
    supplier_id,
    direction: 'in',
    amount,
    payment_method: 'bank_transfer',
    status: 'completed',
    reference_number: null,
    notes: 'Refund of credit note',
    date_reason: null,
    allocations: [{ purchase_order_id: id, amount }],
    confirm_excess: false,
    bills: [],
  }));
