import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import type { SessionTotals } from '#domain/tills/session-totals.contract';
import type { TillSessionRow } from '#domain/tills/till.contract';
import type { TillSessionStatus } from '#domain/tills/till-state';
import { findSellingSettings, hidesCash } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import { askPage, inOrder, isAmong, isAmongWords, pageLimit, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import type { Actor } from '../../platform/http/actor';

export type SessionFilter = {
  readonly search?: string | undefined;
  readonly status?: readonly TillSessionStatus[] | undefined;
  readonly register_id?: readonly number[] | undefined;
  readonly approval?: 'waiting' | 'approved' | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly sort_by: 'opened_at' | 'id';
  readonly sort_order: SortOrder;
};

const conditions = (filter: SessionFilter): RawBuilder<unknown> =>
  where(
    // A Z number as printed, ignoring case: Z-T1-00042.
    filter.search !== undefined &&
      sql`(s.register_id, s.z_number) in (select r.id, nullif(substring(${filter.search} from '([0-9]{1,9})$'), '')::integer
        from registers r where upper(${filter.search}) like 'Z-' || r.code || '-%')`,
    filter.status && isAmongWords(sql`s.status`, filter.status),
    filter.register_id && isAmong(sql`s.register_id`, filter.register_id),
    filter.approval === 'waiting' && sql`s.needs_approval and s.approved_at is null`,
    filter.approval === 'approved' && sql`s.approved_at is not null`,
    filter.from !== undefined && sql`s.business_date >= ${filter.from}`,
    filter.to !== undefined && sql`s.business_date <= ${filter.to}`,
  );

const order = (filter: SessionFilter) =>
  inOrder({ opened_at: sql`s.opened_at`, id: sql`s.id` }, filter, sql`s.id`);

/** The sales and refunds of an open session. A closed one has them in its report. */
const takings = sql`case when s.status = 'closed'
    then coalesce(((s.z_report #>> '{sales,gross}')::numeric - (s.z_report #>> '{refunds,gross}')::numeric) * 100, 0)::bigint
    else ((select coalesce(sum(gross_pence), 0) from sales where session_id = s.id)
      - (select coalesce(sum(gross_pence), 0) from credit_notes where session_id = s.id))::bigint end`;

const expected = sql`coalesce(s.expected_pence,
  (select coalesce(sum(amount_pence), 0) from till_cash where session_id = s.id))::bigint`;

/** The columns of a session row; `s` is the session. */
export const rowColumns = sql`s.id, jsonb_build_object('id', r.id, 'code', r.code, 'name', r.name) as register, s.status,
  s.late_of_id is not null as is_late, s.business_date, o.name as opened_by, s.opened_at, c.name as closed_by, s.closed_at,
  'Z-' || r.code || '-' || lpad(s.z_number::text, greatest(5, length(s.z_number::text)), '0') as z_number,
  s.opening_float_pence as float, ${takings} as takings, ${expected} as expected, s.counted_pence as counted,
  case when s.approved_at is not null then 'approved' when s.needs_approval then 'waiting' else 'none' end as approval,
  s.counting_by`;
export const rowTables = sql`join registers r on r.id = s.register_id join users o on o.id = s.opened_by
  left join users c on c.id = s.closed_by`;

export type StoredRow = Omit<TillSessionRow, 'takings' | 'expected' | 'difference'> & {
  readonly takings: Pence;
  readonly expected: Pence;
  readonly counting_by: number | null;
};

/** A row as this user may see it. */
export const rowFor =
  (isBlind: boolean, actor: Actor) =>
  ({ counting_by, ...row }: StoredRow): TillSessionRow => {
    const state = { status: row.status, counted: row.counted, counting_by };
    return hidesCash(state, isBlind, actor)
      ? { ...row, takings: null, expected: null, difference: null }
      : { ...row, difference: row.counted === null ? null : ((row.counted - row.expected) as Pence) };
  };

const rowsOf = (filter: SessionFilter, limit: RawBuilder<unknown>) => sql<StoredRow>`
  select ${rowColumns}
  from (select * from till_sessions s ${conditions(filter)} ${order(filter)} ${limit}) s ${rowTables} ${order(filter)}`;

export async function listSessions(
  db: Reader,
  query: SessionFilter & { page: number; per_page: number },
  actor: Actor,
) {
  const [found, { blind_count }] = await Promise.all([
    askPage(db, query, {
      rows: rowsOf(query, pageLimit(query)),
      total: sql<{ total: number }>`select count(*) as total from till_sessions s ${conditions(query)}`,
    }),
    findSellingSettings(db),
  ]);
  return { ...found, data: found.data.map(rowFor(blind_count, actor)) };
}

type StoredSums = Pick<StoredRow, 'status' | 'takings' | 'expected' | 'counted' | 'counting_by'>;

/**
 * The totals of what the list shows to this user. Sessions are added up by what decides whether their expected cash is
 * hidden, and hidden sums are in no total (decision 191).
 */
export async function totalSessions(db: Reader, filter: SessionFilter, actor: Actor): Promise<SessionTotals> {
  const { rows } = await sql<StoredSums>`
    select status, counting_by, sum(takings)::bigint as takings, sum(expected)::bigint as expected, sum(counted)::bigint as counted
    from (select s.status, s.counting_by, ${takings} as takings, ${expected} as expected, s.counted_pence as counted
      from till_sessions s ${conditions(filter)}) sessions
    group by status, counting_by, counted is null`.execute(db);
  const { blind_count } = await findSellingSettings(db);
  const shown = rows.filter(row => !hidesCash(row, blind_count, actor));
  return {
    takings: sumOfKnown(shown.map(row => row.takings)),
    expected: sumOfKnown(shown.map(row => row.expected)),
    counted: sumOfKnown(rows.map(({ counted }) => counted)),
    difference: sumOfKnown(
      shown.map(row => (row.counted === null ? null : toPence(row.counted - row.expected))),
    ),
  };
}

function sumOfKnown(figures: readonly (Pence | null)[]): Pence | null {
  const known = figures.filter(figure => figure !== null);
  return known.length === 0 ? null : sum(known);
}

export async function* streamSessions(
  db: Reader,
  filter: SessionFilter,
  actor: Actor,
): AsyncIterable<TillSessionRow> {
  const { blind_count } = await findSellingSettings(db);
  const shown = rowFor(blind_count, actor);
  for await (const row of streamRows<StoredRow>(db, rowsOf(filter, sql``))) yield shown(row);
}
