-- A firm that trades already has set itself up: the guide for a new firm does not appear there by itself.
insert into settings (key, value, version)
select 'get_started', '{"skipped": [], "is_hidden": true}', 2 where exists (select from journals)
on conflict (key) do nothing;
