import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { VatCode } from '#domain/kernel/vat';
import type { NineBoxes } from '#domain/vat-returns/nine-boxes';
import type { VatPeriod } from '#domain/vat-returns/vat-period';
import type { Reader } from '../../platform/database/open-database';
import { isClaimWithoutNumber } from '../purchase-orders';

export type FiledReturn = VatPeriod &
  NineBoxes & {
    readonly id: number;
    readonly last_entry_id: number;
    /** The first tax point included; null if it included everything earlier. */
    readonly takes_from: CalendarDate | null;
    /** The last tax point included: its last day, or the filing date of the final return. */
    readonly takes_to: CalendarDate;
    readonly entry_count: number;
    readonly journal_id: number | null;
    readonly reference: string | null;
    readonly filed_by: string;
    readonly filed_at: Date;
  };

/** Every filed return, oldest first: a few per year. */
export async function findFiledReturns(db: Reader): Promise<FiledReturn[]> {
  const { rows } = await sql<FiledReturn>`
    select r.id, period_from as "from", period_to as "to", last_entry_id, takes_from, coalesce(takes_to, period_to) as takes_to, entry_count, journal_id, reference,
      u.name as filed_by, filed_at, box_1_pence as box_1, box_2_pence as box_2, box_3_pence as box_3, box_4_pence as box_4,
      box_5_pence as box_5, box_6_pence as box_6, box_7_pence as box_7, box_8_pence as box_8, box_9_pence as box_9
    from vat_returns r join users u on u.id = r.filed_by order by period_to`.execute(db);
  return rows;
}

/** Whether the journal of an entry is reversed or a reversal: the two have one tax point, and cancel out. */
const isCancelled = sql`exists (select from journals j where j.id = e.journal_id
  and (j.reverses_id is not null or exists (select from journals r where r.reverses_id = j.id)))`;

/**
 * The earliest tax point of all postings that stand; null without any. A mistyped year that was reversed opens no
 * return.
 */
export async function findFirstTaxPoint(db: Reader): Promise<CalendarDate | null> {
  const { rows } = await sql<{ first: CalendarDate }>`
    select tax_point as first from vat_entries_to_return e where not ${isCancelled} order by tax_point limit 1`.execute(
    db,
  );
  return rows[0]?.first ?? null;
}

/** The same without imported histories, whatever their cut-over date. */
export async function findFirstOwnTaxPoint(db: Reader): Promise<CalendarDate | null> {
  const { rows } = await sql<{ first: CalendarDate }>`
    select tax_point as first from vat_entries_to_return e where not exists (
      select from journals j join sales_history_posted p on p.document_type = j.document_type and p.document_id = j.document_id
      where j.id = e.journal_id) and not ${isCancelled}
    order by tax_point limit 1`.execute(db);
  return rows[0]?.first ?? null;
}

/** The latest day of VAT in no filed return, by tax point or posting; null if there is none. */
export async function findLastUnreturned(
  db: Reader,
  last: Pick<FiledReturn, 'takes_to' | 'last_entry_id'> | undefined,
): Promise<CalendarDate | null> {
  const isUnreturned = last
    ? sql`(e.tax_point > ${last.takes_to}::date or (e.is_late and e.id > ${last.last_entry_id}))`
    : sql`true`;
  const { rows } = await sql<{ last: CalendarDate | null }>`
    select max(greatest(e.tax_point, j.business_date)) as last from vat_entries_to_return e join journals j on j.id = e.journal_id
    where ${isUnreturned} and (e.vat_pence <> 0 or e.vat_code <> 'O')`.execute(db);
  return rows[0]?.last ?? null;
}

/** VAT with a tax point before a day: before the registration, so it is in no return. */
export async function sumBefore(
  db: Reader,
  day: CalendarDate,
): Promise<{ entry_count: number; output_vat: Pence; input_vat: Pence }> {
  const { rows } = await sql<{ entry_count: number; output_vat: number; input_vat: number }>`
    select count(*) as entry_count, coalesce(sum(vat_pence) filter (where direction = 'output'), 0)::bigint as output_vat,
      coalesce(sum(vat_pence) filter (where direction = 'input'), 0)::bigint as input_vat
    from vat_entries_to_return where tax_point < ${day}::date`.execute(db);
  const { entry_count = 0, output_vat = 0, input_vat = 0 } = rows[0] ?? {};
  return { entry_count, output_vat: toPence(output_vat), input_vat: toPence(input_vat) };
}

export async function findLastEntryId(db: Reader): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from vat_entries`.execute(
    db,
  );
  return rows[0]?.last ?? 0;
}

/** The entries of a return: those of its days, and late ones posted after the previous filing. */
export type EntryRange = {
  /**
   * Tax points after this day; null includes everything before the period too, because there is no earlier
   * return.
   */
  readonly after: CalendarDate | null;
  /** The last day of the period; the final return includes later dates too (F102). */
  readonly until: CalendarDate;
  /** Late entries after this id; null for none, because they go to the earliest open return. */
  readonly lateAfter: number | null;
  /** The newest entry at filing; null until it is filed. */
  readonly upTo: number | null;
};

/**
 * The entries of a return that match, as `columns` of `e`, without reading any other return's. Columns may
 * depend on whether the entry is late, so that the index of the days alone answers.
 */
export const entriesOf = (
  { after, until, lateAfter, upTo }: EntryRange,
  columns: (isLate: boolean) => RawBuilder<unknown>,
  fits: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => {
  const posted = upTo === null ? sql`` : sql`and e.id <= ${upTo}`;
  const began = after === null ? sql`` : sql`and e.tax_point > ${after}::date`;
  const own = sql`select ${columns(false)} from vat_entries_to_return e where e.tax_point <= ${until}::date ${began} ${posted} and ${fits}`;
  return lateAfter === null
    ? own
    : sql`${own} union all select ${columns(true)} from vat_entries_to_return e where e.is_late and e.id > ${lateAfter} ${posted} and ${fits}`;
};

/** The first VAT entry of a journal; null if it has none. */
export async function findFirstEntryOf(db: Reader, journalId: number): Promise<number | null> {
  const { rows } = await sql<{ first: number | null }>`
    select min(id) as first from vat_entries where journal_id = ${journalId}`.execute(db);
  return rows[0]?.first ?? null;
}

/** Net: positive if HMRC gets more. Sales: what they add to box 6. */
export type Corrections = { readonly net: Pence; readonly sales: Pence };

/** A return's own error corrections, excluding late entries (rule V25). */
export async function sumCorrections(
  db: Reader,
  range: EntryRange,
  from: CalendarDate,
): Promise<Corrections> {
  const isCorrection = sql`e.tax_point >= ${from}::date and e.journal_id in (
    select j.id from vat_adjustments a join journals j on j.document_type = 'vat_adjustment' and j.document_id = a.id
    where a.reason = 'error_correction')`;
  const { rows } = await sql<Corrections>`
    select coalesce(sum(case direction when 'output' then vat_pence else -vat_pence end), 0)::bigint as net,
      coalesce(sum(net_pence) filter (where direction = 'output'), 0)::bigint as sales
    from (${entriesOf(range, () => sql`e.direction, e.net_pence, e.vat_pence`, isCorrection)}) e`.execute(db);
  return rows[0] ?? { net: toPence(0), sales: toPence(0) };
}

/** The bills of a return that reclaim VAT although their supplier has no VAT number (rule V18, decision 197). */
export async function sumWithoutNumber(
  db: Reader,
  range: EntryRange,
): Promise<{ bills: number; vat: Pence }> {
  const { rows } = await sql<{ bills: number; vat: Pence }>`
    select count(distinct journal_id)::integer as bills, coalesce(sum(vat_pence), 0)::bigint as vat
    from (${entriesOf(range, () => sql`e.journal_id, e.vat_pence`, isClaimWithoutNumber)}) e`.execute(db);
  return rows[0] ?? { bills: 0, vat: toPence(0) };
}

export type EntrySum = {
  readonly direction: 'output' | 'input';
  readonly code: VatCode;
  readonly is_late: boolean;
  readonly net: Pence;
  readonly vat: Pence;
  readonly entry_count: number;
};

const summed = sql`sum(net_pence)::bigint as net, sum(vat_pence)::bigint as vat, count(*) as entry_count`;
const figures = () => sql`e.tax_point, e.direction, e.vat_code, e.net_pence, e.vat_pence`;

/** Totals of a return's entries by direction, code and whether they are late. */
export async function sumEntries(db: Reader, range: EntryRange, from: CalendarDate): Promise<EntrySum[]> {
  const { rows } = await sql<EntrySum>`
    select direction, vat_code as code, tax_point < ${from}::date as is_late, ${summed}
    from (${entriesOf(range, figures)}) e group by 1, 2, 3 order by 1 desc, array_position(array['S', 'R', 'Z', 'E', 'O'], vat_code)`.execute(
    db,
  );
  return rows.map(exact);
}

/** Totals of each open period's entries in one pass; earlier entries count in the first. */
export async function sumOpenPeriods(
  db: Reader,
  periods: readonly VatPeriod[],
  range: EntryRange | undefined,
): Promise<ReadonlyMap<CalendarDate, EntrySum[]>> {
  if (range === undefined) return new Map();
  const { rows } = await sql<EntrySum & { place: number }>`
    select case when is_late then 1 else greatest(1, width_bucket(tax_point, ${periods.map(({ from }) => from)}::date[])) end as place, direction, vat_code as code,
      false as is_late, ${summed}
    from (${entriesOf(range, isLate => sql`${figures()}, ${sql.lit(isLate)} as is_late`)}) e group by 1, 2, 3`.execute(
    db,
  );
  return new Map(
    periods.map(({ to }, index) => [to, rows.filter(row => row.place === index + 1).map(exact)]),
  );
}

const exact = (row: EntrySum): EntrySum => ({ ...row, net: toPence(row.net), vat: toPence(row.vat) });
