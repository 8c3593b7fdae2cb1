import { type RawBuilder, sql } from 'kysely';
import type { Pence } from '#domain/kernel/money';
import type { SortOrder } from '#domain/kernel/list-query';
import { quantityFromText } from '#domain/kernel/quantity';
import type { Period } from '#domain/kernel/period';
import type { TenderMethod } from '#domain/sales/tender';
import type { documentSides, ReportDocument } from '#domain/reports/sales-summary.contract';
import type { Reader } from '../../platform/database/open-database';
import { isAmong, isAmongWords, askPage, pageLimit, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import {
  notesIn,
  isNoteValid,
  noteTables,
  productsBySupplier,
  salesIn,
  saleTables,
  type SalesFilter,
  isSaleValid,
  voided,
} from './sales-documents';

export type DocumentFilter = SalesFilter & {
  readonly side?: keyof typeof documentSides | undefined;
  readonly category_id?: readonly (number | null)[] | undefined;
  readonly brand_id?: readonly (number | null)[] | undefined;
  readonly supplier_id?: readonly (number | null)[] | undefined;
  readonly product_id?: readonly number[] | undefined;
  readonly method?: readonly TenderMethod[] | undefined;
};
type Ordered = { readonly sort_order: SortOrder };

/** The products `p` whose lines count, if lines are filtered. */
const linesThatCount = (filter: DocumentFilter) =>
  where(
    filter.category_id && isAmong(sql`p.category_id`, filter.category_id),
    filter.brand_id && isAmong(sql`p.brand_id`, filter.brand_id),
    filter.supplier_id && isAmong(sql`p.supplier_id`, filter.supplier_id),
    filter.product_id && isAmong(sql`p.id`, filter.product_id),
  );
const isOfLines = ({ category_id, brand_id, supplier_id, product_id }: DocumentFilter) =>
  [category_id, brand_id, supplier_id, product_id].some(id => id !== undefined);
const productsOf = ({ supplier_id }: DocumentFilter) =>
  supplier_id === undefined ? sql`products p` : productsBySupplier;

const paidOnAccount = {
  sale: sql`s.on_account_pence`,
  note: sql`(n.gross_pence - coalesce((select sum(amount_pence) from refund_tenders where credit_note_id = n.id), 0))`,
};
const paidByTenders = (methods: readonly TenderMethod[]) => ({
  sale: sql`coalesce((select sum(applied_pence) from sale_tenders where sale_id = s.id and ${isAmongWords(sql`method`, methods)}), 0)`,
  note: sql`coalesce((select sum(amount_pence) from refund_tenders where credit_note_id = n.id and ${isAmongWords(sql`method`, methods)}), 0)`,
});

/** What some methods paid of a sale, or refunded of a credit note. No method's part is negative. */
function paidBy(methods: readonly TenderMethod[]) {
  const tenders = methods.filter(method => method !== 'account');
  if (tenders.length === 0) return paidOnAccount;
  const paid = paidByTenders(tenders);
  if (tenders.length === methods.length) return paid;
  return {
    sale: sql`(${paidOnAccount.sale} + ${paid.sale})`,
    note: sql`(${paidOnAccount.note} + ${paid.note})`,
  };
}

type Side = keyof typeof documentSides;
const none = sql`false`;

/** Which sales and credit notes belong to a side. */
const sideConditions: Readonly<Record<Side, { sale?: RawBuilder<unknown>; note?: RawBuilder<unknown> }>> = {
  both: { sale: isSaleValid, note: isNoteValid },
  sales: { sale: isSaleValid, note: none },
  refunds: { sale: none, note: isNoteValid },
  voids: { sale: voided, note: none },
  all_sales: { note: none },
  all_refunds: { sale: none },
};

/** The sales and credit notes of the requested side, and of some methods those they paid. */
function sides({ side, method }: DocumentFilter) {
  const { sale, note } = side === undefined ? {} : sideConditions[side];
  const paid = method === undefined ? undefined : paidBy(method);
  return {
    sale: [...(sale ? [sale] : []), ...(paid ? [sql`${paid.sale} <> 0`] : [])],
    note: [...(note ? [note] : []), ...(paid ? [sql`${paid.note} <> 0`] : [])],
    paid,
  };
}

const saleColumns = sql`'sale' as kind, s.id, s.business_date, s.id as sale_id, s.sold_by as person_id`;
const noteColumns = sql`'credit_note' as kind, n.id, n.business_date, n.sale_id, n.refunded_by as person_id`;

/**
 * Every document of the period with the part that counts; credit notes are negative. If lines are filtered,
 * their sum.
 */
function documentsIn(period: Period, filter: DocumentFilter): RawBuilder<unknown> {
  const { sale, note, paid } = sides(filter);
  const [salePaid, notePaid] = [
    paid?.sale ?? sql`null::bigint`,
    paid ? sql`-(${paid.note})` : sql`null::bigint`,
  ];
  if (!isOfLines(filter))
    return sql`
      select ${saleColumns}, s.units as quantity, s.net_pence as net, s.vat_pence as vat, s.gross_pence as gross,
        s.line_discount_pence + s.cart_discount_pence as discounts, s.cost_pence as cost, ${salePaid} as paid
      from ${saleTables} where ${salesIn(period, filter, ...sale)}
      union all
      select ${noteColumns}, -n.units, -n.net_pence, -n.vat_pence, -n.gross_pence, 0, -n.cost_pence, ${notePaid}
      from ${noteTables} where ${notesIn(period, filter, ...note)}`;
  return sql`
    select ${saleColumns}, sum(l.quantity) as quantity, sum(l.net_pence) as net, sum(l.vat_pence) as vat,
      sum(l.gross_pence) as gross, sum(l.line_discount_pence + l.cart_discount_pence) as discounts,
      sum(l.cost_pence) as cost, ${salePaid} as paid
    from ${saleTables} join (select l.* from sale_lines l join ${productsOf(filter)} on p.id = l.product_id ${linesThatCount(filter)}) l
      on l.sale_id = s.id
    where ${salesIn(period, filter, ...sale)} group by s.id
    union all
    select ${noteColumns}, -sum(c.quantity), -sum(c.net_pence), -sum(c.vat_pence), -sum(c.gross_pence), 0, -sum(c.cost_pence), ${notePaid}
    from ${noteTables} join credit_note_lines c on c.credit_note_id = n.id
      left join sale_lines sl on sl.sale_id = c.sale_id and sl.line_number = c.sale_line_number
      join (select p.id as product_id from ${productsOf(filter)} ${linesThatCount(filter)}) l
        on l.product_id = coalesce(sl.product_id, c.product_id)
    where ${notesIn(period, filter, ...note)} group by n.id`;
}

type Row = Omit<ReportDocument, 'quantity'> & { quantity: string };

/** The page is cut first; names are then looked up for its rows only. */
function rowsOf(period: Period, filter: DocumentFilter & Ordered, limit: RawBuilder<unknown>) {
  const direction = filter.sort_order === 'desc' ? sql`desc` : sql`asc`;
  const order = sql`order by d.business_date ${direction}, d.kind ${direction}, d.id ${direction}`;
  return sql<Row>`
    select d.kind, d.id, coalesce(n.number, s.number) as number, d.business_date,
      case when s.id is not null then jsonb_build_object('id', s.id, 'number', s.number) end as sale,
      coalesce(s.customer_name, n.customer_name) as customer, u.name as person,
      d.quantity::text, d.cost::bigint,
      d.net::bigint, d.vat::bigint, d.gross::bigint, d.discounts::bigint, d.paid::bigint
    from (select d.* from (${documentsIn(period, filter)}) d ${order} ${limit}) d
    left join sales s on s.id = d.sale_id left join credit_notes n on d.kind = 'credit_note' and n.id = d.id
    join users u on u.id = d.person_id ${order}`;
}

/** Omitted without permission to see cost. */
function readable<R extends { quantity: string; cost?: Pence | undefined }>(
  { cost: found, quantity, ...row }: R,
  withCost: boolean,
) {
  return {
    ...row,
    quantity: quantityFromText(quantity),
    ...(withCost && found !== undefined ? { cost: found } : {}),
  };
}

/** One page of the documents behind a figure. */
export async function listDocuments(
  db: Reader,
  period: Period,
  query: DocumentFilter & Ordered & { page: number; per_page: number },
  withCost: boolean,
) {
  const found = await askPage(db, query, {
    rows: asked => rowsOf(period, asked, pageLimit(asked)),
    total: sql<{ total: number }>`select count(*) as total from (${documentsIn(period, query)}) d`,
  });
  return { ...found, data: found.data.map(row => readable(row, withCost)) };
}

export async function* streamDocuments(
  db: Reader,
  period: Period,
  filter: DocumentFilter & Ordered,
  withCost: boolean,
): AsyncIterable<ReportDocument> {
  for await (const row of streamRows<Row>(db, rowsOf(period, filter, sql``))) yield readable(row, withCost);
}

type Totals = Pick<Row, 'quantity' | 'net' | 'vat' | 'gross' | 'discounts' | 'cost' | 'paid'> & {
  count: number;
};

/** The total of the documents behind a figure, which equals the figure. */
export async function totalOfDocuments(
  db: Reader,
  period: Period,
  filter: DocumentFilter,
  withCost: boolean,
) {
  const { rows } = await sql<Totals>`
    select count(*)::integer as count, coalesce(sum(net), 0)::bigint as net, coalesce(sum(vat), 0)::bigint as vat,
      coalesce(sum(gross), 0)::bigint as gross, coalesce(sum(discounts), 0)::bigint as discounts, sum(paid)::bigint as paid,
      coalesce(sum(d.quantity), 0)::text as quantity, coalesce(sum(d.cost), 0)::bigint as cost
    from (${documentsIn(period, filter)}) d`.execute(db);
  const [total] = rows;
  if (!total) throw new Error('A sum has one row');
  return readable(total, withCost);
}
