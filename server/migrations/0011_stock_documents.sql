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
