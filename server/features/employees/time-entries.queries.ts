import { type RawBuilder, sql } from 'kysely';
import type { TimeEntry } from '#domain/employees/time-entry.contract';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Reader } from '../../platform/database/open-database';
import { askPage, containing, inOrder, isAmong, pageLimit, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';

export type TimeFilter = {
  readonly search?: string | undefined;
  readonly employee_id?: readonly number[] | undefined;
  readonly state?: 'open' | 'corrected' | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly sort_by: 'business_date' | 'name';
  readonly sort_order: SortOrder;
};

const minutes = sql`floor(extract(epoch from t.clocked_out_at - t.clocked_in_at) / 60)::integer`;

const columns = sql`t.id, jsonb_build_object('id', e.id, 'number', e.number, 'name', e.name) as employee, t.business_date,
  t.clocked_in_at, t.clocked_out_at, ${minutes} as minutes, u.name as corrected_by, t.corrected_at, t.correction_reason, t.version`;
const tables = sql`time_entries t join employees e on e.id = t.employee_id left join users u on u.id = t.corrected_by`;

const conditions = ({ search, employee_id, state, from, to }: TimeFilter): RawBuilder<unknown> =>
  where(
    search !== undefined &&
      sql`t.employee_id in (select id from employees where search_text like ${containing(search.toLowerCase())})`,
    employee_id && isAmong(sql`t.employee_id`, employee_id),
    state === 'open' && sql`t.clocked_out_at is null`,
    state === 'corrected' && sql`t.corrected_at is not null`,
    from !== undefined && sql`t.business_date >= ${from}`,
    to !== undefined && sql`t.business_date <= ${to}`,
  );

const order = (filter: TimeFilter) =>
  inOrder({ business_date: sql`t.business_date`, name: sql`e.name` }, filter, sql`t.id`);

type Row = Omit<TimeEntry, 'corrected'> & {
  readonly corrected_by: string | null;
  readonly corrected_at: Date | null;
  readonly correction_reason: string | null;
};

const entryOf = ({ corrected_by, corrected_at, correction_reason, ...entry }: Row): TimeEntry => ({
  ...entry,
  corrected:
    corrected_at === null
      ? null
      : { by: corrected_by ?? '', at: corrected_at, reason: correction_reason ?? '' },
});

export async function listTimeEntries(db: Reader, query: TimeFilter & { page: number; per_page: number }) {
  const found = await askPage(db, query, {
    rows: asked =>
      sql<Row>`select ${columns} from ${tables} ${conditions(asked)} ${order(asked)} ${pageLimit(asked)}`,
    total: sql<{ total: number }>`select count(*) as total from time_entries t ${conditions(query)}`,
  });
  return { ...found, data: found.data.map(entryOf) };
}

/** Every entry that matches the filter, in order, in batches. */
export async function* streamTimeEntries(db: Reader, filter: TimeFilter): AsyncIterable<TimeEntry> {
  const rows = streamRows<Row>(
    db,
    sql`select ${columns} from ${tables} ${conditions(filter)} ${order(filter)}`,
  );
  for await (const row of rows) yield entryOf(row);
}

/** The total hours of a list; open entries count as zero. */
export async function totalOfTime(
  db: Reader,
  filter: TimeFilter,
): Promise<{ entries: number; minutes: number }> {
  const { rows } = await sql<{ entries: number; minutes: number }>`
    select count(*) as entries, coalesce(sum(${minutes}), 0)::bigint as minutes from time_entries t ${conditions(filter)}`.execute(
    db,
  );
  return rows[0] ?? { entries: 0, minutes: 0 };
}

export async function findTimeEntry(db: Reader, id: number): Promise<TimeEntry | undefined> {
  const { rows } = await sql<Row>`select ${columns} from ${tables} where t.id = ${id}`.execute(db);
  return rows[0] && entryOf(rows[0]);
}
