import { expect, test } from 'vitest';
import { useShop } from './browser';

const shop = useShop();

test('a route is added once a request of the page no longer passes by it', async () => {
  const page = await shop().open();
  await page.goto('/login');
  // As while the page does not know of the route: the server answers.
  const passBy = () =>
    page.evaluate(() => {
      const send = window.fetch.bind(window);
      let passing = 2;
      window.fetch = (...parameters) => (passing-- > 0 ? send('/api/health') : send(...parameters));
      Object.assign(window, { passed: () => passing < 0 });
    });
  const routed = async () => {
    await page.route('**/api/health', route => route.fulfill({ body: 'routed' }));
    expect(await page.evaluate(() => (window as unknown as { passed: () => boolean }).passed())).toBe(true);
    expect(await page.evaluate(async () => (await fetch('/api/health')).text())).toBe('routed');
  };
  await passBy();
  await routed();
  await page.unrouteAll();
  await passBy();
  await routed();
});
