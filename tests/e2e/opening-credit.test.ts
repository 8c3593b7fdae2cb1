import { expect, test } from 'vitest';
import { seriousProblems } from '../support/accessible';
import { someApprovals } from '../support/approvals';
import { someCustomer } from '../support/books';
import { useShop } from '../support/browser';

const shop = useShop();

test('F05 P15 an opening credit above the limit asks for the PIN of an approver, and is entered once approved', async () => {
  const on = someApprovals(shop());
  const chief = await on.approver('adjust_ledger');
  await on.limits({ write_off_limit: '50.00' });
  await someCustomer(shop().db, 'Harbour Cafe');
  const page = await shop().openAs(['admin'], '/opening-balances');
  const form = page.getByRole('region', { name: 'Unpaid invoice or credit' });
  await form.getByLabel('Type').selectOption('credit');
  await form.getByRole('combobox', { name: 'Customer' }).fill('Harbour');
  await page.getByRole('option', { name: /Harbour Cafe/ }).click();
  await form.getByLabel('Number in your earlier books').fill('H-7');
  await form.getByLabel('Amount still open').fill('5000');
  await form.getByRole('button', { name: 'Enter credit' }).click();
  const asked = page.getByRole('dialog', { name: 'Approval needed' });
  await asked.getByText('£5,000.00 credited, above the limit').waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await form
    .getByText('Someone with permission must approve this: a write-off or credit above the limit.')
    .waitFor();
  await form.getByRole('button', { name: 'Enter credit' }).click();
  await asked.getByLabel('PIN').fill(chief.pin);
  await page.keyboard.press('Enter');
  await page.getByText(/Opening credit H-7 of C-\d+ entered\./).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
});
