import { sql } from 'kysely';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import {
  type CustomerSale,
  type CustomerTrade,
  maxSalesShown,
  type TypicalProduct,
} from '#domain/customers/customer-trade.contract';
import { quantityFromText } from '#domain/kernel/quantity';
import type { Reader } from '../../platform/database/open-database';
import { notFound } from '../../platform/http/refusal';
import { outstandingOf, paymentStateOf } from './payment-state';

type Totals = Omit<CustomerTrade, 'latest' | 'usual'>;

/**
 * A customer's purchases, including merged customers. Cancelled sales, and what edited ones replaced, are among the latest but
 * not in the totals (rules R2, V11). 404 when the customer does not exist.
 */
export async function findCustomerTrade(db: Reader, id: number, today: CalendarDate): Promise<CustomerTrade> {
  const { rows: merged } = await sql<{ id: number }>`
    select id from customers where id = ${id} or merged_into_id = ${id}`.execute(db);
  const ids = merged.map(customer => customer.id);
  if (!ids.includes(id)) throw notFound('Customer');
  const { rows: totals } = await sql<Totals>`
    select count(*) as sales, coalesce(sum(gross_pence), 0)::bigint as gross,
      coalesce(sum(refunded_pence), 0)::bigint as refunded, min(business_date) as first_sale, max(business_date) as last_sale
    from sales where customer_id = any(${ids}::bigint[]) and status not in ('cancelled', 'undone')`.execute(
    db,
  );
  const { rows: latest } = await sql<CustomerSale>`
    select s.id, s.number, s.business_date, s.status, ${paymentStateOf(today)} as payment_state, s.gross_pence as gross,
      s.refunded_pence as refunded, ${outstandingOf} as outstanding
    from (select * from sales where customer_id = any(${ids}::bigint[]) and status <> 'undone' order by id desc limit ${sql.lit(maxSalesShown)}) s
    left join party_items i on i.document_type = 'sale' and i.document_id = s.id and i.kind = 'invoice'
    order by s.id desc`.execute(db);
  return {
    ...(totals[0] as Totals),
    latest,
    usual: await findTypicalProducts(db, ids, addDays(today, -365)),
  };
}

async function findTypicalProducts(
  db: Reader,
  ids: number[],
  since: CalendarDate,
): Promise<TypicalProduct[]> {
  const { rows } = await sql<Omit<TypicalProduct, 'quantity'> & { quantity: string }>`
    select jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name) as product, u.times, u.quantity::text, u.last_bought
    from (
      select l.product_id, count(distinct s.id) as times, sum(l.quantity - l.refunded_quantity) as quantity,
        max(s.business_date) as last_bought
      from sales s join sale_lines l on l.sale_id = s.id
      where s.customer_id = any(${ids}::bigint[]) and s.business_date >= ${since} and s.status not in ('cancelled', 'undone')
      group by l.product_id order by 2 desc, 4 desc, 1 limit 10) u
    join products p on p.id = u.product_id order by u.times desc, u.last_bought desc, p.id`.execute(db);
  return rows.map(row => ({ ...row, quantity: quantityFromText(row.quantity) }));
}
