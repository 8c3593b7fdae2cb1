import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { positiveQuantity, type Quantity, quantityFromText, toQuantity } from '#domain/kernel/quantity';
import { costAmount, enteredUnitCost, isWithinReach, type UnitCost } from '#domain/kernel/unit-cost';
import { ensureOpenDay } from '../../kernel/books-day';
import type { CellError, ImportContext, UndoneRow, UndoRefusal } from '../../kernel/imports';
import { credit, debit, postJournal, reverseJournal, systemAccounts } from '../../kernel/ledger';
import { lockPools, moveLockedStock, moveStock, unitCostFromStored } from '../../kernel/stock';
import type { Tx } from '../../platform/database/open-database';

/** The opening stock of a row: quantity and total value. */
export type Opening = { readonly quantity: Quantity; readonly value: Pence };

const document = (importId: number) => ({ type: 'import', id: importId, number: null });

/** Reads a row's opening stock; undefined when it has none. */
export function readOpening(
  cells: Readonly<Record<string, unknown>>,
  { isStocked, standardCost }: { readonly isStocked: boolean; readonly standardCost: UnitCost | null },
): { opening?: Opening; errors: CellError[] } {
  const { opening_quantity: openingQuantity, opening_unit_cost: cost } = cells;
  if (openingQuantity === undefined)
    return cost === undefined
      ? { errors: [] }
      : wrong('opening_quantity', 'Enter the opening quantity at this cost.');
  if (openingQuantity === '0') return { errors: [] };
  const quantity = positiveQuantity.safeParse(openingQuantity);
  if (!quantity.success)
    return wrong('opening_quantity', quantity.error.issues[0]?.message ?? 'Enter a quantity.');
  if (!isStocked)
    return wrong('opening_quantity', 'This product is not kept in stock. Leave the cell blank.');
  const typed = cost === undefined ? undefined : enteredCost.safeParse(cost);
  if (typed?.success === false)
    return wrong('opening_unit_cost', typed.error.issues[0]?.message ?? 'Enter a cost.');
  const unitCost = typed?.data ?? standardCost;
  if (unitCost === null) return wrong('opening_unit_cost', 'Enter the unit cost, excluding VAT.');
  if (!isWithinReach(unitCost, quantity.data))
    return wrong('opening_unit_cost', 'This value is too large to record. Check the quantity and the cost.');
  return { opening: { quantity: quantity.data, value: costAmount(unitCost, quantity.data) }, errors: [] };
}

const wrong = (field: string, message: string) => ({ errors: [{ field, message }] });
const enteredCost = enteredUnitCost('Enter a cost of zero or more.');

export type OpeningState = {
  readonly opening: Opening;
  readonly otherMovements: number;
  /** Whether its last movement is the undo of an import, which archives what that import had added. */
  readonly isUndone: boolean;
};

/** Opening stock entered so far for products, and how many other movements they have. */
export async function findOpenings(tx: Tx, ids: readonly number[]): Promise<Map<number, OpeningState>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    product_id: number;
    quantity: string;
    value: number;
    others: number;
    is_undone: boolean;
  }>`
    select product_id, coalesce(sum(quantity) filter (where kind = 'opening'), 0)::text as quantity,
      coalesce(sum(value_pence) filter (where kind = 'opening'), 0)::bigint as value,
      count(*) filter (where kind <> 'opening') as others,
      (array_agg(document_type order by id desc))[1] = 'import_undo' as is_undone
    from stock_movements where product_id = any(${[...ids]}::bigint[]) group by product_id`.execute(tx);
  return new Map(
    rows.map(row => [
      row.product_id,
      {
        opening: { quantity: quantityFromText(row.quantity), value: toPence(row.value) },
        otherMovements: row.others,
        isUndone: row.is_undone,
      },
    ]),
  );
}

/** Whether a row's opening stock is new, already there, or too late. */
export function validateOpening(
  openingStock: Opening,
  state: OpeningState | undefined,
): 'new' | 'same' | 'late' {
  if (!state) return 'new';
  const { opening } = state;
  if (opening.quantity === openingStock.quantity && opening.value === openingStock.value) return 'same';
  return opening.quantity === 0 && state.otherMovements === 0 ? 'new' : 'late';
}

const dayOf = (ctx: ImportContext) => ctx.options.opening_date ?? londonDate(ctx.now);

/** Adds opening stock to the pools (rule L9); one journal follows for the whole import. */
export async function enterOpenings(
  ctx: ImportContext,
  rows: readonly { readonly productId: number; readonly line: number; readonly opening: Opening }[],
): Promise<void> {
  await moveStock(ctx, {
    businessDate: dayOf(ctx),
    kind: 'opening',
    document: document(ctx.importId),
    movements: rows.map(({ productId, line, opening }) => ({ productId, line, ...opening })),
  });
}

/** Posts the opening stock of an import: inventory against the suspense account (rule L9). */
export async function postOpenings(ctx: ImportContext): Promise<number | null> {
  const { rows } = await sql<{ value: number; movements: number }>`
    select coalesce(sum(value_pence), 0)::bigint as value, count(*) as movements from stock_movements
    where document_type = 'import' and document_id = ${ctx.importId} and kind = 'opening'`.execute(ctx.tx);
  if (!rows[0]?.movements) return null;
  const reason = ctx.options.date_reason ?? null;
  await ensureOpenDay(ctx, dayOf(ctx), { field: 'opening_date', reason });
  const value = toPence(rows[0].value);
  const journal = await postJournal(ctx, {
    businessDate: dayOf(ctx),
    kind: 'opening',
    narrative: `Opening stock from ${ctx.fileName}`,
    reason,
    document: document(ctx.importId),
    lines: [debit(systemAccounts.inventory, value), credit(systemAccounts.openingSuspense, value)],
  });
  return journal?.id ?? null;
}

/** Reverses the opening stock journal. */
export async function unpostOpenings(ctx: ImportContext, journalId: number): Promise<void> {
  await reverseJournal(ctx, journalId, {
    businessDate: londonDate(ctx.now),
    reason: `The import of ${ctx.fileName} was undone`,
  });
}

type Entered = {
  product_id: number;
  line: number;
  quantity: string;
  value: Pence;
  unit_cost_before: string | null;
  has_moved_since: boolean;
  /** The stocktake that has counted it since, unless that was cancelled. */
  counted: { readonly number: string; readonly is_posted: boolean } | null;
};

/**
 * Removes an import's opening stock from the pools, at the value it came in with. Refuses for products that have moved since,
 * and for those that a stocktake counted from it (rule I8).
 */
export async function removeOpenings(
  ctx: ImportContext,
  rows: readonly UndoneRow[],
): Promise<{ entered: Set<number>; refusals: UndoRefusal[] }> {
  const entered = await findEntered(
    ctx.tx,
    ctx.importId,
    rows.map(row => row.id),
  );
  // Once its stock is locked, it is not counted or moved any more.
  const pools = await lockPools(
    ctx.tx,
    entered.map(row => row.product_id),
  );
  const now = await findEntered(ctx.tx, ctx.importId, [...pools.keys()]);
  const names = new Map(rows.map(row => [row.id, row.name]));
  const refusals = now.flatMap(row => {
    const reason = openingStaysBecause(row);
    return reason === null ? [] : [{ name: names.get(row.product_id) ?? '', reason }];
  });
  if (refusals.length === 0)
    await moveLockedStock(ctx, pools, {
      businessDate: londonDate(ctx.now),
      kind: 'opening',
      document: { type: 'import_undo', id: ctx.importId, number: null },
      movements: now.map(({ product_id, line, quantity, value, unit_cost_before }) => ({
        productId: product_id,
        line,
        quantity: toQuantity(0 - quantityFromText(quantity)),
        takesBack: { value, unitCostBefore: unitCostFromStored(unit_cost_before) },
      })),
    });
  return { entered: new Set(now.map(row => row.product_id)), refusals };
}

async function findEntered(tx: Tx, importId: number, ids: readonly number[]): Promise<Entered[]> {
  const { rows } = await sql<Entered>`
    select m.product_id, m.document_line as line, m.quantity::text, m.value_pence as value, m.unit_cost_before::text,
      exists (select from stock_movements o where o.product_id = m.product_id and o.id > m.id) as has_moved_since,
      (select jsonb_build_object('number', c.number, 'is_posted', c.status = 'posted')
        from stock_count_lines l join stock_counts c on c.id = l.stock_count_id and c.status in ('counting', 'posted')
        where l.product_id = m.product_id and l.expected_movement_id >= m.id
          and not exists (select from stock_adjustments a where a.reverses_count_id = c.id)
        order by c.id desc limit 1) as counted
    from stock_movements m
    where m.document_type = 'import' and m.document_id = ${importId} and m.kind = 'opening'
      and m.product_id = any(${ids}::bigint[])`.execute(tx);
  return rows;
}

function openingStaysBecause({ has_moved_since, counted }: Entered): string | null {
  if (has_moved_since) return 'has had stock movements since';
  if (counted === null) return null;
  return counted.is_posted
    ? `was counted in ${counted.number}, which agreed with this stock`
    : `was counted in ${counted.number} since: clear its count there first`;
}
