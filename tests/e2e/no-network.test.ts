import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { openTheTill, pageUnder, playTradingDay, shopWithRuth, signInAsRuth } from '../support/trading-day';

const shop = useShop();

test('a day on the computer that runs the server while its network is down: the browser says offline, and everything works', async () => {
  await shopWithRuth(shop());
  const { page, complaints, close } = await pageUnder(shop(), { host: '127.0.0.1' });
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
    // At start, and again and again as when Wi-Fi comes and goes.
    setInterval(() => window.dispatchEvent(new Event('offline')), 300);
  });
  await page.goto('/login');
  expect(await page.evaluate(() => navigator.onLine)).toBe(false);
  await signInAsRuth(page);
  await openTheTill(page);
  await expect.poll(() => page.getByText('Offline', { exact: true }).count()).toBe(0);
  await playTradingDay(shop(), page);
  expect(complaints).toEqual([]);
  await close();
});
