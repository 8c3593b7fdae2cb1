import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pos } from '#domain/pos/pos.contract';
import { useShop } from '../support/browser';
import { screenshot } from '../support/till-keyboard';
import { openTill } from '../support/shop';

const shop = useShop();

test('F46 a manager sees the devices that sell, names one, revokes it and enrols it again', async () => {
  const session_id = await openTill(shop().db);
  const seller = await shop().as('view_pos', 'create_sale');
  const { reply } = await seller.call(pos.checkIn, {
    body: {
      device_id: randomUUID(),
      register_id: null,
      unsent: [{ session_id, sales: 2, amount: '4.80', oldest_at: new Date().toISOString() }],
    },
  });
  const page = await shop().openAs(
    ['view_pos', 'view_setting', 'edit_setting', 'export_data'],
    '/sales/tills',
  );
  await page.getByRole('link', { name: 'Devices' }).click();
  await page.getByRole('heading', { name: 'Till Devices' }).waitFor();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row(reply.prefix).getByText('2 (£4.80)').waitFor();
  await expect.poll(() => row(reply.prefix).innerText()).toContain('Sales desk');

  await page.getByRole('button', { name: `Rename ${reply.prefix}` }).click();
  const rename = page.getByRole('dialog', { name: `Rename ${reply.prefix}` });
  await rename.getByLabel('Name').fill('Front counter');
  await rename.getByRole('button', { name: 'Save' }).click();
  await row('Front counter').getByText('Active').waitFor();
  await screenshot(page, 'till-devices');

  await page.getByRole('button', { name: 'Revoke Front counter' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke Front counter?' });
  await question.getByText('it sends its 2 unsent sales, removes products, customers and baskets').waitFor();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await row('Front counter').getByText('Revoked').waitFor();
  await page.getByText('Front counter revoked.').waitFor();

  await page.getByRole('button', { name: 'Enrol Front counter' }).click();
  await row('Front counter').getByText('Active').waitFor();
});

test('F46 whoever only views settings sees the devices and changes none', async () => {
  const seller = await shop().as('view_pos', 'create_sale');
  const { reply } = await seller.call(pos.checkIn, {
    body: { device_id: randomUUID(), register_id: null, unsent: [] },
  });
  const page = await shop().openAs(['view_setting'], '/sales/devices');
  await page.getByText(reply.prefix, { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^(Rename|Revoke) / }).count()).toBe(0);
});
