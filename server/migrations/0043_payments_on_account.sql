-- What a payment to a supplier without an order is for (rule P14): the oldest bills, bills that were chosen, or nothing yet, in which
-- case it stays on account as an advance.
alter table payments add column settles text not null default 'oldest'
  constraint payments_settle_something_known check (settles in ('oldest', 'bills', 'on_account'));

create table payment_bills (
  payment_id bigint not null references payments on delete cascade,
  supplier_bill_id bigint not null references supplier_bills on delete restrict,
  amount_pence bigint not null constraint payment_bills_are_positive check (amount_pence > 0),
  primary key (payment_id, supplier_bill_id)
);
create index payment_bills_by_bill on payment_bills (supplier_bill_id);
