import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { press } from '../support/till-keyboard';
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
