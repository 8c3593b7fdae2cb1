import { type RawBuilder, sql } from 'kysely';
import { countryName } from '#domain/countries/country';
import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { quantityFromText, toQuantity } from '#domain/kernel/quantity';
import { averageSale } from '#domain/reports/average-sale';
import { namePeriod, type Period } from '#domain/kernel/period';
import { weekWithin } from '#domain/kernel/steps';
import type {
  SalesFigures,
  SalesGroup,
  SalesRow,
  SalesSummary,
} from '#domain/reports/sales-summary.contract';
import { tendersExcludeVoids } from '#domain/reports/tenders-without-voids';
import type { Reader } from '../../platform/database/open-database';
import {
  notesIn,
  isNoteValid,
  noteTables,
  salesIn,
  saleTables,
  type SalesFilter,
  isSaleValid,
  voided,
} from './sales-documents';

type Key = { readonly sale: RawBuilder<unknown>; readonly note: RawBuilder<unknown> };

/** Weeks begin on Monday, in SQL as elsewhere. */
const weekBegins = (day: RawBuilder<unknown>) => sql`date_trunc('week', ${day}::timestamp)::date::text`;

/** The group of a document, as text. Categories are counted by line, see `partsByLine`. */
const keys: Readonly<Record<Exclude<SalesGroup, 'category'> | 'all', Key>> = {
  day: { sale: sql`s.business_date::text`, note: sql`n.business_date::text` },
  week: { sale: weekBegins(sql`s.business_date`), note: weekBegins(sql`n.business_date`) },
  month: { sale: sql`left(s.business_date::text, 7)`, note: sql`left(n.business_date::text, 7)` },
  cashier: { sale: sql`s.sold_by::text`, note: sql`n.refunded_by::text` },
  register: {
    sale: sql`coalesce(t.register_id::text, 'none')`,
    note: sql`coalesce(t.register_id::text, 'none')`,
  },
  country: {
    sale: sql`s.delivery_country::text`,
    note: sql`coalesce(s.delivery_country::text, 'none')`,
  },
  all: { sale: sql`''::text`, note: sql`''::text` },
};

const columns = sql`key, transactions, gross, vat, net, discounts, refunds_gross, refunds_vat, refunds_net, units`;

/** Rule R2, document by document. Each keeps the units of its lines, which are three times as many (decision 216). */
const partsByDocument = ({ sale, note }: Key, period: Period, filter: SalesFilter) => sql`
  select ${sale}, count(*), sum(s.gross_pence), sum(s.vat_pence), sum(s.net_pence),
    sum(s.line_discount_pence + s.cart_discount_pence), 0::numeric, 0::numeric, 0::numeric, sum(s.units)
  from ${saleTables} where ${salesIn(period, filter, isSaleValid)} group by 1
  union all
  select ${note}, 0, 0, 0, 0, 0, sum(n.gross_pence), sum(n.vat_pence), sum(n.net_pence), -sum(n.units)
  from ${noteTables} where ${notesIn(period, filter, isNoteValid)} group by 1`;

/**
 * The same by line: a sale in two categories is a transaction of each. Grouped by number, because counting the sales sorts
 * the lines, and texts sort by the rules of a language.
 */
const partsByLine = (period: Period, filter: SalesFilter) => sql`
  select coalesce(p.category_id::text, 'none'), count(distinct s.id), sum(l.gross_pence), sum(l.vat_pence), sum(l.net_pence),
    sum(l.line_discount_pence + l.cart_discount_pence), 0::numeric, 0::numeric, 0::numeric, sum(l.quantity)
  from ${saleTables} join sale_lines l on l.sale_id = s.id join products p on p.id = l.product_id
  where ${salesIn(period, filter, isSaleValid)} group by p.category_id
  union all
  select coalesce(p.category_id::text, 'none'), 0, 0, 0, 0, 0, sum(c.gross_pence), sum(c.vat_pence), sum(c.net_pence), -sum(c.quantity)
  from ${noteTables} join credit_note_lines c on c.credit_note_id = n.id
    left join sale_lines l on l.sale_id = c.sale_id and l.line_number = c.sale_line_number
    join products p on p.id = coalesce(l.product_id, c.product_id)
  where ${notesIn(period, filter, isNoteValid)} group by p.category_id`;

type Sums = Omit<SalesFigures, 'net_takings' | 'net_revenue' | 'average' | 'units'> & {
  key: string;
  units: string;
};

const partsOf = (group: SalesGroup | 'all', period: Period, filter: SalesFilter) =>
  group === 'category' ? partsByLine(period, filter) : partsByDocument(keys[group], period, filter);

async function sumsOf(db: Reader, parts: RawBuilder<unknown>): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    select key, sum(transactions)::integer as transactions, sum(gross)::bigint as gross, sum(vat)::bigint as vat,
      sum(net)::bigint as net, sum(discounts)::bigint as discounts, sum(refunds_gross)::bigint as refunds_gross,
      sum(refunds_vat)::bigint as refunds_vat, sum(refunds_net)::bigint as refunds_net, sum(units)::text as units
    from (${parts}) as parts (${columns}) group by key order by key`.execute(db);
  return rows;
}

const zeroSums: Sums = {
  key: '',
  transactions: 0,
  gross: toPence(0),
  vat: toPence(0),
  net: toPence(0),
  discounts: toPence(0),
  refunds_gross: toPence(0),
  refunds_vat: toPence(0),
  refunds_net: toPence(0),
  units: '0',
};

type Added = Omit<SalesFigures, 'net_takings' | 'net_revenue' | 'average'>;

/** Figures derived from the totals: takings, revenue and average sale. */
const withResults = (sums: Added): SalesFigures => ({
  ...sums,
  net_takings: toPence(sums.gross - sums.refunds_gross),
  net_revenue: toPence(sums.net - sums.refunds_net),
  average: averageSale(sums.gross, sums.transactions),
});

const figuresOf = ({ key: _key, units, ...sums }: Sums): SalesFigures =>
  withResults({ ...sums, units: toQuantity(quantityFromText(units)) });

/** Total sales and takings of a period (rule R2). */
export async function salesFigures(db: Reader, period: Period, filter: SalesFilter): Promise<SalesFigures> {
  return figuresOf((await sumsOf(db, partsOf('all', period, filter)))[0] ?? zeroSums);
}

/** The same for each day with sales. */
export async function takingsOfDays(db: Reader, period: Period): Promise<Map<CalendarDate, SalesFigures>> {
  const days = await sumsOf(db, partsOf('day', period, {}));
  return new Map(days.map(sums => [sums.key, figuresOf(sums)]));
}

const inTime: readonly SalesGroup[] = ['day', 'week', 'month'];

/** The same by group: days, weeks and months in order, other groups by takings. */
export async function salesRows(
  db: Reader,
  group: SalesGroup,
  period: Period,
  filter: SalesFilter,
): Promise<SalesRow[]> {
  const sums = await sumsOf(db, partsOf(group, period, filter));
  const labels = await labelsOf(
    db,
    { group, period },
    sums.map(({ key }) => key),
  );
  const rows = sums.map(row => ({ key: row.key, label: labels(row.key), ...figuresOf(row) }));
  return inTime.includes(group) ? rows : rows.toSorted((one, other) => other.net_takings - one.net_takings);
}

/** The rows of a period and their totals. */
export async function rowsAndTotals(
  db: Reader,
  group: SalesGroup,
  period: Period,
  filter: SalesFilter,
): Promise<{ rows: SalesRow[]; totals: SalesFigures }> {
  // A document in two categories is in two rows; every other document is in one.
  const [rows, totals] = await Promise.all([
    salesRows(db, group, period, filter),
    group === 'category' ? salesFigures(db, period, filter) : null,
  ]);
  return { rows, totals: totals ?? together(rows) };
}

function together(rows: readonly SalesRow[]): SalesFigures {
  const sum = (figure: keyof Added) => rows.reduce((all, row) => all + row[figure], 0);
  return withResults({
    transactions: sum('transactions'),
    gross: toPence(sum('gross')),
    vat: toPence(sum('vat')),
    net: toPence(sum('net')),
    discounts: toPence(sum('discounts')),
    refunds_gross: toPence(sum('refunds_gross')),
    refunds_vat: toPence(sum('refunds_vat')),
    refunds_net: toPence(sum('refunds_net')),
    units: toQuantity(sum('units')),
  });
}

const monthWords = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `2026-11` → `Nov 2026`. */
export const monthLabel = (month: string): string =>
  monthWords.format(new Date(`${month}-01T00:00:00Z`)).replace('Sept', 'Sep');

const named = {
  cashier: { table: 'users', none: 'No cashier' },
  register: { table: 'registers', none: 'No register' },
  category: { table: 'categories', none: 'No category' },
} as const;

async function labelsOf(
  db: Reader,
  { group, period }: { group: SalesGroup; period: Period },
  keysOfRows: readonly string[],
) {
  if (group === 'day') return formatDate;
  if (group === 'week') return (monday: string) => namePeriod(weekWithin(monday, period));
  if (group === 'month') return monthLabel;
  if (group === 'country') return (key: string) => (key === 'none' ? 'No country' : countryName(key));
  const { table, none } = named[group];
  const ids = keysOfRows.filter(key => key !== 'none').map(Number);
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${sql.table(table)} where id = any(${ids})`.execute(db);
  const names = new Map(rows.map(({ id, name }) => [String(id), name]));
  return (key: string) => names.get(key) ?? none;
}

/**
 * Payments and refunds by method (rules M9, R2). Voided sales are included on both sides here, because they
 * may have been refunded by another method and the drawer saw both. The sum still equals net takings. Of one
 * cashier or register they are left out, as in the totals: the other half may be another's.
 */
export async function tenderSplit(
  db: Reader,
  period: Period,
  filter: SalesFilter,
): Promise<SalesSummary['tenders']> {
  const isOfSome = tendersExcludeVoids(filter);
  const sold = isOfSome ? [isSaleValid] : [];
  const refunded = isOfSome ? [isNoteValid] : [];
  const { rows } = await sql<Omit<SalesSummary['tenders'][number], 'net'>>`
    select method, sum(taken)::bigint as taken, sum(paid_back)::bigint as paid_back from (
      select m.method, sum(m.applied_pence) as taken, 0::numeric as paid_back
      from ${saleTables} join sale_tenders m on m.sale_id = s.id where ${salesIn(period, filter, ...sold)} group by 1
      union all
      select 'account', sum(s.on_account_pence), 0 from ${saleTables}
      where ${salesIn(period, filter, sql`s.on_account_pence > 0`, ...sold)}
      union all
      select r.method, 0, sum(r.amount_pence)
      from ${noteTables} join refund_tenders r on r.credit_note_id = n.id
      where ${notesIn(period, filter, ...refunded)} group by 1
      union all
      select 'account', 0, sum(n.gross_pence - coalesce(paid.back, 0)) from ${noteTables}
      left join lateral (select sum(amount_pence) as back from refund_tenders where credit_note_id = n.id) paid on true
      where ${notesIn(period, filter, ...refunded)}
    ) as tenders group by 1 having sum(taken) <> 0 or sum(paid_back) <> 0
    order by array_position(array['cash', 'credit_card', 'bank_transfer', 'cheque', 'upi', 'other', 'wallet', 'account', 'exchange'], method)`.execute(
    db,
  );
  return rows.map(row => ({ ...row, net: toPence(row.taken - row.paid_back) }));
}

/** Sales cancelled or edited the same day, which count on neither side (rule R2). */
export async function voidsOf(
  db: Reader,
  period: Period,
  filter: SalesFilter,
): Promise<{ count: number; gross: Pence }> {
  const { rows } = await sql<{ count: number; gross: Pence }>`
    select count(*)::integer as count, coalesce(sum(s.gross_pence), 0)::bigint as gross
    from ${saleTables} where ${salesIn(period, filter, voided)}`.execute(db);
  return rows[0] ?? { count: 0, gross: toPence(0) };
}
