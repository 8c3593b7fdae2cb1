-- An import of a sales history can be undone as long as nothing builds on it (F72, decision 096): each of its postings is
-- mirrored on its own day, and what both leave behind, nothing, is kept out of reports. No posted row is changed or deleted.

alter table imports
  drop constraint imports_state_is_known,
  add constraint imports_state_is_known check (state in ('reading', 'mapping', 'checking', 'checked', 'committing', 'paused', 'done',
    'undoing', 'undo_stopped', 'undone', 'failed'));

-- In which order documents were posted, so that they are taken back from the last to the first: stock then passes through
-- the states that it had. What is undone already is not found again, however often the work is begun.
alter table sales_history_posted
  add column position bigint generated always as identity,
  add column undone_at timestamptz;
create index sales_history_posted_to_undo on sales_history_posted (import_id, position) where undone_at is null;
create index sales_history_posted_undone on sales_history_posted (document_type, document_id) where undone_at is not null;

alter table sales_history_lines
  drop constraint sales_history_lines_outcome_is_known,
  add constraint sales_history_lines_outcome_is_known check (outcome in ('planned', 'posted', 'undone', 'already', 'listed')),
  drop constraint sales_history_lines_stand_somewhere,
  add constraint sales_history_lines_stand_somewhere check ((outcome in ('posted', 'undone')) = (document_id is not null));

-- Of each product that a history sold or moved: whether the import added it, and what one was known to cost before.
create table sales_history_products (
  import_id bigint not null references imports on delete cascade,
  product_id bigint not null references products on delete cascade,
  is_added boolean not null,
  unit_cost_before numeric(18, 6),
  primary key (import_id, product_id)
);
create index sales_history_products_by_product on sales_history_products (product_id);
-- The import that added the customer; none of those from before this was kept.
alter table sales_history_customers add column added_by bigint references imports on delete set null;
create index sales_history_customers_by_import on sales_history_customers (added_by) where added_by is not null;

-- Journals that were undone with their import, and the mirrors of them: together they come to nothing on every day and account.
create table undone_journals (
  journal_id bigint primary key references journals on delete restrict,
  import_id bigint not null references imports on delete restrict
);
create index undone_journals_by_import on undone_journals (import_id);
create trigger undone_journals_are_append_only before update or delete on undone_journals
  for each row execute function refuse_change();

create or replace view vat_entries_to_return as
  select e.* from vat_entries e where not exists (select from vat_returned_elsewhere r where r.entry_id = e.id)
    and not exists (select from undone_journals u where u.journal_id = e.journal_id);

-- ── An undone sale stays undone, and nothing builds on one while it is taken back ───────────────────────────
alter table sales
  drop constraint sales_status_is_known,
  add constraint sales_status_is_known check (status in ('completed', 'partially_refunded', 'refunded', 'cancelled', 'undone'));

create or replace function keep_posted_sale() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status <> 'undone'
    and to_jsonb(new) - array['status', 'refunded_pence', 'version'] = to_jsonb(old) - array['status', 'refunded_pence', 'version'] then
    return new;
  end if;
  raise exception 'a posted sale stays as it is' using errcode = 'integrity_constraint_violation', constraint = 'sales_stay_as_posted';
end $$;

create function ensure_sale_is_not_undone() returns trigger
language plpgsql as $$
declare
  state_of_import text;
begin
  if new.sale_id is null then return new; end if;
  -- The row of the import is held, so that its undoing does not begin between this look and the commit. While it is being
  -- posted nobody can begin to undo it, and its own credit notes would wait for whoever pauses it.
  select i.state into state_of_import from sales_history_posted p join imports i on i.id = p.import_id
    where p.document_type = 'sale' and p.document_id = new.sale_id and i.state <> 'committing' for share of i;
  if state_of_import in ('undoing', 'undo_stopped', 'undone') then
    raise exception 'the import of sale % is undone', new.sale_id
      using errcode = 'integrity_constraint_violation', constraint = 'undone_sales_take_nothing_back';
  end if;
  return new;
end $$;
create trigger credit_notes_are_of_a_sale_that_stands before insert on credit_notes
  for each row execute function ensure_sale_is_not_undone();

-- A return that is filed cannot be taken back, so it waits until the undoing of what it would contain is over. Filing holds
-- the lock of the books alone, and whoever begins to undo holds it shared.
create function ensure_nothing_is_being_undone() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('books lock'));
  if exists (select from imports i join sales_history_documents d on d.import_id = i.id
      where i.state in ('undoing', 'undo_stopped') and d.business_date <= new.period_to) then
    raise exception 'an import is being undone'
      using errcode = 'integrity_constraint_violation', constraint = 'vat_returns_wait_for_undoing';
  end if;
  return new;
end $$;
create trigger vat_returns_wait_for_undoing before insert on vat_returns
  for each row execute function ensure_nothing_is_being_undone();
