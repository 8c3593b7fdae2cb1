import { expect, test } from 'vitest';
import { promotions } from '#domain/pricing/promotion.contract';
import { registers } from '#domain/tills/till.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { cell, edit } from '../support/cells';
import { noticed } from '../support/notices';
import { someProduct } from '../support/products';

const shop = useShop();

test('a promotion is renamed and ended in its row, without its other terms', async () => {
  const tea = await someProduct(shop().db);
  const clerk = await shop().as('view_product', 'edit_product');
  const { reply: promotion } = await clerk.call(promotions.create, {
    body: {
      name: 'Spring offer',
      kind: 'buy_x_get_y',
      buy_units: 2,
      get_units: 1,
      percent_off: '50',
      applies_to: 'products',
      product_ids: [tea],
      starts_on: '2026-03-01',
      ends_on: '2099-05-31',
    },
  });
  const page = await shop().openAs(['view_product', 'edit_product'], '/products/promotions');
  await edit(cell(page, 'Spring offer', 'Name'));
  const name = page.getByRole('dialog', { name: 'Edit Name of Spring offer' }).getByLabel('Name');
  await name.fill('');
  await name.press('Enter');
  await page.getByRole('dialog').getByText('Name is required.').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await name.fill('Summer offer');
  await name.press('Enter');
  await noticed(page, 'Name of Spring offer saved');
  await edit(cell(page, 'Summer offer', 'Status'));
  const status = page.getByRole('dialog', { name: 'Edit Status of Summer offer' }).getByLabel('Status');
  await status.selectOption('Inactive');
  await status.press('Enter');
  await noticed(page, 'Status of Summer offer saved');
  const { reply } = await clerk.call(promotions.get, { params: { id: promotion.id } });
  expect(reply).toEqual({
    ...promotion,
    name: 'Summer offer',
    status: 'inactive',
    state: 'inactive',
    version: promotion.version + 2,
  });
});

test('a register is renamed in its row; its code and receipts stay', async () => {
  const admin = await shop().as('admin');
  const { reply: register } = await admin.call(registers.create, {
    body: { name: 'Front', code: 'FR', paper: 'a4', status: 'active' },
  });
  const page = await shop().openAs(['view_setting', 'edit_setting'], '/sales/registers');
  await edit(cell(page, 'Front', 'Name'));
  const name = page.getByRole('dialog', { name: 'Edit Name of Front' }).getByLabel('Name');
  await name.fill('Front desk');
  await name.press('Enter');
  await noticed(page, 'Name of Front saved');
  await cell(page, 'Front desk', 'Receipts').waitFor();
  const { reply } = await admin.call(registers.list, { query: { search: 'Front' } });
  expect(reply.data).toEqual([{ ...register, name: 'Front desk', version: register.version + 1 }]);
});
