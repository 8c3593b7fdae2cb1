import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import type { RelatedSale } from '#domain/sales/related-sale';
import type { Reader } from '../../../platform/database/open-database';
import { preparedStatement } from '../../../platform/database/prepared-statement';
import { ensureFound } from '../../../platform/http/refusal';
import { paymentStateOf } from '../payment-state';
import { receiptsOf } from '../papers/sale-receipts';

/** A sale with its payments and credit notes, for the page of its quote: one statement. */
export async function findRelatedSale(db: Reader, id: number, now: Date): Promise<RelatedSale> {
  const { rows } = await sql<RelatedSale>`${preparedStatement}
    select s.id, s.number, s.business_date, s.gross_pence as gross,
      ${paymentStateOf(londonDate(now))} as payment_state,
      (select coalesce(jsonb_agg(jsonb_build_object('method', t.method, 'applied', t.applied_pence)
          order by t.line_number), '[]') from sale_tenders t where t.sale_id = s.id) as tenders,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'number', p.number, 'business_date', p.business_date,
          'amount', p.amount) order by p.business_date, p.id), '[]')
        from ${receiptsOf(sql`s.id`, sql`i.id`)} p) as receipts,
      (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'number', n.number, 'business_date', n.business_date,
          'gross', n.gross_pence) order by n.id), '[]') from credit_notes n where n.sale_id = s.id) as credit_notes
    from sales s
      left join party_items i on i.document_type = 'sale' and i.document_id = s.id and i.kind = 'invoice'
    where s.id = ${id}`.execute(db);
  return ensureFound(rows[0], 'Sale');
}
