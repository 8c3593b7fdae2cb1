import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { countAtRest, everythingAtRest } from '../support/at-rest';
import { press, scan } from '../support/counter';
import { playTradingDay, openTheTill, pageUnder, shopWithRuth, signInAsRuth } from '../support/trading-day';

const shop = useShop();

test('F56 a day at http://shop.lan, which is neither https nor localhost: signing in, selling, refunding, cancelling, ordering, exporting', async () => {
  await shopWithRuth(shop());
  const { page, complaints, close } = await pageUnder(shop(), { host: 'shop.lan' });
  await page.goto('/login');
  expect(
    await page.evaluate(() => [window.isSecureContext, 'randomUUID' in crypto, 'serviceWorker' in navigator]),
  ).toEqual([false, false, false]);
  await signInAsRuth(page);

  // The till opens and sells; a message says what needs https.
  await openTheTill(page);
  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await page.getByText('This address does not start with https.').waitFor();
  await page.getByText('stores nothing but unsent sales, which are not encrypted').waitFor();
  await press(page, 'Escape');
  await press(page, 'Shift+F10');
  await page.getByRole('button', { name: 'Receipt printer' }).press('Enter');
  await page.getByText(/at an https address/).waitFor();
  await press(page, 'Escape', 'Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await playTradingDay(shop(), page);
  expect(complaints).toEqual([]);
  await close();
});

test('F46 over plain http a till keeps unsent sales and nothing else of products, customers and baskets', async () => {
  const { page, close } = await pageUnder(shop(), { host: 'shop.lan' });
  await signInAsRuth(page);
  await page.goto('/sales/pos');
  await page
    .getByRole('combobox', { name: 'Scan or search products' })
    .or(page.getByRole('heading', { name: 'Open the till' }))
    .waitFor();
  if (await page.getByRole('heading', { name: 'Open the till' }).isVisible()) await openTheTill(page);
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
  await expect.poll(() => countAtRest(page)).toMatchObject({ unsent: 0 });
  expect(await everythingAtRest(page)).not.toContain('Breakfast tea');
  await close();
});
