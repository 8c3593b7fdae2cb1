import { sql } from 'kysely';
import { isCostKnown } from '#domain/kernel/average-cost';
import { hasPermission } from '#domain/kernel/access';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import {
  maxQuantity,
  noQuantity,
  type Quantity,
  textFromQuantity,
  toQuantity,
} from '#domain/kernel/quantity';
import { isWholeNumber } from '#domain/kernel/whole-units';
import {
  type AdjustmentReason,
  adjustmentReasonNames,
  adjustmentDirection,
} from '#domain/stock/adjustment-reason';
import type { AdjustmentRow, stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { nextNumber } from '../../kernel/documents';
import { credit, debit, type DocumentRef, postJournal, systemAccounts } from '../../kernel/ledger';
import {
  ensureWholeUnits,
  type LockedPools,
  lockPools,
  type MovedStock,
  type Movement,
  moveLockedStock,
  type StockMove,
} from '../../kernel/stock';
import type { WriteContext } from '../../platform/http/context';
import { forbidden, ensureFound, invalid } from '../../platform/http/refusal';
import { insertedId } from '../../platform/database/inserted-id';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { approveAdjustment, type PostedAdjustment } from './approve-adjustment';
import { findAdjustment } from './stock-adjustments.queries';

type Adjustment = BodyOf<typeof stockAdjustments.create>;
type Line = Adjustment['lines'][number];

/**
 * Adjusts stock and posts it at once: stock going out at average cost (I3), found stock at the average or
 * last known cost, or at the cost entered where neither is known (I7), a write-down changes only the value
 * (I13). Table of L, rows "adjustment".
 */
export async function adjustStock(ctx: WriteContext, body: Adjustment): Promise<AdjustmentRow> {
  const { reason, lines } = body;
  const withCost = hasPermission(ctx.actor, 'view_cost');
  if (reason === 'write_down' && !withCost)
    throw forbidden('You do not have permission to see stock values, so you cannot write stock down.');
  lines.forEach((line, index) => ensureDirection(reason, line, index));
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });

  const number = await nextNumber(ctx.tx, 'ADJ');
  const pools = await lockStocked(ctx, lines);
  await ensureWholeUnits(ctx.tx, partsOf(lines, pools));
  const adjustment = await postAdjustment(ctx, {
    number,
    pools,
    reason,
    note: body.note ?? null,
    businessDate,
    dateReason: body.date_reason ?? null,
    movements: lines.map((line, index) => movementOf(reason, line, index)),
  });
  await approveAdjustment(ctx, body, adjustment);
  return ensureFound(await findAdjustment(ctx.tx, adjustment.id, withCost), 'Adjustment');
}

/** An adjustment ready to post; its movements are in line order. */
export type AdjustmentToPost = {
  /** Set when the number was taken before the stock was locked. */
  readonly number?: string;
  /** The pools of the movements, where the caller has locked them. */
  readonly pools?: LockedPools;
  readonly reason: AdjustmentReason;
  readonly note: string | null;
  readonly businessDate: CalendarDate;
  readonly dateReason: string | null;
  readonly movements: readonly Movement[];
  /** The adjustment or stocktake that it reverses, and how far below zero that may leave each product. */
  readonly reverses?: DocumentRef;
  readonly approvedShort?: StockMove['approvedShort'];
  /** What that document posted to cost of sales for stock below zero (rule I10), which goes back. */
  readonly costOfSales?: Pence;
};

/** Posts an adjustment in the caller's transaction: number, document, stock and journal. */
export async function postAdjustment(
  ctx: WriteContext,
  { reason, note, businessDate, dateReason, movements, reverses, approvedShort, ...taken }: AdjustmentToPost,
): Promise<PostedAdjustment> {
  const number = taken.number ?? (await nextNumber(ctx.tx, 'ADJ'));
  const { rows } = await sql<{ id: number }>`${preparedStatement}
    insert into stock_adjustments (number, reason, note, business_date, posted_by, posted_at, reverses_id, reverses_count_id)
    values (${number}, ${reason}, ${note}, ${businessDate}, ${ctx.actor.id}, ${ctx.now}, ${reversedId(reverses, 'stock_adjustment')},
      ${reversedId(reverses, 'stock_count')})
    returning id`.execute(ctx.tx);
  const id = insertedId(rows);
  const document = { type: 'stock_adjustment', id, number };
  const name = adjustmentReasonNames[reason];
  const pools = taken.pools ?? (await lockPools(ctx.tx, productsOf(movements)));
  const moved = await moveLockedStock(ctx, pools, {
    businessDate,
    kind: reason === 'write_down' ? 'write_down' : 'adjustment',
    document,
    reason: note ? `${name}: ${note}` : name,
    ...(approvedShort === undefined ? {} : { approvedShort }),
    movements,
  });
  const value = sum(moved, 'value');
  const variance = toPence(sum(moved, 'variance') - (taken.costOfSales ?? 0));
  await postJournal(ctx, {
    businessDate,
    kind: 'stock_adjustment',
    narrative: reverses ? `${nounOf(reverses)} ${reverses.number} reversed` : `Stock adjustment: ${name}`,
    document,
    reason: dateReason,
    lines: [
      debit(systemAccounts.inventory, value),
      debit(systemAccounts.costOfGoodsSold, variance),
      credit(systemAccounts.shrinkage, toPence(value + variance)),
    ],
  });
  recordAudit(ctx, {
    action: 'posted',
    recordType: 'stock_adjustment',
    recordId: id,
    recordName: number,
    after: {
      on: businessDate,
      reason,
      note,
      ...(reverses ? { reverses: reverses.number } : {}),
      lines: lineWords(movements, pools),
    },
  });
  return {
    id,
    number,
    worth: toPence(moved.reduce((all, one) => all + Math.abs(one.value), 0)),
    takenOut: toPence(moved.reduce((all, one) => all + Math.max(0 - one.value, 0), 0)),
    units: unitsMoved(moved),
  };
}

/** How many units movements move in all, in or out, as far as a quantity can say. */
export const unitsMoved = (moved: readonly MovedStock[]): Quantity =>
  toQuantity(
    Math.min(
      maxQuantity,
      moved.reduce((all, one) => all + Math.abs(one.quantity), 0),
    ),
  );

const reversedId = (reverses: DocumentRef | undefined, type: 'stock_adjustment' | 'stock_count') =>
  reverses?.type === type ? reverses.id : null;

const nounOf = ({ type }: DocumentRef) => (type === 'stock_count' ? 'Stocktake' : 'Stock adjustment');

/** The reversal of a stocktake can have thousands of lines, which are stored as movements anyway. */
const mostLinesInWords = 200;

function lineWords(movements: readonly Movement[], pools: LockedPools): string[] {
  const words = movements
    .slice(0, mostLinesInWords)
    .map(
      ({ quantity, productId }) =>
        `${quantity === 0 ? 'Value' : `${textFromQuantity(quantity)} ×`} ${pools.get(productId)?.name ?? ''}`,
    );
  const more = movements.length - words.length;
  return more > 0 ? [...words, `and ${more.toLocaleString('en-GB')} more`] : words;
}

const productsOf = (movements: readonly Movement[]) => movements.map(({ productId }) => productId);

const sum = (moved: readonly MovedStock[], figure: 'value' | 'variance'): Pence =>
  toPence(moved.reduce((all, one) => all + one[figure], 0));

/** What each line adds or removes. What makes a fraction in stock whole again is no fraction of the product. */
const partsOf = (lines: readonly Line[], pools: LockedPools) =>
  lines.flatMap(({ product_id, quantity = noQuantity }, index) =>
    isWholeNumber((pools.get(product_id)?.quantity ?? 0) + quantity)
      ? []
      : [{ productId: product_id, quantity, field: `lines.${index}.quantity` }],
  );

const movementOf = (reason: AdjustmentReason, line: Line, index: number) => {
  const isWriteDown = reason === 'write_down';
  const value = line.value !== undefined && isWriteDown ? toPence(0 - line.value) : line.value;
  return {
    productId: line.product_id,
    line: index + 1,
    quantity: line.quantity ?? noQuantity,
    value,
    field: `lines.${index}.${isWriteDown || (line.quantity ?? 0) > 0 ? 'value' : 'quantity'}`,
  };
};

/** Refuses a line that does not fit its reason, before anything is locked. */
function ensureDirection(reason: AdjustmentReason, { quantity, value }: Line, index: number): void {
  const refuse = (field: 'quantity' | 'value', message: string) => {
    throw invalid({ [`lines.${index}.${field}`]: message });
  };
  const direction = adjustmentDirection[reason];
  if (direction === 'value') {
    if (quantity !== undefined)
      refuse('quantity', 'A write-down changes only the value. Leave the quantity blank.');
    if (!value) refuse('value', 'Enter the amount to reduce the value by.');
    return;
  }
  if (!quantity) refuse('quantity', 'Enter the quantity added or removed.');
  const isIn = (quantity ?? 0) > 0;
  if (direction === 'out' && isIn)
    refuse('quantity', 'This reason removes stock. Enter a quantity below zero.');
  if (direction === 'in' && !isIn) refuse('quantity', 'This reason adds stock. Enter a quantity above zero.');
  if (!isIn && value !== undefined)
    refuse('value', 'Stock going out is valued at average cost. Leave the value blank.');
}

/** Locks the pools. Refuses products not kept in stock or listed twice, and a cost where one is known (rule I7). */
async function lockStocked(ctx: WriteContext, lines: readonly Line[]): Promise<LockedPools> {
  const pools = await lockPools(
    ctx.tx,
    lines.map(line => line.product_id),
  );
  const seen = new Set<number>();
  lines.forEach(({ product_id, quantity, value }, index) => {
    const field = `lines.${index}.product_id`;
    const pool = pools.get(product_id);
    if (!pool) throw invalid({ [field]: 'This product no longer exists. Choose another.' });
    if (!pool.isStocked) throw invalid({ [field]: `${pool.name} is not kept in stock.` });
    if (seen.has(product_id)) throw invalid({ [field]: `${pool.name} is listed twice. Enter it once.` });
    seen.add(product_id);
    if ((quantity ?? 0) > 0 && value !== undefined && isCostKnown(pool))
      throw invalid({
        [`lines.${index}.value`]: `The cost of ${pool.name} is known, so found stock takes it. Leave the value blank.`,
      });
  });
  return pools;
}
