-- An order with lines still open can be reopened too, which raises its total without a change of status: the approval is asked
-- for by line, at the commit, when the total is there (rule P15).
create function ensure_reopened_line_is_approved() returns trigger
language plpgsql as $$
declare
  approval_limit bigint := (select (value ->> 'approval_limit_pence')::bigint from settings where key = 'purchasing');
  reopened purchase_orders;
begin
  if (select gross_pence from purchase_order_lines where id = new.id) > old.gross_pence then
    select * into reopened from purchase_orders where id = new.purchase_order_id;
    if reopened.total_pence > approval_limit and not exists (
        select from document_approvals where document_type = 'purchase_order' and document_id = reopened.id
          and party_id = reopened.supplier_id and up_to_pence >= reopened.total_pence) then
      raise exception 'order % is above what was approved', reopened.po_number
        using errcode = 'integrity_constraint_violation', constraint = 'purchase_orders_are_approved';
    end if;
  end if;
  return null;
end $$;
create constraint trigger purchase_order_lines_are_reopened_as_approved after update of is_closed on purchase_order_lines
  deferrable initially deferred for each row when (old.is_closed and not new.is_closed)
  execute function ensure_reopened_line_is_approved();

-- A sent order without lines would count as completed for ever (rule P2). At the commit: a revision may replace every line.
create function ensure_sent_order_has_lines() returns trigger
language plpgsql as $$
begin
  if exists (select from purchase_orders po where po.id = new.id and po.status in ('sent', 'received', 'completed')
      and not exists (select from purchase_order_lines l where l.purchase_order_id = po.id)) then
    raise exception 'order % has no lines', new.po_number
      using errcode = 'integrity_constraint_violation', constraint = 'purchase_orders_have_lines_once_sent';
  end if;
  return null;
end $$;
create constraint trigger purchase_orders_have_lines_once_sent after update of status, line_count on purchase_orders
  deferrable initially deferred for each row
  when (new.line_count = 0 and new.status in ('sent', 'received', 'completed')
    and (old.line_count, old.status) is distinct from (new.line_count, new.status))
  execute function ensure_sent_order_has_lines();
