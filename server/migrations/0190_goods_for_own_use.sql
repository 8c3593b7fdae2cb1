-- Goods taken for private use after their VAT was reclaimed: VAT on what they cost (VAT Act 1994, Schedule 4, paragraph 5).
alter table vat_adjustments drop constraint vat_adjustments_reason_is_known;
alter table vat_adjustments add constraint vat_adjustments_reason_is_known check (reason in ('bad_debt_relief', 'unpaid_bills',
  'error_correction', 'reverse_charge_domestic', 'reverse_charge_abroad', 'postponed_import_vat', 'partial_exemption',
  'fuel_scale_charge', 'own_use', 'pre_registration'));
alter table vat_adjustments drop constraint vat_adjustments_leave_other_boxes;
alter table vat_adjustments add constraint vat_adjustments_leave_other_boxes check (case reason
  when 'bad_debt_relief' then box_6_pence = 0 and box_7_pence = 0
  when 'unpaid_bills' then box_1_pence = 0 and box_6_pence = 0 and box_7_pence = 0
  when 'partial_exemption' then box_1_pence = 0 and box_6_pence = 0 and box_7_pence = 0
  when 'fuel_scale_charge' then box_1_pence > 0 and box_4_pence = 0 and box_7_pence = 0
  when 'own_use' then box_1_pence > 0 and box_4_pence = 0 and box_6_pence > 0 and box_7_pence = 0
  when 'pre_registration' then box_1_pence = 0 and box_4_pence > 0 and box_6_pence = 0
  else true end);
