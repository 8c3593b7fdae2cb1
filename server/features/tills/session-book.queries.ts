import { type RawBuilder, sql } from 'kysely';
import { hasPermission } from '#domain/kernel/access';
import type { SortOrder } from '#domain/kernel/list-query';
import type { TillCashRow, TillEventRow } from '#domain/tills/till.contract';
import type { TillCashKind } from '#domain/tills/till-cash-kind';
import type { TillEventKind, TillSessionStatus } from '#domain/tills/till-state';
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
import { canMoveCash, canReverseCash, mayReverseCash } from './till.rules';

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

/** A movement as listed, and what its reversal depends on. */
type StoredCash = Omit<TillCashRow, 'can'> & {
  readonly recorded_by_id: number;
  readonly status: TillSessionStatus;
  readonly register_name: string;
};

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
  const rows = (limit: RawBuilder<unknown>) => sql<StoredCash>`
    select c.id, c.kind, c.amount_pence as amount, ${journal} as journal_id, c.reason, u.name as recorded_by, c.recorded_at,
      c.recorded_by as recorded_by_id, s.status, g.name as register_name, c.reverses_id,
      exists (select from till_cash r where r.reverses_id = c.id) as is_reversed,
      (select string_agg(a.name, ', ' order by a.name) from document_approvals d join users a on a.id = d.approved_by
        where d.document_type = 'till_cash' and d.document_id = c.id) as approved_by,
      jsonb_build_object('type', c.document_type, 'id', c.document_id, 'number', c.document_number) as document
    from till_cash c join users u on u.id = c.recorded_by join till_sessions s on s.id = c.session_id
      join registers g on g.id = s.register_id ${chosen} ${ordered} ${limit}`;
  return { chosen, rows };
}

export async function listTillCash(db: Reader, id: number, query: CashFilter & Paging, actor: Actor) {
  const { chosen, rows } = await cashOf(db, id, query, actor);
  const page = await askPage(db, query, {
    rows: rows(pageLimit(query)),
    total: sql<{ total: number }>`select count(*) as total from till_cash c ${chosen}`,
  });
  return { ...page, data: page.data.map(row => withReversal(row, actor)) };
}

function withReversal(stored: StoredCash, actor: Actor): TillCashRow {
  const { recorded_by_id, status, register_name, ...row } = stored;
  const cash = { ...row, recorded_by_id, document_type: row.document.type };
  const session = { status, register_name };
  const reversible = canReverseCash(cash);
  const allowed = reversible.allowed ? mayReverseCash(cash, session, actor) : reversible;
  // After closing, another drawer is chosen.
  const reverse = allowed.allowed && status !== 'closed' ? canMoveCash(session) : allowed;
  return { ...row, can: { reverse } };
}

export async function streamTillCash(
  db: Reader,
  id: number,
  filter: CashFilter,
  actor: Actor,
): Promise<AsyncIterable<Omit<TillCashRow, 'can'>>> {
  const { rows } = await cashOf(db, id, filter, actor);
  return streamRows<StoredCash>(db, rows(sql``));
}

const eventsOf = (id: number, filter: EventFilter) =>
  where(
    sql`e.session_id = ${id}`,
    filter.kind && isAmongWords(sql`e.kind`, filter.kind),
    filter.search !== undefined && sql`e.note ilike ${containing(filter.search)}`,
  );

const eventRows = (id: number, filter: EventFilter, limit: RawBuilder<unknown>) => sql<TillEventRow>`
  select e.id, e.kind, e.amount_pence as amount, e.note,
    case when s.id is null then u.name else u.name || ' (sent by ' || s.name || ')' end as recorded_by, e.recorded_at
  from till_events e join users u on u.id = e.recorded_by left join users s on s.id = e.sent_by ${eventsOf(id, filter)}
  ${inOrder({ id: sql`e.id` }, filter, sql`e.id`)} ${limit}`;

export async function listTillEvents(db: Reader, id: number, query: EventFilter & Paging) {
  return askPage(db, query, {
    rows: eventRows(id, query, pageLimit(query)),
    total: sql<{ total: number }>`select count(*) as total from till_events e ${eventsOf(id, query)}`,
  });
}

export const streamTillEvents = (db: Reader, id: number, filter: EventFilter): AsyncIterable<TillEventRow> =>
  streamRows<TillEventRow>(db, eventRows(id, filter, sql``));
