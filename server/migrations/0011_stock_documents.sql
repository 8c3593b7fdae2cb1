-- Stock adjustments: a numbered document with its reason; its lines are the movements that it made.

create table stock_adjustments (
  id bigint generated always as identity primary key,
  number text not null constraint stock_adjustments_have_one_number unique,
  reason text not null constraint stock_adjustments_have_a_known_reason check
    (reason in ('damaged', 'lost', 'expired', 'own_use', 'found', 'correction', 'write_down')),
  note text,
  business_date date not null,
  posted_by bigint not null references users on delete restrict,
  posted_at timestamptz not null
);
create index stock_adjustments_by_date on stock_adjustments (business_date, id);
create index stock_adjustments_by_reason on stock_adjustments (reason, id);
create trigger stock_adjustments_are_append_only before update or delete on stock_adjustments
  for each row execute function refuse_change();
create trigger stock_adjustments_are_never_emptied before truncate on stock_adjustments
  for each statement execute function refuse_change();

create index stock_movements_by_document_number on stock_movements (document_number);

-- What goes out of each product within a window, answered from the index alone.
create index stock_movements_by_kind_and_date on stock_movements (kind, business_date, product_id) include (quantity);

-- Every document with a business date is dated in an open day, as its journal is (rule D5).
create trigger stock_adjustments_are_dated_in_open_days before insert on stock_adjustments
  for each row execute function ensure_open_day();
create trigger goods_received_notes_are_dated_in_open_days before insert or update of business_date on goods_received_notes
  for each row execute function ensure_open_day();
create trigger supplier_returns_are_dated_in_open_days before insert or update of business_date on supplier_returns
  for each row execute function ensure_open_day();
create trigger party_items_are_dated_in_open_days before insert on party_items
  for each row execute function ensure_open_day();
-- A payment that is still pending has no business date yet.
create trigger payments_are_dated_in_open_days before insert or update of business_date on payments
  for each row when (new.business_date is not null) execute function ensure_open_day();

-- When the rows of an import were let go of; what undoing needs is kept.
alter table imports add column rows_pruned_at timestamptz;
