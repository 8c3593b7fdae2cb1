import { lineAmount } from '../kernel/line-amounts';
import { type Pence, sum } from '../kernel/money';
import type { Quantity } from '../kernel/quantity';
import type { PriceMode } from '../kernel/vat';
import { approvalsNeeded, type SellingRights, type TypedSale } from '../sales/needs';
import type { CalculatedLine, CalculatedSale } from '../sales/calculate-sale';
import type { ApprovalNeed } from '../approvals/approval-need';
import { pairLines } from './pair-lines';

/** The agreed lines of a quote: its current revision, in its price mode. */
export type QuotedTerms = {
  readonly mode: PriceMode;
  readonly basketDiscount: Pence;
  readonly lines: readonly QuotedTermsLine[];
};
export type QuotedTermsLine = {
  readonly productId: number;
  readonly quantity: Quantity;
  readonly unitPrice: Pence;
  readonly lineDiscount: Pence;
};

type DeskSale = {
  readonly mode: PriceMode;
  readonly sale: CalculatedSale;
  readonly typed: TypedSale;
  readonly rights: SellingRights;
};

/**
 * The approvals a basket from a quote still needs. A line sold as quoted (same product, no higher quantity,
 * no lower price) was approved with the quote; other lines are checked as usual. The basket discount counts
 * as agreed while all quoted lines are present.
 */
export function approvalsBeyondQuote(deskSale: DeskSale, quoted: QuotedTerms | null): ApprovalNeed[] {
  const { sale, typed, rights } = deskSale;
  if (quoted === null || quoted.mode !== deskSale.mode) return approvalsNeeded(sale, typed, rights);
  const quotedAt = pairLines(sale.lines, quoted.lines, isAsQuoted);
  const isComplete = quotedAt.filter(index => index !== null).length === quoted.lines.length;
  const isBasketAgreed =
    sale.basketDiscount === 0 || (isComplete && sale.basketDiscount <= quoted.basketDiscount);
  const lines = typed.lines.map((line, index) =>
    quotedAt[index] != null
      ? { hasTypedPrice: false, hasTypedDiscount: false, cost: isBasketAgreed ? null : line.cost }
      : line,
  );
  return approvalsNeeded(sale, { ...typed, lines }, rights).filter(
    need => !(isBasketAgreed && need.kind === 'discount' && need.product_id === null),
  );
}

const isAsQuoted = (line: CalculatedLine, quoted: QuotedTermsLine) =>
  line.productId === quoted.productId &&
  line.quantity === quoted.quantity &&
  line.unitPrice >= quoted.unitPrice &&
  line.lineDiscount <= quoted.lineDiscount;

/** A line as a till charged it. */
type ChargedLine = {
  readonly productId: number;
  readonly quantity: Quantity;
  readonly amount: Pence;
  readonly lineDiscount: Pence;
  readonly basketDiscount: Pence;
};

/**
 * Which lines of a sale already paid were charged as quoted, or for more. The others are compared with the price list:
 * naming a quote does not change what they cost.
 */
export function chargedAsQuoted(
  mode: PriceMode,
  lines: readonly ChargedLine[],
  quoted: QuotedTerms | null,
): boolean[] {
  if (quoted === null || quoted.mode !== mode) return lines.map(() => false);
  const quotedAt = pairLines(
    lines,
    quoted.lines,
    (line, agreed) =>
      line.productId === agreed.productId &&
      line.quantity === agreed.quantity &&
      line.amount - line.lineDiscount >= lineAmount(agreed.unitPrice, agreed.quantity) - agreed.lineDiscount,
  );
  const discount = sum(lines.map(({ basketDiscount }) => basketDiscount));
  const isComplete = quotedAt.filter(index => index !== null).length === quoted.lines.length;
  const isBasketAgreed = isComplete && discount <= quoted.basketDiscount;
  return lines.map(
    ({ basketDiscount }, index) => quotedAt[index] != null && (isBasketAgreed || basketDiscount === 0),
  );
}
