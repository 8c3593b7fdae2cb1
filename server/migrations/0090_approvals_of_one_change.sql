-- One mechanism for every approval (rule P15): what is approved by PIN before its document is there is kept with the
-- document that used it, once; and refunds, adjustments, write-offs and stock-takes above a limit have an approval.

alter table approvals
  drop constraint approvals_kind_is_known,
  add constraint approvals_kind_is_known check (kind in
    ('discount', 'price', 'credit', 'stock', 'refund', 'large_refund', 'void', 'customer_credit', 'stock_adjustment', 'write_off', 'stock_count'));

alter table document_approvals
  drop constraint document_approvals_type_is_known,
  add constraint document_approvals_type_is_known check (document_type in
    ('purchase_order', 'expense', 'till_session', 'stock_adjustment', 'stock_count', 'write_off', 'sale', 'credit_note', 'quote',
      'wallet_adjustment')),
  -- What of the document was approved, where it is one change of it.
  add column kind text,
  -- The approval by PIN that was used for it. None serves two documents.
  add column approval_id uuid constraint document_approvals_use_an_approval_once unique references approvals on delete restrict,
  add constraint document_approvals_by_pin_say_of_what check (approval_id is null or kind is not null);

-- Whatever the code does: an approval by PIN serves the basket it was given for, in the name of who gave it, for its kind.
create function ensure_approval_is_of_document() returns trigger
language plpgsql as $$
declare
  given approvals;
  basket uuid;
begin
  select * into given from approvals where id = new.approval_id;
  basket := case new.document_type
    when 'sale' then (select client_id from sales where id = new.document_id)
    when 'credit_note' then (select client_id from credit_notes where id = new.document_id)
    when 'quote' then (select client_id from quote_revisions where quote_id = new.document_id and revision = new.revision)
    else given.client_id end;
  if given.used_at is null or given.approved_by <> new.approved_by or given.kind <> new.kind or given.client_id <> basket then
    raise exception 'this approval was given for something else'
      using errcode = 'integrity_constraint_violation', constraint = 'approvals_serve_what_they_were_given_for';
  end if;
  return new;
end $$;
create trigger approvals_serve_what_they_were_given_for before insert on document_approvals for each row
  when (new.approval_id is not null) execute function ensure_approval_is_of_document();

create function approval_limit(name text) returns bigint
language sql stable as $$
  select (value ->> name)::bigint from settings where key = 'approval_limits'
$$;

create function has_approval(type text, id bigint, kind text, pence bigint) returns boolean
language sql stable as $$
  select exists (select from document_approvals a where a.document_type = has_approval.type and a.document_id = has_approval.id
    and a.kind = has_approval.kind and a.up_to_pence >= pence)
$$;

-- At the commit, when the approvals are there too. What is brought over from other books was decided there. Of a sale that
-- is edited only what it comes to less is given back.
create function ensure_refund_is_approved() returns trigger
language plpgsql as $$
declare
  most bigint := approval_limit('refund_pence');
  back bigint;
begin
  if most is null then return new; end if;
  back := new.gross_pence - case when new.kind = 'edit'
    then coalesce((select sum(gross_pence) from sales where replaces_id = new.sale_id), 0) else 0 end;
  if back <= most or has_approval('credit_note', new.id, 'large_refund', back)
    or exists (select from sales where id = new.sale_id and channel = 'import')
    or exists (select from sales_history_posted where document_type = 'credit_note' and document_id = new.id) then
    return new;
  end if;
  raise exception 'credit note % is above what was approved', new.number
    using errcode = 'integrity_constraint_violation', constraint = 'refunds_are_approved';
end $$;
create constraint trigger refunds_are_approved after insert on credit_notes deferrable initially deferred
  for each row when (new.sale_id is not null and new.gross_pence > 0) execute function ensure_refund_is_approved();

create function ensure_customer_credit_is_approved() returns trigger
language plpgsql as $$
declare
  most bigint := approval_limit('write_off_pence');
begin
  if most is null or new.amount_pence <= most or has_approval('wallet_adjustment', new.id, 'customer_credit', new.amount_pence) then
    return new;
  end if;
  raise exception 'adjustment % is above what was approved', new.number
    using errcode = 'integrity_constraint_violation', constraint = 'customer_credits_are_approved';
end $$;
create constraint trigger customer_credits_are_approved after insert on wallet_adjustments deferrable initially deferred
  for each row when (new.kind in ('credit', 'write_off')) execute function ensure_customer_credit_is_approved();

create function ensure_adjustment_is_approved() returns trigger
language plpgsql as $$
declare
  of text := case when new.reason in ('found', 'correction') then 'stock_adjustment' else 'write_off' end;
  most bigint := approval_limit(case of when 'write_off' then 'write_off_pence' else 'adjustment_pence' end);
  worth bigint;
begin
  if most is null then return new; end if;
  -- As an amount on each line: what comes in does not make up for what goes out.
  worth := coalesce((select sum(abs(value_pence)) from stock_movements
    where document_type = 'stock_adjustment' and document_id = new.id), 0);
  if worth <= most or has_approval('stock_adjustment', new.id, of, worth)
    or exists (select from sales_history_posted where document_type = 'stock_adjustment' and document_id = new.id) then
    return new;
  end if;
  raise exception 'stock adjustment % is above what was approved', new.number
    using errcode = 'integrity_constraint_violation', constraint = 'stock_adjustments_are_approved';
end $$;
create constraint trigger stock_adjustments_are_approved after insert on stock_adjustments deferrable initially deferred
  for each row execute function ensure_adjustment_is_approved();

create function ensure_count_is_approved() returns trigger
language plpgsql as $$
declare
  most bigint := approval_limit('stock_count_pence');
  worth bigint;
begin
  if most is null then return new; end if;
  worth := coalesce((select sum(abs(value_pence)) from stock_movements
    where document_type = 'stock_count' and document_id = new.id), 0);
  if worth <= most or has_approval('stock_count', new.id, 'stock_count', worth) then return new; end if;
  raise exception 'stock-take % is above what was approved', new.number
    using errcode = 'integrity_constraint_violation', constraint = 'stock_counts_are_approved';
end $$;
create constraint trigger stock_counts_are_approved after update of status on stock_counts deferrable initially deferred
  for each row when (old.status <> 'posted' and new.status = 'posted') execute function ensure_count_is_approved();

-- ── Selling beyond stock where a person decides (rule I9, finding F31) ─────────────────────────────────────
-- "ask": refused, unless somebody who may adjust stock approves it. It is no free pass: may_go_negative stays false.
alter table products drop constraint products_stock_policy_is_known,
  add constraint products_stock_policy_is_known check (stock_policy in ('block', 'warn', 'ask', 'allow'));
