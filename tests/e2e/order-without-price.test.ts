import { expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { useShop } from '../support/browser';
import { orderDesk } from '../support/orders';
import { answerQuestion } from '../support/questions';

const shop = useShop();

test('an order with a line at £0.00 says so, and is marked as sent only after a question', async () => {
  const admin = await shop().as('admin');
  const desk = orderDesk(() => ({ app: shop(), admin }));
  const order = await desk.draft([
    { description: 'Crates', unit_price: '2.00' },
    { description: 'Display stand', unit_price: '0.00' },
  ]);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await page.getByText('1 line has no price. The supplier sees £0.00').waitFor();
  const markSent = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Mark as sent' }).click();
  };
  await markSent();
  await answerQuestion(page, `Mark ${order.po_number} as sent?`, 'Cancel');
  const statusOf = async () => (await admin.call(purchases.get, { params: { id: order.id } })).reply.status;
  expect(await statusOf()).toBe('draft');
  await markSent();
  await answerQuestion(page, `Mark ${order.po_number} as sent?`, 'Mark as sent');
  await page.getByText(`${order.po_number} marked as sent.`).waitFor();
  expect(await statusOf()).toBe('sent');
  await expect.poll(() => page.getByText('1 line has no price.').count()).toBe(0);
});
