-- F44: selling is a right of its own. `view_pos` opened the till's page and sold at once, so that whoever may only look
-- (the Auditor template) could sell too. Whoever sold keeps it; a role that only looks does not get it.

create function pg_temp.only_looks(permissions text[]) returns boolean language sql immutable as $$
  select not exists (select from unnest(permissions) as held(name) where name not like 'view\_%' and name <> 'export_data')
$$;

create temporary view held_rights as
  select r.id as role_id, coalesce(array_agg(p.permission) filter (where p.permission is not null), '{}') as permissions,
    exists (
      select from user_roles ur join sales s on s.sold_by = ur.user_id where ur.role_id = r.id
    ) as has_sold,
    exists (
      select from user_roles ur join record_notes n on n.author_id = ur.user_id where ur.role_id = r.id
    ) as has_noted
  from roles r left join role_permissions p on p.role_id = r.id
  where not r.is_system
  group by r.id;

-- A role of a till that holds nothing but views ("Till: open the page, see products") sold by them: its people's sales tell.
-- One that also reads the audit log looks over the work of others, whatever its people have tried out.
insert into role_permissions (role_id, permission)
select role_id, 'create_sale' from held_rights
where 'view_pos' = any (permissions)
  and (not pg_temp.only_looks(permissions) or (has_sold and not 'view_audit' = any (permissions)))
on conflict do nothing;

-- Notes, which whoever saw a record could add to, are a right too.
insert into role_permissions (role_id, permission)
select role_id, 'create_note' from held_rights
where cardinality(permissions) > 0
  and (not pg_temp.only_looks(permissions) or (has_noted and not 'view_audit' = any (permissions)))
on conflict do nothing;

-- Tokens of programs name their rights themselves; a person's own rights limit them as before.
update api_tokens t set permissions = t.permissions || 'create_sale'::text
where 'view_pos' = any (t.permissions) and not 'create_sale' = any (t.permissions)
  and (not pg_temp.only_looks(t.permissions)
    or (not 'view_audit' = any (t.permissions)
      and exists (select from sales s where s.sold_by = t.user_id and s.recorded_at >= t.created_at)));
update api_tokens t set permissions = t.permissions || 'create_note'::text
where not 'create_note' = any (t.permissions) and not pg_temp.only_looks(t.permissions);

drop view held_rights;
drop function pg_temp.only_looks(text[]);
