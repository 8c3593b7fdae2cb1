import { formatPounds, type Pence, sum } from '#domain/kernel/money';
import { formatQuantity, type Quantity } from '#domain/kernel/quantity';
import { refundPieces, type Refunded, refundValue } from '#domain/sales/refund';
import type { RefundWrite } from '#domain/sales/sale.contract';
import type { ReturnedGoods } from '#domain/sales/sale-state';
import { invalid } from '../../../platform/http/refusal';
import { isSpent, noPieces, type StoredSale, type StoredSaleLine } from '../stored-sale';

/** A credit note line with what is left of its sale line. */
export type RefundedLine = Refunded & {
  readonly line: StoredSaleLine;
  readonly quantity: Quantity;
  readonly goods: ReturnedGoods;
};

/** Checks the request against what is left of each line (rules V12, V13). Errors are by line. */
export function refundedLines(sale: StoredSale, requested: RefundWrite['lines']): RefundedLine[] {
  const seen = new Set<number>();
  return requested.map((entry, index) => {
    const field = (name: string) => `lines.${index}.${name}`;
    const line = sale.lines.find(({ line_number }) => line_number === entry.line_number);
    if (!line) throw invalid({ [field('line_number')]: `${sale.number} has no line ${entry.line_number}.` });
    if (seen.has(entry.line_number))
      throw invalid({ [field('line_number')]: 'This line is entered twice. Enter it once.' });
    seen.add(entry.line_number);
    if ((entry.quantity === undefined) === (entry.amount === undefined))
      throw invalid({
        [field('quantity')]: 'Enter a quantity to return or an amount to refund.',
      });
    return entry.quantity === undefined
      ? valueOf(line, entry.amount as Pence, field('amount'))
      : piecesOf(line, entry.quantity, entry.goods, field);
  });
}

function piecesOf(
  line: StoredSaleLine,
  quantity: Quantity,
  goods: ReturnedGoods,
  field: (name: string) => string,
): RefundedLine {
  if (goods === 'kept')
    throw invalid({
      [field('goods')]: 'Enter an amount to refund when the customer keeps the goods.',
    });
  if (quantity > line.remaining.quantity)
    throw invalid({
      [field('quantity')]:
        line.remaining.quantity === 0
          ? `${line.description} has already been refunded in full.`
          : `Only ${formatQuantity(line.remaining.quantity)} of ${line.description} can still be refunded.`,
    });
  return { ...refundPieces(line.remaining, quantity, true), line, quantity, goods };
}

function valueOf(line: StoredSaleLine, amount: Pence, field: string): RefundedLine {
  if (amount > line.remaining.gross)
    throw invalid({
      [field]: `At most ${formatPounds(line.remaining.gross)} of ${line.description} can still be refunded.`,
    });
  return { ...refundValue(line.remaining, amount), line, quantity: noPieces, goods: 'kept' };
}

/** Everything left of a sale, returned to stock (rule L6). */
export const remainingLines = (sale: StoredSale): RefundedLine[] =>
  sale.lines
    .filter(line => !isSpent(line))
    .map(line =>
      line.remaining.quantity === 0
        ? { ...refundValue(line.remaining, line.remaining.gross), line, quantity: noPieces, goods: 'kept' }
        : {
            ...refundPieces(line.remaining, line.remaining.quantity, true),
            line,
            quantity: line.remaining.quantity,
            goods: 'stock',
          },
    );

export type RefundTotals = { readonly net: Pence; readonly vat: Pence; readonly gross: Pence };

export const refundTotals = (lines: readonly RefundedLine[]): RefundTotals => ({
  net: sum(lines.map(({ net }) => net)),
  vat: sum(lines.map(({ vat }) => vat)),
  gross: sum(lines.map(({ gross }) => gross)),
});
