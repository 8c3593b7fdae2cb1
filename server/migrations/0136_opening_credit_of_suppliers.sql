-- Credit that suppliers had given and that was not used when these books began (rule L9, finding F63), beside what customers
-- owed or were owed.

alter table opening_invoices alter column customer_id drop not null,
  add column supplier_id bigint constraint opening_invoices_supplier_exists references suppliers on delete restrict,
  add constraint opening_invoices_have_one_party check (num_nonnulls(customer_id, supplier_id) = 1),
  add constraint opening_invoices_of_suppliers_are_credit check (supplier_id is null or kind = 'credit');
create index opening_invoices_by_supplier on opening_invoices (supplier_id) where supplier_id is not null;

-- Numbers of our own invoices are unique; those of suppliers only for each of them.
drop index opening_invoices_are_entered_once;
create unique index opening_invoices_are_entered_once on opening_invoices (coalesce(supplier_id, 0), lower(number))
  where reversed_at is null;
