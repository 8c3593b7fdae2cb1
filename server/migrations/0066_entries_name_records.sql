-- F43: what is kept once for the firm, as a setting is, has no id. Entries that were written with the id 0 stay as they are, since
-- each is part of the chain; they are read as naming no record. From here on none is written. Its name sorts before that of the
-- trigger that chains the entry.
create function audit_zero_names_no_record() returns trigger
language plpgsql as $$
begin
  if new.record_id <= 0 then
    new.record_id := null;
  end if;
  return new;
end $$;
create trigger audit_zero_names_no_record before insert on audit_log
  for each row execute function audit_zero_names_no_record();

-- A right that is no longer in the catalogue made every list of roles fail.
-- `impersonate_user` was a right that nothing asked for.
delete from role_permissions where permission = 'impersonate_user';
update api_tokens set permissions = array_remove(permissions, 'impersonate_user')
where 'impersonate_user' = any (permissions) and cardinality(permissions) > 1;
delete from api_tokens where permissions = array['impersonate_user'];
