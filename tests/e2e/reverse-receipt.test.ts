import { beforeAll, expect, test } from 'vitest';
import { breachesOf } from '../support/books';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { lineOf, orderDesk } from '../support/orders';
import { someProduct } from '../support/products';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

test('L1 A13 a receipt entered in error is reversed on the order; one that is billed says what to undo first', async () => {
  const product = await someProduct(shop().db, { name: 'Wrong jug', sku: 'JUG' });
  const order = await desk.sent([{ product_id: product, quantity: '10' }]);
  const { reply } = await desk.receive(order.id);
  const number = reply.receipts[0]?.number ?? '';
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await page.getByRole('button', { name: `Reverse receipt ${number}` }).click();
  const dialog = page.getByRole('dialog', { name: `Reverse receipt ${number}` });
  // The dialog takes the focus only after it is shown.
  await dialog.getByRole('textbox', { name: 'Reason', exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('Reason is required.').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Another order');
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.getByText(`Receipt ${number} reversed.`).first().waitFor();
  await page.getByText(/^Reversed by RET-\d+$/).waitFor();
  expect((await desk.get(order.id)).status).toBe('sent');

  const billed = await desk.sent([{ product_id: product, quantity: '1' }]);
  await desk.receive(billed.id);
  await desk.bill(billed.id, [{ line_id: lineOf(billed), quantity: '1' }]);
  await page.goto(`/purchases/${billed.id}`);
  const blocked = page.getByRole('button', { name: /^Reverse receipt/ });
  await blocked.focus();
  await expect.poll(() => blocked.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('tooltip').getByText('Reverse the bill first.', { exact: false }).waitFor();

  const keeper = await shop().openAs(
    ['view_purchaseorder', 'receive_purchaseorder'],
    `/purchases/${billed.id}`,
  );
  await keeper.getByRole('heading', { name: billed.po_number }).waitFor();
  await keeper.getByRole('table', { name: 'Goods received' }).waitFor();
  expect(await keeper.getByRole('button', { name: /^Reverse receipt/ }).count()).toBe(0);
  expect(await breachesOf(shop().db)).toEqual([]);
});
