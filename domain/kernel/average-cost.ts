import { type Pence, toPence } from './money';
import { type Quantity, toQuantity } from './quantity';
import { roundHalfAwayFromZero } from './rounding';
import { prorate } from './prorate';

/**
 * The stock of one product (rule I1): a quantity and its value. The average is their quotient, never stored or
 * multiplied as a rounded figure.
 */
export type Pool = {
  readonly quantity: Quantity;
  readonly value: Pence;
  /** The last known average, in millionths of a penny per unit; null before the first receipt. */
  readonly lastUnitCost: bigint | null;
};

export const emptyPool: Pool = { quantity: toQuantity(0), value: toPence(0), lastUnitCost: null };

const millionths = 1_000_000n;
const thousandths = 1000n;

/** The average cost of one unit, in millionths of a penny, rounded; for display and as a fallback (I9). */
export function averageCost(value: Pence, quantity: Quantity): bigint | null {
  if (quantity <= 0) return null;
  const numerator = BigInt(value) * millionths * thousandths;
  const divisor = BigInt(quantity);
  return (2n * numerator + divisor) / (2n * divisor);
}

const valueAt = (unitCost: bigint, quantity: Quantity): Pence =>
  toPence(roundHalfAwayFromZero(unitCost * BigInt(quantity), millionths * thousandths));

const poolOf = (quantity: number, value: number, fallbackCost: bigint | null): Pool => {
  const pool = { quantity: toQuantity(quantity), value: toPence(value === 0 ? 0 : value) };
  return { ...pool, lastUnitCost: averageCost(pool.value, pool.quantity) ?? fallbackCost };
};

/** The result of a receipt: the new pool, the rise in its value, and the variance that goes to cost of sales (I10). */
export type Received = { readonly pool: Pool; readonly value: Pence; readonly variance: Pence };

/**
 * Receives goods at a value (rule I2). In a pool below zero they first cover what was sold ahead of receipt: the
 * difference between its assumed and its actual cost is the variance (rule I10).
 */
export function receive(pool: Pool, quantity: Quantity, value: Pence): Received {
  if (quantity <= 0) throw new RangeError('A receipt has a quantity above zero');
  const after = toQuantity(pool.quantity + quantity);
  const paid = averageCost(value, quantity);
  if (pool.quantity >= 0)
    return { pool: poolOf(after, pool.value + value, paid), value, variance: toPence(0) };
  const madeUp = toQuantity(Math.min(quantity, 0 - pool.quantity));
  const assumed = prorate(toPence(Math.abs(pool.value)), madeUp, 0 - pool.quantity);
  const actual = prorate(value, madeUp, quantity);
  const variance = toPence(actual - assumed);
  const rise = toPence(value - variance);
  return { pool: poolOf(after, pool.value + rise, paid), value: rise, variance };
}

export type Issued = { readonly pool: Pool; readonly cost: Pence };

/**
 * Issues goods at the average (rule I3). Beyond the stock, they go out at the last known average, and quantity and
 * value fall below zero together (rule I9); the caller decides whether that is allowed.
 */
export function issue(pool: Pool, quantity: Quantity): Issued {
  if (quantity <= 0) throw new RangeError('An issue has a quantity above zero');
  const cost = costOf(pool, quantity);
  const remaining = poolOf(pool.quantity - quantity, pool.value - cost, pool.lastUnitCost);
  return { pool: remaining, cost };
}

/**
 * The value goods moved at, and the last known average before that: null if there was none, undefined if stock has moved
 * since, so that the present one stays.
 */
export type TakenBack = { readonly value: Pence; readonly unitCostBefore: bigint | null | undefined };

/**
 * Takes goods back out at the value they came in with (rule A13), so that doing and undoing leaves the pool as it was. What
 * was taken out since cannot be taken again: an emptied pool leaves no value behind, and goods that stay are never worth less
 * than nothing.
 */
export function takeBack(pool: Pool, quantity: Quantity, { value, unitCostBefore }: TakenBack): Issued {
  if (quantity <= 0) throw new RangeError('What is reversed has a quantity above zero');
  const cost = costOfTakingBack(pool, quantity, value);
  const remaining = poolOf(
    pool.quantity - quantity,
    pool.value - cost,
    unitCostBefore === undefined ? pool.lastUnitCost : unitCostBefore,
  );
  return { pool: remaining, cost };
}

/**
 * Puts goods back in at the value they went out at (rule A13). With nothing in between the pool is as it was; otherwise they
 * come in like any other goods.
 */
export function putBack(pool: Pool, quantity: Quantity, { value, unitCostBefore }: TakenBack): Received {
  if (unitCostBefore === undefined) return receive(pool, quantity, value);
  if (quantity <= 0) throw new RangeError('What is reversed has a quantity above zero');
  const before = poolOf(pool.quantity + quantity, pool.value + value, unitCostBefore);
  return { pool: before, value, variance: toPence(0) };
}

function costOfTakingBack(pool: Pool, quantity: Quantity, value: Pence): Pence {
  const [after, worth] = [pool.quantity - quantity, pool.value - value];
  if (after === 0) return pool.value;
  if (after > 0) return worth < 0 ? pool.value : value;
  return worth <= 0 ? value : costOf(pool, quantity);
}

function costOf(pool: Pool, quantity: Quantity): Pence {
  if (quantity <= pool.quantity) return prorate(pool.value, quantity, pool.quantity);
  if (pool.quantity > 0)
    return toPence(roundHalfAwayFromZero(BigInt(pool.value) * BigInt(quantity), pool.quantity));
  return valueAt(pool.lastUnitCost ?? 0n, quantity);
}

/** Whether found goods have a cost without one being entered (rule I7). */
export const isCostKnown = ({ quantity, lastUnitCost }: Pool): boolean =>
  quantity > 0 || lastUnitCost !== null;

/** The value of found goods: the average, else the last known one; null when a user must enter it (rule I7). */
export function gainValue(pool: Pool, quantity: Quantity): Pence | null {
  if (pool.quantity > 0)
    return toPence(roundHalfAwayFromZero(BigInt(pool.value) * BigInt(quantity), pool.quantity));
  return pool.lastUnitCost === null ? null : valueAt(pool.lastUnitCost, quantity);
}

/** Changes the value only: a late price variance, landed cost, a write-down (rules I11, I13). */
export function revalue(pool: Pool, by: Pence): Pool {
  if (pool.quantity <= 0) throw new RangeError('There is no stock whose value could change');
  if (pool.value + by < 0) throw new RangeError('Stock cannot be worth less than nothing');
  return poolOf(pool.quantity, pool.value + by, pool.lastUnitCost);
}

/** `"12.345678"` pence in the database → millionths of a penny. */
export function unitCostFromText(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.padEnd(6, '0').slice(0, 6));
}

/** Millionths of a penny → `"12.345678"` pence. */
export function textFromUnitCost(unitCost: bigint): string {
  const digits = String(unitCost).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
