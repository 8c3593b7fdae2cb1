-- A written-off debt can be opened again, in whole or in part: the reversal is an adjustment of its own (decision 097).

alter table wallet_adjustments
  drop constraint wallet_adjustments_kind_is_known,
  add constraint wallet_adjustments_kind_is_known
    check (kind in ('credit', 'debit', 'write_off', 'write_off_reversal', 'transfer', 'merge')),
  -- The write-off that a reversal reverses.
  add column reverses_id bigint references wallet_adjustments on delete restrict,
  add constraint wallet_adjustments_reverse_write_offs check ((kind = 'write_off_reversal') = (reverses_id is not null));
create index wallet_adjustments_by_reversed on wallet_adjustments (reverses_id) where reverses_id is not null;

-- The code locks the customer's ledger, so reversals of one write-off come one after the other.
create function ensure_write_off_covers_reversal() returns trigger
language plpgsql as $$
declare
  reversed wallet_adjustments;
begin
  select * into reversed from wallet_adjustments where id = new.reverses_id;
  if reversed.kind <> 'write_off' or reversed.customer_id <> new.customer_id or reversed.account_code <> new.account_code
    or reversed.business_date > new.business_date
    or reversed.amount_pence < new.amount_pence
      + coalesce((select sum(amount_pence) from wallet_adjustments where reverses_id = new.reverses_id), 0) then
    raise exception 'more than the write-off % would be reversed', reversed.number
      using errcode = 'integrity_constraint_violation', constraint = 'write_offs_cover_their_reversals';
  end if;
  return new;
end $$;
create trigger write_offs_cover_their_reversals before insert on wallet_adjustments for each row
  when (new.reverses_id is not null) execute function ensure_write_off_covers_reversal();

-- Part of a returned relief for which the customer had paid while the debt stayed written off. It is not claimed again.
alter table vat_relief_lines disable trigger vat_relief_lines_are_append_only;
alter table vat_relief_lines add column paid_gross_pence bigint not null default 0;
update vat_relief_lines l set paid_gross_pence = -gross_pence from vat_adjustments a
  where a.id = l.adjustment_id and a.reason = 'bad_debt_relief' and a.box_1_pence > 0;
alter table vat_relief_lines enable trigger vat_relief_lines_are_append_only;

-- What a reversal opened of each invoice, and how much of that the customer had paid before, with its relief returned.
create table write_off_reversal_lines (
  adjustment_id bigint not null references wallet_adjustments on delete restrict,
  item_id bigint not null references party_items on delete restrict,
  amount_pence bigint not null constraint write_off_reversal_lines_amount_is_positive check (amount_pence > 0),
  paid_before_pence bigint not null default 0
    constraint write_off_reversal_lines_paid_is_within_amount check (paid_before_pence between 0 and amount_pence),
  primary key (adjustment_id, item_id)
);
create index write_off_reversal_lines_by_item on write_off_reversal_lines (item_id);
create trigger write_off_reversal_lines_are_append_only before update or delete on write_off_reversal_lines
  for each row execute function refuse_change();
create trigger write_off_reversal_lines_are_never_emptied before truncate on write_off_reversal_lines
  for each statement execute function refuse_change();
