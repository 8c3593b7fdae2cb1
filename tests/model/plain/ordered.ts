import { type Day, min, rhu, sum, take, type VatCode, vatOn, type Whole } from './arithmetic';
import type { Put } from './late-parts';
import { compare, type Item } from './parties';
import type { OrderedLine } from './steps';

export type ReceiptLine = {
  readonly line: number;
  readonly product: number;
  readonly day: Day;
  readonly quantity: Whole;
  readonly value: Whole;
  /** What it put into stock and into cost of sales (rule I10), and the product's last known cost before it. */
  readonly rise: Whole;
  readonly variance: Whole;
  readonly costBefore: Whole | null;
  unbilled: { quantity: Whole; value: Whole };
  billed: { quantity: Whole; net: Whole; vat: Whole };
  /** What was credited for goods of it that went back. */
  returnedGross: Whole;
  wasCredited: boolean;
};
export type Cleared = { receipt: ReceiptLine; quantity: Whole; worth: Whole; net: Whole; vat: Whole };
export type Bill = {
  readonly order: number;
  readonly isGoods: boolean;
  readonly gross: Whole;
  readonly taxPoint: Day;
  readonly vatLines: { code: VatCode; net: Whole; vat: Whole }[];
  readonly cleared: readonly Cleared[];
  readonly put: readonly Put[];
  readonly item: Item;
  /** By credit notes for an amount. */
  credited: Whole;
  isReversed: boolean;
};
export type Line = {
  readonly terms: OrderedLine;
  readonly code: VatCode;
  received: Whole;
  receivedNet: Whole;
  billed: Whole;
  returned: Whole;
  isClosed: boolean;
};
export type Order = {
  readonly supplier: number;
  readonly lines: Line[];
  readonly receipts: Map<number, ReceiptLine[]>;
  credited: Whole;
  isCancelled: boolean;
};
export type Payment = {
  readonly supplier: number;
  readonly amount: Whole;
  readonly parts: Map<number, Whole>;
  readonly item: Item;
  /** Paid for no order, to be used later (rule P14). */
  readonly isAdvance: boolean;
  isReversed: boolean;
};

/** M3 to M5, V4: the amounts of an order line for a quantity. */
export function lineAmounts(
  { terms, code }: Line,
  quantity: Whole,
): { net: Whole; vat: Whole; gross: Whole } {
  const amount = rhu(BigInt(terms.price) * quantity, 10_000_000n);
  const { off } = terms;
  const discount =
    off === null
      ? 0n
      : 'percent' in off
        ? rhu(amount * BigInt(off.percent), 10_000n)
        : take(BigInt(off.amount), quantity, BigInt(terms.quantity));
  const net = amount - discount;
  const vat = vatOn(net, code);
  return { net, vat, gross: net + vat };
}

/** P2, for a sent order. */
export function statusOf(order: Order): 'sent' | 'received' | 'completed' | 'cancelled' {
  if (order.isCancelled) return 'cancelled';
  if (order.lines.every(line => line.isClosed || line.received >= BigInt(line.terms.quantity)))
    return 'completed';
  return order.lines.some(line => line.received > 0n) ? 'received' : 'sent';
}

/** P1: the quantity ordered; for a line closed short, the quantity received. */
export function totalOf(order: Order): Whole {
  return sum(
    order.lines.map(
      line => lineAmounts(line, line.isClosed ? line.received : BigInt(line.terms.quantity)).gross,
    ),
  );
}

/** P4: what is received or outstanding and not billed, at order prices. */
export const toCome = (order: Order): Whole =>
  sum(
    order.lines.map(line => {
      const effective = line.isClosed ? line.received : BigInt(line.terms.quantity);
      const remaining = effective - line.billed;
      return remaining <= 0n ? 0n : take(lineAmounts(line, effective).gross, remaining, effective);
    }),
  );

/** A bill takes the oldest receipts first (M7). */
export function clear(
  receipts: readonly ReceiptLine[],
  needed: Whole,
  billed: { net: Whole; vat: Whole },
): Cleared[] {
  let [remaining, { net, vat }] = [needed, billed];
  const parts: Cleared[] = [];
  for (const receipt of receipts) {
    const quantity = min(remaining, receipt.unbilled.quantity);
    if (quantity === 0n) continue;
    const worth = take(receipt.unbilled.value, quantity, receipt.unbilled.quantity);
    const share = { net: take(net, quantity, remaining), vat: take(vat, quantity, remaining) };
    receipt.unbilled = {
      quantity: receipt.unbilled.quantity - quantity,
      value: receipt.unbilled.value - worth,
    };
    receipt.billed = {
      quantity: receipt.billed.quantity + quantity,
      net: receipt.billed.net + share.net,
      vat: receipt.billed.vat + share.vat,
    };
    parts.push({ receipt, quantity, worth, ...share });
    [remaining, net, vat] = [remaining - quantity, net - share.net, vat - share.vat];
  }
  return parts;
}

/** What goes back of a receipt line, and what the supplier credits for it. */
export type Returned = {
  readonly line: ReceiptLine;
  readonly quantity: Whole;
  readonly billed: Whole;
  readonly accrued: Whole;
  readonly net: Whole;
  readonly vat: Whole;
  readonly credit: { readonly net: Whole; readonly vat: Whole };
};

/** Of a receipt, the unbilled part goes back first, then the billed part, each with its share of the stored amounts (M7). */
export function returnOf(line: ReceiptLine, quantity: Whole): Returned {
  const unbilled = min(quantity, line.unbilled.quantity);
  const billed = quantity - unbilled;
  const accrued = unbilled === 0n ? 0n : take(line.unbilled.value, unbilled, line.unbilled.quantity);
  const share = (amount: Whole) => (billed === 0n ? 0n : take(amount, billed, line.billed.quantity));
  const [net, vat] = [share(line.billed.net), share(line.billed.vat)];
  return { line, quantity, billed, accrued, net, vat, credit: { net, vat } };
}

export function giveBack({ line, quantity, billed, accrued, net, vat, credit }: Returned): void {
  line.unbilled = {
    quantity: line.unbilled.quantity - (quantity - billed),
    value: line.unbilled.value - accrued,
  };
  line.billed = {
    quantity: line.billed.quantity - billed,
    net: line.billed.net - net,
    vat: line.billed.vat - vat,
  };
  line.returnedGross += credit.net + credit.vat;
  if (billed > 0n) line.wasCredited = true;
}

/**
 * P13, D6: goods go back no earlier than they came, and are credited no earlier than their bill; of several bills the
 * earliest counts first.
 */
export function canGiveBackOn(line: ReceiptLine, quantity: Whole, bills: readonly Bill[], day: Day): boolean {
  if (day < line.day) return false;
  const credited = quantity - min(quantity, line.unbilled.quantity);
  if (credited === 0n) return true;
  const parts = bills
    .flatMap(bill => bill.cleared.filter(({ receipt }) => receipt === line).map(part => ({ ...part, bill })))
    .toSorted((a, b) => compare(a.bill.taxPoint, b.bill.taxPoint));
  let returned = sum(parts.map(part => part.quantity)) - line.billed.quantity + credited;
  return parts.every(part => {
    const isNeeded = returned > 0n;
    returned -= part.quantity;
    return !isNeeded || (part.bill.taxPoint <= day && (part.bill.gross === 0n || part.bill.item.day <= day));
  });
}
