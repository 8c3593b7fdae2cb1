import { truncateText } from '../kernel/truncate-text';
import { formatPounds, type Pence, sum, toPence } from '../kernel/money';
import type { ApprovalNeed } from '../approvals/approval-need';
import { isDiscountAbove } from '../approvals/when-approval-is-needed';
import type { PriceMode } from '../kernel/vat';
import type { CalculatedLine, CalculatedSale } from './calculate-sale';

/** What the cashier may do without approval. */
export type SellingRights = {
  readonly canOverridePrice: boolean;
  readonly canOverrideDiscount: boolean;
  readonly canSellOnAccount: boolean;
  /** In hundredths of a per cent, of a line or the whole basket. */
  readonly discountLimit: number;
  readonly belowCostNeedsApproval: boolean;
};

/** The manual overrides of a line. Prices from the rules, or already in an edited sale, are not overrides. */
export type TypedLine = {
  readonly hasTypedPrice: boolean;
  readonly hasTypedDiscount: boolean;
  /** The average cost today; null when unknown or not stocked. */
  readonly cost: Pence | null;
};

export type TypedSale = {
  readonly mode: PriceMode;
  readonly lines: readonly TypedLine[];
  readonly hasTypedBasketDiscount: boolean;
};

/**
 * The changes of a sale that need approval: price overrides, manual discounts above the limit (rule M5 caps
 * them at the line), and sales below cost because of either.
 */
export function approvalsNeeded(
  sale: CalculatedSale,
  typed: TypedSale,
  rights: SellingRights,
): ApprovalNeed[] {
  const isBasketTyped = typed.hasTypedBasketDiscount && sale.basketDiscount > 0;
  const needs = sale.lines.flatMap((line, index) =>
    ofLine({ line, number: index + 1, mode: typed.mode }, typed.lines[index], isBasketTyped, rights),
  );
  if (!isBasketTyped || rights.canOverrideDiscount) return needs;
  // What was typed off its lines counts as well, so that the limit is not passed in parts (rule P15).
  const offLines = sum(
    sale.lines.map(line => line.lineDiscount).filter((_, index) => typed.lines[index]?.hasTypedDiscount),
  );
  const afterLines = sum(sale.lines.map(line => toPence(line.amount - line.lineDiscount)));
  const [amount, discount] = [toPence(afterLines + offLines), toPence(sale.basketDiscount + offLines)];
  if (isAbove(discount, amount, rights))
    needs.push({
      kind: 'discount',
      product_id: null,
      line_number: null,
      quantity: null,
      price_mode: typed.mode,
      amount,
      discount,
    });
  return needs;
}

function ofLine(
  { line, number, mode }: { line: CalculatedLine; number: number; mode: PriceMode },
  typed: TypedLine | undefined,
  isBasketTyped: boolean,
  rights: SellingRights,
): ApprovalNeed[] {
  if (!typed) return [];
  const needs: ApprovalNeed[] = [];
  const bound = {
    product_id: line.productId,
    line_number: number,
    quantity: line.quantity,
    price_mode: mode,
  };
  const isOverridden = typed.hasTypedPrice && line.unitPrice !== line.listPrice;
  const isBelowCost =
    rights.belowCostNeedsApproval &&
    (typed.hasTypedPrice || typed.hasTypedDiscount || isBasketTyped) &&
    typed.cost !== null &&
    line.net < typed.cost;
  if (!rights.canOverridePrice && (isOverridden || isBelowCost))
    needs.push({
      kind: 'price',
      ...bound,
      unit_price: line.unitPrice,
      amount: toPence(line.amount - line.lineDiscount - line.basketDiscount),
      reason: reasonsOf(line, { isOverridden, isBelowCost }),
    });
  const isDiscounted = typed.hasTypedDiscount && line.lineDiscount > 0;
  if (isDiscounted && !rights.canOverrideDiscount && isAbove(line.lineDiscount, line.amount, rights))
    needs.push({ kind: 'discount', ...bound, amount: line.amount, discount: line.lineDiscount });
  return needs;
}

/** What the approver sees, and where the price comes from. It never reveals cost. */
function reasonsOf(line: CalculatedLine, facts: { isOverridden: boolean; isBelowCost: boolean }): string {
  const promotions = line.promotions.map(({ reason }) => reason);
  const reasons = [
    ...(facts.isOverridden ? [`Overridden from ${formatPounds(line.listPrice)}`] : []),
    ...(facts.isBelowCost
      ? [`Below cost${line.quantity > 0 ? ` at ${formatPounds(line.net)} before VAT` : ''}`]
      : []),
    ...(facts.isBelowCost ? promotions : []),
    ...(facts.isBelowCost && line.lineDiscount > 0 && promotions.length === 0
      ? [`${formatPounds(line.lineDiscount)} off the line`]
      : []),
    ...(facts.isBelowCost && line.basketDiscount > 0
      ? [`${formatPounds(line.basketDiscount)} of the basket discount`]
      : []),
  ];
  return truncateText(reasons.join('. '), 500);
}

const isAbove = (discount: Pence, amount: Pence, { discountLimit }: SellingRights) =>
  isDiscountAbove(discountLimit, discount, amount);
