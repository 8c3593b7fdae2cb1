import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { ReliefKind, VatRelief, VatReliefTotals } from '#domain/vat-returns/vat-relief.contract';
import { documentLink } from '../../kernel/ledger';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import { creditOf } from '../purchase-orders';
import { askPage, containing, inOrder, pageLimit } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { repeatedByHand } from './find-repeated.queries';

/** What is due on a document, without what may relieve it already. */
export type DueRelief = Omit<VatRelief, 'repeated'>;

export type ReliefFilter = {
  readonly search?: string | undefined;
  readonly kind?: ReliefKind | undefined;
  readonly sort_by: 'due_on' | 'change_vat';
  readonly sort_order: SortOrder;
};

const relieved = sql`coalesce(r.relieved_gross_pence, 0) as relieved_gross, coalesce(r.relieved_vat_pence, 0) as relieved_vat`;
const dates = sql`v.tax_point, i.due_on, greatest(coalesce(i.due_on, v.tax_point), v.tax_point) as counts_from`;

// VAT that a business charges itself is not owed to the supplier, so it is never repaid for an unpaid bill.
const vatOf = (direction: 'output' | 'input') => sql`
  lateral (select coalesce(sum(case e.direction when ${direction} then e.vat_pence else -e.vat_pence end), 0)::bigint as vat,
      coalesce(min(e.tax_point), i.business_date) as tax_point
    from vat_entries e where e.journal_id = i.journal_id)`;

/**
 * Customer invoices that are written off or relieved. The base is the amount written off on that day, limited to the
 * invoice less its credit notes, and `still` what is written off today; `paid` is what the customer has paid of it since, with its relief returned,
 * so that it is not claimed again (decision 079). Reversing the write-off uses it up (decision 097). A debt that moved with a
 * merge of customers belongs to its invoice (decision 098).
 */
const ofCustomers = (on: CalendarDate) => sql`
  select i.id as item_id, i.document_type, i.document_id, i.document_number, c.id as party_id, c.name as party_name, ${dates},
    greatest(i.amount_pence - n.gross, 0) as gross, greatest(v.vat - n.vat, 0) as vat,
    least(coalesce(w.amount, 0), greatest(i.amount_pence - n.gross, 0)) as base, w.still, ${relieved},
    greatest(coalesce((select sum(l.paid_gross_pence) from vat_relief_lines l where l.item_id = i.id), 0)
      - coalesce((select sum(b.paid_before_pence) from write_off_reversal_lines b where b.item_id = i.id), 0), 0)::bigint as paid
  from (
    select item_id, sum(amount) filter (where lost_on <= ${on}::date)::bigint as amount, sum(amount)::bigint as still from (
      select coalesce(d.origin_item_id, d.id) as item_id, a.amount_pence as amount, a.business_date as lost_on
      from party_items p join allocations a on a.credit_item_id = p.id join party_items d on d.id = a.debit_item_id
      where p.kind = 'write_off'
      union all
      select item_id, 0, null from vat_reliefs) lost group by 1
  ) w join party_items i on i.id = w.item_id and i.side = 'debit' and i.kind = 'invoice' join customers c on c.id = i.customer_id
    left join vat_reliefs r on r.item_id = i.id cross join ${vatOf('output')} v
    cross join lateral (select coalesce(sum(gross_pence), 0)::bigint as gross, coalesce(sum(vat_pence), 0)::bigint as vat
      from credit_notes where i.document_type = 'sale' and sale_id = i.document_id) n`;

/**
 * What open credit of its own order, had by that day, covers of a bill `i`: it settles the order's bills, earliest due
 * first, so that part is not unpaid.
 */
const coveredByOrder = (on: CalendarDate) => sql`
  lateral (select coalesce((
    select least(i.amount_pence - i.allocated_pence, greatest(0, credit.pence - before.pence))
    from supplier_bills b
      cross join lateral (select coalesce(sum(open), 0) as pence from ${creditOf(sql`b.purchase_order_id`)} c
        where c.business_date <= ${on}::date) credit
      cross join lateral (select coalesce(sum(e.amount_pence - e.allocated_pence), 0) as pence
        from supplier_bills eb join party_items e on e.document_type = 'supplier_bill' and e.document_id = eb.id and e.side = 'credit'
        where eb.purchase_order_id = b.purchase_order_id and eb.kind = 'goods' and (eb.due_on, eb.id) < (b.due_on, b.id)) before
    where i.document_type = 'supplier_bill' and b.id = i.document_id and b.kind = 'goods' and b.purchase_order_id is not null
  ), 0)::bigint as pence)`;

/**
 * Supplier bills that were open on that day, or whose input tax was repaid. The base is the amount unpaid then: as in aged
 * creditors, what was allocated since is added back.
 */
const ofSuppliers = (on: CalendarDate) => sql`
  select i.id as item_id, i.document_type, i.document_id, i.document_number, s.id as party_id, s.name as party_name, ${dates},
    i.amount_pence as gross, greatest(v.vat, 0) as vat,
    greatest(i.amount_pence - i.allocated_pence + coalesce(later.amount, 0) - covered.pence, 0)::bigint as base, null::bigint as still,
    ${relieved}, 0 as paid
  from party_items i join suppliers s on s.id = i.supplier_id left join vat_reliefs r on r.item_id = i.id
    left join (select credit_item_id as item_id, sum(amount_pence) as amount from allocations
      where business_date > ${on}::date group by 1) later on later.item_id = i.id
    cross join ${vatOf('input')} v cross join ${coveredByOrder(on)} covered
  where i.side = 'credit' and i.kind = 'bill' and i.business_date <= ${on}::date
    and (i.allocated_pence < i.amount_pence or r.item_id is not null or later.item_id is not null)`;

/**
 * The relief due on a day for each list, before zeros are dropped (rule V26). What is no longer written off today is not
 * claimed for an earlier day.
 */
const changes: Readonly<Record<ReliefKind, RawBuilder<unknown>>> = {
  claim: sql`greatest(least(base, still) - relieved_gross - paid, 0)`,
  return: sql`greatest(relieved_gross - base, 0)`,
  repay: sql`greatest(base - relieved_gross, 0)`,
  reclaim: sql`greatest(relieved_gross - base, 0)`,
};
const signs: Readonly<Record<ReliefKind, 1 | -1>> = { claim: 1, return: -1, repay: 1, reclaim: -1 };

function isDue(kind: ReliefKind, on: CalendarDate): RawBuilder<unknown> {
  const isOld = sql`(counts_from + interval '6 months')::date < ${on}::date and vat > 0 and change_gross > 0`;
  if (kind === 'claim') return sql`${isOld} and ${on}::date <= claim_by`;
  if (kind === 'repay') return isOld;
  // A customer may pay without the write-off being reversed, so every relieved debt is listed.
  return kind === 'return' ? sql`relieved_gross > 0` : sql`change_gross > 0`;
}

/**
 * The VAT in part of a document, rounded half up; for the whole document it is all of its VAT (rules M2,
 * M7).
 */
export const vatOfPart = (gross: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when ${gross} >= gross then vat else round(vat::numeric * ${gross} / gross)::bigint end`;

/** The rows of a list on a day. */
export const reliefsDue = (kind: ReliefKind, on: CalendarDate): RawBuilder<unknown> => sql`
  select item_id, jsonb_build_object('id', party_id, 'name', party_name) as party, document_number, party_name,
    jsonb_build_object('number', document_number, 'link', ${documentLink(sql`document_type`, sql`document_id`)}) as document,
    tax_point, due_on, counts_from, claim_by, gross, vat, base, relieved_gross, relieved_vat, change_gross,
    abs(${vatOfPart(sql`(relieved_gross + ${sql.lit(signs[kind])} * change_gross)`)} - relieved_vat) as change_vat
  from (
    select *, ${changes[kind]} as change_gross,
      ${kind === 'claim' ? sql`(counts_from + interval '54 months')::date` : sql`null::date`} as claim_by
    from (${kind === 'claim' || kind === 'return' ? ofCustomers(on) : ofSuppliers(on)}) position
  ) due where ${isDue(kind, on)}`;

const fits = ({ search }: ReliefFilter) =>
  search === undefined
    ? sql`true`
    : sql`lower(coalesce(document_number, '') || ' ' || party_name) like ${containing(search.toLowerCase())}`;

const order = (filter: ReliefFilter) =>
  inOrder({ due_on: sql`counts_from`, change_vat: sql`change_vat` }, filter, sql`item_id`);

const rowsOf = (filter: ReliefFilter, on: CalendarDate, limit: RawBuilder<unknown>) => sql<VatRelief>`
  select item_id, party, document, tax_point, due_on, claim_by, gross, vat, base, relieved_gross, relieved_vat, change_gross, change_vat,
    ${repeatedByHand(filter.kind ?? 'claim')} as repeated
  from (select * from (${reliefsDue(filter.kind ?? 'claim', on)}) d where ${fits(filter)} ${order(filter)} ${limit}) d ${order(filter)}`;

export async function listReliefs(
  db: Reader,
  query: ReliefFilter & { page: number; per_page: number },
  on: CalendarDate,
) {
  return askPage(db, query, {
    rows: rowsOf(query, on, pageLimit(query)),
    total: sql<{ total: number }>`
      select count(*) as total from (${reliefsDue(query.kind ?? 'claim', on)}) d where ${fits(query)}`,
  });
}

export async function totalReliefs(
  db: Reader,
  filter: ReliefFilter,
  on: CalendarDate,
): Promise<VatReliefTotals> {
  const { rows } = await sql<VatReliefTotals>`
    select coalesce(sum(gross), 0)::bigint as gross, coalesce(sum(base), 0)::bigint as base,
      coalesce(sum(relieved_vat), 0)::bigint as relieved_vat, coalesce(sum(change_vat), 0)::bigint as change_vat
    from (${reliefsDue(filter.kind ?? 'claim', on)}) d where ${fits(filter)}`.execute(db);
  return onlyRow(rows);
}

export const streamReliefs = (db: Reader, filter: ReliefFilter, on: CalendarDate): AsyncIterable<VatRelief> =>
  streamRows<VatRelief>(db, rowsOf(filter, on, sql``));
