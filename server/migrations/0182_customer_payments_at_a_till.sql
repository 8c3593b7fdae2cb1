-- Customers also pay at a till by card, transfer or cheque. The payment belongs to the session then, so that its X and Z
-- reports and its receipt agree with the card terminal (rule T3). Only cash needs a session, because it needs a drawer.
alter table customer_payments drop constraint customer_payments_in_cash_have_a_drawer;
alter table customer_payments add constraint customer_payments_in_cash_have_a_drawer
  check (method <> 'cash' or session_id is not null);
