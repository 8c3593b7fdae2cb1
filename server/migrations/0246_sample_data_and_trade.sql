-- Why sample data can no longer be removed: the business has done what nobody does to try things out, so the books may hold
-- its own trade. The lock of the books counts as it is now; a till that was closed on one or two days was tried out.
create function traded_on_sample_data() returns text language sql stable as $$
  select case
    when not exists (select from sample_data) then null
    when exists (select from vat_returns) then 'vat_return'
    when exists (select from journals y where y.kind = 'year_end'
      and not exists (select from journals r where r.reverses_id = y.id)) then 'year_end'
    when (select locked_through from books_lock) > coalesce((
      select h.locked_through from books_lock_history h, sample_data s where h.moved_at <= s.started_at
      order by h.id desc limit 1), '-infinity') then 'locked_books'
    when (select count(distinct business_date) from till_sessions where status = 'closed') > 2 then 'closed_tills'
  end
$$;

-- A bulk email put back while it is under way would be sent a second time.
create function ensure_no_bulk_email_is_under_way() returns trigger language plpgsql as $$
begin
  if exists (select from bulk_emails where state = 'running') then
    raise exception 'sample data is refused: a bulk email is under way'
      using errcode = 'integrity_constraint_violation', constraint = 'sample_data_waits_for_bulk_emails';
  end if;
  return new;
end $$;
-- After the trigger that locks the tables: triggers run by their names.
create trigger sample_data_waits_for_bulk_emails before insert on sample_data
  for each row execute function ensure_no_bulk_email_is_under_way();

create or replace function remove_sample_data(shown_journals bigint) returns boolean language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  name text;
  columns text;
  pending text[];
begin
  perform from sample_data for update;
  if not found then
    raise exception 'there is no sample data' using errcode = 'no_data_found';
  end if;
  foreach name in array sample_tables() loop
    execute format('lock table %I in access exclusive mode', name);
  end loop;
  if traded_on_sample_data() is not null then
    raise exception 'sample data stays: the business has traded with it (%)', traded_on_sample_data()
      using errcode = 'integrity_constraint_violation', constraint = 'sample_data_stays_once_traded';
  end if;
  if (select count(*) from journals) <> shown_journals then
    return false;
  end if;
  perform keep_emails_in_sample_before();
  update sample_data set removed_in = pg_current_xact_id();
  execute 'truncate ' || (select string_agg(quote_ident(t), ', ') from unnest(sample_tables()) t) || ' continue identity';
  select coalesce(array_agg(distinct table_name), '{}') into pending from sample_before;
  while cardinality(pending) > 0 loop
    -- Rows that others refer to come first.
    select p into strict name from unnest(pending) p where not exists (
      select from pg_constraint c where c.contype = 'f' and c.conrelid = p::regclass and c.confrelid <> c.conrelid
        and c.confrelid in (select q::regclass from unnest(pending) q)) order by p limit 1;
    select string_agg(quote_ident(attname), ', ' order by attnum) into columns from pg_attribute
      where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('alter table %I disable trigger user', name);
    execute format('insert into %1$I (%2$s) overriding system value select %2$s from
      (select (jsonb_populate_record(null::%1$I, b.row)).* from sample_before b
       where b.table_name = %3$L order by b.id) r', name, columns, name);
    execute format('alter table %I enable trigger user', name);
    pending := array_remove(pending, name);
  end loop;
  -- Sample data comes before any session of the business's own, so no register has a Z report now.
  update registers set last_z_number = 0 where last_z_number > 0;
  alter table receipt_series disable trigger user;
  update receipt_series set retired_at = now() where retired_at is null;
  alter table receipt_series enable trigger user;
  perform forget_missing_payment_accounts();
  delete from sample_before;
  delete from sample_data;
  return true;
end $$;
