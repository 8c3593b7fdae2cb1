import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { useShop } from '../support/browser';
import { holdAnswers } from '../support/hold-answers';
import { type Order, orderDesk } from '../support/orders';
import { settled } from '../support/settled';
import { shiftsOf, watchShifts } from '../support/shifts';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));

beforeAll(async () => {
  admin = await shop().as('admin');
  // Two pages of the search below: ten and three.
  for (let index = 1; index <= 13; index += 1) {
    const name = `Stepping ${String(index).padStart(2, '0')}`;
    const { status } = await admin.call(customers.create, { body: { name, phone: '0117 496 0201' } });
    expect(status).toBe(200);
  }
});

const place = (page: Page) => page.getByRole('navigation', { name: 'In the list' });
const step = (page: Page, to: 'Next' | 'Previous') =>
  page.getByRole('link', { name: `${to} in the list`, exact: true });
/** The record and its place in the list are on screen. */
async function isAt(page: Page, name: string, words: string): Promise<void> {
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await place(page).getByText(words, { exact: true }).waitFor();
}
/** The pages of the list of customers that the page asks for. */
function listRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/customers') asked.push(searchParams.get('page') ?? '');
  });
  return asked;
}

test('a record steps through the filtered list it was opened from, over the border of a page, by mouse', async () => {
  const page = await shop().openAs(['admin'], '/customers?search=Stepping');
  await page.getByRole('row', { name: /Stepping 09/ }).waitFor();
  const asked = listRequests(page);
  await page
    .getByRole('row', { name: /Stepping 09/ })
    .getByText('0117 496 0201')
    .click();
  await isAt(page, 'Stepping 09', '9 of 13');
  await step(page, 'Next').click();
  await isAt(page, 'Stepping 10', '10 of 13');
  await step(page, 'Next').click();
  await isAt(page, 'Stepping 11', '11 of 13');
  await step(page, 'Next').click();
  await isAt(page, 'Stepping 12', '12 of 13');
  await step(page, 'Previous').click();
  await isAt(page, 'Stepping 11', '11 of 13');
  await step(page, 'Previous').click();
  await isAt(page, 'Stepping 10', '10 of 13');
  // No more than the two pages on both sides of the border.
  expect(asked).toContain('2');
  expect(asked.filter(number => number !== '1' && number !== '2')).toEqual([]);
  await page.goBack();
  await page.getByRole('row', { name: /Stepping 09/ }).waitFor();
  expect(new URL(page.url()).search).toBe('?search=Stepping');
});

test('a record that was edited still has its place in the list', async () => {
  const page = await shop().openAs(['admin'], '/customers?search=Stepping');
  await page.getByRole('link', { name: 'Stepping 05', exact: true }).click();
  await isAt(page, 'Stepping 05', '5 of 13');
  await page.keyboard.press('e');
  await page.getByLabel('Phone').fill('0117 496 0299');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await isAt(page, 'Stepping 05', '5 of 13');
  await page.getByText('0117 496 0299', { exact: true }).waitFor();
});

test('the way back leads to the list as it was left, on the page of the record', async () => {
  const page = await shop().openAs(['admin'], '/customers?search=Stepping');
  await page.getByRole('link', { name: 'Stepping 10', exact: true }).click();
  await isAt(page, 'Stepping 10', '10 of 13');
  await step(page, 'Next').click();
  await isAt(page, 'Stepping 11', '11 of 13');
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.getByRole('row', { name: /Stepping 11/ }).waitFor();
  expect(new URL(page.url()).search).toBe('?search=Stepping&page=2');
});

test('by keyboard, to both ends of the list, and again after the page is reloaded', async () => {
  const page = await shop().openAs(
    ['admin'],
    '/customers?search=Stepping&sort_by=name&sort_order=desc&page=2',
  );
  await page.getByRole('link', { name: 'Stepping 03', exact: true }).focus();
  await page.keyboard.press('Enter');
  await isAt(page, 'Stepping 03', '11 of 13');
  await page.keyboard.press('[');
  await isAt(page, 'Stepping 04', '10 of 13');
  await page.reload();
  await isAt(page, 'Stepping 04', '10 of 13');
  for (const [name, words] of [
    ['Stepping 03', '11 of 13'],
    ['Stepping 02', '12 of 13'],
    ['Stepping 01', '13 of 13'],
  ] as const) {
    await page.keyboard.press(']');
    await isAt(page, name, words);
  }
  await expect.poll(() => step(page, 'Next').getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press(']');
  await settled(page);
  await isAt(page, 'Stepping 01', '13 of 13');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Previous in the list', { exact: true }).waitFor();
  expect(await keys.getByText('Next in the list').count()).toBe(0);
});

test('a key pressed while the next page of the list is loading steps once it is there', async () => {
  const page = await shop().openAs(['admin'], '/customers?search=Stepping&per_page=10');
  let answer = () => {};
  const answered = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route('**/api/customers?*page=2*', async route => {
    await answered;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Stepping 10', exact: true }).click();
  await isAt(page, 'Stepping 10', '10 of 13');
  await page.keyboard.press(']');
  await expect.poll(() => step(page, 'Next').getAttribute('aria-disabled')).toBe('true');
  answer();
  await isAt(page, 'Stepping 11', '11 of 13');
});

test('a record opened from elsewhere has no place in a list: by address, and from a row of another list', async () => {
  const order = await desk.sent([{ description: 'Pallet', quantity: '1' }]);
  const page = await shop().openAs(['admin'], '/purchases');
  await page.getByRole('link', { name: order.supplier.name, exact: true }).first().click();
  await page.getByRole('heading', { name: 'Supplier Details' }).waitFor();
  await settled(page);
  expect(await place(page).count()).toBe(0);
  await page.goBack();
  await page.getByRole('link', { name: order.po_number, exact: true }).click();
  await place(page).waitFor();
  await page.goto(`/purchases/${order.id}?from=address`);
  await page.getByRole('heading', { name: order.po_number }).waitFor();
  await settled(page);
  expect(await place(page).count()).toBe(0);
});

test('a record that no longer matches the list leaves its place to the next one', async () => {
  const drafts: Order[] = [];
  for (const day of ['2026-03-01', '2026-03-02', '2026-03-03'])
    drafts.push(await desk.draft([{ description: 'Pallet' }], { order_date: day }));
  const [first, second, third] = drafts.map(({ po_number }) => po_number) as [string, string, string];
  const page = await shop().openAs(['admin'], '/purchases?status=draft&sort_by=order_date&sort_order=asc');
  await page.getByRole('link', { name: second, exact: true }).click();
  await isAt(page, second, '2 of 3');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mark as sent' }).click();
  await isAt(page, second, '— of 2');
  await page.keyboard.press(']');
  await isAt(page, third, '2 of 2');
  await page.keyboard.press('[');
  await isAt(page, first, '1 of 2');
});

test('nothing moves while a record and its place in the list are loaded', async () => {
  const page = await shop().openAs(['admin'], '/customers?search=Stepping');
  await page.getByRole('link', { name: 'Stepping 10', exact: true }).click();
  await isAt(page, 'Stepping 10', '10 of 13');
  await settled(page);
  await watchShifts(page, '.record-steps, .page-header');
  await page.keyboard.press(']');
  await isAt(page, 'Stepping 11', '11 of 13');
  await settled(page);
  expect(await shiftsOf(page)).toEqual([]);
});

/** A customer whose history is not answered before it is let go. */
async function withoutHistory(page: Page): Promise<() => void> {
  const letGo = await holdAnswers(page, request => new URL(request.url()).pathname === '/api/audit');
  const asked = page.waitForRequest(request => new URL(request.url()).pathname === '/api/audit');
  await page.goto('/customers/view/2');
  await asked;
  return letGo;
}
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('F81 the parts that a record loads appear together, below those it is read with', async () => {
  const page = await shop().pageOf(admin.token);
  const letGo = await withoutHistory(page);
  await part(page, 'Customer').waitFor();
  expect(await part(page, 'Activity').isVisible()).toBe(false);
  letGo();
  await part(page, 'Activity').waitFor();
  expect(await part(page, 'History').isVisible()).toBe(true);
});

test('F81 a part that is not answered holds the others for a moment only', async () => {
  const page = await shop().pageOf(admin.token);
  // Tests wait for a minute where the product waits for a moment, but not for this one.
  await page.addInitScript(() => {
    const patient = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = milliseconds => {
      if (milliseconds > 1500) return patient(milliseconds);
      const limit = new AbortController();
      setTimeout(() => limit.abort(), milliseconds);
      return limit.signal;
    };
  });
  const letGo = await withoutHistory(page);
  await part(page, 'Activity').waitFor();
  await part(page, 'History').locator('[aria-busy="true"]').waitFor();
  letGo();
  await part(page, 'History').getByText('Created').first().waitFor();
});
