import { type RawBuilder, sql } from 'kysely';
import type { EmployeeChoice, EmployeeRow } from '#domain/employees/employee.contract';
import { expiryOf } from '#domain/employees/employee-document.contract';
import type { EmployeeStatus } from '#domain/employees/employee.status';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import { maxFilterIds, type SortOrder } from '#domain/kernel/list-query';
import { findReminders } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  idsIn,
  inOrder,
  isAmong,
  isAmongWords,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { employeeRelations } from './stored-employee';

export type EmployeeFilter = {
  readonly search?: string | undefined;
  readonly status?: readonly EmployeeStatus[] | undefined;
  readonly department?: readonly string[] | undefined;
  readonly manager_id?: readonly number[] | undefined;
  readonly documents?: 'expiring' | 'expired' | 'due' | undefined;
  readonly ids?: string | undefined;
  readonly sort_by: 'name' | 'number' | 'started_on' | 'department';
  readonly sort_order: SortOrder;
};

/** The day, and how many days before expiry a document counts as expiring. */
type Watch = { readonly today: CalendarDate; readonly soonDays: number };

const watchFrom = async (db: Reader, today: CalendarDate): Promise<Watch> => ({
  today,
  soonDays: (await findReminders(db)).document_days,
});

function conditions(filter: EmployeeFilter, watch: Watch): RawBuilder<unknown> {
  const { search, status, department, manager_id, documents, ids } = filter;
  return where(
    search !== undefined && sql`e.search_text like ${containing(search.toLowerCase())}`,
    status && isAmongWords(sql`e.status`, status),
    department && isAmongWords(sql`e.department`, department),
    manager_id && isAmong(sql`e.manager_id`, manager_id),
    ids !== undefined && isAmong(sql`e.id`, idsIn(ids)),
    documents && sql`e.status <> 'left' and e.id in (${withDocuments(documents, watch)})`,
  );
}

/** Employees with documents that have expired, are expiring, or either. */
function withDocuments(documents: 'expiring' | 'expired' | 'due', { today, soonDays }: Watch) {
  const last = addDays(today, documents === 'expired' ? -1 : soonDays);
  const notBefore = documents === 'expiring' ? sql`and expires_on >= ${today}` : sql``;
  return sql`select employee_id from employee_documents where expires_on <= ${last} ${notBefore}`;
}

const order = (filter: EmployeeFilter) =>
  inOrder(
    {
      name: sql`e.name`,
      number: sql`e.number`,
      started_on: sql`e.started_on`,
      department: sql`e.department`,
    },
    filter,
    sql`e.id`,
  );

export type FoundEmployee = Omit<EmployeeRow, 'next_expiry_state'>;

/** The page is cut first; related records are then looked up for its rows only. */
const rowsOf = (filter: EmployeeFilter, watch: Watch, limit: RawBuilder<unknown>) => sql<FoundEmployee>`
  select e.id, e.number, e.name, e.job_title, e.department, ${employeeRelations}, e.status, e.started_on, e.left_on, e.email, e.phone,
    e.version
  from (select e.* from employees e ${conditions(filter, watch)} ${order(filter)} ${limit}) e ${order(filter)}`;

export async function listEmployees(
  db: Reader,
  query: EmployeeFilter & { page: number; per_page: number },
  today: CalendarDate,
) {
  const watch = await watchFrom(db, today);
  const found = await askPage(db, query, {
    rows: rowsOf(query, watch, pageLimit(query)),
    total: sql<{ total: number }>`select count(*) as total from employees e ${conditions(query, watch)}`,
  });
  const data = found.data.map(row => ({
    ...row,
    next_expiry_state: expiryOf(row.next_expiry, today, watch.soonDays),
  }));
  return { ...found, data };
}

/** The ids of all employees of a filter, in order. */
export async function findEmployeeIds(
  db: Reader,
  filter: EmployeeFilter,
  today: CalendarDate,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from employees e ${conditions(filter, await watchFrom(db, today))} ${order(filter)}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function streamEmployees(
  db: Reader,
  filter: EmployeeFilter,
  today: CalendarDate,
): Promise<AsyncIterable<FoundEmployee>> {
  return streamRows<FoundEmployee>(db, rowsOf(filter, await watchFrom(db, today), sql``));
}

const maxChoices = 20;

/** Finds employees for a form or a filter: current ones first, then by name; at most twenty, or all with the given ids. */
export async function searchEmployees(
  db: Reader,
  { text, id }: { text: string; id?: readonly number[] | undefined },
): Promise<{ data: EmployeeChoice[] }> {
  const search = text.normalize('NFC').trim().toLowerCase();
  if (search.includes('\u0000') || !search.isWellFormed()) return { data: [] };
  const condition = id ? isAmong(sql`e.id`, id) : sql`e.search_text like ${containing(search)}`;
  const { rows } = await sql<EmployeeChoice>`
    select e.id, e.name, e.job_title, e.status from employees e where ${condition}
    order by e.status = 'left', e.name, e.id limit ${sql.lit(id ? maxFilterIds : maxChoices)}`.execute(db);
  return { data: rows };
}

type Choices = { departments: string[]; users: { id: number; name: string }[] };

/** The departments in use, and active accounts without an employee. */
export async function findChoices(db: Reader): Promise<Choices> {
  const { rows } = await sql<Choices>`
    select array(select distinct department from employees where department is not null order by 1) as departments,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.name, u.id) from users u
        where u.status = 'active' and not exists (select from employees e where e.user_id = u.id and e.status <> 'left')), '[]')
        as users`.execute(db);
  return rows[0] ?? { departments: [], users: [] };
}
