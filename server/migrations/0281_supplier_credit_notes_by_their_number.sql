-- The search over everything finds a supplier's credit note by the number on it, as it does a bill.
create index supplier_credits_by_their_number on supplier_credits (lower(supplier_credit_number)) where reversed_at is null;
