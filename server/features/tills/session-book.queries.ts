import { type RawBuilder, sql } from 'kysely';
import { hasPermission } from '#domain/kernel/access';
import type { SortOrder } from '#domain/kernel/list-query';
import type { TillCashRow, TillEventRow } from '#domain/tills/till.contract';
import type { TillCashKind } from '#domain/tills/till-cash-kind';
import type { TillEventKind } from '#domain/tills/till-state';
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
import type { Actor } from '../../platform/http/actor';
import { isBlindFor } from './get-session';

type CashFilter = {
  readonly search?: string | undefined;
  readonly kind?: readonly TillCashKind[] | undefined;
  readonly sort_by: 'id' | 'amount';
  readonly sort_order: SortOrder;
};
type EventFilter = {
  readonly search?: string | undefined;
  readonly kind?: readonly TillEventKind[] | undefined;
  readonly sort_by: 'id';
  readonly sort_order: SortOrder;
};
type Paging = { readonly page: number; readonly per_page: number };

/** The cash movements this user may see: only manual ones during a blind count. */
async function cashOf(db: Reader, id: number, filter: CashFilter, actor: Actor) {
  const isBlind = await isBlindFor(db, id, actor);
  const journal = hasPermission(actor, 'view_ledger') ? sql`c.journal_id` : sql`null::bigint`;
  const chosen = where(
    sql`c.session_id = ${id}`,
    isBlind && sql`c.kind in ('float', 'paid_in', 'paid_out', 'drop')`,
    filter.kind && isAmongWords(sql`c.kind`, filter.kind),
    filter.search !== undefined &&
      sql`concat_ws(' ', c.document_number, c.reason) ilike ${containing(filter.search)}`,
  );
  const ordered = inOrder({ id: sql`c.id`, amount: sql`c.amount_pence` }, filter, sql`c.id`);
  const rows = (limit: RawBuilder<unknown>) => sql<TillCashRow>`
    select c.id, c.kind, c.amount_pence as amount, ${journal} as journal_id, c.reason, u.name as recorded_by, c.recorded_at,
      (select string_agg(a.name, ', ' order by a.name) from document_approvals d join users a on a.id = d.approved_by
        where d.document_type = 'till_cash' and d.document_id = c.id) as approved_by,
      jsonb_build_object('type', c.document_type, 'id', c.document_id, 'number', c.document_number) as document
    from till_cash c join users u on u.id = c.recorded_by ${chosen} ${ordered} ${limit}`;
  return { chosen, rows };
}

export async function listTillCash(db: Reader, id: number, query: CashFilter & Paging, actor: Actor) {
  const { chosen, rows } = await cashOf(db, id, query, actor);
  return askPage(db, query, {
    rows: rows(pageLimit(query)),
    total: sql<{ total: number }>`select count(*) as total from till_cash c ${chosen}`,
  });
}

export async function streamTillCash(
  db: Reader,
  id: number,
  filter: CashFilter,
  actor: Actor,
): Promise<AsyncIterable<TillCashRow>> {
  const { rows } = await cashOf(db, id, filter, actor);
  return streamRows<TillCashRow>(db, rows(sql``));
}

const eventsOf = (id: number, filter: EventFilter) =>
  where(
    sql`e.session_id = ${id}`,
    filter.kind && isAmongWords(sql`e.kind`, filter.kind),
    filter.search !== undefined && sql`e.note ilike ${containing(filter.search)}`,
  );

const eventRows = (id: number, filter: EventFilter, limit: RawBuilder<unknown>) => sql<TillEventRow>`
  select e.id, e.kind, e.amount_pence as amount, e.note, u.name as recorded_by, e.recorded_at
  from till_events e join users u on u.id = e.recorded_by ${eventsOf(id, filter)}
  ${inOrder({ id: sql`e.id` }, filter, sql`e.id`)} ${limit}`;

export async function listTillEvents(db: Reader, id: number, query: EventFilter & Paging) {
  return askPage(db, query, {
    rows: eventRows(id, query, pageLimit(query)),
    total: sql<{ total: number }>`select count(*) as total from till_events e ${eventsOf(id, query)}`,
  });
}

export const streamTillEvents = (db: Reader, id: number, filter: EventFilter): AsyncIterable<TillEventRow> =>
  streamRows<TillEventRow>(db, eventRows(id, filter, sql``));
