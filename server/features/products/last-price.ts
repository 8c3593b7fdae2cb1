import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';

/**
 * What one unit of an order line costs in pounds, less the line's discount. A discount in pence is for the full
 * ordered quantity. `line` is the alias of the order line in the statement.
 */
export const discountedUnitPrice = (line: string): RawBuilder<string> => {
  const of = (column: string) => sql.ref(`${line}.${column}`);
  return sql<string>`greatest(0, ${of('unit_price')} * (10000 - coalesce(${of('discount_hundredths')}, 0)) / 10000
    - coalesce(${of('discount_pence')}, 0) / 100.0 / ${of('quantity')})`;
};

/**
 * The price that orders propose for a product, as a lateral table of one row or none. `price` is what was paid for one unit in pounds: on
 * its last bill or on a later order, less the discount of the line (finding F19). `list_price` and `discount_hundredths` are
 * the same as it was agreed, for a document on which the discount is entered apart; a discount in pence was for that order
 * alone. Billed as ordered, to a penny (rule M7), it is the price ordered. A bill is what was paid, so it comes before an order of the same day. Goods that were free have no price. With a
 * supplier, only theirs; and what was agreed with it for today comes before what was paid (decision 209). Searches the last
 * fifty order lines of the product.
 */
export const lastPrice = (
  productId: RawBuilder<unknown>,
  supplierId: RawBuilder<unknown>,
  today: CalendarDate,
): RawBuilder<unknown> => sql`(
  select price, list_price, discount_hundredths from (
    select l.price / l.factor as price, l.list_price / l.factor as list_price, l.discount_hundredths, l.order_date as on_date,
      0 as rank, l.id
    from (select ol.id, ${discountedUnitPrice('ol')} as price,
        case when ol.discount_pence is null then ol.unit_price else ${discountedUnitPrice('ol')} end as list_price,
        ol.discount_hundredths, ol.factor, o.order_date
      from purchase_order_lines ol join purchase_orders o on o.id = ol.purchase_order_id
      where ol.product_id = ${productId} and o.status in ('sent', 'received', 'completed')
        and (${supplierId}::bigint is null or o.supplier_id = ${supplierId}) and ${discountedUnitPrice('ol')} > 0
      order by ol.id desc limit 1) l
    union all
    select bl.net_pence / 100.0 / (bl.quantity * l.factor),
      case when l.discount_hundredths is null or l.discount_hundredths = 10000 then bl.net_pence / 100.0 / bl.quantity
        when abs(bl.net_pence - l.price * bl.quantity * 100) <= 1 then l.unit_price
        else bl.net_pence * 100.0 / bl.quantity / (10000 - l.discount_hundredths) end / l.factor,
      nullif(l.discount_hundredths, 10000), b.bill_date, 1, bl.id
    from (select ol.id, ol.factor, ol.unit_price, ol.discount_hundredths, ${discountedUnitPrice('ol')} as price
      from purchase_order_lines ol join purchase_orders o on o.id = ol.purchase_order_id
      where ol.product_id = ${productId} and (${supplierId}::bigint is null or o.supplier_id = ${supplierId})
      order by ol.id desc limit 50) l
      join supplier_bill_lines bl on bl.purchase_order_line_id = l.id and bl.quantity > 0 and bl.net_pence > 0
      join supplier_bills b on b.id = bl.supplier_bill_id and b.reversed_at is null
    union all
    select sp.agreed_cost / sp.agreed_cost_factor, sp.agreed_cost / sp.agreed_cost_factor, null, sp.agreed_cost_from, 2, 0
    from supplier_products sp
    where sp.product_id = ${productId} and sp.supplier_id = ${supplierId} and sp.agreed_cost_from <= ${today}::date
  ) asked order by rank = 2 desc, on_date desc, rank desc, id desc limit 1)`;
