-- Notes that people write on records. Which record it is stands in two columns; for each kind a third one is made of them,
-- so that the database itself knows that the record is there and takes the notes with it when it is deleted.

create table record_notes (
  id bigint generated always as identity primary key,
  record_type text not null constraint record_notes_type_is_known check (record_type in (
      'product', 'supplier', 'customer', 'purchase_order', 'sale', 'quote', 'employee', 'expense', 'user',
      'till_session', 'stock_count', 'stock_adjustment', 'journal', 'vat_return', 'import')),
  record_id bigint not null,
  body text not null constraint record_notes_say_something check (body = btrim(body, E' \n') and char_length(body) between 1 and 4000),
  author_id bigint not null constraint record_notes_author_exists references users on delete restrict,
  created_at timestamptz not null,
  edited_at timestamptz,
  version integer not null default 1,
  product_id bigint generated always as (case record_type when 'product' then record_id end) stored
    constraint record_notes_product_exists references products on delete cascade,
  supplier_id bigint generated always as (case record_type when 'supplier' then record_id end) stored
    constraint record_notes_supplier_exists references suppliers on delete cascade,
  customer_id bigint generated always as (case record_type when 'customer' then record_id end) stored
    constraint record_notes_customer_exists references customers on delete cascade,
  purchase_order_id bigint generated always as (case record_type when 'purchase_order' then record_id end) stored
    constraint record_notes_purchase_order_exists references purchase_orders on delete cascade,
  sale_id bigint generated always as (case record_type when 'sale' then record_id end) stored
    constraint record_notes_sale_exists references sales on delete cascade,
  quote_id bigint generated always as (case record_type when 'quote' then record_id end) stored
    constraint record_notes_quote_exists references quotes on delete cascade,
  employee_id bigint generated always as (case record_type when 'employee' then record_id end) stored
    constraint record_notes_employee_exists references employees on delete cascade,
  expense_id bigint generated always as (case record_type when 'expense' then record_id end) stored
    constraint record_notes_expense_exists references expenses on delete cascade,
  user_id bigint generated always as (case record_type when 'user' then record_id end) stored
    constraint record_notes_user_exists references users on delete cascade,
  till_session_id bigint generated always as (case record_type when 'till_session' then record_id end) stored
    constraint record_notes_till_session_exists references till_sessions on delete cascade,
  stock_count_id bigint generated always as (case record_type when 'stock_count' then record_id end) stored
    constraint record_notes_stock_count_exists references stock_counts on delete cascade,
  stock_adjustment_id bigint generated always as (case record_type when 'stock_adjustment' then record_id end) stored
    constraint record_notes_stock_adjustment_exists references stock_adjustments on delete cascade,
  journal_id bigint generated always as (case record_type when 'journal' then record_id end) stored
    constraint record_notes_journal_exists references journals on delete cascade,
  vat_return_id bigint generated always as (case record_type when 'vat_return' then record_id end) stored
    constraint record_notes_vat_return_exists references vat_returns on delete cascade,
  import_id bigint generated always as (case record_type when 'import' then record_id end) stored
    constraint record_notes_import_exists references imports on delete cascade
);
create index record_notes_by_record on record_notes (record_type, record_id, id);
create index record_notes_by_author on record_notes (author_id);
-- Of the records that can be deleted.
create index record_notes_by_product on record_notes (product_id) where product_id is not null;
create index record_notes_by_supplier on record_notes (supplier_id) where supplier_id is not null;
create index record_notes_by_customer on record_notes (customer_id) where customer_id is not null;
create index record_notes_by_purchase_order on record_notes (purchase_order_id) where purchase_order_id is not null;
create index record_notes_by_quote on record_notes (quote_id) where quote_id is not null;
create index record_notes_by_employee on record_notes (employee_id) where employee_id is not null;
create index record_notes_by_expense on record_notes (expense_id) where expense_id is not null;
create index record_notes_by_user on record_notes (user_id) where user_id is not null;
create index record_notes_by_till_session on record_notes (till_session_id) where till_session_id is not null;
create index record_notes_by_stock_count on record_notes (stock_count_id) where stock_count_id is not null;
create index record_notes_by_import on record_notes (import_id) where import_id is not null;

-- Nothing more is written about somebody who was erased, and what is said of a customer is said of the one that is kept.
-- Whoever erases or merges holds the record, so this waits for them and sees what they did.
create function keep_note_in_place() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.author_id, new.created_at, new.record_type) is distinct from (old.author_id, old.created_at, old.record_type) then
    raise exception 'a note stays its author''s' using errcode = 'integrity_constraint_violation', constraint = 'record_notes_stay_their_authors';
  end if;
  if new.record_type = 'customer' then
    perform from customers where id = new.record_id for key share;
    if exists (select from customers where id = new.record_id and (erased_at is not null or merged_into_id is not null)) then
      raise exception 'a note on a customer who was erased or merged' using errcode = 'integrity_constraint_violation', constraint = 'record_notes_are_of_customers_in_use';
    end if;
  elsif new.record_type = 'employee' then
    perform from employees where id = new.record_id for key share;
    if exists (select from employees where id = new.record_id and erased_at is not null) then
      raise exception 'a note on an employee who was erased' using errcode = 'integrity_constraint_violation', constraint = 'record_notes_are_of_employees_in_use';
    end if;
  end if;
  return new;
end $$;
create trigger record_notes_stay_in_place before insert or update on record_notes
  for each row execute function keep_note_in_place();

-- Rule K3: with the personal data go the notes, also those on what the customer was offered and sold.
create function forget_notes_of_customer() returns trigger
language plpgsql as $$
begin
  delete from record_notes where customer_id = new.id
    or quote_id in (select id from quotes where customer_id = new.id)
    or sale_id in (select id from sales where customer_id = new.id);
  return null;
end $$;
create trigger customers_erased_have_no_notes after update of erased_at on customers
  for each row when (new.erased_at is not null and old.erased_at is null) execute function forget_notes_of_customer();

create function forget_notes_of_employee() returns trigger
language plpgsql as $$
begin
  delete from record_notes where employee_id = new.id;
  return null;
end $$;
create trigger employees_erased_have_no_notes after update of erased_at on employees
  for each row when (new.erased_at is not null and old.erased_at is null) execute function forget_notes_of_employee();

create function move_notes_of_customer() returns trigger
language plpgsql as $$
begin
  update record_notes set record_id = new.merged_into_id where customer_id = new.id;
  return null;
end $$;
create trigger customers_merged_hand_on_their_notes after update of merged_into_id on customers
  for each row when (new.merged_into_id is not null) execute function move_notes_of_customer();
