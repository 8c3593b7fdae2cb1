import { addDays, type CalendarDate } from '#domain/kernel/dates';
import type { PaymentMethod } from '#domain/payments/payment.status';
import type { DemoGoods } from './add-products';
import { isWorkday, nextWorkday } from './calendar';
import type { Random } from './random';

/** A supplier to order from: how often, and between which days. */
export type DemoSource = {
  readonly weight: number;
  readonly since: CalendarDate;
  readonly until: CalendarDate;
};

/** The plan of one order by day; steps after today are skipped. */
export type DemoOrder = {
  /** Its index in the list of sources. */
  readonly supplier: number;
  readonly orderedOn: CalendarDate;
  readonly expectedOn: CalendarDate | null;
  readonly lines: readonly {
    readonly productId: number;
    readonly quantity: number;
    readonly price: number;
    readonly vat: 'S' | 'R' | 'Z';
  }[];
  readonly isSent: boolean;
  readonly cancelledOn: CalendarDate | null;
  /** The days of goods receipts; all but the last receive half of the outstanding quantity. */
  readonly receivedOn: readonly CalendarDate[];
  readonly isClosedShort: boolean;
  readonly billedOn: CalendarDate;
  readonly payments: readonly DemoPayment[];
  /** One unit of the first line is returned on this day. */
  readonly returnedOn: CalendarDate | null;
};

export type DemoPayment = {
  readonly on: CalendarDate;
  /** Of the outstanding amount. */
  readonly percent: number;
  readonly method: PaymentMethod;
  readonly ends: 'completed' | 'pending' | 'failed' | 'cancelled' | 'reversed';
  readonly reference: string | null;
};

/** Orders for each working day from the first to today, about one every second day. */
export function drawOrders(
  sources: readonly DemoSource[],
  goods: readonly DemoGoods[],
  { from, today }: { from: CalendarDate; today: CalendarDate },
  random: Random,
): DemoOrder[] {
  const orders: DemoOrder[] = [];
  for (let day = from; day <= today; day = addDays(day, 1)) {
    if (!isWorkday(day)) continue;
    const lineCount = random.weighted([
      [44, 0],
      [42, 1],
      [14, 2],
    ]);
    for (let n = 0; n < lineCount; n++) {
      const supplier = drawSource(sources, day, random);
      if (supplier !== undefined) orders.push(drawOrder(supplier, goods, day, random));
    }
  }
  return orders;
}

function drawSource(sources: readonly DemoSource[], day: CalendarDate, random: Random): number | undefined {
  const open = sources.flatMap(({ weight, since, until }, index) =>
    weight > 0 && since <= day && day <= until ? [[weight, index] as const] : [],
  );
  return open.length === 0 ? undefined : random.weighted(open);
}

function drawOrder(
  supplier: number,
  goods: readonly DemoGoods[],
  day: CalendarDate,
  random: Random,
): DemoOrder {
  const after = (minDays: number, maxDays: number, since = day) =>
    nextWorkday(addDays(since, random.between(minDays, maxDays)));
  const firstCame = after(2, 10);
  const receivedOn = random.chance(30) ? [firstCame, after(3, 25, firstCame)] : [firstCame];
  const lastCame = receivedOn.at(-1) ?? firstCame;
  const billedOn = after(1, 5, lastCame);
  const isCancelled = random.chance(5);
  return {
    supplier,
    orderedOn: day,
    expectedOn: random.chance(85) ? after(2, 12) : null,
    lines: drawLines(supplier, goods, random),
    isSent: !random.chance(3),
    cancelledOn: isCancelled ? after(1, 3) : null,
    receivedOn: isCancelled ? [] : receivedOn,
    isClosedShort: receivedOn.length === 2 && random.chance(25),
    billedOn,
    payments: isCancelled ? [] : drawPayments(day, billedOn, random),
    returnedOn: random.chance(9) ? after(2, 60, billedOn) : null,
  };
}

/** Each supplier sells a few neighbouring products of the range. */
function drawLines(supplier: number, goods: readonly DemoGoods[], random: Random): DemoOrder['lines'] {
  const start = (supplier * 7) % goods.length;
  const chosen = new Set<number>();
  for (let n = random.between(1, 5); n > 0; n--) chosen.add((start + random.between(0, 6)) % goods.length);
  return [...chosen].flatMap(index => {
    const product = goods[index];
    if (!product) return [];
    const price = Math.round((product.cost * random.between(96, 106)) / 100);
    return [{ productId: product.id, quantity: random.between(2, 18), price, vat: product.vat }];
  });
}

function drawPayments(day: CalendarDate, billedOn: CalendarDate, random: Random): DemoPayment[] {
  const due = nextWorkday(addDays(billedOn, random.between(12, 34)));
  const later = nextWorkday(addDays(due, random.between(4, 24)));
  const pay = (on: CalendarDate, percent: number, ends: DemoPayment['ends'] = 'completed'): DemoPayment => {
    const method = drawMethod(random);
    return { on, percent, method, ends, reference: drawReference(method, random) };
  };
  return random.weighted<() => DemoPayment[]>([
    [62, () => [pay(due, 100)]],
    [12, () => [pay(due, 50), pay(later, 100)]],
    [8, () => [pay(nextWorkday(addDays(day, 1)), 25), pay(due, 100)]],
    [6, () => [pay(due, 100, 'failed'), pay(later, 100)]],
    [5, () => [pay(due, 100, 'pending')]],
    [3, () => [pay(due, 100, 'cancelled'), pay(later, 100)]],
    [2, () => [pay(due, 100, 'reversed'), pay(later, 100)]],
    [2, () => []],
  ])();
}

const drawMethod = (random: Random): PaymentMethod =>
  random.weighted<PaymentMethod>([
    [58, 'bank_transfer'],
    [13, 'credit_card'],
    [11, 'cheque'],
    [6, 'cash'],
    [6, 'other'],
    [6, 'upi'],
  ]);

const marks: Readonly<Record<PaymentMethod, string | null>> = {
  bank_transfer: 'BACS',
  credit_card: 'CARD',
  cheque: 'CHQ',
  cash: null,
  other: null,
  upi: 'UPI',
};

function drawReference(method: PaymentMethod, random: Random): string | null {
  const number = random.between(100_000, 999_999);
  const mark = marks[method];
  return mark === null ? null : `${mark} ${number}`;
}
