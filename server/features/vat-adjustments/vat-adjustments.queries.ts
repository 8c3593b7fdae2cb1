import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { AdjustmentReason } from '#domain/vat-returns/vat-adjustment';
import type {
  VatAdjustment,
  VatAdjustmentRow,
  VatAdjustmentTotals,
} from '#domain/vat-returns/vat-adjustment.contract';
import { documentLink } from '../../kernel/ledger';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  inOrder,
  isAmongWords,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';

/** The document type of adjustment journals. */
export const adjustmentDocument = 'vat_adjustment';

export type AdjustmentFilter = {
  readonly search?: string | undefined;
  readonly reason?: readonly AdjustmentReason[] | undefined;
  readonly reversed?: 'yes' | 'no' | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly sort_by: 'business_date' | 'number';
  readonly sort_order: SortOrder;
};

/** Whether an adjustment `a` is reversed. */
export const isReversed = sql`exists (select from journals j join journals r on r.reverses_id = j.id
  where j.document_type = ${adjustmentDocument} and j.document_id = a.id)`;

const conditions = (filter: AdjustmentFilter, more?: RawBuilder<unknown>): RawBuilder<unknown> =>
  where(
    filter.search !== undefined &&
      sql`lower(a.number || ' ' || a.description) like ${containing(filter.search.toLowerCase())}`,
    filter.reason && isAmongWords(sql`a.reason`, filter.reason),
    filter.reversed === 'yes' && isReversed,
    filter.reversed === 'no' && sql`not ${isReversed}`,
    filter.from !== undefined && sql`a.business_date >= ${filter.from}`,
    filter.to !== undefined && sql`a.business_date <= ${filter.to}`,
    more,
  );

const order = (filter: AdjustmentFilter) =>
  inOrder({ business_date: sql`a.business_date`, number: sql`a.id` }, filter, sql`a.id`);

const columns = sql`a.id, a.number, a.business_date, a.reason, a.description, a.box_1_pence as box_1, a.box_4_pence as box_4,
  a.box_6_pence as box_6, a.box_7_pence as box_7, a.net_pence as net,
  case when c.code is not null then jsonb_build_object('code', c.code, 'name', c.name) end as account,
  u.name as posted_by, ${isReversed} as is_reversed`;

const rowsOf = (filter: AdjustmentFilter, limit: RawBuilder<unknown>) => sql<VatAdjustmentRow>`
  select ${columns} from vat_adjustments a join users u on u.id = a.posted_by left join accounts c on c.code = a.account_code
  ${conditions(filter)} ${order(filter)} ${limit}`;

export async function listAdjustments(
  db: Reader,
  query: AdjustmentFilter & { page: number; per_page: number },
) {
  return askPage(db, query, {
    rows: rowsOf(query, pageLimit(query)),
    total: sql<{ total: number }>`select count(*) as total from vat_adjustments a ${conditions(query)}`,
  });
}

/** The totals of a list of adjustments. Reversed ones only count if requested. */
export async function totalAdjustments(db: Reader, filter: AdjustmentFilter): Promise<VatAdjustmentTotals> {
  const counts = filter.reversed ? undefined : sql`not ${isReversed}`;
  const { rows } = await sql<VatAdjustmentTotals>`
    select coalesce(sum(a.box_1_pence), 0)::bigint as box_1, coalesce(sum(a.box_4_pence), 0)::bigint as box_4,
      coalesce(sum(a.box_6_pence), 0)::bigint as box_6, coalesce(sum(a.box_7_pence), 0)::bigint as box_7
    from vat_adjustments a ${conditions(filter, counts)}`.execute(db);
  return onlyRow(rows);
}

export const streamAdjustments = (db: Reader, filter: AdjustmentFilter): AsyncIterable<VatAdjustmentRow> =>
  streamRows<VatAdjustmentRow>(db, rowsOf(filter, sql``));

export type StoredAdjustment = Omit<VatAdjustment, 'can_reverse' | 'vat_return'>;

/** An adjustment with its journal and the documents it relieves. */
export async function findAdjustment(db: Reader, id: number): Promise<StoredAdjustment | undefined> {
  const { rows } = await sql<Omit<StoredAdjustment, 'reliefs'>>`
    select ${columns}, a.posted_at, j.reason as date_reason, j.id as journal_id,
      case when r.id is not null then jsonb_build_object('journal_id', r.id, 'business_date', r.business_date, 'reason', r.reason) end as reversal
    from vat_adjustments a join users u on u.id = a.posted_by left join accounts c on c.code = a.account_code
      join journals j on j.document_type = ${adjustmentDocument} and j.document_id = a.id and j.reverses_id is null
      left join journals r on r.reverses_id = j.id
    where a.id = ${id}`.execute(db);
  const [adjustment] = rows;
  return adjustment && { ...adjustment, reliefs: await findReliefs(db, id) };
}

async function findReliefs(db: Reader, id: number): Promise<VatAdjustment['reliefs']> {
  const { rows } = await sql<VatAdjustment['reliefs'][number]>`
    select l.item_id, jsonb_build_object('id', coalesce(s.id, c.id), 'name', coalesce(s.name, c.name)) as party,
      jsonb_build_object('number', i.document_number, 'link', ${documentLink(sql`i.document_type`, sql`i.document_id`)}) as document,
      l.gross_pence as gross, l.vat_pence as vat
    from vat_relief_lines l join party_items i on i.id = l.item_id left join suppliers s on s.id = i.supplier_id
      left join customers c on c.id = i.customer_id
    where l.adjustment_id = ${id} and not l.is_reversal order by l.item_id`.execute(db);
  return rows;
}
