import { sql } from 'kysely';
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { seriousProblems } from '../support/accessible';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import {
  comesBack,
  exchangedWithoutAnswer,
  lines,
  search,
  soldDialog,
  stockedForExchange,
  tea,
  total,
} from '../support/exchange-in-doubt';
import type { loseAnswers } from '../support/lose-answers';
import { press, scan, screenshot } from '../support/till-keyboard';
import { noticed } from '../support/notices';

const shop = useShop();

beforeAll(() => stockedForExchange(shop()));

/** The requests do not even reach the server until `stop` is called. */
const neverArrives: typeof loseAnswers = async (page, path) => {
  let isAway = true;
  await page.route(path, route => (isAway ? route.abort('connectionfailed') : route.fallback()));
  return { sent: [], stop: () => (isAway = false) };
};

/** The network stays away: the exchange makes way, and the tea scanned since is paid. Returns what ends that. */
async function setAside(page: Page): Promise<() => Promise<void>> {
  const away = (route: Route) => route.abort('connectionfailed');
  await page.route('**/api/**', away);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await page.getByText('Offline').first().waitFor();
  await scan(page, tea);
  await expect.poll(() => lines(page)).toEqual(['Desk lamp', 'Breakfast tea']);
  await press(page, 'F4');
  const inDoubt = page.getByRole('dialog', { name: 'No answer yet' });
  await inDoubt.getByRole('button', { name: 'Set aside for the next customer' }).click();
  await page.getByText('The exchange is set aside').waitFor();
  await expect.poll(() => lines(page)).toEqual(['Breakfast tea']);
  await expect.poll(() => total(page).textContent()).toBe('£2.40');
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).getByRole('button', { name: 'Exact cash' }).click();
  const sold = page.getByRole('dialog', { name: /^Sale saved/ });
  await sold.waitFor();
  await press(page, 'Enter');
  await sold.waitFor({ state: 'detached' });
  return async () => {
    await page.unroute('**/api/**', away);
    await comesBack(page);
  };
}

const onDevice = (page: Page) => page.getByRole('dialog', { name: 'Sales on this device' });

/** A notice over the Pay button would stay for as long as the mouse is on it. Where they stand is there without any too. */
async function expectNoticesAbovePay(page: Page): Promise<void> {
  const notices = page.locator('.mantine-Notifications-root[data-position="bottom-left"]');
  const end = await notices.evaluate(node => node.getBoundingClientRect().bottom);
  expect(end).toBeLessThan((await page.locator('.till-pay').boundingBox())?.y ?? 0);
}

/** Sales and credit notes, and what the drawer should hold (rule T1). */
const inBooks = async () => {
  const { rows } = await sql<{ sales: number; notes: number; cash: number }>`
    select (select count(*)::integer from sales) as sales, (select count(*)::integer from credit_notes) as notes,
      (select sum(amount_pence)::integer from till_cash where session_id = 1) as cash`.execute(shop().db);
  return rows[0];
};

test('R12 T1 an exchange without an answer makes way for the next customer, and is recorded once when the server answers', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale', 'refund_sale'], '/sales/pos');
  await search(page).waitFor();
  const before = await inBooks();
  const { answers } = await exchangedWithoutAnswer(page);
  const comeBack = await setAside(page);
  await page.getByRole('button', { name: '2 to send' }).click();
  await onDevice(page).getByText('No answer yet').waitFor();
  // Without the tea, which was scanned afterwards and has a sale of its own.
  await onDevice(page).getByText('£41.45', { exact: true }).waitFor();
  await screenshot(page, 'till-exchange-aside');
  expect(await seriousProblems(page)).toEqual([]);
  await press(page, 'Escape');
  answers.stop();
  await comeBack();
  await noticed(page, /^Exchange of goods of INV-\d+ for £41\.45: recorded\./);
  await expectNoticesAbovePay(page);
  expect(new Set(answers.sent).size).toBe(1);
  // The chair for £60.00, the lamp for £41.45 with £18.55 back, and the tea.
  await expect.poll(inBooks).toEqual({
    sales: (before?.sales ?? 0) + 3,
    notes: (before?.notes ?? 0) + 1,
    cash: (before?.cash ?? 0) + 6000 - 1855 + 240,
  });
  await press(page, 'Shift+F10');
  await page.getByRole('button', { name: 'Sales on this device' }).click();
  await onDevice(page).getByRole('button', { name: 'Receipt and refund slip' }).click();
  await page.getByText('£18.55').first().waitFor();
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('R12 an exchange that was set aside and is refused later comes back into the basket, so that no goods leave unpaid', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale', 'refund_sale'], '/sales/pos');
  await search(page).waitFor();
  const before = await inBooks();
  const { answers } = await exchangedWithoutAnswer(page, neverArrives);
  const comeBack = await setAside(page);
  await sql`update products set price_pence = 4200 where sku = 'LAMP'`.execute(shop().db);
  answers.stop();
  await comeBack();
  await page.getByRole('button', { name: '1 to resolve' }).click();
  await onDevice(page).getByText('Not recorded: Prices have changed').waitFor();
  await expect.poll(inBooks).toMatchObject({ sales: (before?.sales ?? 0) + 2, notes: before?.notes });
  await onDevice(page).getByRole('button', { name: 'Open in the basket' }).click();
  await expect.poll(() => lines(page)).toEqual(['Desk lamp']);
  await page.getByText(/^Returning from INV-/).waitFor();
  await expect.poll(() => total(page).textContent()).toBe('£18.00');
  await page.getByRole('button', { name: /^Refund £18.00/ }).click();
  await page.getByRole('button', { name: 'Change Cash to £18.00' }).click();
  await soldDialog(page).getByText('£18.00').first().waitFor();
  expect(await inBooks()).toMatchObject({ sales: (before?.sales ?? 0) + 3, notes: (before?.notes ?? 0) + 1 });
});
