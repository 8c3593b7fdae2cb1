-- What filed VAT returns keep, and adjustments that take back a reverse charge.

-- The VAT number and the name under which a return was filed; null on returns from before this was kept.
alter table vat_returns add column vat_number text, add column business_name text;

-- A filed return keeps its entries for good (rule V25): also those after its last day that the final return took, but not
-- those from before the first return, which are in none.
create or replace function keep_entries_of_filed_returns() returns trigger
language plpgsql as $$
declare
  entry bigint := case tg_op when 'DELETE' then old.entry_id else new.entry_id end;
begin
  perform pg_advisory_xact_lock_shared(hashtext('books lock'));
  if exists (select from vat_entries e join vat_returns r on e.id <= r.last_entry_id and e.tax_point <= coalesce(r.takes_to, r.period_to)
      where e.id = entry and e.tax_point >= coalesce((select min(takes_from) from vat_returns), e.tax_point)) then
    raise exception 'the VAT entry % is of a filed return', entry
      using errcode = 'integrity_constraint_violation', constraint = 'vat_entries_stay_in_filed_returns';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- A supplier's credit note takes a reverse charge or import VAT back, so all its boxes may be below zero (rule V28).
alter table vat_adjustments drop constraint vat_adjustments_charge_and_reclaim_alike;
alter table vat_adjustments add constraint vat_adjustments_charge_and_reclaim_alike check (
  reason not in ('reverse_charge_domestic', 'reverse_charge_abroad', 'postponed_import_vat')
  or (box_1_pence = box_4_pence and box_1_pence <> 0 and sign(box_7_pence) = sign(box_1_pence)
    and box_6_pence = case reason when 'reverse_charge_abroad' then box_7_pence else 0 end));
