-- Money paid from a wallet stays with that wallet when the sale is edited or exchanged (rule W10, decision 135): an exchange
-- says what of it came from the wallet, so that the new sale refunds it there and not in cash.
alter table sale_tenders
  -- The credit note whose goods count as paid. Older exchanges whose credit note is not known have none.
  add column credit_note_id bigint references credit_notes on delete restrict,
  add column from_wallet_pence bigint not null default 0,
  add constraint sale_tenders_carry_an_exchange check (method = 'exchange'
    or (credit_note_id is null and from_wallet_pence = 0)),
  add constraint sale_tenders_carry_what_they_apply check (from_wallet_pence between 0 and applied_pence);
alter table refund_tenders
  add column from_wallet_pence bigint not null default 0,
  add constraint refund_tenders_carry_an_exchange check (from_wallet_pence = 0
    or (method = 'exchange' and from_wallet_pence between 0 and amount_pence));

-- What is left of a sale of the money that came from the wallet: neither refunded to it nor carried over.
create function wallet_money_left(sale bigint) returns bigint
language sql stable as $$
  select greatest(0,
    coalesce((select sum(case method when 'wallet' then applied_pence else from_wallet_pence end)
      from sale_tenders where sale_id = sale), 0)
    - coalesce((select sum(case t.method when 'wallet' then t.amount_pence else t.from_wallet_pence end)
      from credit_notes n join refund_tenders t on t.credit_note_id = n.id where n.sale_id = sale), 0))::bigint
$$;

-- Both halves of an exchange are written in one transaction and share the hash of what was sent.
alter table sale_tenders disable trigger sale_tenders_are_append_only;
alter table refund_tenders disable trigger refund_tenders_are_append_only;
update sale_tenders t set credit_note_id = n.id
from sales s, credit_notes n
where t.sale_id = s.id and t.method = 'exchange' and n.client_hash = s.client_hash
  and exists (select from refund_tenders r where r.credit_note_id = n.id and r.method = 'exchange')
  and (select count(*) from sale_tenders o where o.sale_id = s.id and o.method = 'exchange') = 1;
-- From the oldest on, because a sale can be exchanged again.
do $$
declare
  exchange record;
  carried bigint;
begin
  for exchange in
    select t.sale_id as next, t.credit_note_id, r.amount_pence, n.sale_id as before
    from sale_tenders t join credit_notes n on n.id = t.credit_note_id
      join refund_tenders r on r.credit_note_id = n.id and r.method = 'exchange'
    where n.sale_id is not null order by n.id
  loop
    carried := least(exchange.amount_pence, wallet_money_left(exchange.before));
    if carried > 0 then
      update refund_tenders set from_wallet_pence = carried
        where credit_note_id = exchange.credit_note_id and method = 'exchange';
      update sale_tenders set from_wallet_pence = carried where sale_id = exchange.next and method = 'exchange';
    end if;
  end loop;
end $$;
alter table sale_tenders enable trigger sale_tenders_are_append_only;
alter table refund_tenders enable trigger refund_tenders_are_append_only;
create unique index sale_tenders_pay_with_a_credit_note_once on sale_tenders (credit_note_id) where credit_note_id is not null;

-- At the commit, when both halves are there. While a credit note pays out money, what is left of the wallet's is never more
-- than what is left of the sale: otherwise some of the wallet's was paid out. A debt that is cleared pays out nothing, such as
-- after a top-up that bounced, and what goes back to the wallet never does.
create function keep_wallet_money() returns trigger
language plpgsql as $$
begin
  if wallet_money_left(new.sale_id) > (select gross_pence - refunded_pence from sales where id = new.sale_id)
    and exists (select from refund_tenders where credit_note_id = new.id and method <> 'wallet'
      and amount_pence > from_wallet_pence) then
    raise exception 'credit note % pays out money that came from a wallet', new.number
      using errcode = 'integrity_constraint_violation', constraint = 'wallet_money_returns_to_the_wallet';
  end if;
  return new;
end $$;
create constraint trigger wallet_money_returns_to_the_wallet after insert on credit_notes deferrable initially deferred
  for each row when (new.sale_id is not null and new.gross_pence > 0) execute function keep_wallet_money();

-- An exchange pays what its credit note gave up for it, as much of it from the wallet, and for no one else's goods.
create function ensure_exchange_is_carried() returns trigger
language plpgsql as $$
begin
  if exists (
    select from credit_notes n
      join refund_tenders r on r.credit_note_id = n.id and r.method = 'exchange' and r.amount_pence = new.applied_pence
        and r.from_wallet_pence = new.from_wallet_pence
      join sales before on before.id = n.sale_id join customers owner on owner.id = before.customer_id
      join sales after on after.id = new.sale_id join customers buyer on buyer.id = after.customer_id
    where n.id = new.credit_note_id and (new.from_wallet_pence = 0
      or coalesce(owner.merged_into_id, owner.id) = coalesce(buyer.merged_into_id, buyer.id))) then
    return new;
  end if;
  raise exception 'an exchange pays what was given up for it'
    using errcode = 'integrity_constraint_violation', constraint = 'exchanges_carry_what_was_given_up';
end $$;
create constraint trigger exchanges_carry_what_was_given_up after insert on sale_tenders deferrable initially deferred
  for each row when (new.method = 'exchange') execute function ensure_exchange_is_carried();

create function ensure_carried_wallet_money_arrives() returns trigger
language plpgsql as $$
begin
  if exists (select from sale_tenders where credit_note_id = new.credit_note_id and from_wallet_pence = new.from_wallet_pence) then
    return new;
  end if;
  raise exception 'money from a wallet is carried to no sale'
    using errcode = 'integrity_constraint_violation', constraint = 'exchanges_carry_what_was_given_up';
end $$;
create constraint trigger carried_wallet_money_arrives after insert on refund_tenders deferrable initially deferred
  for each row when (new.from_wallet_pence > 0) execute function ensure_carried_wallet_money_arrives();
