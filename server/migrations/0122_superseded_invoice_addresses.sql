-- What was put on an invoice stays (rule K5). When a customer is erased, what was corrected since on their invoices, and so is
-- on none of them any more, is not needed (rule K3).
create function keep_invoice_address() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE'
    and exists (select from sale_invoice_addresses later where later.sale_id = old.sale_id and later.id > old.id)
    and exists (select from sales s join customers c on c.id = s.customer_id where s.id = old.sale_id and c.erased_at is not null) then
    return old;
  end if;
  raise exception 'the name and address of an invoice stay'
    using errcode = 'integrity_constraint_violation', constraint = 'sale_invoice_addresses_stay';
end $$;
drop trigger sale_invoice_addresses_are_append_only on sale_invoice_addresses;
create trigger sale_invoice_addresses_stay before update or delete on sale_invoice_addresses
  for each row execute function keep_invoice_address();
