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
  // The lists, the form and a draft are checked in page-layouts.test.ts.
  test('axe finds no serious problem on an order that is partly received, billed and paid; on a phone it fits', async () => {
    const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
    await page.locator('h1').first().waitFor();
    await settled(page);
    expect(await seriousProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 900 });
    await fitsWindow(page);
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
