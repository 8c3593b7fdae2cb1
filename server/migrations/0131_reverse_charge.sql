-- A bill without an order, or a supplier credit note, whose VAT the buyer accounts for (rule V28, decision 077): no VAT is
-- printed on it, and its VAT entries have it in boxes 1 and 4.

alter table supplier_bills add column reverse_charge text
  constraint supplier_bills_reverse_charge_is_known check (reverse_charge in ('domestic', 'abroad')),
  add constraint supplier_bills_under_reverse_charge_have_no_vat check (
    reverse_charge is null or (kind = 'direct' and vat_pence = 0));
alter table supplier_credits add column reverse_charge text
  constraint supplier_credits_reverse_charge_is_known check (reverse_charge in ('domestic', 'abroad')),
  add constraint supplier_credits_under_reverse_charge_have_no_vat check (reverse_charge is null or vat_pence = 0);
