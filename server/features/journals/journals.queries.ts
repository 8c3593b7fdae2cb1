import { type RawBuilder, sql } from 'kysely';
import type { JournalKind } from '#domain/accounting/journal-kind';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Pence } from '#domain/kernel/money';
import type { JournalDetail, JournalRow } from '#domain/journals/journal.contract';
import {
  documentLink,
  hasWords,
  isShown,
  isWithinOtherWages,
  journalAmount,
  lineAmount,
  orWages,
  type Wages,
  wagesWords,
} from '../../kernel/ledger';
import { rowsIn } from '../../kernel/row-counts';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  inOrder,
  isAmongWords,
  isUnfiltered,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';

export type JournalFilter = Wages & {
  readonly search?: string | undefined;
  readonly kind?: readonly JournalKind[] | undefined;
  readonly account?: readonly string[] | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly sort_by: 'business_date' | 'id';
  readonly sort_order: SortOrder;
};

const conditions = (filter: JournalFilter, more?: RawBuilder<unknown>): RawBuilder<unknown> =>
  where(
    filter.search !== undefined && hasWords(filter.search, filter),
    filter.kind && isAmongWords(sql`j.kind`, filter.kind),
    filter.account &&
      sql`exists (select from journal_lines l where l.journal_id = j.id and ${isAmongWords(sql`l.account_code`, filter.account)})`,
    filter.from !== undefined && sql`j.business_date >= ${filter.from}`,
    filter.to !== undefined && sql`j.business_date <= ${filter.to}`,
    more,
  );

const order = (filter: JournalFilter) =>
  inOrder({ business_date: sql`j.business_date`, id: sql`j.id` }, filter, sql`j.id`);

const columns = (wages: Wages) => sql`j.id, j.business_date, j.kind,
  ${orWages(wages, sql`j.narrative`, wagesWords)} as narrative,
  jsonb_build_object('number', ${orWages(wages, sql`j.document_number`, sql`null`)},
    'link', ${documentLink(sql`j.document_type`, sql`j.document_id`)}) as document,
  ${journalAmount(wages)} as amount, u.name as posted_by,
  ${orWages(wages, sql`exists (select from journals r where r.reverses_id = j.id)`, sql`false`)} as is_reversed`;

const rowsOf = (filter: JournalFilter, limit: RawBuilder<unknown>) => sql<JournalRow>`
  select ${columns(filter)}
  from (select * from journals j ${conditions(filter, isShown(filter))} ${order(filter)} ${limit}) j
  join users u on u.id = j.posted_by ${order(filter)}`;

function totalOf({ foldsWages, ...filter }: JournalFilter): RawBuilder<unknown> {
  const wages: Wages = foldsWages ? { foldsWages } : {};
  const matching = { ...filter, ...wages };
  const all = isUnfiltered(filter)
    ? rowsIn('journals')
    : sql`(select count(*) from journals j ${conditions(matching)})`;
  if (!foldsWages) return all;
  return sql`${all} - (select count(*) from journals j ${conditions(matching, isWithinOtherWages)})`;
}

export async function listJournals(db: Reader, query: JournalFilter & { page: number; per_page: number }) {
  return askPage(db, query, {
    rows: asked => rowsOf(asked, pageLimit(asked)),
    total: sql<{ total: number }>`select ${totalOf(query)} as total`,
  });
}

/**
 * The amounts of a list. Wages shown as one journal have the amounts of all of theirs, so these are added up as posted
 * (decision 180).
 */
export async function totalJournals(db: Reader, filter: JournalFilter): Promise<{ amount: Pence }> {
  const { search, kind, account, from, to } = filter;
  // The sums of days know nothing but the day.
  const isOfDays = search === undefined && kind === undefined && account === undefined;
  const { rows } = await sql<{ amount: Pence }>`
    select coalesce(sum(debit_pence), 0)::bigint as amount from ${
      isOfDays
        ? sql`ledger_by_day ${where(
            from !== undefined && sql`business_date >= ${from}`,
            to !== undefined && sql`business_date <= ${to}`,
          )}`
        : sql`journals j join journal_lines d on d.journal_id = j.id ${conditions(filter)}`
    }`.execute(db);
  return onlyRow(rows);
}

export const streamJournals = (db: Reader, filter: JournalFilter): AsyncIterable<JournalRow> =>
  streamRows<JournalRow>(db, rowsOf(filter, sql``));

export type StoredJournal = Omit<JournalDetail, 'can_reverse' | 'reversal_date'> & {
  readonly document_type: string;
};

/** A journal with its lines; of folded wages, the first of their journals stands for them all. */
export async function findJournal(
  db: Reader,
  id: number,
  wages: Wages = {},
): Promise<StoredJournal | undefined> {
  const { rows } = await sql<Omit<StoredJournal, 'lines'>>`
    select ${columns(wages)}, j.posted_at, ${orWages(wages, sql`j.reason`, sql`null`)} as reason, j.document_type,
      ${orWages(wages, sql`j.reverses_id`, sql`null`)} as reverses_id,
      ${orWages(wages, sql`(select r.id from journals r where r.reverses_id = j.id)`, sql`null`)} as reversed_by_id
    from journals j join users u on u.id = j.posted_by ${where(sql`j.id = ${id}`, isShown(wages))}`.execute(
    db,
  );
  const [journal] = rows;
  if (!journal) return undefined;
  const { rows: lines } = await sql<StoredJournal['lines'][number]>`
    select l.line_number, jsonb_build_object('code', a.code, 'name', a.name) as account,
      case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as supplier,
      case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as customer,
      ${lineAmount(wages, 'debit')} as debit, ${lineAmount(wages, 'credit')} as credit, l.vat_code, l.description
    from journal_lines l join journals j on j.id = l.journal_id join accounts a on a.code = l.account_code
      left join suppliers s on s.id = l.supplier_id left join customers c on c.id = l.customer_id
    where l.journal_id = ${id} order by l.line_number`.execute(db);
  return { ...journal, lines };
}
