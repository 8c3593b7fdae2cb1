-- What a stocktake found of stock below zero is worth what account 5100 gets, which is what was made up for as well (rules I10,
-- P15): its line stores that beside the value of the stock. Lines are closed before the transaction ends, when this is asked.
create or replace function ensure_count_is_approved() returns trigger
language plpgsql as $$
declare
  most bigint := approval_limit('stock_count_pence');
  day date := (new.ended_at at time zone 'Europe/London')::date;
  worth bigint;
  earlier bigint := 0;
begin
  if most is null then return new; end if;
  worth := coalesce((select sum(abs(m.value_pence + coalesce(l.variance_pence, 0))) from stock_movements m
      left join stock_count_lines l on l.stock_count_id = m.document_id and l.line_number = m.document_line
    where m.document_type = 'stock_count' and m.document_id = new.id), 0);
  if worth = 0 or exists (select from document_approvals a where a.document_type = 'stock_count' and a.document_id = new.id
      and a.kind = 'stock_count' and a.up_to_pence >= worth and (a.is_own or not took_part_in_count(new.id, a.approved_by))) then
    return new;
  end if;
  if took_part_in_count(new.id, new.ended_by) then earlier := unapproved_count_losses(new.ended_by, day, new.id); end if;
  if worth + earlier <= most then return new; end if;
  raise exception 'stock-take % is above what was approved', new.number
    using errcode = 'integrity_constraint_violation', constraint = 'stock_counts_are_approved';
end $$;
