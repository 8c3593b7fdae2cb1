import type { ApprovalNeed, NeedKind } from './approval-need';

type Of<Kind extends NeedKind> = Extract<ApprovalNeed, { kind: Kind }>;
type Amounts = { readonly discount: number; readonly amount: number };

/**
 * Whether an approval covers the need (rule P15): the same line of the same product or document, with no
 * higher quantity, no lower price, no larger discount and no larger amount. The approvals store checks that
 * the basket is the same and the approval unused.
 */
export function covers(granted: ApprovalNeed, requested: ApprovalNeed): boolean {
  switch (requested.kind) {
    case 'discount':
      return granted.kind === requested.kind && coversDiscount(granted, requested);
    case 'price':
      return granted.kind === requested.kind && coversPrice(granted, requested);
    case 'credit':
      return (
        granted.kind === requested.kind &&
        granted.customer_id === requested.customer_id &&
        requested.amount <= granted.amount
      );
    case 'stock':
      return (
        granted.kind === requested.kind &&
        granted.product_id === requested.product_id &&
        requested.quantity <= granted.quantity &&
        requested.short <= granted.short
      );
    case 'refund':
    case 'large_refund':
      return granted.kind === requested.kind && coversRefund(granted, requested);
    case 'customer_credit':
      return (
        granted.kind === requested.kind &&
        granted.customer_id === requested.customer_id &&
        granted.of === requested.of &&
        requested.amount <= granted.amount
      );
    case 'void':
      return granted.kind === requested.kind && requested.amount <= granted.amount;
    case 'paid_out':
      return (
        granted.kind === requested.kind &&
        granted.session_id === requested.session_id &&
        granted.account_code === requested.account_code &&
        granted.category_id === requested.category_id &&
        granted.reason === requested.reason &&
        requested.amount <= granted.amount
      );
    case 'stock_adjustment':
    case 'write_off':
      return (
        granted.kind === requested.kind &&
        granted.reason === requested.reason &&
        isWithin(granted, requested) &&
        areSameLines(granted.lines, requested.lines)
      );
    case 'stock_count':
      return (
        granted.kind === requested.kind &&
        granted.count_id === requested.count_id &&
        granted.version === requested.version &&
        granted.uncounted === requested.uncounted &&
        (granted.amount === null ? requested.units <= granted.units : isWithin(granted, requested))
      );
    case 'over_receipt':
      return (
        granted.kind === requested.kind &&
        granted.order_id === requested.order_id &&
        granted.line_id === requested.line_id &&
        requested.quantity <= granted.quantity &&
        requested.above <= granted.above
      );
  }
}

const coversDiscount = (granted: Of<'discount'>, requested: Of<'discount'>) =>
  granted.product_id === requested.product_id &&
  granted.line_number === requested.line_number &&
  granted.price_mode === requested.price_mode &&
  (requested.quantity ?? 0) <= (granted.quantity ?? 0) &&
  requested.discount <= granted.discount &&
  isNoDeeper(granted, requested);

/** The same share or less: £5 off ten units does not cover £5 off one. */
const isNoDeeper = (granted: Amounts, requested: Amounts) =>
  BigInt(requested.discount) * BigInt(granted.amount) <= BigInt(granted.discount) * BigInt(requested.amount);

/** No more units and no lower unit price, for the line as a whole too. */
const coversPrice = (granted: Of<'price'>, requested: Of<'price'>) =>
  granted.product_id === requested.product_id &&
  granted.line_number === requested.line_number &&
  granted.price_mode === requested.price_mode &&
  requested.quantity <= granted.quantity &&
  requested.unit_price >= granted.unit_price &&
  BigInt(requested.amount) * BigInt(granted.quantity) >= BigInt(granted.amount) * BigInt(requested.quantity);

type Refund = Of<'refund'> | Of<'large_refund'>;

const coversRefund = (granted: Refund, requested: Refund) =>
  granted.sale_id === requested.sale_id &&
  requested.amount <= granted.amount &&
  requested.lines.every(line =>
    granted.lines.some(
      approved =>
        approved.line_number === line.line_number &&
        line.quantity <= approved.quantity &&
        line.amount <= approved.amount,
    ),
  );

type WithAmount = { readonly amount: number | null };

/** An approval without an amount covers exactly what was shown. */
const isWithin = (granted: WithAmount, requested: WithAmount) =>
  granted.amount === null || requested.amount === null || requested.amount <= granted.amount;

type AdjustedLines = Of<'write_off'>['lines'];

const areSameLines = (granted: AdjustedLines, requested: AdjustedLines) =>
  granted.length === requested.length &&
  requested.every((line, index) => {
    const approved = granted[index];
    return (
      approved?.product_id === line.product_id &&
      approved.quantity === line.quantity &&
      approved.value === line.value
    );
  });

/** The amount stored with an approval, in pence; none for what is approved by its quantity. */
export const amountApproved = (need: ApprovalNeed): number => {
  if (need.kind === 'discount') return need.discount;
  return need.kind === 'stock' || need.kind === 'over_receipt' ? 0 : Math.abs(need.amount ?? 0);
};
