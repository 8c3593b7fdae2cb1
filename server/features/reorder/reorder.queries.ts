import type { UnitCost } from '#domain/kernel/unit-cost';
import { unitCostWithin } from '../../platform/database/unit-cost-text';
import { type RawBuilder, sql } from 'kysely';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import {
  maxQuantity,
  type Quantity,
  quantityFromText,
  textFromQuantity,
  toQuantity,
} from '#domain/kernel/quantity';
import {
  daysLeft,
  demandKinds,
  demandPerDay,
  type KnownLead,
  leadTimeOf,
  receiptsToMeasure,
  suggestedOrder,
} from '#domain/stock/reorder';
import {
  type ReorderRow,
  type ReorderSource,
  defaultCover,
  defaultWindow,
} from '#domain/stock/reorder.contract';
import { answerCache } from '../../kernel/audit';
import { cancelledBy } from '../../platform/database/cancellation';
import type { Database, Reader } from '../../platform/database/open-database';
import { containing, isAmong, pageFrom, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { lastPrice, measuredLeadDays } from '../products';

export type ReorderFilter = {
  readonly search?: string | undefined;
  readonly show?: 'low' | 'all' | undefined;
  readonly category_id?: readonly number[] | undefined;
  readonly sub_category_id?: readonly number[] | undefined;
  readonly supplier_id?: readonly number[] | undefined;
  readonly window?: string | undefined;
  readonly cover?: string | undefined;
  readonly sort_by: 'days_left' | 'name' | 'sku';
  readonly sort_order: SortOrder;
};

type Line = Omit<ReorderRow, 'suppliers'> & KnownLead & { readonly minimum: Quantity | null };

type Figures =
  | 'buying_factor'
  | 'on_hand'
  | 'on_order'
  | 'in_drafts'
  | 'demand'
  | 'reorder_level'
  | 'reorder_quantity'
  | 'minimum';
/** What the quantity to order depends on. */
type Facts = Pick<Line, 'id'> & KnownLead & { [Figure in Figures]: string | Extract<Line[Figure], null> };
type Stored = Facts & Omit<Line, keyof Facts | 'demand_per_day' | 'days_left' | 'suggested'>;

/** How long the products are looked for, in milliseconds: it does not end with the request that asked first (R32). */
const longest = 20_000;

/**
 * One page of products to order; supplier prices only with `withCost`. Which products are listed is decided over all of
 * them, so their ids are kept until the next write: another page reads its own products alone.
 */
export async function listReorder(
  db: Database,
  query: ReorderFilter & { page: number; per_page: number },
  today: CalendarDate,
  withCost: boolean,
) {
  const { page, per_page, ...filter } = query;
  const keep = await answerCache(db);
  const ids = await keep(`reorder ${today} ${JSON.stringify(filter)}`, () =>
    cancelledBy(AbortSignal.timeout(longest), () => findIds(db, filter, today)),
  );
  const start = (page - 1) * per_page;
  const lines = await findLines(db, filter, today, ids.slice(start, start + per_page));
  return pageFrom(query, ids.length, await withSuppliers(db, lines, { today, withCost }));
}

const linesAtOnce = 1000;

/** All rows, for an export. One that no longer belongs there, because it was ordered meanwhile, is not in it. */
export async function* streamReorder(
  db: Reader,
  filter: ReorderFilter,
  today: CalendarDate,
  withCost: boolean,
): AsyncIterable<ReorderRow> {
  const ids = await findIds(db, filter, today);
  for (let start = 0; start < ids.length; start += linesAtOnce) {
    const found = await findLines(db, filter, today, ids.slice(start, start + linesAtOnce));
    const lines = found.filter(matchesFilter(filter));
    yield* await withSuppliers(db, lines, { today, withCost });
  }
}

/**
 * The products that are listed, in order. The quantity to order is one rule, shared with the browser for when another
 * supplier is chosen; so all products with a level or demand are loaded and decided here, in batches that let
 * other requests run.
 */
async function findIds(db: Reader, filter: ReorderFilter, today: CalendarDate): Promise<number[]> {
  const days = daysOf(filter);
  const isAsked = matchesFilter(filter);
  const found: { id: number; days_left: number | null }[] = [];
  for await (const row of streamRows<Facts>(db, factsOf<Facts>(filter, today, { columns: figureColumns }))) {
    const figures = figuresOf(row, days);
    if (isAsked(figures)) found.push({ id: row.id, days_left: figures.days_left });
  }
  // Products without demand come after those that last long.
  if (filter.sort_by === 'days_left')
    found.sort((one, other) => (one.days_left ?? Infinity) - (other.days_left ?? Infinity) || 0);
  const ids = found.map(({ id }) => id);
  return filter.sort_order === 'desc' ? ids.reverse() : ids;
}

/** These products, in their order. */
async function findLines(
  db: Reader,
  filter: ReorderFilter,
  today: CalendarDate,
  ids: readonly number[],
): Promise<Line[]> {
  const days = daysOf(filter);
  const columns = sql`${figureColumns}, ${nameColumns}`;
  const { rows } = await factsOf<Stored>(filter, today, { columns, ids }).execute(db);
  const lines = new Map(rows.map(row => [row.id, { ...row, ...figuresOf(row, days) }]));
  return ids.flatMap(id => lines.get(id) ?? []);
}

type Days = { readonly windowDays: number; readonly coverDays: number };
const daysOf = ({ window, cover }: ReorderFilter): Days => ({
  windowDays: Number(window ?? defaultWindow),
  coverDays: Number(cover ?? defaultCover),
});

const matchesFilter =
  ({ show }: ReorderFilter) =>
  (line: Pick<Line, 'reorder_level' | 'on_hand' | 'suggested'>): boolean => {
    if (show === 'all') return true;
    if (show === 'low') return line.reorder_level !== null && line.on_hand <= line.reorder_level;
    return line.suggested > 0;
  };

function figuresOf(row: Facts, { windowDays, coverDays }: Days) {
  const figures = {
    buying_factor: quantityFromText(row.buying_factor),
    on_hand: quantityFromText(row.on_hand),
    on_order: quantityFromText(row.on_order),
    in_drafts: quantityFromText(row.in_drafts),
    demand: quantityFromText(row.demand),
    reorder_level: orNull(row.reorder_level),
    reorder_quantity: orNull(row.reorder_quantity),
    minimum: orNull(row.minimum),
  };
  const { on_hand: onHand, demand } = figures;
  return {
    ...figures,
    demand_per_day: demandPerDay(demand, windowDays),
    days_left: daysLeft({ onHand, demand, windowDays }),
    suggested: suggestedOrder({
      onHand,
      onOrder: toQuantity(figures.on_order + figures.in_drafts),
      demand,
      windowDays,
      coverDays,
      leadDays: leadTimeOf(row).days,
      reorderLevel: figures.reorder_level,
      reorderQuantity: figures.reorder_quantity,
      buyingFactor: figures.buying_factor,
      minimum: figures.minimum,
    }),
  };
}

const orNull = (text: string | null): Quantity | null => (text === null ? null : quantityFromText(text));

/**
 * The mirror of an undone import takes its sales and returns off again. What comes back of a sale before the window took
 * nothing from the demand within it.
 */
const countsAsDemand = (
  after: CalendarDate,
) => sql`(m.kind in (${sql.join(demandKinds.map(kind => sql.lit(kind)))})
  or (m.kind = 'import_undone' and m.document_type in ('sale', 'credit_note')))
  and (m.document_type <> 'credit_note' or exists (select from credit_notes n join sales sold on sold.id = n.sale_id
    where n.id = m.document_id and sold.business_date > ${after}::date))`;

const maxQuantityText = sql.lit(textFromQuantity(maxQuantity));
/** A sum as text, capped at the largest quantity. */
const kept = (sum: RawBuilder<unknown>) =>
  sql`round(least(greatest(coalesce(${sum}, 0), -${maxQuantityText}::numeric), ${maxQuantityText}::numeric), 3)::text`;

const figureColumns = sql`p.id, p.buying_factor::text, s.quantity::text as on_hand,
    ${kept(sql`coming.ordered`)} as on_order, ${kept(sql`coming.drafted`)} as in_drafts,
    ${kept(sql`demand.went_out`)} as demand, p.reorder_level::text, p.reorder_quantity::text,
    sp.minimum::text, sp.lead_time_days, measured.days as measured_lead_days`;
const nameColumns = sql`p.sku, p.name, case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as category,
    u.name as unit, coalesce(bu.name, u.name) as buying_unit,
    case when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name) end as supplier`;

/**
 * All products with a level or demand, or some of them, with stock, quantity on order and suppliers, in one statement. Last
 * suppliers are found for all products at once: one by one takes four times as long.
 */
const factsOf = <Row>(
  filter: ReorderFilter,
  today: CalendarDate,
  { columns, ids }: { readonly columns: RawBuilder<unknown>; readonly ids?: readonly number[] },
) => {
  const { windowDays } = daysOf(filter);
  const isOf = (product: RawBuilder<unknown>) => ids && isAmong(product, ids);
  return sql<Row>`
  with wanted as (
    select p.* from products p
    ${where(
      sql`p.status = 'active' and p.is_stocked`,
      isOf(sql`p.id`),
      filter.search !== undefined && sql`p.search_text like ${containing(filter.search.toLowerCase())}`,
      filter.category_id && isAmong(sql`p.category_id`, filter.category_id),
      filter.sub_category_id && isAmong(sql`p.sub_category_id`, filter.sub_category_id),
    )}
  ), bought as (
    select distinct on (l.product_id) l.product_id, po.supplier_id
    from wanted p join purchase_order_lines l on l.product_id = p.id join purchase_orders po on po.id = l.purchase_order_id
      join suppliers seller on seller.id = po.supplier_id
    where po.status in ('sent', 'received', 'completed') and seller.status = 'active'
    order by l.product_id, l.id desc
  ), measured as (
    ${measuredLeadDays(ids ? isAmong(sql`l.product_id`, ids) : sql`l.product_id in (select id from wanted)`)}
  ), demand as (
    select m.product_id, -sum(m.quantity) as went_out from stock_movements m
    ${where(
      sql`${countsAsDemand(addDays(today, -windowDays))} and m.business_date > ${addDays(today, -windowDays)}::date and m.business_date <= ${today}::date`,
      isOf(sql`m.product_id`),
    )}
    group by m.product_id
  ), coming as (
    select l.product_id, sum((l.quantity - l.received) * l.factor) filter (where po.status <> 'draft') as ordered,
      sum((l.quantity - l.received) * l.factor) filter (where po.status = 'draft') as drafted
    from purchase_orders po join purchase_order_lines l on l.purchase_order_id = po.id
    ${where(
      sql`po.status in ('draft', 'sent', 'received') and not l.is_closed and l.received < l.quantity`,
      isOf(sql`l.product_id`),
    )}
    group by l.product_id
  )
  select ${columns}
  from wanted p join stock_pools s on s.product_id = p.id join units u on u.id = p.unit_id
    left join units bu on bu.id = p.buying_unit_id left join categories c on c.id = p.category_id
    left join demand on demand.product_id = p.id left join coming on coming.product_id = p.id
    left join bought on bought.product_id = p.id
    left join lateral (
      select listed.supplier_id from supplier_products listed join suppliers seller on seller.id = listed.supplier_id
      where listed.product_id = p.id and seller.status = 'active' and bought.supplier_id is null
      order by listed.updated_at desc, listed.supplier_id limit 1) offered on true
    left join suppliers v on v.id = coalesce(bought.supplier_id, offered.supplier_id)
    left join supplier_products sp on sp.product_id = p.id and sp.supplier_id = v.id
    left join measured on measured.product_id = p.id and measured.supplier_id = v.id
      and measured.receipts >= ${sql.lit(receiptsToMeasure)}
  ${where(
    sql`(p.reorder_level is not null or demand.went_out > 0)`,
    filter.supplier_id && isAmong(sql`v.id`, filter.supplier_id),
  )}
  order by ${filter.sort_by === 'sku' ? sql`p.sku` : sql`p.name`}, p.id`;
};

type Source = Omit<ReorderSource, 'minimum'> & {
  product_id: number;
  minimum: string | null;
  last_price: UnitCost | null;
  /** The same before the discount of its line. */
  list_price: UnitCost | null;
  discount_hundredths: number | null;
};

/** The rows of a page with all suppliers of their products, the last one bought from first. */
async function withSuppliers(
  db: Reader,
  lines: readonly Line[],
  { today, withCost }: { today: CalendarDate; withCost: boolean },
): Promise<ReorderRow[]> {
  const sources = await findSources(
    db,
    lines.map(({ id }) => id),
    today,
  );
  return lines.map(
    ({ lead_time_days: _lead, measured_lead_days: _measured, minimum: _minimum, ...line }) => ({
      ...line,
      suppliers: (sources.get(line.id) ?? []).map(source => ({
        id: source.id,
        name: source.name,
        lead_time_days: source.lead_time_days,
        measured_lead_days: source.measured_lead_days,
        minimum: orNull(source.minimum),
        ...(withCost ? { last_price: source.last_price } : {}),
      })),
    }),
  );
}

/** The suppliers of these products, with the agreed, last billed or last ordered price of one buying unit. */
export async function findSources(
  db: Reader,
  productIds: readonly number[],
  today: CalendarDate,
): Promise<Map<number, Source[]>> {
  const { rows } = await sql<Source>`
    with bought as (
      select distinct on (l.product_id, po.supplier_id) l.product_id, po.supplier_id, l.id as line_id
      from purchase_order_lines l join purchase_orders po on po.id = l.purchase_order_id
      where l.product_id = any(${productIds}::bigint[]) and po.status in ('sent', 'received', 'completed')
      order by l.product_id, po.supplier_id, l.id desc
    ), measured as (
      ${measuredLeadDays(sql`l.product_id = any(${productIds}::bigint[])`)}
    )
    select p.id as product_id, v.id, v.name, sp.lead_time_days, measured.days as measured_lead_days, sp.minimum::text,
      ${unitCostWithin(sql`last.price * p.buying_factor`)} as last_price,
      ${unitCostWithin(sql`last.list_price * p.buying_factor`)} as list_price, last.discount_hundredths
    from bought b full join (select * from supplier_products where product_id = any(${productIds}::bigint[])) sp
        using (product_id, supplier_id)
      join products p on p.id = product_id join suppliers v on v.id = supplier_id and v.status = 'active'
      left join measured on measured.product_id = p.id and measured.supplier_id = v.id
        and measured.receipts >= ${sql.lit(receiptsToMeasure)}
      left join lateral ${lastPrice(sql`p.id`, sql`v.id`, today)} last on true
    order by p.id, b.line_id desc nulls last, v.name, v.id`.execute(db);
  const sources = new Map<number, Source[]>();
  for (const row of rows) sources.set(row.product_id, [...(sources.get(row.product_id) ?? []), row]);
  return sources;
}
