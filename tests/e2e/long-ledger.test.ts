import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { someCustomer } from '../support/books';
import { useShop } from '../support/browser';
import { walletCalls } from '../support/wallet-calls';

const shop = useShop();

test('2.0 the letters of a customer have a total and pages for all of them', async () => {
  const id = await someCustomer(shop().db, 'Often');
  const admin = await shop().as('admin');
  await sql`
    insert into customer_letters (customer_id, kind, how, sent_by, sent_at)
    select ${id}, 'statement', 'print', ${admin.userId}, now() from generate_series(1, 12)`.execute(
    shop().db,
  );
  const page = await shop().openAs(['admin'], `/wallet/customer/${id}`);
  const card = page.getByRole('region', { name: 'Statements and reminders' });
  await card.getByText('Total: 12').waitFor();
  expect(await card.getByRole('row').count()).toBe(1 + 10);
  await card.getByRole('button', { name: 'Page 2' }).click();
  await expect.poll(() => card.getByRole('row').count()).toBe(1 + 2);
  expect(await card.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
});

test('F82 once the last row of the last page is removed, the page before it is shown', async () => {
  const id = await someCustomer(shop().db, 'Regular');
  const admin = await shop().as('admin');
  const { invoice, receive } = walletCalls(() => ({ app: shop(), admin }));
  for (let count = 0; count < 11; count += 1) {
    await invoice(id, 1000);
    await receive(id, '10.00');
  }
  const page = await shop().openAs(['admin'], `/wallet/customer/${id}`);
  const card = page.getByRole('region', { name: 'Credit used' });
  await card.getByRole('button', { name: 'Page 2' }).click();
  await expect.poll(() => card.getByRole('row').count()).toBe(1 + 1);
  await card.getByRole('button', { name: /^Remove allocation/ }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove allocation' }).press('Enter');
  await card.getByText('Total: 10').waitFor();
  await expect.poll(() => card.getByRole('row').count()).toBe(1 + 10);
  expect(await card.getByRole('button', { name: /^Page/ }).count()).toBe(0);
});
