import { sql } from 'kysely';
import {
  gainValue,
  issue,
  type Pool,
  putBack,
  receive,
  revalue,
  takeBack,
  type TakenBack,
} from '#domain/kernel/average-cost';
import type { CalendarDate } from '#domain/kernel/dates';
import { maxPence, type Pence, toPence } from '#domain/kernel/money';
import {
  formatQuantity,
  maxQuantity,
  type Quantity,
  textFromQuantity,
  toQuantity,
} from '#domain/kernel/quantity';
import type { MovementKind } from '#domain/stock/movement-kind';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid, notFound } from '../../platform/http/refusal';
import type { DocumentRef } from '../ledger';
import { type LockedPool, type LockedPools, lockPools, poolsToStore, storedUnitCost } from './stock-pools';
import { unawaitedStatement } from '../../platform/database/prepared-statement';

/** One requested movement. */
export type Movement = {
  readonly productId: number;
  /** The line of the document, from 1. */
  readonly line: number;
  /** Above zero in, below zero out; zero for a value-only change. */
  readonly quantity: Quantity;
  /**
   * The value in pence: needed for a receipt and, signed, for a value-only change. Found goods take the
   * average when it is omitted (rule I7). Stock going out is costed here (rule I3).
   */
  readonly value?: Pence | undefined;
  /** Goods that go back because they came in or went out by mistake: at the value they moved at, not at the average. */
  readonly takesBack?: TakenBack | undefined;
  /** The form field a refusal names. */
  readonly field?: string;
};

export type MovedStock = {
  readonly productId: number;
  readonly line: number;
  readonly quantity: Quantity;
  /** The signed change in stock value, posted to account 1200. */
  readonly value: Pence;
  /** For stock that was below zero: the amount that goes to cost of sales as well (rule I10). */
  readonly variance: Pence;
};

export type StockMove = {
  readonly businessDate: CalendarDate;
  readonly kind: MovementKind;
  readonly document: DocumentRef;
  readonly reason?: string | null;
  /** The goods have already left the shop, so the product's stock policy does not apply. */
  readonly hasLeft?: boolean;
  /** By product, how far below zero a user with permission allowed it (finding F31). */
  readonly approvedShort?: ReadonlyMap<number, Quantity>;
  readonly movements: readonly Movement[];
};

/**
 * Moves stock in the caller's transaction: locks the pools in product order, costs each movement (rules I2,
 * I3, I7, I9, I10, I12) and stores it for good (I14). The caller posts the journal with the returned values
 * on the same day (A3). 422 names the product when stock is short and its policy blocks the sale.
 */
export async function moveStock(ctx: WriteContext, move: StockMove): Promise<MovedStock[]> {
  if (move.movements.length === 0) return [];
  const pools = await lockPools(
    ctx.tx,
    move.movements.map(movement => movement.productId),
  );
  return moveLockedStock(ctx, pools, move);
}

/** The same for pools that the caller has locked. */
export async function moveLockedStock(
  ctx: WriteContext,
  pools: LockedPools,
  move: StockMove,
): Promise<MovedStock[]> {
  if (move.movements.length === 0) return [];
  const moved: Stored[] = [];
  for (const movement of move.movements) {
    const pool = pools.get(movement.productId);
    if (!pool) throw notFound('Product');
    const { after, value, variance } = costWithin(pool, movement, canIssue(move));
    if (!pool.isStocked && movement.quantity > 0 && after.quantity !== 0)
      throw notTracked(pool, movement.field);
    pools.set(movement.productId, { ...pool, ...after });
    moved.push({
      productId: pool.productId,
      line: movement.line,
      quantity: movement.quantity,
      value,
      variance,
      before: pool,
      after,
    });
  }
  await storeMoved(ctx, move, pools.values(), moved);
  return moved.map(({ productId, line, quantity, value, variance }) => ({
    productId,
    line,
    quantity,
    value,
    variance,
  }));
}

/** Sales of such a product take nothing off stock, so what comes in would stay there for ever (rule I4). */
const notTracked = (pool: LockedPool, field = 'quantity') =>
  invalid({
    [field]: `Stock of ${pool.name} (${pool.sku}) is not tracked. Turn on “Track stock of this product” for it first.`,
  });

/** Refuses, by field, what cannot be calculated exactly or stored. */
function costWithin(pool: LockedPool, movement: Movement, canTake: CanIssue): Costed {
  const tooMuch = () =>
    invalid({
      [movement.field ?? 'quantity']:
        `This is more of ${pool.name} than can be recorded. Check the quantity and the value.`,
    });
  try {
    const costed = cost(pool, movement, canTake);
    const isKept = Math.abs(costed.after.quantity) <= maxQuantity && Math.abs(costed.after.value) <= maxPence;
    if (!isKept) throw tooMuch();
    return costed;
  } catch (error) {
    throw error instanceof RangeError ? tooMuch() : error;
  }
}

type Costed = { readonly after: Pool; readonly value: Pence; readonly variance: Pence };

type CanIssue = (pool: LockedPool, out: Quantity) => boolean;

/**
 * Whether the quantity can go out: it is in stock, the policy allows below zero, it has left, or it was
 * approved.
 */
const canIssue =
  ({ hasLeft = false, approvedShort }: StockMove): CanIssue =>
  (pool, out) =>
    out <= pool.quantity ||
    pool.canGoNegative ||
    hasLeft ||
    out - pool.quantity <= (approvedShort?.get(pool.productId) ?? 0);

function cost(pool: LockedPool, movement: Movement, canTake: CanIssue): Costed {
  const { quantity } = movement;
  if (quantity > 0) {
    const received = movement.takesBack
      ? putBack(pool, quantity, movement.takesBack)
      : receive(pool, quantity, movement.value ?? valueOfFound(pool, movement));
    return { after: received.pool, value: received.value, variance: received.variance };
  }
  if (quantity === 0) return revaluation(pool, movement);
  const out = toQuantity(0 - quantity);
  if (!canTake(pool, out)) throw notEnough(pool, out, movement.field);
  const issued = movement.takesBack ? takeBack(pool, out, movement.takesBack) : issue(pool, out);
  return { after: issued.pool, value: toPence(0 - issued.cost), variance: toPence(0) };
}

function valueOfFound(pool: LockedPool, movement: Movement): Pence {
  const value = gainValue(pool, movement.quantity);
  if (value === null)
    throw invalid({
      [movement.field ?? 'cost']:
        `The cost of ${pool.name} is not known yet. Enter the cost of the found stock.`,
    });
  return value;
}

function revaluation(pool: LockedPool, movement: Movement): Costed {
  const by = movement.value ?? toPence(0);
  if (pool.quantity <= 0) throw conflict(`There is no stock of ${pool.name}, so its value cannot change.`);
  if (pool.value + by < 0)
    throw invalid({ [movement.field ?? 'value']: `The stock value of ${pool.name} cannot fall below zero.` });
  return { after: revalue(pool, by), value: by, variance: toPence(0) };
}

function notEnough(pool: LockedPool, needed: Quantity, field = 'quantity') {
  const there = pool.quantity > 0 ? `Only ${formatQuantity(pool.quantity)}` : 'None';
  return invalid({
    [field]: `${there} of ${pool.name} (${pool.sku}) ${pool.quantity === 1000 || pool.quantity <= 0 ? 'is' : 'are'} in stock, so ${formatQuantity(needed)} cannot go out.`,
  });
}

type Stored = MovedStock & { readonly before: Pool; readonly after: Pool };

/** Updates the pools and inserts the movements in one statement. */
async function storeMoved(
  ctx: WriteContext,
  move: StockMove,
  pools: Iterable<LockedPool>,
  moved: readonly Stored[],
): Promise<void> {
  const rows = moved
    .filter(({ quantity, value }) => quantity !== 0 || value !== 0)
    .map(({ productId, line, quantity, value, before, after }) => ({
      product_id: productId,
      document_line: line,
      quantity: textFromQuantity(quantity),
      value_pence: value,
      quantity_after: textFromQuantity(after.quantity),
      value_after_pence: after.value,
      unit_cost_before: storedUnitCost(before),
    }));
  const { document } = move;
  await sql`${unawaitedStatement}
    with stored as (${poolsToStore(pools, id => move.hasLeft === true || (move.approvedShort?.has(id) ?? false))})
    insert into stock_movements (product_id, kind, quantity, value_pence, quantity_after, value_after_pence,
      unit_cost_before, document_type, document_id, document_number, document_line, reason, business_date, posted_by, posted_at)
    select product_id, ${move.kind}, quantity, value_pence, quantity_after, value_after_pence, unit_cost_before,
      ${document.type}, ${document.id}, ${document.number}, document_line, ${move.reason ?? null}, ${move.businessDate}::date, ${ctx.actor.id}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (product_id bigint, document_line integer, quantity numeric,
      value_pence bigint, quantity_after numeric, value_after_pence bigint, unit_cost_before numeric)`.execute(
    ctx.tx,
  );
}
