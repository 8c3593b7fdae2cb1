-- What a bill, a landed cost or a credit note changed the cost of goods by after they were received, and how much of it reached the
-- stock (rules I11, I15). A reversal takes back exactly that share of what is still on hand.
create table late_costs (
  id bigint generated always as identity primary key,
  document_type text not null,
  document_id bigint not null,
  line_number integer not null,
  product_id bigint not null references products on delete restrict,
  -- The pieces that the amount belongs to, in the product's own unit, and how many of them were on hand.
  quantity numeric(14, 3) not null constraint late_costs_belong_to_pieces check (quantity > 0),
  claimed numeric(14, 3) not null,
  -- The whole amount, signed, and the share of it that went into stock. The rest is a price variance.
  amount_pence bigint not null,
  share_pence bigint not null,
  -- The row that this one takes back.
  reverses_id bigint constraint late_costs_are_reversed_once unique references late_costs on delete restrict,
  -- The reversal whose share this row puts back, when the same cost is entered again and the stock has not moved since.
  restores_id bigint constraint late_costs_are_restored_once unique references late_costs on delete restrict,
  -- The product's last stock movement when this was posted.
  last_movement_id bigint not null,
  constraint late_costs_claim_within_their_pieces check (claimed between 0 and quantity),
  constraint late_costs_share_within_their_amount check (
    abs(share_pence) <= abs(amount_pence) and share_pence::numeric * amount_pence >= 0 and (claimed > 0 or share_pence = 0))
);
create unique index late_costs_have_one_place on late_costs (document_type, document_id, line_number) where reverses_id is null;
create index late_costs_by_product on late_costs (product_id, id);

create trigger late_costs_are_append_only before update or delete on late_costs
  for each row execute function refuse_change();
create trigger late_costs_are_never_emptied before truncate on late_costs
  for each statement execute function refuse_change();

-- Bills of before this stand as they are: what they put into stock is only known by their movements.
alter table supplier_bills add column keeps_late_costs boolean not null default false;
alter table supplier_bills alter column keeps_late_costs set default true;
