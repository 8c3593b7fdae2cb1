import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expenseCategories } from '#domain/masters/master.contract';
import { useShop } from '../support/browser';

const shop = useShop();

test('F103 V2 a firm that is not registered for VAT is offered no VAT on an expense, and its page shows none', async () => {
  await sql`update vat_registration set is_registered = false, registered_from = null, vat_number = null`.execute(
    shop().db,
  );
  const admin = await shop().as('admin');
  await admin.call(expenseCategories.create, { body: { name: 'Van' } });
  const page = await shop().openAs(['admin'], '/expenses/create');
  await page.getByLabel('Purpose').fill('Van hire');
  await page.getByLabel('Paid by').selectOption('bank_transfer');
  await page.getByLabel('Category').selectOption({ label: 'Van' });
  await page.getByLabel('Amount').fill('120');
  expect(await page.getByLabel(/VAT/).count()).toBe(0);
  expect(await page.getByRole('main').innerText()).not.toMatch(/VAT|20%/);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/expenses\/\d+$/);
  await page.getByText('£120.00').first().waitFor();
  expect(await page.getByRole('main').innerText()).not.toMatch(/VAT|£20\.00|£100\.00/);
});
