-- When a top-up bounces, what it had paid of a sale is a debt again, and is cleared when the goods come back. What was paid in
-- money beside it is still refunded as money: only more than that is the wallet's (rule W10, decision 135).
create or replace function keep_wallet_money() returns trigger
language plpgsql as $$
begin
  if wallet_money_left(new.sale_id) > (select gross_pence - refunded_pence from sales where id = new.sale_id)
    and exists (select from refund_tenders where credit_note_id = new.id and method <> 'wallet'
      and amount_pence > from_wallet_pence)
    and (select coalesce(sum(t.amount_pence - t.from_wallet_pence), 0)
        from credit_notes n join refund_tenders t on t.credit_note_id = n.id
        where n.sale_id = new.sale_id and t.method <> 'wallet')
      > (select coalesce(sum(applied_pence - from_wallet_pence), 0)
        from sale_tenders where sale_id = new.sale_id and method <> 'wallet') then
    raise exception 'credit note % pays out money that came from a wallet', new.number
      using errcode = 'integrity_constraint_violation', constraint = 'wallet_money_returns_to_the_wallet';
  end if;
  return new;
end $$;
