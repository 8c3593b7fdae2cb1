-- What was still kept of a customer after their erasure (rules K3, K4): their name and what was typed on held sales, and notes
-- on quotes that were revised for another customer since.
create or replace function keep_till_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.kind = 'cashier_changed' and new.note is null and to_jsonb(new) - 'note' = to_jsonb(old) - 'note'
    and exists (select from users u where u.id = old.recorded_by and u.erased_at is not null)
  then
    return new;
  end if;
  -- A voided basket is named by its number; why it was voided stays.
  if tg_op = 'UPDATE' and old.kind = 'basket_voided' and to_jsonb(new) - 'note' = to_jsonb(old) - 'note'
    and exists (select from held_baskets h
      where (h.client_id = old.client_id or h.ended_at = old.recorded_at) and starts_with(old.note, h.name || ': ')
        and new.note = 'Held sale ' || h.id || substr(old.note, char_length(h.name) + 1))
  then
    return new;
  end if;
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'integrity_constraint_violation';
end $$;

-- A note on a quote is about the customer to whom the quote was made out when it was written.
create or replace function forget_notes_of_customer() returns trigger language plpgsql as $$
begin
  delete from record_notes n where n.customer_id = new.id
    or n.sale_id in (select id from sales where customer_id = new.id)
    or n.quote_id in (select quote_id from quote_revisions where customer_id = new.id)
      and new.id = (select r.customer_id from quote_revisions r where r.quote_id = n.quote_id
        and (r.revision = 1 or r.saved_at <= n.created_at) order by r.revision desc limit 1);
  return null;
end $$;

-- Of those who were erased before.
delete from record_notes n using customers c
where n.quote_id is not null and c.erased_at is not null
  and c.id = (select r.customer_id from quote_revisions r where r.quote_id = n.quote_id
    and (r.revision = 1 or r.saved_at <= n.created_at) order by r.revision desc limit 1);
update audit_log a set record_name = null, before = null, after = null, subject_salt = null, erased_at = now()
from held_baskets h join customers c on c.id = h.customer_id
where c.erased_at is not null and a.record_type = 'held_basket' and a.record_id = h.id and a.erased_at is null;
update till_events t set note = 'Held sale ' || h.id || substr(t.note, char_length(h.name) + 1)
from held_baskets h join customers c on c.id = h.customer_id
where c.erased_at is not null and t.kind = 'basket_voided' and starts_with(t.note, h.name || ': ')
  and (h.client_id = t.client_id or h.ended_at = t.recorded_at);
update held_baskets h set name = 'Held sale ' || h.id, version = h.version + 1,
  basket = h.basket || jsonb_build_object('customer', null, 'customerReference', '', 'deliveryAddress', '', 'notes', '')
    || case when jsonb_typeof(h.basket -> 'lines') = 'array' then jsonb_build_object('lines',
      (select coalesce(jsonb_agg(case when jsonb_typeof(line) = 'object' then line || '{"note": ""}' else line end order by n), '[]')
        from jsonb_array_elements(h.basket -> 'lines') with ordinality as lines (line, n))) else '{}' end
from customers c where c.id = h.customer_id and c.erased_at is not null;
