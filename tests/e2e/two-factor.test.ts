import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { session } from '#domain/session/session.contract';
import { units } from '#domain/masters/master.contract';
import { hashPassword } from '../../server/features/session/passwords/passwords';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { press, screenshot } from '../support/till-keyboard';
import { codeOf } from '../support/two-factor';
import { answerQuestion } from '../support/questions';

const shop = useShop();
const password = 'correct horse battery';
const email = 'ada@firm.example';
// The next code is already valid, so no test has to wait for it.
const nextCode = (secret: string) => codeOf(secret, new Date(Date.now() + 30_000));

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await press(page, 'Enter');
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await page.locator('input:focus[autocomplete="one-time-code"]').waitFor();
}

test('two-factor sign-in is required, set up by keyboard alone, asked for, and replaced by a recovery code once; a token is created and revoked', async () => {
  const page = await shop().openAs(['admin'], '/settings/security');
  await shop()
    .db.updateTable('users')
    .set({ email, password_hash: await hashPassword(password) })
    .execute();
  const policy = page.getByLabel('Require two-factor sign-in for');
  await policy.selectOption('administrators');
  const settings = page.getByRole('region', { name: 'Two-factor sign-in' });
  await screenshot(page, 'security-settings');
  await settings.getByRole('button', { name: 'Save' }).press('Enter');
  await page.waitForURL('**/profile');
  await page.getByText('Your company requires two-factor sign-in.').waitFor();
  expect(await page.getByRole('region', { name: 'API tokens' }).count()).toBe(0);

  const card = page.getByRole('region', { name: 'Two-factor sign-in' });
  await card.getByLabel('Your password').press('a');
  await press(page, 'Control+a', `"${password}"`, 'Enter');
  await card.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await screenshot(page, 'two-factor-set-up');
  expect(await seriousProblems(page)).toEqual([]);
  const key = (await card.locator('code').innerText()).replaceAll(' ', '');
  await press(page, '"000000"', 'Enter');
  await card.getByText('This code is wrong.').first().waitFor();
  await press(page, 'Control+a', `"${codeOf(key, new Date())}"`, 'Enter');
  const codes = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  await expect.poll(() => codes.count()).toBe(10);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await expect.poll(focused).toContain('Save these recovery codes');
  await screenshot(page, 'two-factor-codes');
  expect(await seriousProblems(page)).toEqual([]);
  const recovery = await codes.first().innerText();
  await card.getByRole('button', { name: 'I have saved them' }).press('Enter');
  await card.getByText('10 recovery codes are left.').waitFor();

  const tokens = page.getByRole('region', { name: 'API tokens' });
  await tokens.getByRole('button', { name: 'New token' }).press('Enter');
  await press(page, '"Nightly export"');
  await tokens.getByRole('button', { name: 'Create token' }).press('Enter');
  await tokens.getByText('Choose at least one permission.').waitFor();
  await tokens.getByRole('button', { name: 'Read-only' }).press('Enter');
  await tokens.getByLabel('View master data').press('Space');
  await tokens.getByLabel('View master data').press('Space');
  await expect.poll(() => tokens.getByLabel('View master data').isChecked()).toBe(true);
  await expect.poll(() => tokens.getByLabel('Delete master data').isChecked()).toBe(false);
  await screenshot(page, 'token-form');
  expect(await seriousProblems(page)).toEqual([]);
  await tokens.getByRole('button', { name: 'Create token' }).press('Enter');
  const secret = await tokens.locator('.made-token').innerText();
  const headers = { authorization: `Bearer ${secret}` };
  expect((await shop().anonymous.call(units.list, { headers })).status).toBe(200);
  await page.reload();
  await tokens.getByText('127.0.0.1').waitFor();
  expect(await tokens.getByText(secret).count()).toBe(0);
  await screenshot(page, 'tokens');
  await tokens.getByRole('button', { name: 'Revoke' }).press('Enter');
  await answerQuestion(page, 'Revoke the token “Nightly export”?', 'Revoke');
  await page.getByText('The token “Nightly export” no longer works.').waitFor();
  expect((await shop().anonymous.call(units.list, { headers })).status).toBe(401);

  const other = await shop().open({ width: 390 });
  await other.goto('/login?from=/profile');
  await signIn(other);
  await screenshot(other, 'sign-in-code');
  expect(await seriousProblems(other)).toEqual([]);
  await press(other, '"123456"', 'Enter');
  await other.getByText('This code is wrong or has already been used.').first().waitFor();
  await press(other, 'Control+a', `"${nextCode(key)}"`, 'Enter');
  await other.waitForURL('**/profile');
  await other.getByText('10 recovery codes are left.').waitFor();
  await other.getByRole('region', { name: 'Devices' }).getByText('This device').waitFor();

  const lost = await shop().open();
  await lost.goto('/login?from=/profile');
  await signIn(lost);
  await press(lost, `"${recovery.toUpperCase()}"`, 'Enter');
  await lost.getByText('9 recovery codes are left.').waitFor();
  const [entry] = await shop().audits();
  expect(entry).toMatchObject({ action: 'signed_in', after: { second_factor: 'recovery code' } });
  expect((await shop().anonymous.call(session.user, { headers })).status).toBe(401);
});
