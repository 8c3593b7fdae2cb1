import { beforeAll, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { seriousProblems } from '../support/accessible';
import { someApprovals } from '../support/approvals';
import { useShop } from '../support/browser';
import { loseAnswers } from '../support/lose-answers';
import { orderDesk } from '../support/orders';
import { someProduct } from '../support/products';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

test('A10 more than was ordered is received with the PIN of someone who may approve orders', async () => {
  const product = await someProduct(shop().db, { name: 'Teapot' });
  const order = await desk.sent([{ product_id: product, quantity: '10' }]);
  const manager = await someApprovals(shop()).approver('view_purchaseorder', 'approve_purchaseorder');
  const rights = ['view_purchaseorder', 'receive_purchaseorder'] as const;
  const page = await shop().openAs(rights, `/purchases/${order.id}`);
  await page.getByRole('heading', { name: order.po_number }).waitFor();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: `Receive goods for ${order.po_number}` });
  // What is wrong for another reason offers nothing.
  const quantity = dialog.getByLabel('Receive now: Teapot');
  await quantity.fill('9x');
  await dialog.getByRole('button', { name: 'Receive goods' }).click();
  await dialog.getByRole('table').getByText('Enter a quantity with at most three decimal places').waitFor();
  expect(await dialog.getByLabel('More arrived than was ordered: receive it').count()).toBe(0);
  await quantity.fill('12');
  const more = dialog.getByLabel('More arrived than was ordered: receive it');
  expect(await more.count()).toBe(0);
  await dialog.getByRole('button', { name: 'Receive goods' }).click();
  await dialog.getByRole('table').getByText('At most 10 can be received.').waitFor();
  await more.check();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Receive goods' }).click();
  const asked = page.getByRole('dialog', { name: 'Approval needed' });
  await asked.getByText('12 × Teapot received, 2 more than was ordered').waitFor();
  await asked.getByLabel('PIN').fill(manager.pin);
  await asked.getByRole('button', { name: 'Approve' }).click();
  await page
    .getByRole('status')
    .getByText(/^Goods received as GRN-\d+\. The order is completed\.$/)
    .waitFor();
  const { reply } = await admin.call(purchases.get, { params: { id: order.id } });
  expect(reply.lines[0]?.received).toBe(12_000);
});

test('R12 sent again after a lost answer, goods approved by PIN are received once and the first answer comes', async () => {
  const product = await someProduct(shop().db, { name: 'Milk jug' });
  const order = await desk.sent([{ product_id: product, quantity: '10' }]);
  const manager = await someApprovals(shop()).approver('view_purchaseorder', 'approve_purchaseorder');
  const rights = ['view_purchaseorder', 'receive_purchaseorder'] as const;
  const page = await shop().openAs(rights, `/purchases/${order.id}`);
  await page.getByRole('button', { name: 'Receive goods', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Receive goods for ${order.po_number}` });
  const receive = dialog.getByRole('button', { name: 'Receive goods' });
  await dialog.getByLabel('Receive now: Milk jug').fill('12');
  await receive.click();
  await dialog.getByLabel('More arrived than was ordered: receive it').check();
  await receive.click();
  const asked = page.getByRole('dialog', { name: 'Approval needed' });
  await asked.getByLabel('PIN').fill(manager.pin);
  const lost = await loseAnswers(page, /\/receive$/);
  await asked.getByRole('button', { name: 'Approve' }).click();
  await dialog
    .getByText('No answer came. It may have been saved. Try again: it is not saved a second time.', {
      exact: true,
    })
    .waitFor();
  lost.stop();
  await receive.click();
  await page
    .getByRole('status')
    .getByText(/^Goods received/)
    .waitFor();
  expect(lost.sent).toHaveLength(2);
  expect(lost.sent[1]).toBe(lost.sent[0]);
  const { reply } = await admin.call(purchases.get, { params: { id: order.id } });
  expect(reply.lines[0]?.received).toBe(12_000);
});
