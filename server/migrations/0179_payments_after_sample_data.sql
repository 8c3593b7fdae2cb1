-- Removing sample data could remove the account chosen for a payment method: every payment by it then failed. It uses its
-- usual account again (rule L4).
create function forget_missing_payment_accounts() returns void language sql as $$
  update settings s set value = k.value, version = s.version + 1, updated_at = now()
  from (
    select jsonb_object_agg(m.method, m.rule
        || case when m.rule ->> 'account' is null or exists (select from accounts where code = m.rule ->> 'account')
          then '{}'::jsonb else '{"account": null}' end
        || case when jsonb_typeof(m.rule -> 'earlier_accounts') = 'array'
          then jsonb_build_object('earlier_accounts', (
            select coalesce(jsonb_agg(e.code order by e.place), '[]')
            from jsonb_array_elements_text(m.rule -> 'earlier_accounts') with ordinality e (code, place)
            where exists (select from accounts a where a.code = e.code)))
          else '{}' end) as value
    from settings p, jsonb_each(p.value) m (method, rule) where p.key = 'payment_methods'
  ) k
  where s.key = 'payment_methods' and k.value is not null and k.value <> s.value
$$;
select forget_missing_payment_accounts();

-- With the numbers of Z reports, receipt series (0178) and accounts of payment methods.
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
  if (select count(*) from journals) <> shown_journals then
    return false;
  end if;
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
