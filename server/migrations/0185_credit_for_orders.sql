-- Credit with a supplier that was allocated to a bill of another order than its own, or belonged to none (rules W4, P4,
-- decision 142): the order whose bill it settled is credited with it, above zero here, and the order it came from no longer is,
-- below zero.
create table order_credits (
  id bigint generated always as identity primary key,
  supplier_id bigint not null references suppliers on delete restrict,
  party_item_id bigint not null references party_items on delete restrict,
  purchase_order_id bigint not null references purchase_orders on delete restrict,
  amount_pence bigint not null,
  constraint order_credits_name_an_order_once unique (party_item_id, purchase_order_id)
);
create index order_credits_by_order on order_credits (purchase_order_id);
create index order_credits_by_supplier on order_credits (supplier_id) include (party_item_id, amount_pence);
