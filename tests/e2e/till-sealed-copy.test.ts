import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { tills } from '#domain/tills/till.contract';
import { countAtRest } from '../support/at-rest';
import { useShop } from '../support/browser';
import { checkedIn } from '../support/kept-for-offline';
import { press, scan, stockedShelf } from '../support/till-keyboard';

const shop = useShop();
beforeAll(async () => {
  await stockedShelf(shop().db);
  const opener = await shop().as('view_pos', 'create_sale', 'open_till');
  await opener.call(tills.open, { body: { register_id: 1, total: '100.00' } });
});

test('F46 R28 the sealed copy of a sale that was refused at first is what was paid in the end', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale', 'view_dashboard'], '/sales/pos');
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await checkedIn(page);
  await scan(page, '5010000000017');
  await page.getByRole('button', { name: /^Pay £2.40/ }).waitFor();
  await scan(page, '5010000000024');
  await page.getByRole('button', { name: /^Pay £4.20/ }).waitFor();
  const biscuits = (status: string) =>
    sql`update products set status = ${status} where sku = 'OAT-1'`.execute(shop().db);
  await biscuits('inactive');
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  const refused = page.waitForResponse(/\/api\/sales$/);
  await press(page, 'Enter');
  expect((await refused).status()).toBe(422);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await biscuits('active');
  await page.getByRole('button', { name: 'Remove Oat biscuits' }).click();
  await page.getByRole('button', { name: /^Pay £2.40/ }).waitFor();

  const addresses = /\/api\/sales(\/paid|\/sealed)?$/;
  await page.route(addresses, route => void route.abort());
  await press(page, 'F4');
  await page.getByRole('button', { name: 'Complete the sale' }).click();
  await page.getByText('It will sync when you are back online').waitFor();
  await press(page, 'Enter');
  await page.getByRole('link', { name: 'Exit the till' }).click();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login**');
  await expect.poll(async () => (await countAtRest(page)).queue).toBe(0);

  const next = await shop().as('view_pos', 'create_sale');
  await page.unroute(addresses);
  await page.evaluate(token => localStorage.setItem('token', token), next.token);
  const sent = page.waitForResponse(/\/api\/sales\/sealed$/);
  await page.goto('/sales/pos');
  expect((await sent).status()).toBe(200);
  const { rows } = await sql<{ gross: number }>`
    select gross_pence::integer as gross from sales`.execute(shop().db);
  // Only the tea: £4.20 was refused.
  expect(rows).toEqual([{ gross: 240 }]);
});

test('F97 a sale that a cashier left unsent is sent by the next user who opens the till, also one who may not sell', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale', 'view_dashboard'], '/sales/pos');
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await checkedIn(page);
  const addresses = /\/api\/sales(\/paid|\/sealed)?$/;
  await page.route(addresses, route => void route.abort());
  await scan(page, '5010000000017');
  await page.getByRole('button', { name: /^Pay £2.40/ }).waitFor();
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await press(page, 'Enter');
  await page.getByText('It will sync when you are back online').waitFor();
  await press(page, 'Enter');
  await page.getByRole('link', { name: 'Exit the till' }).click();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login**');
  await expect.poll(async () => (await countAtRest(page)).queue).toBe(0);

  const next = await shop().as('view_pos');
  await page.unroute(addresses);
  await page.evaluate(token => localStorage.setItem('token', token), next.token);
  const sent = page.waitForResponse(/\/api\/sales\/sealed$/);
  await page.goto('/sales/pos');
  expect((await sent).status()).toBe(200);
  await expect.poll(async () => (await countAtRest(page)).unsent).toBe(0);
  const { rows } = await sql<{ sent_by: number; sold_by: number }>`
    select sent_by, sold_by from sales order by id desc limit 1`.execute(shop().db);
  expect(rows[0]?.sent_by).toBe(next.userId);
  expect(rows[0]?.sold_by).not.toBe(next.userId);
});
