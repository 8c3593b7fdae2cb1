import { addDays, type CalendarDate } from '#domain/kernel/dates';
import type { PurchaseOrderStatus } from '#domain/purchase-orders/purchase-order.status';
import { daysBetween, isWorkday } from './calendar';
import type { Random } from './random';

/** A supplier to order from: how often, and between which days. */
export type DemoSource = {
  readonly weight: number;
  readonly since: CalendarDate;
  readonly until: CalendarDate;
};

export type DemoOrder = {
  /** Its place in the list of sources. */
  readonly supplier: number;
  readonly po_number: string;
  readonly order_date: CalendarDate;
  readonly expected_delivery_date: CalendarDate | null;
  readonly total_pence: number;
  readonly credited_pence: number;
  readonly status: PurchaseOrderStatus;
};

/** Orders of each working day from the first to today, one or two on most days, numbered as they come. */
export function drawOrders(
  sources: readonly DemoSource[],
  from: CalendarDate,
  today: CalendarDate,
  random: Random,
): DemoOrder[] {
  const orders: DemoOrder[] = [];
  for (let day = from; day <= today; day = addDays(day, 1)) {
    if (!isWorkday(day)) continue;
    const howMany = random.weighted([
      [12, 0],
      [20, 1],
      [52, 2],
      [16, 4],
    ]);
    for (let n = 0; n < howMany; n++) {
      const supplier = drawSource(sources, day, random);
      if (supplier !== undefined) orders.push(drawOrder(supplier, orders.length + 1, day, today, random));
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
  number: number,
  day: CalendarDate,
  today: CalendarDate,
  random: Random,
): DemoOrder {
  const status = drawStatus(daysBetween(day, today), random);
  const total_pence =
    random.between(35, 900) * 100 +
    random.between(0, 99) +
    (random.chance(15) ? random.between(1_000, 4_000) * 100 : 0);
  const isCredited = status === 'completed' && random.chance(6);
  return {
    supplier,
    po_number: `PO-${String(number).padStart(5, '0')}`,
    order_date: day,
    expected_delivery_date: random.chance(85) ? addDays(day, random.between(2, 14)) : null,
    total_pence,
    credited_pence: isCredited ? Math.floor(total_pence / random.between(8, 20)) : 0,
    status,
  };
}

/** Old orders are done with; of the last weeks some are on their way, and some are not even sent. */
function drawStatus(age: number, random: Random): PurchaseOrderStatus {
  if (random.chance(5)) return 'cancelled';
  if (age > 45) return 'completed';
  if (age > 14)
    return random.weighted([
      [60, 'completed'],
      [25, 'received'],
      [15, 'sent'],
    ]);
  return random.weighted([
    [20, 'draft'],
    [50, 'sent'],
    [20, 'received'],
    [10, 'completed'],
  ]);
}
