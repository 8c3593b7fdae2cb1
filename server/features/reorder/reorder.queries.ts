import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Quantity, quantityFromText, toQuantity } from '#domain/kernel/quantity';
import type { UnitCost } from '#domain/kernel/unit-cost';
import {
  daysLeft,
  demandPerDay,
  type KnownLead,
  leadTimeOf,
  receiptsToMeasure,
  suggestedOrder,
} from '#domain/stock/reorder';
import type { ReorderRow, ReorderSource } from '#domain/stock/reorder.contract';
import { answerCache } from '../../kernel/audit';
import { cancelledBy } from '../../platform/database/cancellation';
import type { Database, Reader } from '../../platform/database/open-database';
import { pageFrom } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { unitCostWithin } from '../../platform/database/unit-cost-text';
import { lastPrice, measuredLeadDays } from '../products';
import {
  type Days,
  daysOf,
  factsOf,
  figureColumns,
  nameColumns,
  positionsOf,
  type ReorderFilter,
} from './reorder-facts.queries';

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
/** What the days left depend on. */
type Position = Pick<Facts, 'id'> & { on_hand: string; demand: string };
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
 * supplier is chosen; so all products that may be listed are loaded and decided here, in batches that let other
 * requests run. Their suppliers are looked up only if they decide.
 */
async function findIds(db: Reader, filter: ReorderFilter, today: CalendarDate): Promise<number[]> {
  const days = daysOf(filter);
  const found: { id: number; days_left: number | null }[] = [];
  if (filter.show === undefined || filter.supplier_id) {
    const isAsked = matchesFilter(filter);
    const facts = factsOf<Facts>(filter, today, { columns: figureColumns });
    for await (const row of streamRows<Facts>(db, facts)) {
      const figures = figuresOf(row, days);
      if (isAsked(figures)) found.push({ id: row.id, days_left: figures.days_left });
    }
  } else
    for await (const { id, on_hand, demand } of streamRows<Position>(db, positionsOf(filter, today)))
      found.push({
        id,
        days_left: daysLeft({
          onHand: quantityFromText(on_hand),
          demand: quantityFromText(demand),
          windowDays: days.windowDays,
        }),
      });
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
