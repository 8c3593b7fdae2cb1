-- A supplier bill has a page of its own, so it has notes, and the invoice itself as a file: the evidence for its VAT (rule V18).
alter table record_notes
  drop constraint record_notes_type_is_known,
  add constraint record_notes_type_is_known check (record_type in (
      'product', 'supplier', 'customer', 'purchase_order', 'supplier_bill', 'sale', 'quote', 'employee', 'expense', 'user',
      'till_session', 'stock_count', 'stock_adjustment', 'journal', 'vat_return', 'vat_adjustment', 'import')),
  add column supplier_bill_id bigint generated always as (case record_type when 'supplier_bill' then record_id end) stored
    constraint record_notes_supplier_bill_exists references supplier_bills on delete cascade;

create table supplier_bill_attachments (
  id bigint generated always as identity primary key,
  supplier_bill_id bigint not null references supplier_bills on delete cascade,
  file_name text not null,
  sha256 text not null references files on delete restrict,
  added_by bigint not null references users on delete restrict,
  added_at timestamptz not null
);
create index supplier_bill_attachments_by_bill on supplier_bill_attachments (supplier_bill_id, id);
create index supplier_bill_attachments_by_file on supplier_bill_attachments (sha256);
