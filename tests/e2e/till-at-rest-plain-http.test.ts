import { expect, test } from 'vitest';
import { countAtRest, everythingAtRest } from '../support/at-rest';
import { useShop } from '../support/browser';
import { press, scan } from '../support/till-keyboard';
import { openTheTill, pageUnder, shopWithRuth, signInAsRuth } from '../support/trading-day';

const shop = useShop();

test('F46 over plain http a till keeps unsent sales and nothing else of products, customers and baskets', async () => {
  await shopWithRuth(shop());
  const { page, close } = await pageUnder(shop(), { host: 'shop.lan' });
  await signInAsRuth(page);
  await openTheTill(page);
  const products = ['Breakfast tea', 'TEA-80', 'Oat biscuits'];
  await scan(page, '5010000000017');
  await page.getByRole('button', { name: /^Pay £2.40/ }).waitFor();
  const before = await everythingAtRest(page);
  for (const word of products) expect(before).not.toContain(word);
  expect(await countAtRest(page)).toMatchObject({
    key: 0,
    kept: 0,
    products: 0,
    customers: 0,
    queue: 0,
    unsent: 0,
  });

  // The sale does not arrive. It is kept in clear until it has.
  const sales = /\/api\/sales(\/paid)?$/;
  await page.route(sales, route => route.abort());
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await press(page, 'Enter');
  await page.getByText('It will sync when you are back online').waitFor();
  await page.reload();
  await page.getByRole('button', { name: '1 to send' }).waitFor();
  expect(await countAtRest(page)).toMatchObject({
    key: 0,
    kept: 0,
    products: 0,
    customers: 0,
    queue: 0,
    unsent: 1,
  });
  const kept = await everythingAtRest(page);
  expect([kept.includes('Breakfast tea'), kept.includes('Oat biscuits')]).toEqual([true, false]);
  await page.unroute(sales);
  await page.reload();
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  // The till sends when it notices something, such as that its window has the focus again.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
        return countAtRest(page);
      },
      { timeout: 60_000 },
    )
    .toMatchObject({ unsent: 0 });
  expect(await everythingAtRest(page)).not.toContain('Breakfast tea');
  await close();
});
