-- How much of what is billed of a receipt is in VAT returns (rule V24): where a business registered between two bills of one
-- receipt, a credit note takes only that part out of box 7 (decision 035).

alter table supplier_bill_receipts add column net_in_returns_pence bigint not null default 0;
alter table goods_received_lines add column billed_net_in_returns_pence bigint not null default 0;

update supplier_bill_receipts r set net_in_returns_pence = net_pence
where exists (select from journals j join vat_entries v on v.journal_id = j.id and v.direction = 'input'
  where j.document_type = 'supplier_bill' and j.document_id = r.supplier_bill_id);

-- What was returned before was credited at the same share.
update goods_received_lines g set billed_net_in_returns_pence = round(g.billed_net_pence::numeric * b.included / b.net)
from (select r.goods_received_line_id as id, sum(r.net_in_returns_pence) as included, sum(r.net_pence) as net
  from supplier_bill_receipts r join supplier_bills b on b.id = r.supplier_bill_id and b.reversed_at is null
  group by 1 having sum(r.net_pence) <> 0) b
where b.id = g.id and b.included <> 0;

alter table goods_received_lines add constraint goods_received_lines_in_returns_run_out_together check (
  billed_quantity > 0 or billed_net_in_returns_pence = 0);
