import { test } from 'vitest';
import { roles } from '#domain/users/role.contract';
import { users } from '#domain/users/user.contract';
import { useShop } from '../support/browser';

const shop = useShop();

test('the message about a role that may not be given goes once the roles are changed', async () => {
  const admin = await shop().as('admin');
  const held = (await admin.call(roles.create, { body: { name: 'Holder', permissions: ['view_user'] } }))
    .reply;
  await admin.call(roles.create, { body: { name: 'Chief', permissions: ['edit_setting'] } });
  await admin.call(users.create, {
    body: { name: 'Tess', email: 'tess@shop.example', role_ids: [held.id] },
  });
  const tess = (await admin.call(users.list, { query: { search: 'Tess' } })).reply.data[0]?.id ?? 0;
  const page = await shop().openAs(['view_user', 'edit_user'], `/users/edit/${tess}`);
  const choice = page.getByRole('group', { name: 'Roles' });
  await choice.getByLabel('Chief', { exact: true }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  const message = page.locator('.mantine-CheckboxGroup-error');
  await message.getByText('You cannot give the role “Chief”').waitFor();
  await choice.getByLabel('Chief', { exact: true }).uncheck();
  await message.waitFor({ state: 'detached' });
});
