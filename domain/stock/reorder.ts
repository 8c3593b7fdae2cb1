import { maxQuantity, type Quantity, toQuantity, wholeUnits } from '../kernel/quantity';
import { roundHalfAwayFromZero } from '../kernel/rounding';
import type { MovementKind } from './movement-kind';

/**
 * The movements that measure demand: sales, less what came back of them from customers (as quantities of rule R1). So a sale that
 * was cancelled or edited counts for nothing. Goods that came back damaged left the stock all the same. Adjustments,
 * counts and returns to suppliers are excluded: losses and returns are not demand.
 */
export const demandKinds = ['sale', 'customer_return'] as const satisfies readonly MovementKind[];

/** The lead time of a supplier without one in the price list and without enough receipts to measure it. */
export const defaultLeadDays = 7;

/** How many receipts it takes to measure a lead time. One alone may have been an exception. */
export const receiptsToMeasure = 2;

/** What is known of how long a supplier takes to deliver a product. */
export type KnownLead = {
  /** As entered in the price list. */
  readonly lead_time_days: number | null;
  /** From order to receipt on average; null with fewer receipts than it takes. */
  readonly measured_lead_days: number | null;
};

export type LeadTime = { readonly days: number; readonly basis: 'entered' | 'measured' | 'assumed' };

/** The lead time to plan with: as entered, else as measured, else the default. */
export function leadTimeOf(known: KnownLead | undefined): LeadTime {
  if (known && known.lead_time_days !== null) return { days: known.lead_time_days, basis: 'entered' };
  return known && known.measured_lead_days !== null
    ? { days: known.measured_lead_days, basis: 'measured' }
    : { days: defaultLeadDays, basis: 'assumed' };
}

/** The values of one product and its supplier, in the product's own unit unless stated otherwise. */
export type ReorderFacts = {
  readonly onHand: Quantity;
  /** Outstanding on open orders, and in drafts. */
  readonly onOrder: Quantity;
  /** Quantity that went out within the window; below zero counts as none. */
  readonly demand: Quantity;
  readonly windowDays: number;
  readonly coverDays: number;
  readonly leadDays: number;
  readonly reorderLevel: Quantity | null;
  readonly reorderQuantity: Quantity | null;
  /** How many one buying unit holds. */
  readonly buyingFactor: Quantity;
  /** The supplier's minimum order, in buying units. */
  readonly minimum: Quantity | null;
};

/**
 * How much to order, in whole buying units; zero when nothing is needed. The larger of two quantities:
 *
 * - the reorder rule: once stock on hand and on order is at or below the reorder level, the reorder quantity, or what
 * brings stock to the order-up-to level if that is more;
 * - the demand: demand ÷ window × (lead time + days to cover) − on hand − on order.
 *
 * It is rounded up to the buying unit, then to the supplier's minimum, so that it can be ordered as it is. Calculated
 * in whole numbers and capped at the largest quantity.
 */
export function suggestedOrder(facts: ReorderFacts): Quantity {
  const needed = max(neededByRule(facts), neededByDemand(facts));
  if (needed <= 0n) return toQuantity(0);
  const factor = BigInt(facts.buyingFactor);
  const units = max(divideUp(needed, factor), divideUp(BigInt(facts.minimum ?? 0), 1000n));
  const maxUnits = max(1n, BigInt(maxQuantity) / max(factor, 1000n));
  return wholeUnits(Number(units < maxUnits ? units : maxUnits));
}

function neededByRule({ reorderLevel, reorderQuantity, ...facts }: ReorderFacts): bigint {
  if (reorderLevel === null) return 0n;
  const missing = BigInt(reorderLevel) - available(facts);
  if (missing < 0n) return 0n;
  const aboveLevel = max(leastAboveLevel, reorderQuantity === null ? soldDuring(facts.coverDays, facts) : 0n);
  return max(missing + aboveLevel, BigInt(reorderQuantity ?? 0));
}

/**
 * How far the order-up-to level is above the reorder level: what sells during the days to cover unless there is a reorder
 * quantity, and at least two of the product, so that the next one sold does not bring the suggestion back (F20).
 */
const leastAboveLevel = 2000n;

function neededByDemand({ demand, windowDays, leadDays, coverDays, ...facts }: ReorderFacts): bigint {
  return demand <= 0 ? 0n : soldDuring(leadDays + coverDays, { demand, windowDays }) - available(facts);
}

const soldDuring = (
  days: number,
  { demand, windowDays }: Pick<ReorderFacts, 'demand' | 'windowDays'>,
): bigint => (demand <= 0 ? 0n : divideUp(BigInt(demand) * BigInt(days), BigInt(windowDays)));

const available = ({ onHand, onOrder }: Pick<ReorderFacts, 'onHand' | 'onOrder'>): bigint =>
  BigInt(onHand) + BigInt(onOrder);
const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);
/** For a dividend of zero or more. */
const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;

/** Average demand per day, to the nearest thousandth. */
export const demandPerDay = (demand: Quantity, windowDays: number): Quantity =>
  toQuantity(demand <= 0 ? 0 : roundHalfAwayFromZero(demand, windowDays));

/** How many whole days the stock lasts at the window's demand; null without demand. */
export function daysLeft({
  onHand,
  demand,
  windowDays,
}: Pick<ReorderFacts, 'onHand' | 'demand' | 'windowDays'>): number | null {
  if (demand <= 0) return null;
  return onHand <= 0 ? 0 : Number((BigInt(onHand) * BigInt(windowDays)) / BigInt(demand));
}

/** Whether a line is below the supplier's minimum; both in the unit of the order. */
export const isBelowMinimum = (quantity: Quantity, minimum: Quantity | null): boolean =>
  minimum !== null && quantity < minimum;

/**
 * A supplier's minimum in buying units, converted to another unit of the order and rounded up to whole
 * thousandths.
 */
export function minimumInUnit(minimum: Quantity, buyingFactor: Quantity, factor: Quantity): Quantity {
  const inUnit = divideUp(BigInt(minimum) * BigInt(buyingFactor), BigInt(factor));
  return toQuantity(Number(inUnit < BigInt(maxQuantity) ? inUnit : BigInt(maxQuantity)));
}
