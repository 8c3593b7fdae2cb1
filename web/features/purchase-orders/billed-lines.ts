import { type Pence, poundsFromPence, toPence } from '#domain/kernel/money';
import { positiveQuantity, textFromQuantity } from '#domain/kernel/quantity';
import { prorate } from '#domain/kernel/prorate';
import { type VatCode, type VatRate, vatOn } from '#domain/kernel/vat';
import type { OrderDetail, OrderLine } from '#domain/purchase-orders/purchase-order.contract';
import { parsePounds, typedQuantity } from '../../ui/form/typed-figures';

/** A line of a bill as entered: all text, blank for what is as received. */
export type BilledLine = {
  key: string;
  line_id: number;
  quantity: string;
  net: string;
  vat: string;
  /** As ordered until it is corrected. */
  vat_code: VatCode;
  account: string;
};

export type Billable = {
  readonly line: OrderLine;
  readonly unbilled: number;
  readonly parts: readonly ReceiptPart[];
  /** Rates by code, for a line that is billed with another code than ordered. */
  readonly rates: Rates;
};
type Rates = ReadonlyMap<VatCode, VatRate>;
type ReceiptPart = Pick<OrderDetail['receipts'][number]['lines'][number], 'unbilled' | 'unbilled_value'>;

/** Goods received but not yet billed, by line, oldest receipt first. */
export const billableOf = (order: OrderDetail, rates: Rates): Billable[] =>
  order.lines
    .map(line => {
      const parts = order.receipts
        .toSorted((one, other) => one.id - other.id)
        .flatMap(receipt => receipt.lines)
        .filter(part => part.order_line_id === line.id && part.unbilled > 0);
      return { line, parts, rates, unbilled: parts.reduce((sum, part) => sum + part.unbilled, 0) };
    })
    .filter(({ unbilled }) => unbilled > 0);

/**
 * The received cost of the quantity entered, taken from what earlier bills and returns left, as it will be posted
 * (rules M7, V4). Null while it is invalid.
 */
export function expectedOf(
  { line, parts, rates }: Billable,
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
  const code = typed?.vat_code ?? line.vat_code;
  const rate = code === line.vat_code ? line.vat_percent : (rates.get(code) ?? 0);
  return { net: toPence(net), vat: vatOn(parsePounds(typed?.net ?? '') ?? toPence(net), rate) };
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
  vat_code: row.line.vat_code,
  account: row.line.account ?? '',
});

/** The lines of a stored draft, as far as something of them is left to bill; the others as they are proposed. */
export const restoredLines = (rows: readonly Billable[], stored: readonly BilledLine[]): BilledLine[] =>
  rows.map(row => ({ ...billedLineOf(row), ...stored.find(({ line_id }) => line_id === row.line.id) }));

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
