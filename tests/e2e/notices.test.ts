import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { buildToastPage, openToastPage } from '../support/toast-page/open-toast-page';

const shop = useShop();
const shown = (page: Page) => page.locator('.mantine-Notification-root');
/** Longer than a notification takes to slide out. */
const slideMs = 1_000;

let toastPage: string;
beforeAll(async () => {
  toastPage = await buildToastPage();
});

async function toasts() {
  const page = await shop().open();
  await openToastPage(page, toastPage);
  return page;
}

/** A page whose clock moves only as the test says, from `stopTime` on. */
async function openWithClock(...[rights, path]: Parameters<ReturnType<typeof shop>['openAs']>) {
  const page = await shop().openAs(rights, path, { clock: true });
  return {
    page,
    // A jump ahead of what these calls take, shorter than what an export may take before it is made in the background.
    stopTime: async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 15_000)),
  };
}

/** Advances the clock in small steps until this many are shown, so that hardly any of their own time passes. */
async function untilShown(page: Page, count = 1): Promise<void> {
  for (let step = 0; step < 1_000 && (await shown(page).count()) < count; step++) await page.clock.runFor(10);
  await expect.poll(() => shown(page).count()).toBe(count);
}

/** The one notification on screen stays for this long and no longer. */
async function expectNoticeFor(page: Page, milliseconds: number): Promise<void> {
  await untilShown(page);
  await page.clock.runFor(milliseconds - 100);
  await expect.poll(() => shown(page).count()).toBe(1);
  await page.clock.runFor(100 + slideMs);
  await shown(page).waitFor({ state: 'detached' });
}

test.each([
  ['N-01 a permission error', 403, 8_000, 'Access Denied'],
  ['N-03 a general error', 500, 6_000, 'Error'],
])('%s stays for its time and disappears', async (_, status, milliseconds, title) => {
  const { page, stopTime } = await openWithClock(['admin'], '/users');
  await page.getByText('Total: ').waitFor();
  let answer = () => {};
  const timeStands = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route('**/api/users/export*', async route => {
    await timeStands;
    await route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ message: 'No' }) });
  });
  const request = page.waitForRequest('**/api/users/export*');
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  await page.getByRole('menuitem', { name: 'CSV' }).press('Enter');
  await request;
  await stopTime();
  answer();
  await untilShown(page);
  await expect.poll(() => shown(page).innerText()).toContain(title);
  await expectNoticeFor(page, milliseconds);
});

test('N-04 a plain toast of a page disappears after four seconds', async () => {
  const { page, stopTime } = await openWithClock(['view_dashboard'], '/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await stopTime();
  await page.evaluate(() => {
    history.pushState({}, '', '/suppliers');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await untilShown(page);
  await expect.poll(() => shown(page).innerText()).toContain('You do not have access to that page.');
  await expectNoticeFor(page, 4_000);
});

test.each([
  ['blank', 4_000],
  ['error', 4_000],
  ['success', 2_000],
] as const)('N-04 a toast of the kind %s disappears after %i milliseconds', async (kind, milliseconds) => {
  const page = await toasts();
  await page.evaluate(chosen => window.toast[chosen]('Said in passing'), kind);
  await expectNoticeFor(page, milliseconds);
});

test.each([1440, 390])('a notice leaves the buttons at the end of a form free, at %i px', async width => {
  const { page, stopTime } = await openWithClock(
    ['view_dashboard', 'view_product', 'create_product'],
    '/dashboard',
  );
  await page.setViewportSize({ width, height: 844 });
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await stopTime();
  const goTo = (path: string) =>
    page.evaluate(address => {
      history.pushState({}, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  // A page that the user may not open brings a notice, which is still there when the form is.
  await goTo('/suppliers');
  await untilShown(page);
  await goTo('/products/create');
  const add = page.getByRole('button', { name: 'Add product' });
  for (let step = 0; step < 200 && (await add.count()) === 0; step++) await page.clock.runFor(10);
  // Nothing is hit at a point outside of the window.
  const isHit = await add.evaluate(button => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    const { left, top, width: across, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + across / 2, top + height / 2));
  });
  expect({ isHit, notices: await shown(page).count() }).toEqual({ isHit: true, notices: 1 });
  const notice = await shown(page).boundingBox();
  const button = await add.boundingBox();
  const right = (notice?.x ?? 0) + (notice?.width ?? 0);
  const bottom = (notice?.y ?? 0) + (notice?.height ?? 0);
  expect(right <= (button?.x ?? 0) || bottom <= (button?.y ?? 0)).toBe(true);
  expect(notice?.x).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(width);
});

test('N-04 a loading toast stays for an hour, cannot be closed, and disappears when the work is done', async () => {
  const page = await toasts();
  const done = await page.evaluateHandle(() => window.toast.loading('Counting the stock…'));
  await untilShown(page);
  await page.clock.fastForward('01:00:00');
  await page.clock.runFor(slideMs);
  await expect.poll(() => shown(page).allInnerTexts()).toEqual(['Counting the stock…']);
  await expect.poll(() => shown(page).locator('.mantine-Loader-root').count()).toBe(1);
  expect(await shown(page).getByRole('button').count()).toBe(0);
  await done.evaluate(finish => finish());
  // The next notification takes its place.
  await page.evaluate(() => window.toast.success('Counted'));
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return shown(page).allInnerTexts();
    })
    .toEqual(['Counted']);
});

test('N-04 at most 20 are shown at once; the others wait for their turn', async () => {
  const page = await toasts();
  await page.evaluate(() => {
    for (let n = 1; n <= 30; n++) window.toast.blank(`Toast ${n}`);
  });
  await untilShown(page, 20);
  await page.clock.runFor(slideMs);
  await expect.poll(() => shown(page).count()).toBe(20);
  await page.clock.runFor(4_000 + slideMs);
  await expect.poll(() => shown(page).count()).toBe(10);
});
