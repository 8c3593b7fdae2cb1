-- A stock adjustment entered in error is reversed by another one, and once only (rules L1, A13).
alter table stock_adjustments add column reverses_id bigint
  constraint stock_adjustments_are_reversed_once unique references stock_adjustments on delete restrict;
