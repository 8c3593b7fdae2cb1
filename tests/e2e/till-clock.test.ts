import { beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { promotions } from '#domain/pricing/promotion.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { openTill } from '../support/shop';
import { press, scan, stockedShelf } from '../support/till-keyboard';

/** The server is a day ahead of the browser. */
const now = () => new Date(Date.now() + 24 * 3600_000);
const shop = useShop({ clock: now });
let tea: number;

beforeAll(async () => {
  ({ tea } = await stockedShelf(shop().db));
  await openTill(shop().db);
  const clerk = await shop().as('admin');
  const { status } = await clerk.call(promotions.create, {
    body: {
      name: 'One day only',
      kind: 'percentage',
      percent_off: '25',
      applies_to: 'products',
      product_ids: [tea],
      starts_on: londonDate(now()),
      // A day longer, as midnight may pass during the test. On the browser's own day it has not begun.
      ends_on: addDays(londonDate(now()), 1),
    },
  });
  expect(status).toBe(200);
});

test('F24 a till whose clock is a day slow sells at the promotion of the server’s day, and says that its clock is wrong', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale'], '/sales/pos');
  await page.getByRole('button', { name: 'Sell here' }).click();
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await scan(page, '5010000000017');
  // 2.40 − 25% = 1.80.
  await expect.poll(() => page.locator('.till-total dd').textContent()).toBe('£1.80');
  await page.getByRole('status').getByText('Clock 24 hours slow').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await press(page, 'F4');
  await page.getByRole('button', { name: /^Card/ }).click();
  await page.getByRole('dialog', { name: /Sold: / }).waitFor();
});
