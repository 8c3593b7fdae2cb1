import { type RawBuilder, sql } from 'kysely';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import { maxQuantity, textFromQuantity } from '#domain/kernel/quantity';
import { defaultLeadDays, demandKinds, receiptsToMeasure } from '#domain/stock/reorder';
import { defaultCover, defaultWindow } from '#domain/stock/reorder.contract';
import { containing, isAmong, where } from '../../platform/database/page-of';
import { measuredLeadDays } from '../products';

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

export type Days = { readonly windowDays: number; readonly coverDays: number };
export const daysOf = ({ window, cover }: ReorderFilter): Days => ({
  windowDays: Number(window ?? defaultWindow),
  coverDays: Number(cover ?? defaultCover),
});

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
/** A sum, capped at the largest quantity. */
const kept = (sum: RawBuilder<unknown>) =>
  sql`round(least(greatest(coalesce(${sum}, 0), -${maxQuantityText}::numeric), ${maxQuantityText}::numeric), 3)`;

/** The longest that any supplier takes for any product. */
const longestLead = sql`(select greatest(${sql.lit(defaultLeadDays)}, (select max(lead_time_days) from supplier_products),
  (select max(g.business_date - o.order_date) from goods_received_notes g join purchase_orders o on o.id = g.purchase_order_id)))`;

/**
 * Which products may be listed, from their figures alone. Whether something is to be ordered depends on the lead time of
 * the supplier too: with the longest of all, no product is left out that `suggestedOrder` would list.
 */
function mayBeListed(filter: ReorderFilter): RawBuilder<unknown> | false {
  if (filter.show === 'all') return false;
  if (filter.show === 'low') return sql`on_hand <= reorder_level`;
  const { windowDays, coverDays } = daysOf(filter);
  return sql`(on_hand + on_order + in_drafts <= reorder_level
    or demand > 0 and demand * (${coverDays}::integer + ${longestLead}) > (on_hand + on_order + in_drafts) * ${windowDays}::integer)`;
}

/**
 * The common table `figures`: active products with a level or demand that may be listed, or some of them, with their stock,
 * demand and what is to come.
 */
function figuresOf(filter: ReorderFilter, today: CalendarDate, ids?: readonly number[]) {
  const after = addDays(today, -daysOf(filter).windowDays);
  const isOf = (product: RawBuilder<unknown>) => ids && isAmong(product, ids);
  return sql`
  demand as (
    select m.product_id, -sum(m.quantity) as went_out from stock_movements m
    ${where(
      sql`${countsAsDemand(after)} and m.business_date > ${after}::date and m.business_date <= ${today}::date`,
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
  ), figures as (
    select * from (
      select p.id, p.reorder_level, s.quantity as on_hand, ${kept(sql`coming.ordered`)} as on_order,
        ${kept(sql`coming.drafted`)} as in_drafts, ${kept(sql`demand.went_out`)} as demand
      from products p join stock_pools s on s.product_id = p.id
        left join demand on demand.product_id = p.id left join coming on coming.product_id = p.id
      ${where(
        sql`p.status = 'active' and p.is_stocked and (p.reorder_level is not null or demand.went_out > 0)`,
        isOf(sql`p.id`),
        filter.search !== undefined && sql`p.search_text like ${containing(filter.search.toLowerCase())}`,
        filter.category_id && isAmong(sql`p.category_id`, filter.category_id),
        filter.sub_category_id && isAmong(sql`p.sub_category_id`, filter.sub_category_id),
      )}) known
    ${where(!ids && mayBeListed(filter))}
  )`;
}

const inOrder = ({ sort_by }: ReorderFilter) =>
  sql`order by ${sort_by === 'sku' ? sql`p.sku` : sql`p.name`}, p.id`;

/** The products that may be listed, in order, with what their days left depend on. */
export const positionsOf = <Row>(filter: ReorderFilter, today: CalendarDate) => sql<Row>`
  with ${figuresOf(filter, today)}
  select p.id, f.on_hand::text, f.demand::text from figures f join products p on p.id = f.id ${inOrder(filter)}`;

export const figureColumns = sql`p.id, p.buying_factor::text, f.on_hand::text, f.on_order::text, f.in_drafts::text, f.demand::text,
    p.reorder_level::text, p.reorder_quantity::text, sp.minimum::text, sp.lead_time_days, measured.days as measured_lead_days`;
export const nameColumns = sql`p.sku, p.name, case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as category,
    u.name as unit, coalesce(bu.name, u.name) as buying_unit,
    case when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name) end as supplier`;

/**
 * The products that may be listed, or some of them, with their suppliers, in one statement. Last suppliers are found for all
 * products at once: one by one takes four times as long.
 */
export const factsOf = <Row>(
  filter: ReorderFilter,
  today: CalendarDate,
  { columns, ids }: { readonly columns: RawBuilder<unknown>; readonly ids?: readonly number[] },
) => sql<Row>`
  with ${figuresOf(filter, today, ids)}, bought as (
    select distinct on (l.product_id) l.product_id, po.supplier_id
    from figures f join purchase_order_lines l on l.product_id = f.id join purchase_orders po on po.id = l.purchase_order_id
      join suppliers seller on seller.id = po.supplier_id
    where po.status in ('sent', 'received', 'completed') and seller.status = 'active'
    order by l.product_id, l.id desc
  ), measured as (
    ${measuredLeadDays(ids ? isAmong(sql`l.product_id`, ids) : sql`l.product_id in (select id from figures)`)}
  )
  select ${columns}
  from figures f join products p on p.id = f.id join units u on u.id = p.unit_id
    left join units bu on bu.id = p.buying_unit_id left join categories c on c.id = p.category_id
    left join bought on bought.product_id = p.id
    left join lateral (
      select listed.supplier_id from supplier_products listed join suppliers seller on seller.id = listed.supplier_id
      where listed.product_id = p.id and seller.status = 'active' and bought.supplier_id is null
      order by listed.updated_at desc, listed.supplier_id limit 1) offered on true
    left join suppliers v on v.id = coalesce(bought.supplier_id, offered.supplier_id)
    left join supplier_products sp on sp.product_id = p.id and sp.supplier_id = v.id
    left join measured on measured.product_id = p.id and measured.supplier_id = v.id
      and measured.receipts >= ${sql.lit(receiptsToMeasure)}
  ${where(filter.supplier_id && isAmong(sql`v.id`, filter.supplier_id))}
  ${inOrder(filter)}`;
