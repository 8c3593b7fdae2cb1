import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { useShop } from '../support/browser';

const shop = useShop();

test('K-01 F89 a call without an answer is cancelled after 30 seconds, not before, and the list says that it failed', async () => {
  const page = await shop().openAs(['admin'], '/users', { clock: true });
  await page.getByText('Total: ').waitFor();
  // The browser's own time limit knows nothing of the page's clock.
  await page.evaluate(() => {
    AbortSignal.timeout = milliseconds => {
      const limit = new AbortController();
      setTimeout(() => limit.abort(new DOMException('Timed out', 'TimeoutError')), milliseconds);
      return limit.signal;
    };
  });
  // Leaving the page before cancels what it still waits for.
  const isOfList = (request: Request) => request.url().includes('/api/suppliers?');
  const cancelled: string[] = [];
  page.on(
    'requestfailed',
    request => isOfList(request) && cancelled.push(request.failure()?.errorText ?? ''),
  );
  // Never answered.
  await page.route('**/api/suppliers?*', () => undefined);
  const asked = page.waitForRequest('**/api/suppliers?*');
  await page.evaluate(() => history.pushState({}, '', '/suppliers'));
  await asked;
  await page.clock.runFor(29_000);
  expect(cancelled).toEqual([]);
  const failed = page.waitForEvent('requestfailed', isOfList);
  await page.clock.runFor(1_500);
  await failed;
  expect(cancelled).toEqual(['net::ERR_ABORTED']);
  // It is tried once more before the list gives up.
  await page.clock.runFor(40_000);
  await page.getByText('Failed to load data.').first().waitFor();
});
