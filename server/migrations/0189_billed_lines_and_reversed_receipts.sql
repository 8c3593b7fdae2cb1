-- What is returned takes the VAT of its bill out of the boxes again, so a billed line keeps its code (rules V1, V24).
create function keep_billed_vat_code() returns trigger
language plpgsql as $$
begin
  raise exception 'line % has been billed with VAT code %', old.id, old.vat_code
    using errcode = 'integrity_constraint_violation', constraint = 'purchase_order_lines_keep_the_code_they_were_billed_with';
end $$;
create trigger purchase_order_lines_keep_the_code_they_were_billed_with before update of vat_code on purchase_order_lines
  for each row when (old.billed > 0 and old.vat_code is distinct from new.vat_code) execute function keep_billed_vat_code();

-- A receipt entered in error is reversed once, by a document among the returns: what was received and what went back add up.
alter table supplier_returns add column reverses_receipt_id bigint
  constraint goods_received_notes_are_reversed_once unique references goods_received_notes on delete restrict;
