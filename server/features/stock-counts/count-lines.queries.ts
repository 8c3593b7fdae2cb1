import type { UnitCost } from '#domain/kernel/unit-cost';
import { unitCostText } from '../../platform/database/unit-cost-text';
import { type RawBuilder, sql } from 'kysely';
import { hasPermission, type Holder } from '#domain/kernel/access';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Pence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import { type CountLineState, revealsVariance } from '#domain/stock/count-status';
import { type CountLine, stockCountLines } from '#domain/stock/stock-count.contract';
import type { Reader } from '../../platform/database/open-database';
import { askPage, containing, inOrder, pageLimit, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { ensureFigures } from '../../platform/http/ensure-figures';
import { forbidden } from '../../platform/http/refusal';
import { costNeeded, difference, varianceValue } from './count-value';
import { hidesStock } from './stored-count';

export type LineFilter = {
  readonly search?: string | undefined;
  readonly state?: CountLineState | undefined;
  readonly product_id?: string | undefined;
  readonly sort_by: 'line_number' | 'name' | 'counted_at' | 'difference' | 'value';
  readonly sort_order: SortOrder;
};

/** What the user can see of a line. */
export type LineVisibility = { readonly withStock: boolean; readonly withCost: boolean };

const states: Readonly<Record<CountLineState, RawBuilder<unknown>>> = {
  counted: sql`l.counted_at is not null`,
  not_counted: sql`l.counted_at is null`,
  different: sql`${difference} <> 0`,
  missing: sql`${difference} < 0`,
  found: sql`${difference} > 0`,
  cost_needed: costNeeded,
  moved: sql`l.moved_meanwhile`,
};

const conditions = (countId: number, filter: Partial<LineFilter>): RawBuilder<unknown> =>
  where(
    sql`l.stock_count_id = ${countId}`,
    filter.search !== undefined && sql`p.search_text like ${containing(filter.search.toLowerCase())}`,
    filter.state && states[filter.state],
    filter.product_id !== undefined && sql`l.product_id = ${Number(filter.product_id)}`,
  );

// The largest variances come first, in either direction.
const order = (filter: LineFilter) =>
  inOrder(
    {
      line_number: sql`l.line_number`,
      name: sql`l.name`,
      counted_at: sql`coalesce(l.counted_at, '-infinity')`,
      difference: sql`abs(coalesce(${difference}, 0))`,
      value: sql`abs(coalesce(${varianceValue}, 0))`,
    },
    filter,
    sql`l.line_number`,
  );

const source = sql`stock_count_lines l join stock_pools s on s.product_id = l.product_id
  join products p on p.id = l.product_id`;

type Row = Omit<CountLine, 'counted' | 'expected' | 'difference' | 'value' | 'cost_each'> & {
  counted: string | null;
  expected: string | null;
  difference: string | null;
  cost_each: UnitCost | null;
  value: Pence | null;
};

const rowsFrom = (
  chosen: RawBuilder<unknown>,
  ordered: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) => sql<Row>`
  select l.id, l.line_number, l.product_id, l.sku, l.name, l.unit, l.category, l.counted_quantity::text as counted,
    u.name as counted_by, l.counted_at, l.note,
    coalesce(l.expected_quantity, case when l.is_open then s.quantity end)::text as expected,
    ${difference}::text as difference, l.moved_meanwhile, ${costNeeded} as cost_needed,
    ${unitCostText(sql`l.cost_each`)} as cost_each, ${varianceValue} as value
  from ${source} left join users u on u.id = l.counted_by ${chosen} ${ordered} ${limit}`;

const quantityOf = (text: string | null) => (text === null ? null : quantityFromText(text));

const lineOf =
  ({ withStock, withCost }: LineVisibility) =>
  ({
    expected,
    difference: differs,
    moved_meanwhile,
    cost_needed,
    cost_each,
    value,
    ...row
  }: Row): CountLine => ({
    ...row,
    counted: quantityOf(row.counted),
    ...(withStock
      ? {
          expected: quantityOf(expected),
          difference: quantityOf(differs),
          moved_meanwhile,
          cost_needed,
        }
      : {}),
    ...(withStock && withCost ? { cost_each, value } : {}),
  });

/** What this user can see of a stocktake's lines. Refuses a sort or filter that would reveal more. */
export async function lineVisibility(
  db: Reader,
  countId: number,
  holder: Holder,
  filter?: Pick<LineFilter, 'sort_by' | 'state'>,
): Promise<LineVisibility> {
  const count = await db
    .selectFrom('stock_counts')
    .select(['is_blind', 'status'])
    .where('id', '=', countId)
    .executeTakeFirst();
  const withStock = count !== undefined && !hidesStock(count as Parameters<typeof hidesStock>[0], holder);
  const withCost = hasPermission(holder, 'view_cost');
  const asksStock =
    filter && (revealsVariance(filter.state) || ['difference', 'value'].includes(filter.sort_by));
  if (count && asksStock && !withStock)
    throw forbidden('This is a blind count. Only people who can review it see the variances.');
  if (filter) ensureFigures(stockCountLines.list, filter, holder);
  return { withStock, withCost };
}

export async function listCountLines(
  db: Reader,
  countId: number,
  query: LineFilter & { page: number; per_page: number },
  visibility: LineVisibility,
) {
  const chosen = conditions(countId, query);
  const found = await askPage(db, query, {
    rows: rowsFrom(chosen, order(query), pageLimit(query)),
    total: sql<{ total: number }>`select count(*) as total from ${source} ${chosen}`,
  });
  return { ...found, data: found.data.map(lineOf(visibility)) };
}

export async function* streamCountLines(
  db: Reader,
  countId: number,
  filter: LineFilter,
  visibility: LineVisibility,
): AsyncIterable<CountLine> {
  const rows = streamRows<Row>(db, rowsFrom(conditions(countId, filter), order(filter), sql``));
  for await (const row of rows) yield lineOf(visibility)(row);
}

export async function findCountLine(
  db: Reader,
  countId: number,
  productId: number,
  visibility: LineVisibility,
): Promise<CountLine | undefined> {
  const { rows } = await rowsFrom(
    conditions(countId, { product_id: String(productId) }),
    sql``,
    sql``,
  ).execute(db);
  return rows[0] && lineOf(visibility)(rows[0]);
}
