import { sql } from 'kysely';

/**
 * The name of the party of the document of a journal `j`. For an expense it is whoever is paid or owed: the employee whose
 * money it was, else the supplier, if there is one (rule R5).
 */
export const partyOf = sql`case j.document_type
  when 'payment' then (select s.name from payments p join suppliers s on s.id = p.supplier_id where p.id = j.document_id)
  when 'customer_payment' then (select c.name from customer_payments p join customers c on c.id = p.customer_id where p.id = j.document_id)
  when 'sale' then (select customer_name from sales where id = j.document_id)
  when 'credit_note' then (select coalesce(s.customer_name, n.customer_name) from credit_notes n left join sales s on s.id = n.sale_id where n.id = j.document_id)
  when 'goods_received_note' then (select s.name from goods_received_notes n join purchase_orders o on o.id = n.purchase_order_id
    join suppliers s on s.id = o.supplier_id where n.id = j.document_id)
  when 'supplier_bill' then (select s.name from supplier_bills b join suppliers s on s.id = b.supplier_id where b.id = j.document_id)
  when 'supplier_return' then (select s.name from supplier_returns r join purchase_orders o on o.id = r.purchase_order_id
    join suppliers s on s.id = o.supplier_id where r.id = j.document_id)
  when 'expense' then (select case e.settlement when 'own_money' then u.name else s.name end from expenses e
    left join suppliers s on s.id = e.supplier_id join users u on u.id = e.created_by where e.id = j.document_id) end`;
