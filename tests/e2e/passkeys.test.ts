import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hashPassword } from '../../server/features/session/passwords/passwords';
import { seriousProblems } from '../support/accessible';
import { picture } from '../support/picture';
import { useShop } from '../support/browser';
import { giveUpContext } from '../support/browser-pool';
import { press } from '../support/till-keyboard';
import { freePort } from '../support/counterfoil-process';
import { answerQuestion } from '../support/questions';
import { turnTwoFactorOn } from '../support/two-factor';

// Browsers bind passkeys to a name, so these pages are opened by theirs.
const site = `http://localhost:${await freePort()}`;
const shop = useShop({ publicUrl: site });
const password = 'correct horse battery';

/** A device whose user is there and unlocks it, as Chromium offers it to tests. */
async function unlockedDevice(page: Page): Promise<{ device: CDPSession; authenticatorId: string }> {
  // Its storage is that of another origin than other tests clear.
  giveUpContext(page.context());
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { device, authenticatorId };
}

test('a passkey is added, signs in without password and code, confirms, and is removed, by keyboard alone', async () => {
  const person = await shop().as('admin');
  await shop()
    .db.updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', person.userId)
    .execute();
  await turnTwoFactorOn(person, password, new Date());
  const page = await shop().pageOf(person.token);
  const { device, authenticatorId } = await unlockedDevice(page);
  await page.goto(`${site}/profile`);

  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByText('No passkeys yet.').waitFor();
  await card.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await picture(page, 'passkey-form');
  await press(page, '"Office laptop"', 'Enter');
  await page.getByText('The passkey “Office laptop” is ready to sign in with.').waitFor();
  await card
    .getByRole('row', { name: /Office laptop/ })
    .getByText('Never')
    .waitFor();
  await picture(page, 'passkeys');
  expect(await seriousProblems(page)).toEqual([]);
  await card.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await press(page, '"Again"', 'Enter');
  await card.getByText('This device already has a passkey for your account.').waitFor();
  await card.getByRole('button', { name: 'Cancel' }).press('Enter');

  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto(`${site}/login?from=/profile`);
  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
  await signIn.waitFor();
  await picture(page, 'sign-in-passkey');
  expect(await seriousProblems(page)).toEqual([]);
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await signIn.press('Enter');
  await page.getByRole('alert').getByText('No passkey was used. Try again, or use another way.').waitFor();
  await picture(page, 'sign-in-passkey-refused');
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await signIn.press('Enter');
  await page.waitForURL('**/profile');
  await card.getByRole('row', { name: /Office laptop/ }).waitFor();
  expect(await card.getByText('Never').count()).toBe(0);
  expect(await shop().audits()).toMatchObject([{ action: 'signed_in', after: { passkey: 'Office laptop' } }]);

  await shop()
    .db.updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 3600_000) })
    .where('user_id', '=', person.userId)
    .execute();
  await card.getByRole('button', { name: 'Remove Office laptop' }).press('Enter');
  await answerQuestion(page, 'Remove the passkey “Office laptop”?', 'Remove');
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const byPasskey = dialog.getByRole('button', { name: 'Use a passkey' });
  await byPasskey.waitFor();
  await picture(page, 'confirm-identity-passkey');
  expect(await seriousProblems(page)).toEqual([]);
  await byPasskey.press('Enter');
  await page.getByText('The passkey “Office laptop” no longer signs you in.').waitFor();
  await card.getByText('No passkeys yet.').waitFor();
});

test('where passkeys cannot work, the card says where they do, and sign-in does not offer them', async () => {
  const person = await shop().as('view_master');
  const page = await shop().openWith(person.token, '/profile');
  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByText(`Passkeys work at ${site} only. Open Counterfoil there to add one.`).waitFor();
  expect(await card.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
  const login = await shop().open();
  await login.goto('/login');
  await login.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await login.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
});
