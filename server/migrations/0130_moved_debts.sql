-- A debt that moved to another ledger with a merge of customers still belongs to its invoice: a credit note of the sale
-- reduces it there (rule W9, decision 098).

alter table party_items add column origin_item_id bigint references party_items on delete restrict;
create index party_items_by_origin on party_items (origin_item_id) where origin_item_id is not null;

-- What was moved before: each debt of the merged customer was settled with one transfer, for what was open of it.
alter table party_items disable trigger party_items_stay_as_posted;
update party_items moved set origin_item_id = (
  select min(o.id) from party_items t join allocations a on a.credit_item_id = t.id join party_items o on o.id = a.debit_item_id
  where t.document_type = 'wallet_adjustment' and t.document_id = moved.document_id and t.customer_id = w.customer_id
    and t.kind = 'transfer' and a.amount_pence = moved.amount_pence
    and moved.description = concat_ws(' ', 'From ' || customer_number(w.customer_id) || ':', o.document_number)
    and coalesce(o.due_on, o.business_date) = moved.due_on)
from wallet_adjustments w
where moved.document_type = 'wallet_adjustment' and w.id = moved.document_id and w.kind = 'merge' and moved.kind = 'transfer'
  and moved.side = 'debit' and moved.customer_id = w.other_customer_id;
-- Moved twice: the first one is the origin.
do $$
begin
  loop
    update party_items moved set origin_item_id = earlier.origin_item_id
    from party_items earlier where earlier.id = moved.origin_item_id and earlier.origin_item_id is not null;
    exit when not found;
  end loop;
end $$;
alter table party_items enable trigger party_items_stay_as_posted;
