-- VAT adjustments: what a VAT return says beside sales and purchases (rules V25-V28), and which invoices and bills had
-- their VAT relieved or repaid (rule V26). Each adjustment has one journal with its VAT entries and is undone by the
-- journal's reversal.

create table vat_adjustments (
  id bigint generated always as identity primary key,
  number text not null constraint vat_adjustments_number_is_taken unique,
  business_date date not null,
  reason text not null constraint vat_adjustments_reason_is_known check (reason in ('bad_debt_relief', 'unpaid_bills',
    'error_correction', 'reverse_charge_domestic', 'reverse_charge_abroad', 'postponed_import_vat', 'partial_exemption',
    'fuel_scale_charge', 'pre_registration')),
  description text not null constraint vat_adjustments_description_is_not_blank check (description <> ''),
  -- What it adds to the boxes; below zero it takes off.
  box_1_pence bigint not null,
  box_4_pence bigint not null,
  box_6_pence bigint not null,
  box_7_pence bigint not null,
  -- The net value that the VAT belongs to, whether a box takes it or not.
  net_pence bigint not null,
  -- The other side of what boxes 1 and 4 leave; none where they are the same.
  account_code text constraint vat_adjustments_account_exists references accounts on delete restrict,
  posted_by bigint not null references users on delete restrict,
  posted_at timestamptz not null,
  constraint vat_adjustments_change_vat check (box_1_pence <> 0 or box_4_pence <> 0),
  constraint vat_adjustments_name_the_other_side check ((box_1_pence = box_4_pence) = (account_code is null)),
  constraint vat_adjustments_charge_and_reclaim_alike check (
    reason not in ('reverse_charge_domestic', 'reverse_charge_abroad', 'postponed_import_vat')
    or (box_1_pence = box_4_pence and box_1_pence > 0 and box_7_pence > 0
      and box_6_pence = case reason when 'reverse_charge_abroad' then box_7_pence else 0 end)),
  -- Relief is claimed in box 4 and returned in box 1.
  constraint vat_adjustments_relieve_bad_debts check (
    reason <> 'bad_debt_relief' or (box_1_pence >= 0 and box_4_pence >= 0 and (box_1_pence = 0 or box_4_pence = 0))),
  constraint vat_adjustments_leave_other_boxes check (case reason
    when 'bad_debt_relief' then box_6_pence = 0 and box_7_pence = 0
    when 'unpaid_bills' then box_1_pence = 0 and box_6_pence = 0 and box_7_pence = 0
    when 'partial_exemption' then box_1_pence = 0 and box_6_pence = 0 and box_7_pence = 0
    when 'fuel_scale_charge' then box_1_pence > 0 and box_4_pence = 0 and box_7_pence = 0
    when 'pre_registration' then box_1_pence = 0 and box_4_pence > 0 and box_6_pence = 0
    else true end)
);
create index vat_adjustments_by_date on vat_adjustments (business_date, id);
create trigger vat_adjustments_are_append_only before update or delete on vat_adjustments
  for each row execute function refuse_change();
create trigger vat_adjustments_are_never_emptied before truncate on vat_adjustments
  for each statement execute function refuse_change();
create trigger vat_adjustments_are_dated_in_open_days before insert on vat_adjustments
  for each row execute function ensure_open_day();

-- How much of each invoice or bill is relieved: kept so that two who relieve it at once cannot relieve it twice.
create table vat_reliefs (
  item_id bigint primary key constraint vat_reliefs_item_exists references party_items on delete restrict,
  gross_pence bigint not null,
  vat_pence bigint not null,
  relieved_gross_pence bigint not null default 0,
  relieved_vat_pence bigint not null default 0,
  constraint vat_reliefs_are_never_above_the_debt check (
    relieved_gross_pence between 0 and gross_pence and relieved_vat_pence between 0 and vat_pence)
);

-- Of an adjustment, invoice by invoice: above zero relief that is taken (or input tax that is repaid), below zero what
-- is given back. A reversed adjustment has each line a second time, mirrored.
create table vat_relief_lines (
  adjustment_id bigint not null references vat_adjustments on delete restrict,
  item_id bigint not null references vat_reliefs on delete restrict,
  is_reversal boolean not null default false,
  gross_pence bigint not null constraint vat_relief_lines_are_of_something check (gross_pence <> 0),
  vat_pence bigint not null,
  primary key (adjustment_id, item_id, is_reversal)
);
create index vat_relief_lines_by_item on vat_relief_lines (item_id);
create trigger vat_relief_lines_are_append_only before update or delete on vat_relief_lines
  for each row execute function refuse_change();
create trigger vat_relief_lines_are_never_emptied before truncate on vat_relief_lines
  for each statement execute function refuse_change();

create function follow_vat_relief_line() returns trigger
language plpgsql as $$
begin
  update vat_reliefs set relieved_gross_pence = relieved_gross_pence + new.gross_pence,
    relieved_vat_pence = relieved_vat_pence + new.vat_pence
  where item_id = new.item_id;
  return null;
end $$;
create trigger vat_reliefs_follow_their_lines after insert on vat_relief_lines
  for each row execute function follow_vat_relief_line();

-- Found without reading every item: few debts are written off.
create index party_items_written_off on party_items (id) where kind = 'write_off';
