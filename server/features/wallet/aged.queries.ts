import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Pence } from '#domain/kernel/money';
import type { AgedRow, AgedTotals } from '#domain/wallet/aged.contract';
import type { PartyKind } from '#domain/wallet/balance-words';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import {
  allRows,
  containing,
  countedPage,
  type CountedRow,
  idsIn,
  inOrder,
  isAmong,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';

export type AgedFilter = {
  readonly search?: string | undefined;
  readonly as_at?: CalendarDate | undefined;
  readonly party_id?: string | undefined;
  readonly ids?: string | undefined;
  readonly overdue?: 'yes' | undefined;
  readonly due_within?: string | undefined;
  readonly sort_by: 'name' | 'total';
  readonly sort_order: SortOrder;
};

/** For each kind of party: the table of its name, the side of its debt, and its control account. */
const kinds = {
  customer: { table: sql.ref('customers'), id: sql.ref('customer_id'), owed: 'debit', account: '1100' },
  supplier: { table: sql.ref('suppliers'), id: sql.ref('supplier_id'), owed: 'credit', account: '2100' },
} as const;

/**
 * Rule R6: open amounts at the end of a day by days overdue, with unallocated money and credit notes in a
 * column of their own. Starts from what is open now and adds back allocations made after that day.
 */
const aged = (kind: PartyKind, asAt: CalendarDate, dueWithin = 0) => {
  const { id, owed } = kinds[kind];
  const bucket = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(open) filter (where side = ${owed} and ${condition}), 0)::bigint`;
  return sql`(
    select ${id} as id, ${bucket(sql`days <= 0`)} as not_due, ${bucket(sql`days between 1 and 30`)} as days_30,
      ${bucket(sql`days between 31 and 60`)} as days_60, ${bucket(sql`days between 61 and 90`)} as days_90,
      ${bucket(sql`days > 90`)} as over_90, ${bucket(sql`days >= ${-dueWithin}`)} as near, coalesce(-sum(open) filter (where side <> ${owed}), 0)::bigint as unallocated,
      sum(case side when ${owed} then open else -open end)::bigint as total
    from (
      select i.${id}, i.side, i.amount_pence - i.allocated_pence + coalesce(later.amount, 0) as open,
        ${asAt}::date - coalesce(i.due_on, i.business_date) as days
      from party_items i left join (
        -- Both sides as one lateral list would let the planner expect two items, and compare each with every item.
        select item_id, sum(amount_pence) as amount from (
          select debit_item_id as item_id, amount_pence from allocations where business_date > ${asAt}
          union all select credit_item_id, amount_pence from allocations where business_date > ${asAt}
        ) sides group by item_id
      ) later on later.item_id = i.id
      where i.${id} is not null and i.business_date <= ${asAt} and (i.allocated_pence < i.amount_pence or later.item_id is not null)
    ) items
    where open <> 0 group by ${id})`;
};

const conditions = (filter: AgedFilter, more?: RawBuilder<unknown>) =>
  where(
    more,
    filter.search !== undefined && sql`p.search_text like ${containing(filter.search.toLowerCase())}`,
    filter.party_id !== undefined && sql`p.id = ${Number(filter.party_id)}`,
    filter.ids !== undefined && isAmong(sql`p.id`, idsIn(filter.ids)),
    filter.overdue && sql`aged.days_30 + aged.days_60 + aged.days_90 + aged.over_90 > 0`,
    filter.due_within !== undefined && sql`aged.near > 0`,
  );
const order = (filter: AgedFilter) =>
  inOrder({ name: sql`p.name`, total: sql`aged.total` }, filter, sql`p.id`);

const columns = sql`p.id, p.name, p.email,
  aged.not_due, aged.days_30, aged.days_60, aged.days_90, aged.over_90, aged.unallocated, aged.total`;
const parties = (kind: PartyKind, filter: AgedFilter, asAt: CalendarDate) => sql`
  from ${aged(kind, asAt, Number(filter.due_within ?? 0))} aged join ${kinds[kind].table} p on p.id = aged.id
  ${conditions(filter)} ${order(filter)}`;

export const listAged = (
  db: Reader,
  kind: PartyKind,
  query: AgedFilter & { page: number; per_page: number },
  today: CalendarDate,
) =>
  countedPage(query, async limit => {
    const { rows } = await sql<CountedRow<AgedRow>>`
      select ${columns}, ${allRows} ${parties(kind, query, query.as_at ?? today)} ${limit}`.execute(db);
    return rows;
  });

export const streamAged = (
  db: Reader,
  kind: PartyKind,
  filter: AgedFilter,
  today: CalendarDate,
): AsyncIterable<AgedRow> =>
  streamRows(db, sql<AgedRow>`select ${columns} ${parties(kind, filter, filter.as_at ?? today)}`);

/** The ids of all parties of a filter, in its order. */
export async function findAgedIds(
  db: Reader,
  kind: PartyKind,
  filter: AgedFilter,
  today: CalendarDate,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id ${parties(kind, filter, filter.as_at ?? today)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Parties who owe and parties in credit are never netted (rule W8). */
const agedSums = sql`coalesce(sum(total) filter (where total > 0), 0)::bigint as owed,
  coalesce(sum(days_30 + days_60 + days_90 + over_90), 0)::bigint as overdue,
  coalesce(-sum(total) filter (where total < 0), 0)::bigint as credit`;

const ages = ['not_due', 'days_30', 'days_60', 'days_90', 'over_90', 'unallocated', 'total'] as const;
const sumOf = (age: (typeof ages)[number], of = sql``) =>
  sql`coalesce(sum(${sql.ref(age)}) ${of}, 0)::bigint`;

/** The totals of a kind, and those of a list of it, with the balance of its control account (rule R6). */
export async function findAgedTotals(
  db: Reader,
  kind: PartyKind,
  filter: AgedFilter,
  today: CalendarDate,
): Promise<AgedTotals> {
  const { table, owed, account } = kinds[kind];
  const { as_at: asAt = today, due_within: dueWithin } = filter;
  // What is near includes what is overdue.
  const dueSoon = sql`coalesce(sum(near - days_30 - days_60 - days_90 - over_90), 0)::bigint as due_soon,`;
  const listed = ages.map(age => sql`${sql.lit(age)}, ${sumOf(age, sql`filter (where is_listed)`)}`);
  const { rows } = await sql<AgedTotals>`
    select ${sql.join(ages.map(age => sql`${sumOf(age)} as ${sql.ref(age)}`))}, ${agedSums},
      jsonb_build_object(${sql.join(listed)}) as listed, ${dueWithin === undefined ? sql`` : dueSoon}
      (select coalesce(sum(case ${owed} when 'debit' then debit_pence - credit_pence else credit_pence - debit_pence end), 0)::bigint
        from ledger_by_day where account_code = ${account} and business_date <= ${asAt}) as account
    from (select aged.*, exists (select from ${table} p ${conditions(filter, sql`p.id = aged.id`)}) as is_listed
      from ${aged(kind, asAt, Number(dueWithin ?? 0))} aged) aged`.execute(db);
  return onlyRow(rows);
}

/** The totals of a kind at the end of a day: owed, overdue, and unallocated. */
export async function findAgedTotal(db: Reader, kind: PartyKind, asAt: CalendarDate) {
  const { rows } = await sql<{ owed: Pence; overdue: Pence; credit: Pence }>`
    select ${agedSums} from ${aged(kind, asAt)} aged`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A sum has one row');
  return row;
}
