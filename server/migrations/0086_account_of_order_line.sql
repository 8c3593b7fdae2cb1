-- The account that what is only described will be a cost of, chosen when it is ordered; its bill proposes it (F16).
alter table purchase_order_lines add column account_code text references accounts on delete restrict;
