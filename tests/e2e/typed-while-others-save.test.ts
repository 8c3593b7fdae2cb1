import { beforeAll, expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { books } from '#domain/books/books.contract';
import { companySettings } from '#domain/settings/company.contract';
import { roles } from '#domain/users/role.contract';
import { users } from '#domain/users/user.contract';
import { useShop } from '../support/browser';
import { comesBack } from '../support/comes-back';
import type { Caller } from '../support/test-app';
import { noticed } from '../support/notices';

const shop = useShop();
let admin: Caller;
beforeAll(async () => {
  admin = await shop().as('admin');
});

/** A page whose clock can be moved, so that what it has read becomes old. */
const openPage = (path: string) => shop().openAs(['admin'], path, { clock: true });

test('L9 an opening item empties only the form it was entered in, and one of a colleague none', async () => {
  const page = await openPage('/opening-balances');
  const region = (name: string) => page.getByRole('region', { name });
  const [account, bill, invoice] = [
    region('Account balance'),
    region('Unpaid bill or credit'),
    region('Unpaid invoice or credit'),
  ];
  await bill.getByLabel('Supplier’s number').fill('OLD-1');
  await bill.getByLabel('Amount still open').fill('120');
  await invoice.getByLabel('Number in your earlier books').fill('INV-OLD');
  await account.getByLabel('Account').selectOption('3000');
  await account.getByLabel('Side').selectOption('credit');
  await account.getByLabel('Amount').fill('10');
  await account.getByRole('button', { name: 'Enter balance' }).click();
  await page.getByText('Opening balance of 3000 Capital entered.').waitFor();
  await expect.poll(() => account.getByLabel('Amount').inputValue()).toBe('');
  const isKept = async () => {
    await expect.poll(() => bill.getByLabel('Supplier’s number').inputValue()).toBe('OLD-1');
    await expect.poll(() => bill.getByLabel('Amount still open').inputValue()).toBe('120.00');
    await expect.poll(() => invoice.getByLabel('Number in your earlier books').inputValue()).toBe('INV-OLD');
  };
  await isKept();

  await account.getByLabel('Amount').fill('7');
  const body = { account: '1020', side: 'debit', amount: '10.00' } as const;
  const { status } = await admin.call(openingBalances.addAccount, { body });
  expect(status).toBe(200);
  await comesBack(page, '/opening-balances');
  await page.getByText('Opening balance suspense is clear', { exact: false }).waitFor();
  await isKept();
  await expect.poll(() => account.getByLabel('Amount').inputValue()).toMatch(/^7(\.00)?$/);
});

/** Another person's edit of the company's details. */
async function companySavedElsewhere(change: { name?: string; phone?: string }): Promise<void> {
  const { logo: _logo, ...company } = (await admin.call(companySettings.get)).reply as unknown as {
    logo: unknown;
  } & Record<string, unknown>;
  const fields = Object.keys(companySettings.save.body.shape);
  const body = Object.fromEntries(
    Object.entries({ ...company, ...change }).filter(([key]) => fields.includes(key)),
  );
  expect((await admin.call(companySettings.save, { body: body as never })).status).toBe(200);
}

test('F12 what is typed into a setting stays when a colleague saves it, and both edits are merged', async () => {
  await companySavedElsewhere({ name: 'Quay Stores Ltd' });
  const page = await openPage('/settings/company');
  const website = page.getByLabel('Website');
  await website.fill('https://typed.example');
  await companySavedElsewhere({ phone: '0117 496 0001' });
  await comesBack(page, '/settings/company');
  await expect.poll(() => website.inputValue()).toBe('https://typed.example');
  const card = page.locator('form').filter({ has: website });
  await card.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed by the other person and now shown here: Phone.').waitFor();
  await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('0117 496 0001');
  await card.getByRole('button', { name: 'Save' }).click();
  await noticed(page, 'Saved successfully!');
  expect((await admin.call(companySettings.get)).reply).toMatchObject({
    website: 'https://typed.example',
    phone: '0117 496 0001',
  });
  // Where nothing is typed, the colleague's edit is shown at once.
  await companySavedElsewhere({ phone: '0117 496 0002' });
  await comesBack(page, '/settings/company');
  await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('0117 496 0002');
  await expect.poll(() => website.inputValue()).toBe('https://typed.example');
});

test('F12 a typed reason for the lock date stays when a colleague moves it', async () => {
  const page = await openPage('/books');
  const card = page.getByRole('region', { name: 'Lock date' });
  await card.getByLabel('Reason').fill('Half a reas');
  const { version } = (await admin.call(books.show)).reply.lock;
  const body = { locked_through: '2020-01-31' as never, reason: 'January', version, accept_unbilled: false };
  expect((await admin.call(books.lock, { body })).status).toBe(200);
  await comesBack(page, '/books');
  await card.getByText('Locked up to 31 Jan 2020.', { exact: false }).waitFor();
  await expect.poll(() => card.getByLabel('Reason').inputValue()).toBe('Half a reas');
});

test('F12 what is typed into a role stays when a colleague saves it or adds one before it', async () => {
  const made = await admin.call(roles.create, {
    body: { name: 'Weekend', description: '', permissions: ['view_pos'] },
  });
  const page = await openPage('/users/roles');
  await page.getByRole('button', { name: /^Weekend/ }).click();
  const description = page.getByLabel('Description');
  await description.fill('Half a descr');
  const { id, version } = made.reply;
  const body = { name: 'Weekend', description: 'Elsewhere', permissions: ['view_pos' as const], version };
  expect((await admin.call(roles.update, { params: { id }, body })).status).toBe(200);
  expect(
    (await admin.call(roles.create, { body: { ...body, name: 'A first one', version: undefined } as never }))
      .status,
  ).toBe(200);
  await comesBack(page, '/roles');
  await page.getByRole('button', { name: /^A first one/ }).waitFor();
  await expect.poll(() => description.inputValue()).toBe('Half a descr');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('You both changed the following.', { exact: false }).waitFor();
});

const roleNamed = async (name: string) =>
  (await admin.call(roles.create, { body: { name, description: '', permissions: ['view_pos'] } })).reply.id;

test('F12 R15 a role that a colleague takes from a user is not given back by another edit of the user', async () => {
  const opens = await roleNamed('Opens');
  const closes = await roleNamed('Closes');
  await roleNamed('Counts');
  const email = 'zoe@firm.example';
  const made = await admin.call(users.create, { body: { name: 'Zoe', email, role_ids: [opens, closes] } });
  const params = { id: made.reply.user.id };
  const savedElsewhere = async (name: string, role_ids: number[]) => {
    const body = { name, email, role_ids };
    expect((await admin.call(users.update, { params, body })).status).toBe(200);
  };
  const rolesNow = async () =>
    (await admin.call(users.get, { params })).reply.roles.map(({ name }) => name).toSorted();

  const page = await openPage(`/users/edit/${params.id}`);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const isSaved = async () => {
    await expect.poll(() => save.getAttribute('aria-busy')).toBe('false');
  };
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const counts = page.getByRole('checkbox', { name: 'Counts', exact: true });
  await name.fill('Zoe Brown');
  await savedElsewhere('Zoe', [opens]);
  await save.click();
  await page.getByText('Changed by the other person and now shown here: Roles.').waitFor();
  await save.click();
  await isSaved();
  expect(await rolesNow()).toEqual(['Opens']);

  // Both change the roles: they are offered by name. The name was changed by the other person only.
  await counts.check();
  await savedElsewhere('Zoe Green', [closes]);
  await save.click();
  await page.getByRole('radio', { name: 'Yours: Opens, Counts' }).waitFor();
  await expect.poll(() => name.inputValue()).toBe('Zoe Green');
  await page.getByRole('radio', { name: 'Theirs: Closes' }).check();
  await save.click();
  await isSaved();
  expect(await rolesNow()).toEqual(['Closes']);

  // Nor is one given back that this very page gave before.
  await counts.check();
  await save.click();
  await isSaved();
  expect(await rolesNow()).toEqual(['Closes', 'Counts']);
  await name.fill('Zoe Black');
  await savedElsewhere('Zoe Green', [closes]);
  await save.click();
  await page.getByText('Changed by the other person and now shown here: Roles.').waitFor();
  await save.click();
  await isSaved();
  expect((await admin.call(users.get, { params })).reply).toMatchObject({ name: 'Zoe Black' });
  expect(await rolesNow()).toEqual(['Closes']);
});

test('F12 a role with a discount limit can be saved after a conflict', async () => {
  const role = { description: '', permissions: ['view_pos' as const], discount_limit: '15' };
  const made = await admin.call(roles.create, { body: { ...role, name: 'Supervisor' } });
  const { id, version } = made.reply;
  const page = await openPage('/users/roles');
  await page.getByRole('button', { name: /^Supervisor/ }).click();
  await page.getByLabel('Description').fill('Opens the shop');
  const body = { ...role, name: 'Shift supervisor', version };
  expect((await admin.call(roles.update, { params: { id }, body })).status).toBe(200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Changed by the other person and now shown here: Name.').waitFor();
  await expect.poll(() => page.getByLabel('Discount allowed without approval').inputValue()).toBe('15');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved successfully!').waitFor();
  const saved = (await admin.call(roles.list)).reply.data.find(one => one.id === id);
  expect(saved).toMatchObject({
    name: 'Shift supervisor',
    description: 'Opens the shop',
    discount_limit: 1500,
  });
});
