import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { bankDetailsSettings } from '#domain/settings/bank-details.contract';
import { hashPassword } from '../../server/features/session/passwords/passwords';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { press, screenshot } from '../support/till-keyboard';
import { settled } from '../support/settled';
import { codeOf, turnTwoFactorOn } from '../support/two-factor';

const shop = useShop();
const password = 'correct horse battery';

/** An administrator who signed in an hour ago. */
async function staleAdministrator() {
  const admin = await shop().as('admin');
  await shop()
    .db.updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', admin.userId)
    .execute();
  const age = () =>
    shop()
      .db.updateTable('sessions')
      .set({ created_at: new Date(Date.now() - 3600_000), confirmed_at: null })
      .where('user_id', '=', admin.userId)
      .execute();
  await age();
  return { ...admin, age };
}

// The next code is already valid, so no test has to wait for it.
const nextCode = (secret: string) => codeOf(secret, new Date(Date.now() + 30_000));
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });
async function expectFocus(field: Locator): Promise<void> {
  await expect.poll(() => field.evaluate(node => node === document.activeElement)).toBe(true);
}

test('bank details are saved after a password, by keyboard alone; Escape leaves the form as it was', async () => {
  const admin = await staleAdministrator();
  for (const look of [{ width: 1440 }, { width: 390, colours: 'dark' as const }]) {
    await admin.age();
    const page = await shop().openWith(admin.token, '/settings/bank', look);
    const card = page.getByRole('region', { name: 'Bank details' });
    await card.getByLabel('Account name').fill(`Tea House ${look.width}`);
    await card.getByLabel('Sort code').fill('20-11-96');
    await card.getByLabel('Account number').fill('12345678');
    await press(page, 'Control+Enter');
    const dialog = dialogOf(page);
    await dialog.waitFor();
    await expectFocus(dialog.getByLabel('Your password'));
    await screenshot(page, `confirm-identity-${look.width}`);
    await press(page, 'Escape');
    await dialog.waitFor({ state: 'detached' });
    await card.getByRole('alert').getByText('Confirm it’s you, then try again.').waitFor();
    await expect.poll(() => card.getByLabel('Account name').inputValue()).toBe(`Tea House ${look.width}`);
    await expectFocus(card.getByLabel('Account number'));

    await press(page, 'Control+Enter');
    await dialog.waitFor();
    await expectFocus(dialog.getByLabel('Your password'));
    await press(page, '"wrong"', 'Enter');
    await dialog.getByText('This is not your current password.').first().waitFor();
    await expectFocus(dialog.getByLabel('Your password'));
    await press(page, 'Control+a', `"${password}"`, 'Enter');
    await dialog.waitFor({ state: 'detached' });
    // The save goes on as the dialog closes, and the form begins anew with its answer.
    await settled(page);
    const { reply } = await admin.call(bankDetailsSettings.get);
    expect(reply.account_name).toBe(`Tea House ${look.width}`);
    // One wrong password of each look is below the limit at which the next would have to wait.
    await card.getByLabel('Account name').fill('Not asked again');
    await press(page, 'Control+Enter');
    await expect
      .poll(async () => (await admin.call(bankDetailsSettings.get)).reply.account_name)
      .toBe('Not asked again');
    expect(await dialog.count()).toBe(0);
  }
});

test('customers are exported after a code; the file arrives without another click', async () => {
  const admin = await staleAdministrator();
  await admin.call(customers.create, { body: { name: 'Ada Baker' } });
  const { secret } = await turnTwoFactorOn(admin, password, new Date());
  const page = await shop().openWith(admin.token, '/customers');
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  await page.getByRole('menuitem', { name: 'CSV' }).press('Enter');
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Use a code instead' }).press('Enter');
  await expectFocus(dialog.getByLabel('Code'));
  await screenshot(page, 'confirm-identity-code');
  expect(await seriousProblems(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await press(page, `"${nextCode(secret)}"`, 'Enter');
  expect((await download).suggestedFilename()).toBe('customers.csv');
  await dialog.waitFor({ state: 'detached' });
});
