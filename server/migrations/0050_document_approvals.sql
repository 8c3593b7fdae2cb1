-- One record of "approved up to this amount, for this revision, by this person" for every document that can need approval (rule P15).

create table document_approvals (
  id bigint generated always as identity primary key,
  document_type text not null constraint document_approvals_type_is_known
    check (document_type in ('purchase_order', 'expense', 'till_session', 'stock_adjustment', 'stock_count', 'write_off')),
  document_id bigint not null,
  -- The document's revision or version when it was approved.
  revision integer not null,
  -- Whom the money goes to, where the approval is for that party only.
  party_id bigint,
  -- The size of what was approved; for a difference, over or short alike.
  up_to_pence bigint not null constraint document_approvals_are_not_negative check (up_to_pence >= 0),
  approved_by bigint not null references users on delete restrict,
  approved_at timestamptz not null,
  -- Approved by one of those who entered it, because no second person could.
  is_own boolean not null default false
);
create index document_approvals_by_document on document_approvals (document_type, document_id, up_to_pence);
create index document_approvals_by_person on document_approvals (approved_by);
create trigger document_approvals_stay before update or delete on document_approvals
  for each row execute function refuse_change();
create trigger document_approvals_are_never_emptied before truncate on document_approvals
  for each statement execute function refuse_change();

-- Orders approved so far: a draft for its total, a sent one for the total it was sent with.
insert into document_approvals (document_type, document_id, revision, party_id, up_to_pence, approved_by, approved_at, is_own)
select 'purchase_order', po.id, 1, po.supplier_id,
  coalesce((select r.total_before_pence from purchase_order_revisions r where r.purchase_order_id = po.id order by r.revision limit 1),
    po.total_pence),
  po.approved_by, coalesce(po.approved_at, po.updated_at), false
from purchase_orders po where po.approved_by is not null;

alter table purchase_orders
  -- Who wrote what the order says now; they do not approve it either.
  add column changed_by bigint references users on delete restrict,
  add column approval_asked_by bigint references users on delete restrict,
  add column approval_asked_at timestamptz,
  add constraint purchase_orders_ask_with_a_name check ((approval_asked_by is null) = (approval_asked_at is null)),
  add constraint purchase_orders_ask_as_drafts check (approval_asked_at is null or status = 'draft');
create index purchase_orders_waiting_for_approval on purchase_orders (id) where approval_asked_at is not null;

-- A revision of a sent order that goes above what was approved: it waits here, and the order stays as it was approved.
create table purchase_order_waiting_revisions (
  purchase_order_id bigint primary key references purchase_orders on delete cascade,
  -- What was sent, as the API takes it, to be applied once it is approved.
  body jsonb not null,
  -- Its lines for whoever decides.
  lines jsonb not null,
  total_pence bigint not null constraint purchase_order_waiting_revisions_total_is_not_negative check (total_pence >= 0),
  reason text,
  asked_by bigint not null references users on delete restrict,
  asked_at timestamptz not null
);

-- The last line of defence: neither sent nor raised by a revision above the limit and what was approved.
create function ensure_order_is_approved() returns trigger
language plpgsql as $$
declare
  approval_limit bigint := (select (value ->> 'approval_limit_pence')::bigint from settings where key = 'purchasing');
begin
  if new.total_pence > approval_limit and not exists (
      select from document_approvals where document_type = 'purchase_order' and document_id = new.id
        and party_id = new.supplier_id and up_to_pence >= new.total_pence) then
    raise exception 'order % is above what was approved', new.po_number
      using errcode = 'integrity_constraint_violation', constraint = 'purchase_orders_are_approved';
  end if;
  return new;
end $$;
create trigger purchase_orders_are_approved before update on purchase_orders for each row
  when ((old.status = 'draft' and new.status = 'sent')
    or (old.status <> 'draft' and (new.supplier_id <> old.supplier_id or (new.revision > old.revision and new.total_pence > old.total_pence))))
  execute function ensure_order_is_approved();
