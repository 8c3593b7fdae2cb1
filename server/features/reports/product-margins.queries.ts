import { type RawBuilder, sql } from 'kysely';
import type { SortOrder } from '#domain/kernel/list-query';
import { type Pence, toPence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import { percentOf } from '#domain/kernel/percent-of';
import type { Period } from '#domain/kernel/period';
import type { BusinessReport } from '#domain/reports/business-dashboard.contract';
import type {
  MarginFigures,
  MarginGroup,
  MarginRow,
  MarginTotals,
} from '#domain/reports/product-margins.contract';
import { isJournalValid, isNoYearEnd, systemAccounts } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import { containing, inOrder, isAmong, pageFrom, pageLimit, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { noteCustomer, isNoteReported, isSaleReported, supplierOf } from './sales-documents';

export type MarginFilter = {
  readonly group?: MarginGroup | undefined;
  readonly category_id?: readonly (number | null)[] | undefined;
  readonly brand_id?: readonly (number | null)[] | undefined;
  readonly search?: string | undefined;
};
type Listed = MarginFilter & {
  readonly sort_by: 'revenue' | 'name' | 'quantity' | 'profit' | 'margin';
  readonly sort_order: SortOrder;
};

type Key = { readonly sale: RawBuilder<unknown>; readonly note: RawBuilder<unknown> };
/** What documents and their lines are added up by. */
const keys: Readonly<Record<'product' | 'customer' | 'cashier' | 'all', Key>> = {
  product: { sale: sql`l.product_id`, note: sql`coalesce(l.product_id, c.product_id)` },
  customer: { sale: sql`s.customer_id`, note: noteCustomer },
  cashier: { sale: sql`s.sold_by`, note: sql`n.refunded_by` },
  all: { sale: sql`1`, note: sql`1` },
};
/** What products `p` are added up by. */
const keysOfProducts: Readonly<Record<'category' | 'brand' | 'supplier', RawBuilder<unknown>>> = {
  category: sql`p.category_id`,
  brand: sql`p.brand_id`,
  supplier: supplierOf(sql`p.id`),
};
const isOfProducts = (group: MarginGroup | 'all'): group is keyof typeof keysOfProducts =>
  group in keysOfProducts;

const rowNames: Readonly<Record<MarginGroup, { readonly table: string; readonly none: string }>> = {
  product: { table: 'products', none: 'No product' },
  category: { table: 'categories', none: 'No category' },
  brand: { table: 'brands', none: 'No brand' },
  supplier: { table: 'suppliers', none: 'No supplier' },
  customer: { table: 'customers', none: 'No customer' },
  cashier: { table: 'users', none: 'No cashier' },
};

/** Products are only joined if they are filtered. */
const ofSomeProducts = ({ category_id, brand_id }: MarginFilter, product: RawBuilder<unknown>) =>
  category_id === undefined && brand_id === undefined ? sql`` : sql`join products p on p.id = ${product}`;

/** Returns by line `c`, with the line `l` of the original sale. */
const returnedLines = sql`credit_notes n join credit_note_lines c on c.credit_note_id = n.id
  left join sale_lines l on l.sale_id = c.sale_id and l.line_number = c.sale_line_number`;

/**
 * Rule R1: sold less returned, each on its own date, at the cost at the time of sale (I4). Sales voided the
 * same day are on both sides and net to zero.
 */
function sumsByLine(key: Key, period: Period, filter: MarginFilter) {
  const { from, to } = period;
  const narrowed = [
    filter.category_id && isAmong(sql`p.category_id`, filter.category_id),
    filter.brand_id && isAmong(sql`p.brand_id`, filter.brand_id),
  ];
  return sql`
    select key, sum(quantity) as quantity, sum(revenue)::bigint as revenue, sum(cost)::bigint as cost from (
      select ${key.sale} as key, sum(l.quantity) as quantity, sum(l.net_pence) as revenue, sum(l.cost_pence) as cost
      from sales s join sale_lines l on l.sale_id = s.id ${ofSomeProducts(filter, keys.product.sale)}
      ${where(sql`s.business_date between ${from} and ${to} and ${isSaleReported}`, ...narrowed)} group by 1
      union all
      select ${key.note}, -sum(c.quantity), -sum(c.net_pence), -sum(c.cost_pence)
      from ${returnedLines} left join sales s on s.id = n.sale_id
        ${ofSomeProducts(filter, keys.product.note)}
      ${where(sql`n.business_date between ${from} and ${to} and ${isNoteReported}`, ...narrowed)} group by 1
    ) sides group by key`;
}

/** The same by document, which keeps the sums of its lines (decision 216): for keys that are the same for all of them. */
const sumsByDocument = (key: Key, { from, to }: Period) => sql`
  select key, sum(quantity) as quantity, sum(revenue)::bigint as revenue, sum(cost)::bigint as cost from (
    select ${key.sale} as key, sum(s.units) as quantity, sum(s.net_pence) as revenue, sum(s.cost_pence) as cost
    from sales s where s.business_date between ${from} and ${to} and ${isSaleReported} group by 1
    union all
    select ${key.note}, -sum(n.units), -sum(n.net_pence), -sum(n.cost_pence)
    from credit_notes n left join sales s on s.id = n.sale_id
    where n.business_date between ${from} and ${to} and ${isNoteReported} group by 1
  ) sides group by key`;

/** Lines are added up by product first, so that what a product belongs to is looked up once for each. */
const sumsByProduct = (key: RawBuilder<unknown>, period: Period, filter: MarginFilter) => sql`
  select ${key} as key, sum(m.quantity) as quantity, sum(m.revenue)::bigint as revenue, sum(m.cost)::bigint as cost
  from (${sumsByLine(keys.product, period, filter)}) m join products p on p.id = m.key group by 1`;

function sumsBy(group: MarginGroup | 'all', period: Period, filter: MarginFilter) {
  if (isOfProducts(group)) return sumsByProduct(keysOfProducts[group], period, filter);
  const isOfSomeProducts = filter.category_id !== undefined || filter.brand_id !== undefined;
  return group === 'product' || isOfSomeProducts
    ? sumsByLine(keys[group], period, filter)
    : sumsByDocument(keys[group], period);
}

type Sums = { readonly quantity: string; readonly revenue: Pence; readonly cost: Pence };

/** Figures derived from the totals; without cost, those that would reveal it are omitted. */
function figuresOf({ quantity, revenue, cost }: Sums, withCost: boolean): MarginFigures {
  const sold = { quantity: quantityFromText(quantity), revenue };
  if (!withCost) return sold;
  const profit = toPence(revenue - cost);
  return { ...sold, cost, profit, margin: percentOf(profit, revenue), markup: percentOf(profit, cost) };
}

const sortable = {
  revenue: sql`m.revenue`,
  name: sql`g.name`,
  quantity: sql`m.quantity`,
  profit: sql`m.revenue - m.cost`,
  // Rows without revenue have no margin and sort last.
  margin: sql`coalesce((m.revenue - m.cost)::numeric / nullif(m.revenue, 0), -1e9)`,
};

type Row = Sums & {
  readonly key: string;
  readonly label: string;
  readonly sku: string | null;
  readonly total: number;
};

const from = (period: Period, filter: MarginFilter) => {
  const group = filter.group ?? 'product';
  return sql`from (${sumsBy(group, period, filter)}) m left join ${sql.table(rowNames[group].table)} g on g.id = m.key
    ${where(filter.search !== undefined && sql`lower(g.name) like ${containing(filter.search.toLowerCase())}`)}`;
};

const rowsOf = (period: Period, filter: Listed, limit: RawBuilder<unknown>) => {
  const group = filter.group ?? 'product';
  return sql<Row>`
    select coalesce(m.key::text, 'none') as key, coalesce(g.name, ${rowNames[group].none}) as label,
      ${group === 'product' ? sql`g.sku` : sql`null`} as sku, m.quantity::text, m.revenue, m.cost,
      count(*) over () as total
    ${from(period, filter)} ${inOrder(sortable, filter, sql`m.key`)} ${limit}`;
};

const shown = ({ key, label, sku, total: _total, ...sums }: Row, withCost: boolean): MarginRow => ({
  key,
  label,
  sku,
  ...figuresOf(sums, withCost),
});

/** One page of revenue, cost and margin by product or group. */
export async function listMargins(
  db: Reader,
  period: Period,
  query: Listed & { page: number; per_page: number },
  withCost: boolean,
) {
  const { rows } = await rowsOf(period, query, pageLimit(query)).execute(db);
  const data = rows.map(row => shown(row, withCost));
  // Every row carries the row count, so that totals are calculated once; a page past the end has no row to
  // carry it.
  if (rows[0] || query.page === 1) return pageFrom(query, rows[0]?.total ?? 0, data);
  const count = await sql<{ total: number }>`select count(*) as total ${from(period, query)}`.execute(db);
  return pageFrom(query, count.rows[0]?.total ?? 0, data);
}

export async function* streamMargins(
  db: Reader,
  period: Period,
  filter: Listed,
  withCost: boolean,
): AsyncIterable<MarginRow> {
  for await (const row of streamRows<Row>(db, rowsOf(period, filter, sql``))) yield shown(row, withCost);
}

/** Revenue of each product, without quantities: those are decimals and take as long as everything else. */
const revenueByProduct = (period: Period) => sql`
  select key, sum(revenue)::bigint as revenue from (
    select l.product_id as key, sum(l.net_pence) as revenue
    from sales s join sale_lines l on l.sale_id = s.id where s.business_date between ${period.from} and ${period.to} and ${isSaleReported} group by 1
    union all
    select ${keys.product.note}, -sum(c.net_pence) from ${returnedLines}
    where n.business_date between ${period.from} and ${period.to} and ${isNoteReported} group by 1
  ) sides group by key`;

/** The quantity of one product `m`, sold less returned. */
const piecesOf = (period: Period) => sql`(
  coalesce((select sum(l.quantity) from sale_lines l join sales s on s.id = l.sale_id
    where l.product_id = m.key and s.business_date between ${period.from} and ${period.to} and ${isSaleReported}), 0)
  - coalesce((select sum(c.quantity) from ${returnedLines}
    where (l.product_id = m.key or c.product_id = m.key) and n.business_date between ${period.from} and ${period.to} and ${isNoteReported}), 0))::text`;

/** The products with the highest revenue. */
export async function bestSellers(
  db: Reader,
  period: Period,
  count: number,
): Promise<BusinessReport['top_products']> {
  const { rows } = await sql<{ id: number; sku: string; name: string; quantity: string; revenue: Pence }>`
    select p.id, p.sku, p.name, ${piecesOf(period)} as quantity, m.revenue from (
      select * from (${revenueByProduct(period)}) products order by revenue desc, key limit ${count}
    ) m join products p on p.id = m.key order by m.revenue desc, p.id`.execute(db);
  return rows.map(({ quantity, ...row }) => ({ ...row, quantity: quantityFromText(quantity) }));
}

/** Without a search, the grouping does not affect the totals. */
const sumsOfAll = (period: Period, filter: MarginFilter) =>
  sql<Sums>`select quantity::text, revenue, cost from (${sumsBy('all', period, { ...filter, group: undefined })}) m`;

/** The rows that are found, together. */
const sumsOfFound = (period: Period, filter: MarginFilter) => sql<Sums>`
  select coalesce(sum(m.quantity), 0)::text as quantity, coalesce(sum(m.revenue), 0)::bigint as revenue,
    coalesce(sum(m.cost), 0)::bigint as cost ${from(period, filter)}`;

/** The totals; percentages are calculated from them. */
export async function marginTotals(
  db: Reader,
  period: Period,
  filter: MarginFilter,
  withCost: boolean,
): Promise<MarginFigures> {
  const { rows } = await (filter.search === undefined
    ? sumsOfAll(period, filter)
    : sumsOfFound(period, filter)
  ).execute(db);
  return figuresOf(rows[0] ?? { quantity: '0', revenue: toPence(0), cost: toPence(0) }, withCost);
}

/** Why account 5000 moved: cost of goods sold and everything else, separately (rule R1). */
export async function costInLedger(
  db: Reader,
  { from: first, to }: Period,
  sold: Pence,
): Promise<NonNullable<MarginTotals['ledger']>> {
  const { rows } = await sql<{ stock: Pence; services: Pence; account: Pence }>`
    select coalesce(sum(amount) filter (where kind in ('sale', 'credit_note', 'goods_received', 'stock_adjustment', 'stock_count')), 0)::bigint as stock,
      coalesce(sum(amount) filter (where kind in ('supplier_bill', 'supplier_return', 'supplier_credit')), 0)::bigint as services,
      coalesce(sum(amount), 0)::bigint as account
    from (
      select j.kind, sum(l.debit_pence - l.credit_pence) as amount
      from journal_lines l join journals j on j.id = l.journal_id
      where l.account_code = ${systemAccounts.costOfGoodsSold} and l.business_date between ${first} and ${to}
        and ${isJournalValid(sql`j.id`)} and ${isNoYearEnd(sql`j.id`)} group by 1
    ) kinds`.execute(db);
  const { stock = toPence(0), services = toPence(0), account = toPence(0) } = rows[0] ?? {};
  return {
    sold,
    variance: toPence(stock - sold),
    services,
    other: toPence(account - stock - services),
    account,
  };
}
