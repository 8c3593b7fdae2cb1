-- An edit that gives money back and takes as much another way is no smaller than what it pays out: the limit of refunds
-- is compared with the larger of the reduction and the money paid out (rule P15). Lowering the total alone was not enough:
-- a sale paid by card could be paid out in cash and settled by a "bank transfer".
create or replace function ensure_refund_is_approved() returns trigger
language plpgsql as $$
declare
  most bigint := approval_limit('refund_pence');
  back bigint := new.gross_pence;
begin
  if most is null then return new; end if;
  if new.kind = 'edit' then
    back := greatest(
      new.gross_pence - coalesce((select sum(gross_pence) from sales where replaces_id = new.sale_id), 0),
      coalesce((select sum(amount_pence) from refund_tenders where credit_note_id = new.id and method <> 'exchange'), 0));
  end if;
  if back <= most or has_approval('credit_note', new.id, 'large_refund', back)
    or exists (select from sales where id = new.sale_id and channel = 'import')
    or exists (select from sales_history_posted where document_type = 'credit_note' and document_id = new.id) then
    return new;
  end if;
  raise exception 'credit note % is above what was approved', new.number
    using errcode = 'integrity_constraint_violation', constraint = 'refunds_are_approved';
end $$;
