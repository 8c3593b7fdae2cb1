import { sql } from 'kysely';

/** Whom the document of a journal `j` is about, by name. */
export const partyOf = sql`case j.document_type
  when 'payment' then (select s.name from payments p join suppliers s on s.id = p.supplier_id where p.id = j.document_id)
  when 'customer_payment' then (select c.name from customer_payments p join customers c on c.id = p.customer_id where p.id = j.document_id)
  when 'sale' then (select customer_name from sales where id = j.document_id)
  when 'credit_note' then (select s.customer_name from credit_notes n join sales s on s.id = n.sale_id where n.id = j.document_id)
  when 'expense' then (select coalesce(s.name, u.name) from expenses e left join suppliers s on s.id = e.supplier_id
    join users u on u.id = e.created_by where e.id = j.document_id) end`;
