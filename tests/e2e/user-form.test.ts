import { expect, test } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import { roles } from '#domain/users/role.contract';
import { users } from '#domain/users/user.contract';
import { useShop } from '../support/browser';
import { noticed } from '../support/notices';
import { answerQuestion } from '../support/questions';

const shop = useShop();

/** A user with a role of these permissions. */
async function someUser(name: string, permissions: Permission[]) {
  const admin = await shop().as('admin');
  const role = (await admin.call(roles.create, { body: { name: `Role of ${name}`, permissions } })).reply;
  const email = `${name.toLowerCase()}@shop.example`;
  await admin.call(users.create, { body: { name, email, role_ids: [role.id] } });
  const { data } = (await admin.call(users.list, { query: { search: name } })).reply;
  return { admin, params: { id: data[0]?.id ?? 0 } };
}

test('the message about a role that may not be given goes once the roles are changed', async () => {
  const { admin, params } = await someUser('Tess', ['view_pos']);
  await admin.call(roles.create, { body: { name: 'Chief', permissions: ['edit_setting'] } });
  const page = await shop().openAs(['view_user', 'edit_user', 'view_pos'], `/users/edit/${params.id}`);
  await page.getByLabel('Chief').check();
  await page.getByRole('button', { name: 'Save' }).click();
  const roleChoice = page.getByRole('group', { name: 'Roles' });
  const message = roleChoice.locator('.mantine-InputWrapper-error');
  await message.waitFor();
  await page.getByLabel('Chief').uncheck();
  await message.waitFor({ state: 'detached' });
});

test('F12 an action on the page of a user does not stop what is typed there, and is no conflict', async () => {
  const { admin, params } = await someUser('Wilf', ['view_pos']);
  const page = await shop().openAs(['admin'], `/users/edit/${params.id}`);
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.poll(() => name.inputValue()).toBe('Wilf');
  await name.fill('Wilfred');
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await answerQuestion(page, 'Deactivate Wilf?', 'Deactivate');
  await page.getByRole('button', { name: 'Activate' }).waitFor();
  expect(await name.inputValue()).toBe('Wilfred');
  await page.getByRole('button', { name: 'Save' }).click();
  await noticed(page, 'Saved successfully!');
  const { reply } = await admin.call(users.get, { params });
  expect(reply).toMatchObject({ name: 'Wilfred', status: 'inactive' });
});
