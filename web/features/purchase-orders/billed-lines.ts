import { type Pence, poundsFromPence, toPence } from '#domain/kernel/money';
import { positiveQuantity, textFromQuantity } from '#domain/kernel/quantity';
import { prorate } from '#domain/kernel/prorate';
import { vatOn } from '#domain/kernel/vat';
import type { OrderDetail, OrderLine } from '#domain/purchase-orders/purchase-order.contract';
import { parsePounds, typedQuantity } from '../../ui/typed-figures';

/** A line of a bill as entered: all text, blank for what is as received. */
export type BilledLine = {
  key: string;
  line_id: number;
  quantity: string;
  net: string;
  vat: string;
  account: string;
};

export type Billable = {
  readonly line: OrderLine;
  readonly unbilled: number;
  readonly parts: readonly ReceiptPart[];
};
type ReceiptPart = Pick<OrderDetail['receipts'][number]['lines'][number], 'unbilled' | 'unbilled_value'>;

/** Goods received but not yet billed, by line, oldest receipt first. */
export const billableOf = (order: OrderDetail): Billable[] =>
  order.lines
    .map(line => {
      const parts = order.receipts
        .toSorted((one, other) => one.id - other.id)
        .flatMap(receipt => receipt.lines)
        .filter(part => part.order_line_id === line.id && part.unbilled > 0);
      return { line, parts, unbilled: parts.reduce((sum, part) => sum + part.unbilled, 0) };
    })
    .filter(({ unbilled }) => unbilled > 0);

/**
 * The received cost of the quantity entered, taken from what earlier bills and returns left, as it will be posted
 * (rules M7, V4). Null while it is invalid.
 */
export function expectedOf(
  { line, parts }: Billable,
  typed: BilledLine | undefined,
): { net: Pence; vat: Pence } | null {
  const quantity = positiveQuantity.safeDecode(typedQuantity(typed?.quantity ?? ''));
  if (!quantity.success) return null;
  let [remaining, net] = [quantity.data as number, 0];
  for (const part of parts) {
    const share = Math.min(remaining, part.unbilled);
    net += share === 0 ? 0 : prorate(part.unbilled_value, share, part.unbilled);
    remaining -= share;
  }
  return { net: toPence(net), vat: vatOn(parsePounds(typed?.net ?? '') ?? toPence(net), line.vat_percent) };
}

export const placeholderOf = (pence: Pence | undefined) =>
  pence === undefined ? '' : poundsFromPence(pence);

export const keyOf = ({ line }: Billable): string => String(line.id);

/** Everything that is not billed yet. */
export const billedLineOf = (row: Billable): BilledLine => ({
  key: keyOf(row),
  line_id: row.line.id,
  quantity: textFromQuantity(row.unbilled),
  net: '',
  vat: '',
  account: row.line.account ?? '',
});

type Amounts = { readonly net: number; readonly vat: number; readonly expected: number };
const nothing: Amounts = { net: 0, vat: 0, expected: 0 };
const cached = new WeakMap<BilledLine, { readonly row: Billable; readonly amounts: Amounts }>();

/**
 * What a line adds to the bill, and what was expected of it. Each copy of a line is calculated once, so that a key
 * costs one calculation however many lines there are (finding F11).
 */
export function amountsOf(row: Billable, typed: BilledLine | undefined): Amounts {
  const before = typed && cached.get(typed);
  if (before?.row === row) return before.amounts;
  const expected = expectedOf(row, typed);
  if (!typed || !expected) return nothing;
  const amounts = {
    net: parsePounds(typed.net) ?? expected.net,
    vat: parsePounds(typed.vat) ?? expected.vat,
    expected: expected.net,
  };
  cached.set(typed, { row, amounts });
  return amounts;
}
