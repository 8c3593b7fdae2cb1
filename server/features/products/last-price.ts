import { type RawBuilder, sql } from 'kysely';

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
 * The last price paid for one unit of a product in pounds: on its last bill or on a later order, less the discount
 * of the line (finding F19). A bill is what was paid, so it comes before an order of the same day. Goods that were
 * free have no price: null when there never was another. With a supplier, only theirs. Searches the last fifty order
 * lines of the product.
 */
export const lastUnitPrice = (
  productId: RawBuilder<unknown>,
  supplierId: RawBuilder<unknown>,
): RawBuilder<string | null> => sql<string | null>`(
  select price from (
    select l.price / l.factor as price, l.order_date as on_date, 0 as is_bill, l.id
    from (select ol.id, ${discountedUnitPrice('ol')} as price, ol.factor, o.order_date from purchase_order_lines ol
        join purchase_orders o on o.id = ol.purchase_order_id
      where ol.product_id = ${productId} and o.status in ('sent', 'received', 'completed')
        and (${supplierId}::bigint is null or o.supplier_id = ${supplierId}) and ${discountedUnitPrice('ol')} > 0
      order by ol.id desc limit 1) l
    union all
    select bl.net_pence / 100.0 / (bl.quantity * l.factor), b.bill_date, 1, bl.id
    from (select ol.id, ol.factor from purchase_order_lines ol join purchase_orders o on o.id = ol.purchase_order_id
      where ol.product_id = ${productId} and (${supplierId}::bigint is null or o.supplier_id = ${supplierId})
      order by ol.id desc limit 50) l
      join supplier_bill_lines bl on bl.purchase_order_line_id = l.id and bl.quantity > 0 and bl.net_pence > 0
      join supplier_bills b on b.id = bl.supplier_bill_id and b.reversed_at is null
  ) asked order by on_date desc, is_bill desc, id desc limit 1)`;
