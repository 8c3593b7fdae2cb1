import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import { roles } from '#domain/users/role.contract';
import { users } from '#domain/users/user.contract';
import { someApprovals } from '../support/approvals';
import { useShop } from '../support/browser';
import { press } from '../support/till-keyboard';
import { seriousProblems } from '../support/accessible';

const shop = useShop();
const cashier: Permission[] = ['view_dashboard', 'view_pos', 'create_sale', 'view_sale'];

/** A role with these users, by name. */
async function roleOf(name: string, permissions: Permission[], ...people: string[]) {
  const admin = await shop().as('admin');
  const role = (await admin.call(roles.create, { body: { name, permissions } })).reply;
  for (const person of people) {
    const email = `${person.toLowerCase()}@shop.example`;
    const { refusal } = await admin.call(users.create, {
      body: { name: person, email, role_ids: [role.id] },
    });
    if (refusal) throw new Error(refusal.message);
  }
  // They have set their own passwords.
  await sql`update users set must_change_password = false`.execute(shop().db);
  return role;
}

test('who can refund over £50: typed and chosen by keyboard, answered with reasons, and kept in the address', async () => {
  await roleOf('Floor', cashier, 'Dev');
  await roleOf('Returns', [...cashier, 'refund_sale'], 'Mia');
  await someApprovals(shop()).limits({ refund_limit: '50.00' });
  const page = await shop().openAs(['view_user'], '/users/access');
  await page.getByRole('combobox', { name: 'Action or page' }).focus();
  await press(page, '"refund lines"', 'Enter');
  const answers = page.getByRole('table', { name: 'Who can' });
  const rowOf = (name: string) => answers.getByRole('row').filter({ hasText: name });
  await rowOf('Mia').getByText('Up to £50.00. A refund above the limit needs approval').waitFor();
  await page.getByLabel('Amount (optional)').focus();
  await press(page, '"50"', 'Enter');
  await page
    .getByRole('heading', { name: 'Who can refund lines of a sale with a credit note: £50.00?' })
    .waitFor();
  await rowOf('Mia').getByText('Yes').waitFor();
  await rowOf('Dev').getByText('A refund needs approval by someone else with “Refund a sale”').waitFor();
  await page.getByLabel('Amount (optional)').fill('50.01');
  await page.getByLabel('Amount (optional)').press('Enter');
  await rowOf('Mia').getByText('Depends').waitFor();
  expect(new URL(page.url()).searchParams.get('amount')).toBe('50.01');
  await page.goBack();
  await rowOf('Mia').getByText('Yes').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
});

test('why Ben cannot open a page: the missing permission, and the smallest change', async () => {
  await roleOf('Till only', ['view_pos'], 'Ben');
  await roleOf('Stock room', ['view_stock'], 'Sam');
  const page = await shop().openAs(['view_user'], '/users/access');
  await page.getByText('Can this user …?').click();
  await page.getByRole('combobox', { name: 'User' }).click();
  await page.getByRole('option', { name: 'Ben' }).click();
  await page.getByRole('combobox', { name: 'Action or page' }).fill('open stock levels');
  await page.getByRole('option', { name: 'Open Stock Levels' }).click();
  const answer = page.getByRole('region', { name: 'Can Ben open Stock Levels?' });
  await answer.getByText('Missing “View stock”.').waitFor();
  await answer
    .getByText('Give Ben the role “Stock room”; or add “View stock” to the role “Till only”.')
    .waitFor();
  await answer.getByRole('img', { name: 'Missing' }).or(answer.getByLabel('Missing')).first().waitFor();
  await page.reload();
  await answer.getByText('Missing “View stock”.').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
});

test('a change to a role says who loses and gains what before it is saved, and saving does just that', async () => {
  await roleOf('Counter', cashier, 'Ivy', 'Joe');
  const backOffice = await roleOf('Back office', ['view_sale', 'view_stock']);
  const admin = await shop().as('admin');
  const joe = (await admin.call(users.list, { query: { search: 'joe@' } })).reply.data[0];
  if (!joe) throw new Error('Joe is missing');
  await admin.call(users.update, {
    params: { id: joe.id },
    body: { name: 'Joe', email: joe.email, role_ids: [...joe.roles.map(({ id }) => id), backOffice.id] },
  });
  const page = await shop().openWith(admin.token, '/users/roles');
  await page.getByRole('button', { name: /^Counter/ }).click();
  const editor = page.getByRole('region', { name: 'Counter', exact: true });
  await editor.getByLabel('View sales and invoices').uncheck();
  const preview = editor.getByRole('region', { name: 'What this changes' });
  await preview.getByText('1 user loses access. Nothing changes for 1 other.').waitFor();
  await preview.getByRole('heading', { name: 'Ivy' }).waitFor();
  await preview.getByText('Open Quotes', { exact: true }).waitFor();
  await editor.getByLabel('View stock', { exact: true }).check();
  await preview.getByText('1 user loses access and 1 user gains access').waitFor();
  await preview.getByText('Open Stock Levels', { exact: true }).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved successfully!').waitFor();
  await preview.waitFor({ state: 'detached' });
});

test('F76 the denied page names the missing permission', async () => {
  const page = await shop().openAs(['view_dashboard'], '/users/access');
  await page.waitForURL('**/dashboard');
  await page.getByText('It needs “View users and roles”.').waitFor();
});
