import { addDays, londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { toQuantity, wholeUnits } from '#domain/kernel/quantity';
import { unitCostFromPence } from '#domain/kernel/unit-cost';
import { hasSecondApprover } from '../../kernel/approvals';
import type { WriteContext } from '../../platform/http/context';
import { approveExpense, createExpense, submitExpense } from '../expenses';
import { createPayment } from '../payments';
import { billOrder, createOrder, getOrder, markOrderSent, receiveOrder } from '../purchase-orders';
import { sampleProducts } from './sample-records';
import { act, type DatedStep, make } from './sample-step';

const ofBoth = sampleProducts.length / 2;
const half = (first: number) => sampleProducts.map((_, at) => at).slice(first, first + ofBoth);

/** Two orders are received and billed, and the first is paid; the third is still on its way. One expense. */
export const buyingSteps: readonly DatedStep[] = [
  ...orderSteps({ order: 'first order', supplier: 0, products: half(0), daysAgo: 16 }),
  ...arrivalSteps('first order', 4101, 15),
  act(11, (ctx, idOf) => payInFull(ctx, idOf('first order'))),
  ...orderSteps({ order: 'second order', supplier: 1, products: half(ofBoth), daysAgo: 16 }),
  ...arrivalSteps('second order', 7302, 14),
  ...orderSteps({ order: 'third order', supplier: 0, products: [0, 1], daysAgo: 2 }),
  make(8, 'expense', addExpense),
  act(8, (ctx, idOf) => submitExpense(ctx, idOf('expense'))),
  act(8, (ctx, idOf) => approveIfAlone(ctx, idOf('expense'))),
];

type SampleOrder = {
  readonly order: string;
  readonly supplier: number;
  readonly products: readonly number[];
  readonly daysAgo: number;
};

function orderSteps({ order, supplier, products, daysAgo }: SampleOrder) {
  const place = make(daysAgo, order, (ctx, idOf) =>
    createOrder(ctx, {
      supplier_id: idOf(`supplier ${supplier}`),
      order_date: londonDate(ctx.now),
      expected_delivery_date: addDays(londonDate(ctx.now), 5),
      reference: null,
      notes: null,
      lines: sampleProducts.flatMap(({ cost, vat }, at) =>
        products.includes(at)
          ? [
              {
                product_id: idOf(`product ${at}`),
                description: null,
                supplier_code: null,
                unit: null,
                quantity: wholeUnits(24),
                unit_price: unitCostFromPence(toPence(cost)),
                vat_code: vat,
              },
            ]
          : [],
      ),
    }),
  );
  return [place, act(daysAgo, (ctx, idOf) => markOrderSent(ctx, idOf(order), 'Ordered by phone'))];
}

function arrivalSteps(order: string, billNumber: number, daysAgo: number) {
  return [
    act(daysAgo, async (ctx, idOf) => {
      const { lines } = await getOrder(ctx.tx, idOf(order), ctx);
      await receiveOrder(ctx, idOf(order), {
        lines: lines.map(({ id, outstanding }) => ({ line_id: id, quantity: outstanding })),
        close_short: false,
        accept_over_receipt: false,
        approvals: [],
        delivery_note: null,
        notes: null,
        date_reason: null,
      });
    }),
    act(daysAgo, async (ctx, idOf) => {
      const { lines } = await getOrder(ctx.tx, idOf(order), ctx);
      await billOrder(ctx, idOf(order), {
        supplier_bill_number: String(billNumber),
        bill_date: londonDate(ctx.now),
        lines: lines.map(({ id, received }) => ({ line_id: id, quantity: toQuantity(received) })),
        accept_difference: false,
      });
    }),
  ];
}

async function payInFull(ctx: WriteContext, id: number) {
  const { supplier, outstanding_amount: amount } = await getOrder(ctx.tx, id, ctx);
  await createPayment(ctx, {
    supplier_id: supplier.id,
    direction: 'out',
    amount,
    payment_method: 'bank_transfer',
    status: 'completed',
    reference_number: null,
    notes: null,
    date_reason: null,
    allocations: [{ purchase_order_id: id, amount }],
    confirm_excess: false,
    bills: [],
  });
}

function addExpense(ctx: WriteContext, idOf: (name: string) => number) {
  return createExpense(ctx, {
    description: 'Stamps and parcels',
    reference: 'SAMPLE-1',
    vat_number: null,
    settlement: 'firm_paid',
    payment_method: 'bank_transfer',
    notes: null,
    lines: [
      {
        category_id: idOf('Postage'),
        description: null,
        gross: toPence(1_840),
        vat_code: 'E',
        vat: null,
        vat_recoverable: true,
      },
    ],
  });
}

/** Where a colleague could approve it, it stays with them: no one approves what they entered. */
async function approveIfAlone(ctx: WriteContext, id: number): Promise<void> {
  if (await hasSecondApprover(ctx.tx, 'approve_expense', [ctx.actor.id])) return;
  await approveExpense(ctx, id, { date_reason: null });
}
