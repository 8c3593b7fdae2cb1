import { beforeAll, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { useShop } from '../support/browser';
import { orderDesk } from '../support/orders';
import { someProduct } from '../support/products';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

test('I2 A13 landed cost is offered for receipts that stand, and not before goods have arrived', async () => {
  const product_id = await someProduct(shop().db, { name: 'Jug' });
  const order = await desk.sent([{ product_id, quantity: '3', unit_price: '5.00' }]);
  const { reply } = await desk.receive(order.id);
  await admin.call(purchases.reverseReceipt, {
    params: { id: order.id, receipt_id: reply.receipts[0]?.id ?? 0 },
    body: { reason: 'Wrong order' },
  });
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  const add = page.getByRole('menuitem', { name: 'Add landed cost' });
  await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true');
  await expect
    .poll(() => add.innerText())
    .toContain('Receive goods first: landed cost is spread over a receipt.');
  const arrived = (await desk.receive(order.id)).reply.receipts[1];
  await page.reload();
  await more.click();
  await add.click();
  const receipts = page.getByRole('dialog').getByLabel('Goods receipt');
  await receipts.waitFor();
  await expect
    .poll(() => receipts.locator('option').allInnerTexts())
    .toEqual([expect.stringMatching(new RegExp(`^${arrived?.number}, `))]);
  await expect.poll(() => receipts.inputValue()).toBe(String(arrived?.id));
});
