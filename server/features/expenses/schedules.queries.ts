import { type RawBuilder, sql } from 'kysely';
import type { ScheduleStatus } from '#domain/expenses/expense-schedule';
import type { ExpenseSchedule } from '#domain/expenses/expense-schedule.contract';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Reader } from '../../platform/database/open-database';
import { askPage, containing, inOrder, oneOf, pageLimit, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ensureFound } from '../../platform/http/refusal';

export type ScheduleFilter = {
  readonly search?: string | undefined;
  readonly status?: readonly ScheduleStatus[] | undefined;
  readonly sort_by: 'next_on' | 'description' | 'gross';
  readonly sort_order: SortOrder;
};

const isIn: Readonly<Record<ScheduleStatus, RawBuilder<unknown>>> = {
  active: sql`s.next_on is not null`,
  paused: sql`s.is_paused`,
  ended: sql`(s.next_on is null and not s.is_paused)`,
};

const conditions = (filter: ScheduleFilter): RawBuilder<unknown> =>
  where(
    filter.search !== undefined && sql`e.search_text like ${containing(filter.search.toLowerCase())}`,
    filter.status && oneOf(filter.status, status => isIn[status]),
  );

const order = (filter: ScheduleFilter) =>
  inOrder(
    { next_on: sql`s.next_on`, description: sql`e.description`, gross: sql`e.gross_pence` },
    filter,
    sql`s.id`,
  );

/** `which` chooses schedules `s` with their expenses `e`, and `ordered` puts the chosen ones in order. */
const rows = (which: RawBuilder<unknown>, ordered: RawBuilder<unknown> = sql``) => sql<ExpenseSchedule>`
  select s.id, jsonb_build_object('id', e.id, 'number', e.number, 'is_cancelled', e.status = 'cancelled') as expense, e.description,
    case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end as supplier, e.gross_pence as gross,
    s.every, s.interval_count, s.first_on, s.ends_on, s.next_on, s.version, jsonb_build_object('name', u.name) as creator,
    case when s.is_paused then 'paused' when s.next_on is null then 'ended' else 'active' end as status,
    (select count(*) from expenses where schedule_id = s.id) as made
  from (select s.* from expense_schedules s join expenses e on e.id = s.expense_id ${which}) s
    join expenses e on e.id = s.expense_id join users u on u.id = s.created_by
    left join suppliers p on p.id = e.supplier_id
  ${ordered}`;

export async function listSchedules(db: Reader, query: ScheduleFilter & { page: number; per_page: number }) {
  return askPage(db, query, {
    rows: rows(sql`${conditions(query)} ${order(query)} ${pageLimit(query)}`, order(query)),
    total: sql<{ total: number }>`
      select count(*) as total from expense_schedules s join expenses e on e.id = s.expense_id ${conditions(query)}`,
  });
}

export const streamSchedules = (db: Reader, filter: ScheduleFilter): AsyncIterable<ExpenseSchedule> =>
  streamRows<ExpenseSchedule>(db, rows(conditions(filter), order(filter)));

export async function getSchedule(db: Reader, id: number): Promise<ExpenseSchedule> {
  const { rows: one } = await rows(sql`where s.id = ${id}`).execute(db);
  return ensureFound(one[0], 'Recurring expense');
}

/** The schedule of an expense: its own, the one that began with it, or the one that created it. */
export async function findScheduleOf(
  db: Reader,
  expenseId: number,
): Promise<{ schedule: ExpenseSchedule; isBasis: boolean } | null> {
  const own = sql`where s.expense_id = ${expenseId} or s.first_expense_id = ${expenseId}
    or s.id = (select schedule_id from expenses where id = ${expenseId})`;
  const { rows: found } = await sql<ExpenseSchedule>`${preparedStatement} ${rows(own)}`.execute(db);
  const [schedule] = found;
  return schedule ? { schedule, isBasis: schedule.expense.id === expenseId } : null;
}
