-- Lines of a sales history that are no sale go to their accounts, and lines that are listed can be posted afterwards.

alter table sales_history_lines
  -- What the table of codes said of it, and the account it goes to.
  add column code_treatment text,
  add column account_code text constraint sales_history_lines_account_exists references accounts on delete restrict,
  -- Of a line that was listed and is settled: why it was listed, who settled it and when.
  add column listed_reason text,
  add column listed_message text,
  add column settled_by bigint references users on delete restrict,
  add column settled_at timestamptz,
  drop constraint sales_history_lines_treatment_is_known,
  add constraint sales_history_lines_treatment_is_known check
    (treatment in ('sale', 'charge', 'given', 'found', 'write_off', 'return', 'credit', 'account')),
  add constraint sales_history_lines_name_their_account check
    (treatment is distinct from 'account' or account_code is not null),
  add constraint sales_history_lines_keep_why_they_were_listed check ((settled_by is null) = (listed_reason is null));
create index sales_history_lines_that_are_settled on sales_history_lines (import_id, row_number) where settled_by is not null;
create index sales_history_lines_by_posting on sales_history_lines (document_type, document_id) where document_id is not null;

-- ── Credit notes without a sale ─────────────────────────────────────────────────────────────────────────────
-- What came back of a history whose sale is not in it. A wrong one is taken back by another with the opposite sign.
alter table credit_notes
  alter column sale_id drop not null,
  add column customer_id bigint references customers on delete restrict,
  add column customer_name text,
  add column reverses_id bigint constraint credit_notes_are_reversed_once unique references credit_notes on delete restrict,
  drop constraint credit_notes_kind_is_known,
  add constraint credit_notes_kind_is_known check
    (kind in ('refund', 'cancellation', 'edit', 'unlinked', 'unlinked_reversal')),
  drop constraint credit_notes_add_up,
  add constraint credit_notes_add_up check (net_pence + vat_pence = gross_pence and (gross_pence >= 0 or kind = 'unlinked_reversal')),
  add constraint credit_notes_are_of_a_sale_or_a_customer check (
    case when kind in ('unlinked', 'unlinked_reversal') then sale_id is null and customer_id is not null and customer_name is not null
      else sale_id is not null and customer_id is null end),
  add constraint credit_notes_reverse_what_has_no_sale check ((kind = 'unlinked_reversal') = (reverses_id is not null));
create index credit_notes_by_customer on credit_notes (customer_id, id) where customer_id is not null;

alter table credit_note_lines
  alter column sale_id drop not null,
  alter column sale_line_number drop not null,
  add column product_id bigint references products on delete restrict,
  add column description text,
  add column vat_code text constraint credit_note_lines_vat_code_is_known check (vat_code in ('S', 'R', 'Z', 'E', 'O')),
  add column vat_rate numeric(5, 2),
  drop constraint credit_note_lines_quantity_is_not_negative,
  add constraint credit_note_lines_quantity_is_not_negative check (quantity >= 0 or sale_id is null),
  add constraint credit_note_lines_name_a_sale_or_a_product check (
    (sale_id is null) = (sale_line_number is null) and (sale_id is null) = (product_id is not null)
    and (sale_id is null) = (vat_code is not null) and (sale_id is null) = (vat_rate is not null));
create index credit_note_lines_by_product on credit_note_lines (product_id) where product_id is not null;

alter table refund_tenders
  drop constraint refund_tenders_are_of_something,
  add constraint refund_tenders_are_of_something check (amount_pence <> 0);
create function ensure_refund_is_above_zero() returns trigger
language plpgsql as $$
begin
  if new.amount_pence < 0 and not exists (
      select from credit_notes where id = new.credit_note_id and kind = 'unlinked_reversal') then
    raise exception 'a refund pays back more than nothing'
      using errcode = 'check_violation', constraint = 'refund_tenders_are_of_something';
  end if;
  return new;
end $$;
create trigger refund_tenders_pay_back before insert on refund_tenders
  for each row execute function ensure_refund_is_above_zero();
