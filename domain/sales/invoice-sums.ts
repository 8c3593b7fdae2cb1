import { formatDate } from '../kernel/dates';
import { formatPounds, sum, toPence } from '../kernel/money';
import type { SaleDetail } from './sale.contract';
import { type TenderMethod, tenderMethodNames } from './tender';

/** A row of an A4 document. Deductions are negative, so that the rows add up. */
export type Sum = readonly [label: string, value: string, weight?: 'bold'];

type Names = Readonly<Record<TenderMethod, string>>;

/**
 * From the line amounts to the balance due. Every row is printed, so that they add up to the penny (rules M4,
 * A7). VAT that is included in prices is shown by rate beside them and not added.
 */
export function invoiceSums(sale: SaleDetail, names: Names = tenderMethodNames): Sum[] {
  return [
    ...discounted(sale),
    ...(sale.price_mode === 'exclusive' && sale.seller.vat_number !== null
      ? [plus('Net', sale.net), plus('VAT', sale.vat)]
      : []),
    ['Total', formatPounds(sale.gross), 'bold'],
    ...settled(sale, names),
  ];
}

const plus = (label: string, pence: number): Sum => [label, formatPounds(pence)];
const minus = (label: string, pence: number): Sum => [label, formatPounds(0 - pence)];

function discounted({ lines, cart_discount, discount_reason }: SaleDetail): Sum[] {
  if (cart_discount === 0) return [];
  const before = sum(lines.map(line => toPence(line.amount - line.line_discount)));
  return [plus('Subtotal', before), minus(discountName(discount_reason), cart_discount)];
}

/** `Discount: Loyal`, because a reason on its own beside an amount is unclear. */
export const discountName = (reason: string | null): string =>
  reason === null || reason === '' ? 'Discount' : `Discount: ${reason}`;

function receiptName({ kind, number, business_date }: SaleDetail['receipts'][number]): string {
  const on = formatDate(business_date);
  if (kind === 'write_off') return `Written off, ${on}`;
  if (kind === 'reversal') return `Payment reversed: ${number ?? ''}, ${on}`;
  if (kind === 'payment') return `Paid: ${number ?? ''}, ${on}`;
  return number === null ? `Account credit, ${on}` : `Account credit: ${number}, ${on}`;
}

/** Later payments, credit notes and refunds, with the balance. */
function settled(sale: SaleDetail, names: Names): Sum[] {
  const paid = sale.tenders.filter(({ method }) => method !== 'account');
  const backInMoney = sale.credit_notes.flatMap(({ tenders }) =>
    tenders.filter(({ method }) => method !== 'account'),
  );
  const rows: Sum[] = [
    ...paid.map(({ method, applied, reference }) =>
      minus(['Paid:', names[method], reference].filter(Boolean).join(' '), applied),
    ),
    ...sale.receipts.map(receipt => minus(receiptName(receipt), receipt.amount)),
    ...sale.credit_notes.map(({ number, gross }) => minus(`Credit note ${number}`, gross)),
    ...backInMoney.map(({ method, amount }) => plus(`Refunded: ${names[method]}`, amount)),
  ];
  const total = (parts: readonly { readonly amount: number }[]) =>
    parts.reduce((all, one) => all + one.amount, 0);
  const rest =
    sale.gross -
    paid.reduce((all, { applied }) => all + applied, 0) -
    total(sale.receipts) -
    sale.credit_notes.reduce((all, { gross }) => all + gross, 0) +
    total(backInMoney) -
    sale.outstanding;
  // What was paid but is no longer allocated to this invoice is credit on the customer's account.
  if (rest !== 0) rows.push(minus(rest > 0 ? 'Other adjustments' : 'Credit on your account', rest));
  return [...rows, ['Balance due', formatPounds(sale.outstanding), 'bold']];
}
