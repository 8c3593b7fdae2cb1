-- A held sale that is resumed and held again with fewer goods is voided at no less than before: what it was when it was
-- worth most, as {total_pence, customer_id, basket: {mode, lines}}; null while that is what is held now.
alter table held_baskets add column worth_most jsonb;
