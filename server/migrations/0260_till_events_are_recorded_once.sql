-- What a till reports is recorded once, also when another user sends it again: the sender's id of the event, or of the
-- basket that was voided. Events of before have none.
alter table till_events
  add column client_id uuid constraint till_events_are_recorded_once unique,
  -- The basket that a line was taken from, until it is sold or voided.
  add column basket_id uuid,
  -- Who sent it for the user who did it.
  add column sent_by bigint references users on delete restrict;
create index till_events_by_basket on till_events (basket_id) include (kind, amount_pence) where basket_id is not null;
alter table till_events drop constraint till_events_kind_is_known;
alter table till_events add constraint till_events_kind_is_known check (kind in
  ('drawer_opened', 'basket_voided', 'line_removed', 'line_restored', 'cashier_changed', 'x_report'));
