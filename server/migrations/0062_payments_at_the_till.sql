-- Taking a customer's payment or top-up at a till is a right of its own: whoever stood at a till and could record payments
-- has had it in practice.
insert into role_permissions (role_id, permission)
select p.role_id, 'take_payment' from role_permissions p
where p.permission = 'create_payment'
  and exists (select from role_permissions v where v.role_id = p.role_id and v.permission = 'view_pos')
on conflict do nothing;
