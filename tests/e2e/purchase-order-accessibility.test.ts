import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { waitForFadeIn, seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { lineOf, type Order, orderDesk } from '../support/orders';
import { someProduct } from '../support/products';
import { settled } from '../support/settled';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
let order: Order;
let draft: Order;
const desk = orderDesk(() => ({ app: shop(), admin }));

beforeAll(async () => {
  admin = await shop().as('admin');
  const product_id = await someProduct(shop().db, { name: 'Teapot' });
  draft = await desk.draft([{ product_id }], {
    notes: 'Ring the bell',
    expected_delivery_date: '2030-01-01',
  });
  order = await desk.sent([
    { product_id, quantity: '10' },
    { description: 'Carriage', quantity: '1' },
  ]);
  await desk.receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '2', net: '2.50' }]);
  await desk.pay(order, '1.00');
  await desk.pay(order, '1.00', { status: 'pending' });
});

/** Waits until the dialog has faded in, because half-faded text has a different contrast. */
async function waitForDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
  await waitForFadeIn(page.getByRole('dialog'));
  await settled(page);
}

describe('in light and dark', () => {
  test.each([
    '/purchases',
    '/purchases/create',
    '/purchases/purchased',
    '/purchases/:order',
    '/purchases/:draft/edit',
  ])('axe finds no serious problem on %s', async path => {
    const address = path.replace(':order', String(order.id)).replace(':draft', String(draft.id));
    const page = await shop().openAs(['admin'], address);
    await page.locator('h1').first().waitFor();
    await settled(page);
    expect(await seriousProblems(page)).toEqual([]);
  });

  test.each(['Receive goods', 'Record bill', 'Pay'])(
    'axe finds no serious problem in the dialog of %s',
    async name => {
      const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
      await page.getByRole('button', { name, exact: true }).click();
      await waitForDialog(page);
      expect(await seriousProblems(page)).toEqual([]);
    },
  );

  test.each(['Return goods', 'Add landed cost', 'Close short'])(
    'axe finds no serious problem in the dialog of %s',
    async name => {
      const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name }).click();
      await waitForDialog(page);
      expect(await seriousProblems(page)).toEqual([]);
    },
  );

  test('axe finds no serious problem in an open list of products', async () => {
    const page = await shop().openAs(['admin'], `/purchases/${draft.id}/edit`);
    await page.getByLabel('Item of line 2').fill('teapot');
    await page.locator('[role="option"]').waitFor();
    expect(await seriousProblems(page)).toEqual([]);
  });
});

test('on a phone nothing of an order or its form is wider than the screen', async () => {
  for (const path of [
    '/purchases',
    '/purchases/purchased',
    `/purchases/${order.id}`,
    `/purchases/${draft.id}/edit`,
  ]) {
    const page = await shop().openAs(['admin'], path, { width: 390 });
    await page.locator('h1').first().waitFor();
    await settled(page);
    await fitsWindow(page, path);
    await page.close();
  }
});
