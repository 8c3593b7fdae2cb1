import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { roles } from '#domain/users/role.contract';
import { users } from '#domain/users/user.contract';
import { createPasswordLink } from '../../server/features/session/passwords/password-links';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';

const shop = useShop();

test('an emailed link sets a password once; used again, the page says so', async () => {
  const admin = await shop().as('admin');
  const { reply } = await admin.call(users.create, {
    body: { name: 'Ivy Invited', email: 'ivy@firm.example', role_ids: [] },
  });
  const token = await shop()
    .db.transaction()
    .execute(tx => createPasswordLink(tx, reply.user.id, 'invitation', new Date()));
  const page = await shop().open();
  const setPassword = async (password: string) => {
    await page.goto(`/reset-password?token=${token}`);
    await page.getByRole('textbox', { name: 'New password' }).fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
  };
  await setPassword('ivy@firm.example');
  await page.getByText('too easy to guess').first().waitFor();
  await setPassword('seven green bottles');
  await page.getByText('Your password is set. You can now sign in.').waitFor();
  await setPassword('eight green bottles');
  await page.getByText('This link has been used or has expired. Request a new one.').first().waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill('ivy@firm.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('seven green bottles');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Account of Ivy Invited' }).waitFor();
});

test('registration is opened in the user list; new users wait until an administrator activates them', async () => {
  const page = await shop().openAs(['admin'], '/users');
  await page.getByRole('button', { name: 'Open registration' }).click();
  await page.getByText('Registration is open.').waitFor();

  const outsider = await shop().open();
  await outsider.goto('/login');
  await outsider.getByRole('link', { name: 'Register' }).click();
  await outsider.getByLabel('Your name').fill('Ned New');
  await outsider.getByLabel('Email').fill('ned@firm.example');
  await outsider.getByRole('textbox', { name: 'Password' }).fill('ten green bottles');
  await outsider.getByRole('button', { name: 'Register' }).click();
  await outsider.getByText('An administrator must activate it before you can sign in.').waitFor();
  const signIn = async () => {
    await outsider.goto('/login');
    await outsider.getByLabel('Email').fill('ned@firm.example');
    await outsider.getByRole('textbox', { name: 'Password' }).fill('ten green bottles');
    await outsider.getByRole('button', { name: 'Sign in' }).click();
  };
  await signIn();
  await outsider.getByText('Email or password is wrong, or the account is not active.').waitFor();

  await page.reload();
  await page.getByRole('link', { name: 'Ned New' }).click();
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await page.getByText('Ned New is now active.').waitFor();
  await signIn();
  await outsider.getByRole('button', { name: 'Account of Ned New' }).waitFor();
  await page.goto('/users');
  await page.getByRole('button', { name: 'Close registration' }).click();
  await page.getByText('Registration is closed.').waitFor();
});

test('F48 an account with more permissions cannot be changed: neither name nor address, password or status', async () => {
  const above = await shop().as('view_user', 'view_cost');
  const page = await shop().openAs(['view_user', 'edit_user'], `/users/edit/${above.userId}`);
  await page.getByText('This user has permissions that you do not have.').first().waitFor();
  await expect.poll(() => page.getByLabel('Email').isDisabled()).toBe(true);
  await expect.poll(() => page.getByLabel('Name').isDisabled()).toBe(true);
  await expect
    .poll(() => page.getByRole('button', { name: /Invite again|Reset password/ }).isDisabled())
    .toBe(true);
  await expect.poll(() => page.getByRole('button', { name: 'Deactivate' }).isDisabled()).toBe(true);
});

test('a role is created on a phone, with every permission visible, and by keyboard alone', async () => {
  const page = await shop().openAs(['admin'], '/users/roles', { width: 390 });
  await page.getByRole('button', { name: 'Add role' }).waitFor();
  await page.keyboard.press('n');
  const region = page.getByRole('region', { name: 'New role' });
  const boxes = region.getByRole('checkbox');
  const widths = await boxes.evaluateAll(all => all.map(box => box.getBoundingClientRect().right));
  expect(widths.length).toBeGreaterThan(69);
  expect(Math.max(...widths)).toBeLessThanOrEqual(390);
  await fitsWindow(page);

  await region.getByLabel('Name').focus();
  await page.keyboard.type('Keyboard role');
  await region.getByLabel('Suppliers, all actions').focus();
  for (const key of ['Space', 'Tab', 'Tab', 'Tab', 'Tab', 'Space']) await page.keyboard.press(key);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Saved successfully!').waitFor();
  const created = (await (await shop().as('admin')).call(roles.list)).reply.data.find(
    role => role.name === 'Keyboard role',
  );
  expect(created?.permissions).toEqual(['create_supplier', 'edit_supplier', 'view_supplier']);
});

test('reloading while the session is being checked does not sign the user out', async () => {
  const page = await shop().openAs(['admin'], '/404');
  let hold: (route: Route) => void = () => {};
  const held = new Promise<Route>(resolve => (hold = resolve));
  await page.route('**/api/auth/user', route => hold(route));
  await page.reload();
  const check = await held;
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
  const cutOff = page.waitForEvent('requestfailed');
  await check.abort();
  await cutOff;
  await page.unroute('**/api/auth/user');
  await page.goto('/users');
  await page.getByRole('heading', { name: 'Users' }).waitFor();
});
