import { sql } from 'kysely';

/**
 * Entries about a supplier bill. Recording and reversing it are entries of its order or supplier that name it, and of its
 * journal where it was open when the books began.
 */
export const isOfBill = (id: number) => sql`a.id in (
  select e.id from audit_log e where e.record_type = 'supplier_bill' and e.record_id = ${id}
  union all
  select e.id from supplier_bills b cross join lateral (
      values ('supplier', b.supplier_id), ('purchase_order', b.purchase_order_id)) as owner (type, id)
    join audit_log e on e.record_type = owner.type and e.record_id = owner.id
  where b.id = ${id} and b.number in (e.after ->> 'bill', e.before ->> 'bill', e.before ->> 'document')
  union all
  select e.id from journals j join audit_log e on e.record_type = 'journal' and e.record_id = j.id
  where j.document_type = 'supplier_bill' and j.document_id = ${id})`;
