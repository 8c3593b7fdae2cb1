-- What was counted beside cash, by payment method in pence: {"credit_card": 500}. The Z report compares it with what the till
-- took; no money moves by it.
alter table till_sessions add column counted_methods jsonb;
