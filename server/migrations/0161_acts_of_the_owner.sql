-- What the runtime role may not do, its functions do for it with the rights of the owner of the tables (decision 130).
-- Each has a fixed search path, so that no one can put a table of the same name before the real one.

-- Sample data begins with locks on all tables, and is removed by emptying them.
alter function ensure_nothing_is_traded() security definer set search_path = pg_catalog, public, pg_temp;
alter function remove_sample_data(bigint) security definer set search_path = pg_catalog, public, pg_temp;

-- ANALYZE needs the owner. Without names: all tables.
create function refresh_statistics(names text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  execute 'analyze ' || (select string_agg(format('public.%I', relname), ', ' order by relname) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_get_userbyid(relowner) = current_user
      and (names is null or relname = any (names)));
end $$;

-- Locking a row needs the right to change it, which no one has on journals.
create function lock_journals(ids bigint[]) returns setof journals
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from journals where id = any (ids) order by id for update
$$;

revoke execute on function remove_sample_data(bigint), refresh_statistics(text[]), lock_journals(bigint[]) from public;
