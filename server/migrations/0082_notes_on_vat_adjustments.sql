-- Notes are written on VAT adjustments too.
alter table record_notes
  drop constraint record_notes_type_is_known,
  add constraint record_notes_type_is_known check (record_type in (
      'product', 'supplier', 'customer', 'purchase_order', 'sale', 'quote', 'employee', 'expense', 'user',
      'till_session', 'stock_count', 'stock_adjustment', 'journal', 'vat_return', 'vat_adjustment', 'import')),
  add column vat_adjustment_id bigint generated always as (case record_type when 'vat_adjustment' then record_id end) stored
    constraint record_notes_vat_adjustment_exists references vat_adjustments on delete cascade;
