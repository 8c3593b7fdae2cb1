import { sql } from 'kysely';
import type { ReplyOf } from '#domain/kernel/call';
import type { payments } from '#domain/payments/payment.contract';
import type { Reader } from '../../platform/database/open-database';
import { reserving } from '../purchase-orders';

export type FreeCredit = ReplyOf<typeof payments.advances>['data'][number];

/** The number of an item `i` as users know it: of goods returned, that of the credit note. */
export const numberOf = sql`coalesce((select r.credit_number from supplier_returns r
  where i.document_type = 'supplier_return' and r.id = i.document_id), i.document_number)`;

/**
 * The open credit of a supplier that no order waits for (rules P14, W4), oldest first: payments on account, credit notes,
 * and credit from before these books. An order keeps no more than what is still to be billed on it, so a deposit is free
 * again once its order was cheaper or closed short.
 */
export async function findFreeCredit(db: Reader, supplierId: number): Promise<FreeCredit[]> {
  const { rows } = await sql<FreeCredit>`
    select item_id, id, kind, number, payment_date, payment_method, reference_number, amount, free from (
      select i.id as item_id, p.id, i.kind, ${numberOf} as number, i.business_date as payment_date,
        p.method as payment_method, coalesce(p.reference_number, i.description) as reference_number, i.amount_pence as amount,
        (i.amount_pence - i.allocated_pence - coalesce(kept.pence, 0))::bigint as free
      from party_items i
        left join payments p on i.document_type = 'payment' and p.id = i.document_id
        left join (select item_id, sum(reserved) as pence
          from ${reserving(sql`po.supplier_id = ${supplierId} and po.owed_pence > po.billed_pence`)} waiting
          group by item_id) kept on kept.item_id = i.id
      where i.supplier_id = ${supplierId} and i.side = 'debit' and i.allocated_pence < i.amount_pence
    ) credit where free > 0 order by payment_date, item_id`.execute(db);
  return rows;
}
