import type { ApprovalNeed, NeedKind } from './approval-need';

type Of<Kind extends NeedKind> = Extract<ApprovalNeed, { kind: Kind }>;
type Amounts = { readonly discount: number; readonly amount: number };

/**
 * Whether an approval covers the need (rule P15): the same line of the same product or document, with no
 * higher quantity, no lower price, no larger discount and no larger amount. The approvals store checks that
 * the basket is the same and the approval unused.
 */
export function covers(given: ApprovalNeed, asked: ApprovalNeed): boolean {
  switch (asked.kind) {
    case 'discount':
      return given.kind === asked.kind && coversDiscount(given, asked);
    case 'price':
      return given.kind === asked.kind && coversPrice(given, asked);
    case 'credit':
      return (
        given.kind === asked.kind && given.customer_id === asked.customer_id && asked.amount <= given.amount
      );
    case 'stock':
      return (
        given.kind === asked.kind &&
        given.product_id === asked.product_id &&
        asked.quantity <= given.quantity &&
        asked.short <= given.short
      );
    case 'refund':
    case 'large_refund':
      return given.kind === asked.kind && coversRefund(given, asked);
    case 'customer_credit':
      return (
        given.kind === asked.kind &&
        given.customer_id === asked.customer_id &&
        given.of === asked.of &&
        asked.amount <= given.amount
      );
    case 'void':
      return given.kind === asked.kind && asked.amount <= given.amount;
    case 'stock_adjustment':
    case 'write_off':
      return (
        given.kind === asked.kind &&
        given.reason === asked.reason &&
        isWithin(given, asked) &&
        areSameLines(given.lines, asked.lines)
      );
    case 'stock_count':
      return (
        given.kind === asked.kind &&
        given.count_id === asked.count_id &&
        given.version === asked.version &&
        isWithin(given, asked)
      );
  }
}

const coversDiscount = (given: Of<'discount'>, asked: Of<'discount'>) =>
  given.product_id === asked.product_id &&
  given.line_number === asked.line_number &&
  given.price_mode === asked.price_mode &&
  (asked.quantity ?? 0) <= (given.quantity ?? 0) &&
  asked.discount <= given.discount &&
  isNoDeeper(given, asked);

/** The same share or less: £5 off ten units does not cover £5 off one. */
const isNoDeeper = (given: Amounts, asked: Amounts) =>
  BigInt(asked.discount) * BigInt(given.amount) <= BigInt(given.discount) * BigInt(asked.amount);

/** No more units and no lower unit price, for the line as a whole too. */
const coversPrice = (given: Of<'price'>, asked: Of<'price'>) =>
  given.product_id === asked.product_id &&
  given.line_number === asked.line_number &&
  given.price_mode === asked.price_mode &&
  asked.quantity <= given.quantity &&
  asked.unit_price >= given.unit_price &&
  BigInt(asked.amount) * BigInt(given.quantity) >= BigInt(given.amount) * BigInt(asked.quantity);

type Refund = Of<'refund'> | Of<'large_refund'>;

const coversRefund = (given: Refund, asked: Refund) =>
  given.sale_id === asked.sale_id &&
  asked.amount <= given.amount &&
  asked.lines.every(line =>
    given.lines.some(
      approved =>
        approved.line_number === line.line_number &&
        line.quantity <= approved.quantity &&
        line.amount <= approved.amount,
    ),
  );

type WithAmount = { readonly amount: number | null };

/** An approval without an amount covers exactly what was shown. */
const isWithin = (given: WithAmount, asked: WithAmount) =>
  given.amount === null || asked.amount === null || asked.amount <= given.amount;

type AdjustedLines = Of<'write_off'>['lines'];

const areSameLines = (given: AdjustedLines, asked: AdjustedLines) =>
  given.length === asked.length &&
  asked.every((line, index) => {
    const approved = given[index];
    return (
      approved?.product_id === line.product_id &&
      approved.quantity === line.quantity &&
      approved.value === line.value
    );
  });

/** The amount stored with an approval, in pence; none for selling more than is in stock. */
export const amountApproved = (need: ApprovalNeed): number => {
  if (need.kind === 'discount') return need.discount;
  return need.kind === 'stock' ? 0 : Math.abs(need.amount ?? 0);
};
