import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import { type Pence, toPence } from '#domain/kernel/money';
import type { VatCode } from '#domain/kernel/vat';
import { type EnteredBox, sourceOfBox } from '#domain/vat-returns/nine-boxes';
import type { VatDirection, VatEntryRow, VatEntryTotals } from '#domain/vat-returns/vat-return.contract';
import { documentLink, journalWords } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  inOrder,
  isAmongWords,
  oneOf,
  pageFrom,
  pageLimit,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { isClaimWithoutNumber } from '../purchase-orders';
import { findPeriods, periodTo } from './find-periods';
import { entriesOf } from './vat-returns.queries';

export type EntryFilter = {
  readonly to?: CalendarDate | undefined;
  readonly search?: string | undefined;
  readonly box?: readonly EnteredBox[] | undefined;
  readonly direction?: readonly VatDirection[] | undefined;
  readonly vat_code?: readonly VatCode[] | undefined;
  readonly late?: 'yes' | 'no' | undefined;
  readonly vat_number?: 'missing' | undefined;
  readonly sort_by: 'tax_point';
  readonly sort_order: SortOrder;
};

/** The entries of a list, as `columns` of `e`; null if there are no periods. 404 for a day on which none ends. */
async function findSource(
  db: Reader,
  filter: EntryFilter,
  today: CalendarDate,
  columns = sql`e.id, e.tax_point`,
) {
  const periods = await findPeriods(db, today);
  const to = filter.to ?? periods.open[0]?.to ?? periods.filed.at(-1)?.to;
  if (to === undefined) return null;
  const { period, range } = periodTo(periods, to);
  return {
    from: period.from,
    entries: entriesOf(range, () => columns, conditions(filter, period.from)),
  };
}

function isInBox(box: EnteredBox): RawBuilder<unknown> {
  const { direction, part } = sourceOfBox[box];
  const counts = part === 'vat' ? sql`e.vat_pence <> 0` : sql`e.vat_code <> 'O'`;
  return sql`e.direction = ${direction} and ${counts}`;
}

function conditions(filter: EntryFilter, from: CalendarDate): RawBuilder<unknown> {
  const fits = [
    filter.box && oneOf(filter.box, isInBox),
    filter.direction && isAmongWords(sql`e.direction`, filter.direction),
    filter.vat_code && isAmongWords(sql`e.vat_code`, filter.vat_code),
    filter.late === 'yes' && sql`e.tax_point < ${from}::date`,
    filter.late === 'no' && sql`e.tax_point >= ${from}::date`,
    filter.vat_number && isClaimWithoutNumber,
    filter.search !== undefined &&
      sql`e.journal_id in (select j.id from journals j where ${journalWords} like ${containing(filter.search.toLowerCase())})`,
  ].filter(condition => condition !== undefined && condition !== false);
  return fits.length === 0 ? sql`true` : sql.join(fits, sql` and `);
}

const order = (filter: EntryFilter) => inOrder({ tax_point: sql`e.tax_point` }, filter, sql`e.id`);

type Source = NonNullable<Awaited<ReturnType<typeof findSource>>>;

/** The page is cut first, from an index alone; the rest is looked up for its rows only. */
const rowsOf = (
  { from, entries }: Source,
  filter: EntryFilter,
  limit: RawBuilder<unknown>,
) => sql<VatEntryRow>`
  select e.id, e.tax_point, e.direction, e.vat_code, e.rate_percent::text as rate, e.net_pence as net, e.vat_pence as vat,
    e.journal_id, j.narrative, j.business_date, e.tax_point < ${from}::date as is_late,
    jsonb_build_object('number', j.document_number, 'link', ${documentLink(sql`j.document_type`, sql`j.document_id`)}) as document
  from (select * from (${entries}) e ${order(filter)} ${limit}) page
    join vat_entries e on e.id = page.id join journals j on j.id = e.journal_id
  ${order(filter)}`;

export async function listVatEntries(
  db: Reader,
  query: EntryFilter & { page: number; per_page: number },
  today: CalendarDate,
) {
  const source = await findSource(db, query, today);
  if (!source) return pageFrom(query, 0, [] as VatEntryRow[]);
  return askPage(db, query, {
    rows: asked => rowsOf(source, asked, pageLimit(asked)),
    total: sql<{ total: number }>`select count(*) as total from (${source.entries}) e`,
  });
}

/** The totals of a list; those of sales and purchases are apart, because no return adds them up. */
export async function totalVatEntries(
  db: Reader,
  filter: EntryFilter,
  today: CalendarDate,
): Promise<VatEntryTotals> {
  const source = await findSource(db, filter, today, sql`e.direction, e.net_pence, e.vat_pence`);
  const nothing = { net: toPence(0), vat: toPence(0) };
  if (!source) return { output: nothing, input: nothing };
  const { rows } = await sql<{ direction: VatDirection; net: Pence; vat: Pence }>`
    select e.direction, sum(e.net_pence)::bigint as net, sum(e.vat_pence)::bigint as vat
    from (${source.entries}) e group by e.direction`.execute(db);
  const sumsOf = (direction: VatDirection) => rows.find(row => row.direction === direction) ?? nothing;
  return { output: sumsOf('output'), input: sumsOf('input') };
}

export async function* streamVatEntries(
  db: Reader,
  filter: EntryFilter,
  today: CalendarDate,
): AsyncIterable<VatEntryRow> {
  const source = await findSource(db, filter, today);
  if (source) yield* streamRows<VatEntryRow>(db, rowsOf(source, filter, sql``));
}
