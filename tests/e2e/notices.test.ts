import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mostNotices, noticeDurations } from '../../web/platform/notices';
import { useShop } from '../support/browser';

const shop = useShop();
const shown = (page: Page) => page.locator('.mantine-Notification-root');

/** The users' list with an export that is refused as told, and a clock that only the test moves on. */
async function refusing(status: number) {
  const page = await shop().openAs(['admin'], '/users');
  await page.getByText('Total: ').waitFor();
  await page.route('**/api/users/export*', route =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ message: 'No' }) }),
  );
  return page;
}
async function refuse(page: Page) {
  // By keyboard: a stack of notifications may lie over the button.
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  await page.getByRole('menuitem', { name: 'CSV' }).press('Enter');
}

test.each([
  ['N-01 a permission error', 403, 8_000],
  ['N-03 a general error', 500, 6_000],
])('%s stays for its time and goes', async (_, status, milliseconds) => {
  const page = await refusing(status);
  await refuse(page);
  await shown(page).waitFor();
  const from = Date.now();
  await shown(page).waitFor({ state: 'detached', timeout: milliseconds + 4_000 });
  const stayed = Date.now() - from;
  expect(stayed).toBeGreaterThan(milliseconds - 1_500);
});

test('N-04 at most 20 are shown at once, and each kind of toast has its time', async () => {
  expect(noticeDurations).toMatchObject({ blankToast: 4_000, errorToast: 4_000, successToast: 2_000 });
  expect(mostNotices).toBe(20);
  const page = await shop().openAs(['admin'], '/audit');
  await page.route('**/api/audit/verification', route => route.fulfill({ status: 500, body: '' }));
  const verify = page.getByRole('button', { name: 'Verify' });
  await verify.press('Enter');
  await shown(page).first().waitFor();
  // All within the six seconds that the first one stays; by keyboard, for the stack may lie over the button.
  const most = await verify.evaluate(async button => {
    let seen = 0;
    for (let n = 0; n < 30; n++) {
      (button as HTMLElement).click();
      await new Promise(resolve => setTimeout(resolve, 60));
      seen = Math.max(seen, document.querySelectorAll('.mantine-Notification-root').length);
    }
    return seen;
  });
  expect(most).toBe(20);
});

test('N-04 a blank toast goes after four seconds', async () => {
  const page = await shop().openAs(['view_dashboard'], '/suppliers');
  await shown(page).getByText('You do not have access to that page.').waitFor();
  const from = Date.now();
  await shown(page).waitFor({ state: 'detached' });
  expect(Date.now() - from).toBeGreaterThan(2_500);
});
