import { type RawBuilder, sql } from 'kysely';

/**
 * What settled an invoice after the sale, as a table: payments, credit, write-offs, and payments reversed since. Left out
 * is what the sale itself shows: its payments, the credit that its wallet payments used, and the part of its credit
 * notes that reduced the balance due (rule W9). After a merge it is the moved debt that is settled (decision 098); the
 * move itself settles nothing.
 */
export const receiptsOf = (sale: RawBuilder<unknown>, invoice: RawBuilder<unknown>) => sql`(
  select case when settled.amount < 0 then 'reversal' when o.kind = 'write_off' then 'write_off'
      when o.document_type = 'customer_payment' then 'payment' else 'credit' end as kind,
    o.document_number as number, settled.business_date, settled.amount, o.id
  from (
    select coalesce(c.origin_item_id, c.id) as id, max(a.business_date) as business_date,
      (sum(a.amount_pence) - coalesce(max(own.cleared), 0))::bigint as amount
    from party_items d join allocations a on a.debit_item_id = d.id join party_items c on c.id = a.credit_item_id
      join party_items r on r.id = coalesce(c.origin_item_id, c.id)
      left join lateral (
        select n.gross_pence - coalesce((select sum(t.amount_pence) from refund_tenders t
          where t.credit_note_id = n.id and t.method <> 'account'), 0) as cleared
        from credit_notes n where r.document_type = 'credit_note' and n.id = r.document_id and n.sale_id = ${sale}) own on true
    where (d.id = ${invoice} or d.origin_item_id = ${invoice} and d.side = 'debit')
      and (r.document_type <> 'sale' or r.document_id <> ${sale})
      and (c.kind <> 'transfer' or c.origin_item_id is not null or not exists (
        select from wallet_adjustments w where c.document_type = 'wallet_adjustment' and w.id = c.document_id and w.kind = 'merge'))
      and a.id > ${lastOfWallet(sale, invoice)}
    group by 1
  ) settled join party_items o on o.id = settled.id
  where settled.amount > 0 or settled.amount < 0 and exists (
    select from customer_payments p where o.document_type = 'customer_payment' and p.id = o.document_id and p.status <> 'completed')
)`;

/** The last allocation of the wallet payments: they are the first ones of an invoice, apart from payments at the till. */
const lastOfWallet = (sale: RawBuilder<unknown>, invoice: RawBuilder<unknown>) => sql`
  coalesce((select min(early.id) from (
    select w.id, sum(w.amount_pence) over (order by w.id) as used
    from allocations w join party_items t on t.id = w.credit_item_id
    where w.debit_item_id = ${invoice} and (t.document_type <> 'sale' or t.document_id <> ${sale})) early
  where early.used >= (select nullif(sum(applied_pence), 0) from sale_tenders where sale_id = ${sale} and method = 'wallet')), 0)`;
