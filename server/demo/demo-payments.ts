import { addDays, type CalendarDate } from '#domain/kernel/dates';
import type { PaymentMethod, PaymentStatus } from '#domain/payments/payment.status';
import type { PurchaseOrderStatus } from '#domain/purchase-orders/purchase-order.status';
import { nextWorkday } from './calendar';
import type { DemoOrder } from './demo-orders';
import type { Random } from './random';

export type DemoPayment = {
  readonly direction: 'out' | 'in';
  readonly payment_date: CalendarDate;
  readonly amount_pence: number;
  readonly method: PaymentMethod;
  readonly status: PaymentStatus;
  readonly reference_number: string | null;
  readonly notes: string | null;
};

type Step = {
  readonly daysAfter: number;
  readonly pence: number;
  readonly status?: PaymentStatus;
  readonly direction?: 'out' | 'in';
  readonly notes?: string;
};

/**
 * What was paid of an order and what came back, up to today. What stays paid is never more than the order's
 * total (rule P4). What was paid before a credit note comes back later, as a cancelled order's deposit does.
 */
export function drawPayments(order: DemoOrder, today: CalendarDate, random: Random): DemoPayment[] {
  const method = drawMethod(random);
  return stepsOf[order.status](order, random)
    .filter(step => step.pence > 0)
    .map(step => ({
      direction: step.direction ?? ('out' as const),
      payment_date: nextWorkday(addDays(order.order_date, step.daysAfter)),
      amount_pence: step.pence,
      method,
      status: step.status ?? ('completed' as const),
      reference_number: drawReference(method, random),
      notes: step.notes ?? null,
    }))
    .filter(payment => payment.payment_date <= today);
}

type Draw = (order: DemoOrder, random: Random) => Step[];

const partOf = (order: DemoOrder, percent: number) => Math.floor((order.total_pence * percent) / 100);

const stepsOf: Readonly<Record<PurchaseOrderStatus, Draw>> = {
  draft: () => [],
  sent: (order, random) => {
    const daysAfter = random.between(0, 4);
    if (random.chance(15)) return [{ daysAfter, pence: partOf(order, 25), notes: 'Deposit with the order' }];
    return random.chance(12) ? [{ daysAfter, pence: partOf(order, 30), status: 'pending' }] : [];
  },
  received: (order, random) => {
    const daysAfter = random.between(7, 22);
    if (random.chance(35)) return [{ daysAfter, pence: partOf(order, 50), notes: 'Part payment' }];
    return random.chance(20) ? [{ daysAfter, pence: partOf(order, 60), status: 'pending' }] : [];
  },
  completed: stepsOfCompleted,
  cancelled: (order, random) => {
    const daysAfter = random.between(0, 4);
    const pence = partOf(order, 20);
    if (random.chance(60)) return [];
    if (random.chance(50))
      return [{ daysAfter, pence, status: 'cancelled', notes: 'The order was cancelled.' }];
    const back = daysAfter + random.between(5, 12);
    return [
      { daysAfter, pence, notes: 'Deposit with the order' },
      { daysAfter: back, pence, direction: 'in', notes: 'Deposit returned: the order was cancelled.' },
    ];
  },
};

function stepsOfCompleted(order: DemoOrder, random: Random): Step[] {
  const { total_pence: total, credited_pence: credited } = order;
  const due = random.between(14, 44);
  if (credited > 0 && random.chance(50)) {
    const notes = 'Refund of the credit note';
    return [
      { daysAfter: due, pence: total },
      { daysAfter: due + random.between(6, 20), pence: credited, direction: 'in', notes },
    ];
  }
  const owed = total - credited;
  const half = Math.floor(owed / 2);
  return random.weighted<Step[]>([
    [76, [{ daysAfter: due, pence: owed }]],
    [
      14,
      [
        { daysAfter: due, pence: half, notes: 'Part payment' },
        { daysAfter: due + random.between(10, 28), pence: owed - half, notes: 'Balance' },
      ],
    ],
    [
      5,
      [
        { daysAfter: due, pence: owed, status: 'failed', notes: 'Returned by the bank: account details.' },
        { daysAfter: due + random.between(2, 6), pence: owed },
      ],
    ],
    [3, [{ daysAfter: due, pence: half, notes: 'Balance withheld: goods in dispute.' }]],
    [2, []],
  ]);
}

const drawMethod = (random: Random): PaymentMethod =>
  random.weighted<PaymentMethod>([
    [62, 'bank_transfer'],
    [13, 'credit_card'],
    [11, 'cheque'],
    [6, 'cash'],
    [4, 'other'],
    [4, 'upi'],
  ]);

const marks: Readonly<Record<PaymentMethod, string | null>> = {
  bank_transfer: 'BACS',
  credit_card: 'AUTH',
  cheque: 'CHQ',
  upi: 'UPI',
  other: 'CONTRA',
  cash: null,
};

function drawReference(method: PaymentMethod, random: Random): string | null {
  const mark = marks[method];
  return mark && `${mark} ${random.between(100_000, 999_999)}`;
}
