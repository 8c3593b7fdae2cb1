import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { settled } from '../support/settled';
import { openTill } from '../support/shop';

const shop = useShop();

test('F38 a chosen register stays chosen when an answer requested earlier arrives later', async () => {
  await openTill(shop().db);
  await openTill(shop().db);
  const page = await shop().openAs(['view_pos', 'create_sale'], '/sales/pos');
  const sellHere = page.getByRole('button', { name: 'Sell here' });
  await sellHere.waitFor();
  await settled(page);
  let release = () => {};
  const isReleased = new Promise<void>(resolve => {
    release = resolve;
  });
  let isAsked = false;
  await page.route(
    '**/api/tills',
    async route => {
      const response = await route.fetch();
      isAsked = true;
      await isReleased;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  // The tills are requested again as soon as the network is back.
  await page.evaluate(() => {
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
  });
  await expect.poll(() => isAsked).toBe(true);
  await sellHere.click();
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  const answered = page.waitForResponse('**/api/tills');
  release();
  await (await answered).finished();
  await settled(page);
  expect(await sellHere.count()).toBe(0);
  expect(await page.getByRole('combobox', { name: 'Scan or search products' }).isVisible()).toBe(true);
});
