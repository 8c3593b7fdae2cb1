-- A year end is numbered with the manual journals.
drop index journals_by_hand_have_one_number;
create unique index journals_by_hand_have_one_number on journals (document_number)
  where kind in ('manual', 'opening', 'year_end') and document_type in ('manual_journal', 'opening_item');

-- Whether a year end is reversed is in another row, so no unique index can say this. Its name puts it before the trigger that
-- shares the lock of the books: whoever shared it first and then wanted it alone would wait for another who does the same.
create function ensure_year_is_closed_once() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('books lock'));
  if exists (select from journals y where y.kind = 'year_end' and y.business_date = new.business_date
      and not exists (select from journals r where r.reverses_id = y.id)) then
    raise exception 'the year to % is closed', new.business_date
      using errcode = 'integrity_constraint_violation', constraint = 'journals_close_a_year_once';
  end if;
  return new;
end $$;
create trigger journals_a_year_is_closed_once before insert on journals
  for each row when (new.kind = 'year_end') execute function ensure_year_is_closed_once();
