import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { users } from '#domain/users/user.contract';
import { hashPassword } from '../../server/features/session';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { screenshot } from '../support/till-keyboard';
import { chooseFilter } from '../support/list-filters';
import { answerQuestion } from '../support/questions';
import { turnTwoFactorOn } from '../support/two-factor';
import { usersWithPassword } from '../support/with-password';
import { settled } from '../support/settled';

const shop = useShop();

test('F57 the first user sets the company up with its VAT number, adds a role and a user, who signs in and sets a password', async () => {
  const page = await shop().open();
  await page.goto('/');
  await page.waitForURL('**/register');
  await page.getByLabel('Company name').fill('Firm Ltd');
  await page.getByLabel('Address').fill('1 Quay Street');
  await expect.poll(() => page.getByLabel('Not registered').isChecked()).toBe(true);
  await page.getByLabel('Registered', { exact: true }).check();
  await page.getByLabel('VAT number').fill('339072748');
  await page.getByLabel('Your name').fill('Ada Founder');
  await page.getByLabel('Email').fill('ada@firm.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('password');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByText('Its last two digits do not match the others').waitFor();
  await page.getByLabel('VAT number').fill('339072747');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByText('too easy to guess').first().waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  // Signed in at once.
  await page.waitForURL('**/start');
  await page.getByRole('heading', { name: 'Get started' }).waitFor();
  const { rows } = await sql`select is_registered, vat_number from vat_registration`.execute(shop().db);
  expect(rows).toEqual([{ is_registered: true, vat_number: 'GB339072747' }]);

  await page.getByRole('button', { name: 'People' }).click();
  await page.getByRole('link', { name: 'Roles' }).click();
  await page.getByRole('button', { name: 'Start from a template' }).click();
  await page.getByRole('menuitem', { name: 'Buyer' }).click();
  const region = page.getByRole('region', { name: 'New role' });
  await expect.poll(() => region.getByLabel('View suppliers').isChecked()).toBe(true);
  await expect.poll(() => region.getByLabel('Delete suppliers').isChecked()).toBe(false);
  await region.getByLabel('Suppliers, all actions').check();
  await expect.poll(() => region.getByLabel('Delete suppliers').isChecked()).toBe(true);
  await region.getByLabel('View, all modules').check();
  await expect.poll(() => region.getByLabel('View employees').isChecked()).toBe(true);
  await region.getByLabel('Name').fill('Chief buyer');
  await region.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved successfully!').waitFor();

  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('link', { name: 'Add user' }).click();
  await page.getByRole('heading', { name: 'Add user', level: 1 }).waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ben Buyer');
  await page.getByLabel('Email').fill('ben@firm.example');
  await page.getByLabel('Chief buyer').check();
  await page.getByRole('button', { name: 'Save' }).click();
  const password = await page.locator('.mantine-Code-root').innerText();
  expect(password).toMatch(/^[a-z2-9-]{14}$/);

  const his = await shop().open();
  await his.goto('/login?from=/suppliers');
  await his.getByLabel('Email').fill('ben@firm.example');
  await his.getByRole('textbox', { name: 'Password' }).fill(password);
  await his.getByRole('button', { name: 'Sign in' }).click();
  await his.waitForURL('**/profile');
  await his.getByText('Your password is temporary.').waitFor();
  // What is closed until then is not offered.
  expect(await his.getByRole('button', { name: 'Search' }).count()).toBe(0);
  await his.getByRole('textbox', { name: 'Current password' }).fill(password);
  await his.getByRole('textbox', { name: 'New password' }).fill('ben has his own phrase');
  await his.getByRole('button', { name: 'Change password' }).click();
  await his.getByText('Password changed.').waitFor();
  await his.getByRole('button', { name: 'Search' }).waitFor();
  await his.getByRole('button', { name: 'Purchasing' }).click();
  await his.getByRole('link', { name: 'Suppliers' }).click();
  await his.getByText('No suppliers found').waitFor();

  await page.goto('/users');
  await page.getByRole('link', { name: 'Ben Buyer' }).click();
  const deactivate = page.getByRole('button', { name: 'Deactivate' });
  await deactivate.click();
  const question = page.getByRole('dialog', { name: 'Deactivate Ben Buyer?' });
  await question.getByText('signed out everywhere and cannot sign in').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await his.reload();
  await his.getByText('No suppliers found').waitFor();
  await deactivate.click();
  await answerQuestion(page, 'Deactivate Ben Buyer?', 'Deactivate');
  await page.getByText('Ben Buyer deactivated').waitFor();
  await his.goto('/masters/units');
  await his.waitForURL('**/login*');
});

test('resetting a password asks first, naming the user and what happens', async () => {
  const { userId } = await shop().as('view_dashboard');
  await sql`update users set name = 'Cora Clerk', password_hash = ${await hashPassword('her own old phrase')}
    where id = ${userId}`.execute(shop().db);
  const page = await shop().openAs(['admin'], `/users/edit/${userId}`);
  const reset = page.getByRole('button', { name: 'Reset password' });
  await reset.click();
  const title = 'Reset the password of Cora Clerk?';
  const question = page.getByRole('dialog', { name: title });
  await question.getByText('you see a temporary one to hand over').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await answerQuestion(page, title, 'Cancel');
  const mustChange = async () =>
    (
      await shop()
        .db.selectFrom('users')
        .select('must_change_password')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).must_change_password;
  expect(await mustChange()).toBe(false);
  await reset.click();
  await answerQuestion(page, title, 'Reset password');
  await expect.poll(() => page.locator('.mantine-Code-root').innerText()).toMatch(/^[a-z2-9-]{14}$/);
  expect(await mustChange()).toBe(true);
});

test.each([1440, 390])('the links of Edit User stand on one line at %i px', async width => {
  const { userId } = await shop().as('view_dashboard');
  const page = await shop().openAs(['admin'], `/users/edit/${userId}`, { width });
  const middleOf = (name: string) =>
    page.getByRole('link', { name, exact: true }).evaluate(link => {
      const words = document.createRange();
      words.selectNodeContents(link);
      const { top, height } = words.getBoundingClientRect();
      return top + height / 2;
    });
  await page.getByRole('link', { name: 'Check access', exact: true }).waitFor();
  await settled(page);
  expect(Math.abs((await middleOf('Check access')) - (await middleOf('Back to List')))).toBeLessThan(1.5);
  await screenshot(page, `user-links-${width}`);
});

test('actions that a rule forbids are disabled with the reason; a role is duplicated and deleted', async () => {
  const admin = await shop().as('admin');
  const page = await shop().openAs(['admin'], `/users/edit/${admin.userId}`);
  await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor();
  const clerk = await shop().openAs(['view_user', 'edit_user', 'delete_user'], `/users/edit/${admin.userId}`);
  await clerk.getByText('Only an administrator can change an administrator.').first().waitFor();
  await expect.poll(() => clerk.getByRole('button', { name: 'Deactivate' }).isDisabled()).toBe(true);

  await page.goto('/users/roles');
  await page.getByRole('button', { name: 'Start from a template' }).click();
  await page.getByRole('menuitem', { name: 'Cashier' }).click();
  const discount = page.getByLabel('Discount allowed without approval (%)');
  await discount.fill('25.5%');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved successfully!').waitFor();
  await expect.poll(() => discount.inputValue()).toBe('25.5');
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByLabel('Name of the copy').fill('Copied role');
  await page.getByLabel('Name of the copy').press('Enter');
  await page.getByRole('region', { name: 'Copied role' }).getByRole('button', { name: 'Delete' }).click();
  await answerQuestion(page, 'Delete this role?', 'Delete');
  await page.getByText('Deleted successfully!').waitFor();
});

test("the permission page shows the user's permissions and the roles that grant them", async () => {
  const page = await shop().openAs(['view_user', 'view_supplier'], '/permission-example');
  const row = (permission: string) => page.getByRole('row', { name: new RegExp(`\\b${permission}\\b`) });
  await row('view_supplier').getByText('Allowed').waitFor();
  await row('view_supplier')
    .getByText(/Granted by “Role \d+”/)
    .waitFor();
  await row('delete_supplier').getByText('Not granted by any of your roles').waitFor();
  // Both would be "override", if the action were the first word of the permission.
  await row('override_price').getByText('Override a price').waitFor();
  await row('override_discount').getByText('Exceed the discount limit').waitFor();
});

test('on a phone the permission page shows its areas first, each to be opened', async () => {
  const page = await shop().openAs(['view_user', 'view_supplier'], '/permission-example', { width: 390 });
  const purchasing = page.locator('summary', { hasText: 'Purchasing' });
  await purchasing.getByText(/^1 of \d+ allowed$/).waitFor();
  const row = page.getByRole('row', { name: /\bview_supplier\b/ });
  expect(await row.isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1_000);
  await purchasing.press('Enter');
  await row.getByText('Allowed').waitFor();
});

test('the profile shows the devices and signs one out', async () => {
  const { userId } = await shop().as('view_dashboard');
  expect((await (await shop().as('admin')).call(users.get, { params: { id: userId } })).status).toBe(200);
  const page = await shop().openAs(['view_dashboard'], '/profile');
  await page.getByRole('region', { name: 'Devices' }).getByText('This device').waitFor();
  await page.getByLabel('Name').fill('New Name');
  await page.getByRole('region', { name: 'You' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved successfully!').waitFor();
  await page.getByRole('button', { name: 'Account of New Name' }).waitFor();
});

test('the audit log shows a change before and after, can be filtered, and verifies itself', async () => {
  const page = await shop().openAs(['admin'], '/audit');
  await page.getByLabel('Record', { exact: true }).selectOption('user');
  await chooseFilter(page, 'Action', 'edited');
  await page.getByText('Total: 1', { exact: true }).waitFor();
  await page.getByText(/^Name changed from .+ to New Name$/).waitFor();
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(/All \d+ entries are intact/).waitFor();
});

test('the API page is visible to administrators only', async () => {
  const page = await shop().openAs(['admin'], '/api/docs');
  await page.getByLabel('Search API calls').fill('/suppliers');
  await page.getByText('/api/suppliers/{id}', { exact: true }).first().click();
  await page.locator('details[open]').getByText('total_purchase_amount').first().waitFor();
  const other = await shop().openAs(['view_dashboard'], '/api/docs');
  await other.waitForURL('**/dashboard');
});

test('the pages of a user and a role show the history to users who may read the log, and to no one else', async () => {
  const { userId } = await shop().as('view_dashboard');
  const page = await shop().openAs(['admin'], `/users/edit/${userId}`);
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('No history yet.').waitFor();
  await page.getByLabel('Name').fill('Renamed Person');
  await page.getByRole('button', { name: 'Save' }).click();
  await history.getByText(/^Name changed from .+ to Renamed Person$/).waitFor();

  await page.goto('/users/roles');
  await page.getByRole('button', { name: 'Start from a template' }).click();
  await page.getByRole('menuitem', { name: 'Auditor' }).click();
  expect(await history.count()).toBe(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await history.getByRole('row', { name: /Created/ }).waitFor();

  const clerk = await shop().openAs(['view_user', 'edit_user'], `/users/edit/${userId}`);
  await clerk.getByRole('button', { name: 'Deactivate' }).waitFor();
  expect(await clerk.getByRole('region', { name: 'History' }).count()).toBe(0);
});

test('values being typed for a user stay when the page reloads in the background', async () => {
  const admin = await shop().as('admin');
  const { userId } = await shop().as('view_master');
  const params = { id: userId };
  const page = await shop().openAs(['admin'], `/users/edit/${userId}`, { clock: true });
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.poll(() => name.inputValue()).not.toBe('');
  await name.fill('Half typ');
  // Another user edits the account, and the page reloads it as when a user returns to it.
  const { reply } = await admin.call(users.get, { params });
  const roles = reply.roles.map(role => role.id);
  const body = { name: 'Named by another', email: reply.email, role_ids: roles };
  expect((await admin.call(users.update, { params, body })).status).toBe(200);
  const reread = page.waitForResponse(answer => answer.url().endsWith(`/api/users/${userId}`));
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await reread;
  await page.getByText('Named by another').first().waitFor();
  await expect.poll(() => name.inputValue()).toBe('Half typ');
  const refused = page.waitForResponse(
    answer => answer.request().method() === 'PUT' && answer.url().endsWith(`/api/users/${userId}`),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await refused).status()).toBe(409);
  expect((await admin.call(users.get, { params })).reply.name).toBe('Named by another');
});

const withPassword = usersWithPassword(shop, 'four words in a row');

test('what a user cannot get back is asked about first: two-factor sign-in and the sessions', async () => {
  const person = await withPassword('view_master');
  await turnTwoFactorOn(person, 'four words in a row', new Date());
  const admin = await shop().as('admin');
  const { name } = (await admin.call(users.get, { params: { id: person.userId } })).reply;
  const page = await shop().openAs(['admin'], `/users/edit/${person.userId}`);
  const writes: string[] = [];
  page.on('request', request => request.method() !== 'GET' && writes.push(new URL(request.url()).pathname));
  for (const [button, title, consequence, done] of [
    [
      'Reset two-factor',
      `Reset two-factor sign-in for ${name}?`,
      'stop working and cannot be restored.',
      'signs in with the password only until they set up a new app.',
    ],
    [
      'Sign out everywhere',
      `Sign ${name} out everywhere?`,
      'must sign in again on every device.',
      'is signed out everywhere, and their API tokens are revoked.',
    ],
  ] as const) {
    writes.length = 0;
    const question = page.getByRole('dialog', { name: title });
    await page.getByRole('button', { name: button }).click();
    await question.getByText(consequence).waitFor();
    await question.locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(writes).toEqual([]);
    await page.getByRole('button', { name: button }).click();
    await answerQuestion(page, title, button);
    await page.getByText(`${name} ${done}`).waitFor();
    expect(writes).toHaveLength(1);
  }
});

test('a user who does not exist has neither a name nor access to check', async () => {
  const page = await shop().openAs(['admin'], '/users/edit/99999999');
  await page.getByRole('alert').getByText('User not found').waitFor();
  const header = page.getByRole('main').locator('header').first();
  await header.getByRole('link', { name: 'Back to List' }).waitFor();
  expect((await header.innerText()).split(/\n+/)).toEqual(['Edit User', 'Back to List']);
});
