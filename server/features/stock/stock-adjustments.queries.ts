import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Pence } from '#domain/kernel/money';
import type { AdjustmentReason } from '#domain/stock/adjustment-reason';
import type { AdjustmentRow } from '#domain/stock/stock-adjustment.contract';
import { isDocumentValid } from '../../kernel/ledger';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import { askPage, inOrder, isAmongWords, pageLimit, where } from '../../platform/database/page-of';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { streamRows } from '../../platform/database/stream-rows';

export type AdjustmentFilter = {
  readonly search?: string | undefined;
  readonly reason?: readonly AdjustmentReason[] | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly sort_by: 'id' | 'business_date';
  readonly sort_order: SortOrder;
};

const conditions = (filter: AdjustmentFilter): RawBuilder<unknown> =>
  where(
    // Undone with its import, so its movements have been mirrored.
    isDocumentValid('stock_adjustment', sql`a.id`),
    filter.search !== undefined && sql`a.number = ${filter.search.toUpperCase()}`,
    filter.reason && isAmongWords(sql`a.reason`, filter.reason),
    filter.from !== undefined && sql`a.business_date >= ${filter.from}`,
    filter.to !== undefined && sql`a.business_date <= ${filter.to}`,
  );

const order = (filter: AdjustmentFilter) =>
  inOrder({ id: sql`a.id`, business_date: sql`a.business_date` }, filter, sql`a.id`);

type Row = Required<AdjustmentRow>;

const movementsOf = sql`lateral (select count(*) as products, coalesce(sum(value_pence), 0)::bigint as value
    from stock_movements where document_type = 'stock_adjustment' and document_id = a.id and kind <> 'import_undone')`;

const rowsFrom = (
  chosen: RawBuilder<unknown>,
  ordered: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) => sql<Row>`
  select a.id, a.number, a.business_date, a.reason, a.note, a.posted_at, u.name as posted_by, m.products, m.value
  from (select * from stock_adjustments a ${chosen} ${ordered} ${limit}) a join users u on u.id = a.posted_by
  cross join ${movementsOf} m ${ordered}`;

const rowsOf = (filter: AdjustmentFilter, limit: RawBuilder<unknown>) =>
  rowsFrom(conditions(filter), order(filter), limit);

const adjustmentOf =
  (withCost: boolean) =>
  ({ value, ...row }: Row): AdjustmentRow => ({ ...row, ...(withCost ? { value } : {}) });

export async function listAdjustments(
  db: Reader,
  query: AdjustmentFilter & { page: number; per_page: number },
  withCost: boolean,
) {
  const found = await askPage(db, query, {
    rows: rowsOf(query, pageLimit(query)),
    total: sql<{ total: number }>`select count(*) as total from stock_adjustments a ${conditions(query)}`,
  });
  return { ...found, data: found.data.map(adjustmentOf(withCost)) };
}

export async function totalAdjustments(db: Reader, filter: AdjustmentFilter): Promise<{ value: Pence }> {
  const { rows } = await sql<{ value: Pence }>`
    select coalesce(sum(m.value), 0)::bigint as value
    from stock_adjustments a cross join ${movementsOf} m ${conditions(filter)}`.execute(db);
  return onlyRow(rows);
}

export async function* streamAdjustments(
  db: Reader,
  filter: AdjustmentFilter,
  withCost: boolean,
): AsyncIterable<AdjustmentRow> {
  for await (const row of streamRows<Row>(db, rowsOf(filter, sql``))) yield adjustmentOf(withCost)(row);
}

export async function findAdjustment(
  db: Reader,
  id: number,
  withCost: boolean,
): Promise<AdjustmentRow | undefined> {
  const { rows } = await sql<Row>`${preparedStatement}
    ${rowsFrom(sql`where a.id = ${id}`, sql``, sql``)}`.execute(db);
  return rows[0] && adjustmentOf(withCost)(rows[0]);
}
