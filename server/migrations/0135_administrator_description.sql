-- The description of the administrator role says what it has. The role is protected against changes.
alter table roles disable trigger roles_system_role_is_protected;
update roles set description = 'Has every permission.'
where is_system and description = 'May do everything.';
alter table roles enable trigger roles_system_role_is_protected;
