import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bankDetailsSettings } from '#domain/settings/bank-details.contract';
import { useShop } from '../support/browser';
import { noticed } from '../support/notices';

const shop = useShop();

/** The control that has the focus, by its text or its label. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const found = document.activeElement;
    return found instanceof HTMLInputElement ? found.labels?.[0]?.textContent : found?.textContent;
  });

test.each([
  ['in a field', 'Account number', 'Control+Enter'],
  ['on the button', 'Save', 'Space'],
] as const)('saving a settings card by the keyboard leaves the focus %s', async (_where, name, key) => {
  const admin = await shop().as('admin');
  const nameNow = async () => (await admin.call(bankDetailsSettings.get)).reply.account_name;
  const page = await shop().openAs(['admin'], '/settings/bank');
  const card = page.getByRole('group', { name: 'Bank details' });
  await card.getByLabel('Account name').fill(`First ${key} Ltd`);
  await card.getByLabel('Sort code').fill('200000');
  await card.getByLabel('Account number').fill('55779911');
  await (name === 'Save' ? card.getByRole('button', { name }) : card.getByLabel(name)).focus();
  await page.keyboard.press(key);
  await noticed(page, 'Saved successfully!');
  // The fields begin with what was stored.
  await expect.poll(() => card.getByLabel('Sort code').inputValue()).toBe('20-00-00');
  await expect.poll(() => focused(page)).toBe(name);
  await card.getByLabel('Account name').fill(`Second ${key} Ltd`);
  await page.keyboard.press('Control+Enter');
  await expect.poll(nameNow).toBe(`Second ${key} Ltd`);
});
