import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sales } from '#domain/sales/sale.contract';
import { seriousProblems } from '../support/accessible';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import {
  chair,
  comesBack,
  exchangedWithoutAnswer,
  lamp,
  lines,
  scanned,
  search,
  soldChair,
  soldDialog,
  stockedForExchange,
  tea,
  total,
} from '../support/exchange-in-doubt';
import { loseAnswers } from '../support/lose-answers';
import { slow } from '../support/slow-answers';
import { press, scan, screenshot, storedOnTill } from '../support/till-keyboard';

const shop = useShop();
beforeAll(() => stockedForExchange(shop()));

test('R12 goods scanned after an exchange without an answer stay in the basket, and the refund shown is the one that was made', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale', 'refund_sale'], '/sales/pos');
  await search(page).waitFor();
  const { refund, answers } = await exchangedWithoutAnswer(page);
  const notice = page.getByText('What you scan now stays in the basket');
  await notice.waitFor();
  // More than the returned goods are worth, and one of them is what was charged.
  await scan(page, lamp);
  await scan(page, chair);
  await scan(page, tea);
  const all = ['Desk lamp', 'Desk lamp', 'Folding chair', 'Breakfast tea'];
  await expect.poll(() => lines(page)).toEqual(all);
  await screenshot(page, 'till-exchange-unanswered');
  expect(await seriousProblems(page)).toEqual([]);
  // Nothing of what was sent can be changed, nor settled in another way.
  await page.getByRole('button', { name: 'Cancel the return' }).click();
  await page.getByText('may have been recorded as it is. Send it again before you change it.').waitFor();
  await page.getByText(/^Returning from INV-/).waitFor();
  for (const name of ['Void', 'Hold'])
    await expect.poll(() => page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
  // What is on the screen is on the disk a moment later.
  await expect
    .poll(async () => (await storedOnTill<{ lines: unknown[] }>(page, 'basket till'))?.lines.length)
    .toBe(all.length);
  await page.reload();
  await expect.poll(() => lines(page)).toEqual(all);
  await notice.waitFor();
  answers.stop();
  await press(page, 'F4');
  await refund.getByRole('button', { name: 'Send again' }).click();
  await soldDialog(page).getByText('£18.55').first().waitFor();
  expect(answers.sent).toHaveLength(2);
  expect(answers.sent[1]).toBe(answers.sent[0]);
  await press(page, 'Enter');
  await soldDialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => lines(page)).toEqual(['Desk lamp', 'Folding chair', 'Breakfast tea']);
  await expect.poll(() => total(page).textContent()).toBe('£103.85');
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('R12 goods scanned after an exchange without an answer stay in the basket if it is sent again while signing out', async () => {
  const page = await shop().openAs(
    ['view_pos', 'create_sale', 'refund_sale', 'view_dashboard'],
    '/sales/pos',
  );
  await search(page).waitFor();
  const { answers } = await exchangedWithoutAnswer(page);
  await scan(page, tea);
  await expect.poll(() => lines(page)).toEqual(['Desk lamp', 'Breakfast tea']);
  answers.stop();
  await page.getByRole('link', { name: 'Exit the till' }).click();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  const all = page.getByRole('dialog', { name: /^All requests were answered/ });
  await all.getByRole('button', { name: 'Cancel' }).click();
  await all.waitFor({ state: 'detached' });
  await page.goto('/sales/pos');
  await expect.poll(() => lines(page)).toEqual(['Breakfast tea']);
});

const events = async (kind: string) =>
  (
    await sql<{ amount: number }>`
      select amount_pence::integer as amount from till_events where kind = ${kind} order by id`.execute(
      shop().db,
    )
  ).rows.map(({ amount }) => amount);

async function voidedForLack(page: Page) {
  await press(page, 'Shift+Delete');
  const voiding = page.getByRole('dialog', { name: 'Void the basket' });
  await voiding.getByLabel('Reason').fill('Cannot pay');
  await press(page, 'Enter');
  return voiding;
}

test('R12 a void without an answer leaves the till to the next customer, and is recorded once', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale', 'void_sale'], '/sales/pos');
  await search(page).waitFor();
  await scanned(page, lamp, '£41.45');
  const answers = await loseAnswers(page, /\/voided-baskets$/);
  const voiding = await voidedForLack(page);
  await page.getByText('No answer came from the server, so it is sent again').waitFor();
  await voiding.waitFor({ state: 'detached' });
  await scan(page, tea);
  await expect.poll(() => lines(page)).toEqual(['Breakfast tea']);
  answers.stop();
  await comesBack(page);
  // A slow machine may have tried once more meanwhile, always the same.
  await expect.poll(() => answers.sent.length).toBeGreaterThan(1);
  expect(new Set(answers.sent).size).toBe(1);
  expect(await events('basket_voided')).toEqual([4145]);
  await expect.poll(() => lines(page)).toEqual(['Breakfast tea']);
});

test('R12 what is scanned beside a void that a reload interrupted stays when it is sent again without an answer', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale', 'void_sale'], '/sales/pos');
  await search(page).waitFor();
  await scanned(page, lamp, '£41.45');
  const { asked } = await slow(page, /\/voided-baskets$/);
  await voidedForLack(page);
  await asked;
  await page.reload();
  await page.getByText('What you scan now stays in the basket for the next sale.').waitFor();
  await scan(page, tea);
  await expect.poll(() => lines(page)).toEqual(['Desk lamp', 'Breakfast tea']);
  await page.route(/\/voided-baskets$/, route => route.abort('connectionfailed'));
  await press(page, 'F4');
  await page
    .getByRole('dialog', { name: 'Void the basket' })
    .getByRole('button', { name: 'Send again' })
    .click();
  await page.getByText('No answer came from the server, so it is sent again').waitFor();
  await expect.poll(() => lines(page)).toEqual(['Breakfast tea']);
});

/** The till notices that the server is gone, with a lamp in its basket. */
async function offlineWithLamp(page: Page): Promise<void> {
  await search(page).waitFor();
  await scanned(page, lamp, '£41.45');
  await page.route('**/api/**', route => route.abort('connectionfailed'));
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await page.getByText('Offline').first().waitFor();
}

test('F38 a till whose failed check crossed an answer looks again, and says that it is offline', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale'], '/sales/pos');
  await search(page).waitFor();
  let release = () => {};
  const secondIsAnswered = new Promise<void>(resolve => {
    release = resolve;
  });
  let checks = 0;
  await page.route('**/api/health', async route => {
    checks += 1;
    if (checks === 2) return route.fallback();
    if (checks === 1) await secondIsAnswered;
    await route.abort('connectionfailed');
  });
  const sent = page.waitForRequest('**/api/health');
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await sent;
  const answered = page.waitForResponse('**/api/health');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await answered;
  release();
  await page.getByText('Offline').first().waitFor();
});

test('F38 041 offline the goods of a voided basket are reported as removed, by who may void', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale', 'void_sale'], '/sales/pos');
  await offlineWithLamp(page);
  await scan(page, tea);
  await expect.poll(() => lines(page)).toEqual(['Desk lamp', 'Breakfast tea']);
  await voidedForLack(page);
  await page.getByText('its goods are reported as removed when you are back online').waitFor();
  await page.getByText('Scan or choose a product to start.').waitFor();
  const before = await events('line_removed');
  await page.unrouteAll();
  await comesBack(page);
  await expect.poll(() => events('line_removed')).toEqual([...before, 4145, 240]);
});

test('F38 041 offline who may not void is told how to go on', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale'], '/sales/pos');
  await offlineWithLamp(page);
  await press(page, 'Delete');
  const voiding = page.getByRole('dialog', { name: 'Void the basket' });
  await voiding.getByLabel('Reason').fill('Cannot pay');
  await press(page, 'Enter');
  await voiding.getByText('scan the next customer’s goods first, then remove these lines').waitFor();
  expect(await lines(page)).toEqual(['Desk lamp']);
});

test('R12 a refund sent again shows its own credit note, not a later one of the same sale', async () => {
  const page = await shop().openAs(['view_pos', 'create_sale', 'refund_sale'], '/sales/pos');
  await search(page).waitFor();
  const number = await soldChair(page);
  const answers = await loseAnswers(page, /\/refunds$/);
  await scan(page, number);
  const back = page.getByRole('dialog', { name: `Refund or exchange: ${number}` });
  await back.getByLabel('Where Folding chair goes after return').selectOption('kept');
  await back.getByLabel('Amount to refund for Folding chair').fill('5');
  await back.getByRole('button', { name: 'Faulty' }).click();
  await back.getByRole('button', { name: 'Refund £5.00' }).click();
  await back.getByText('this refund of £5.00 may have been recorded').waitFor();
  const other = await shop().as('view_pos', 'refund_sale');
  const { reply: sale } = await other.call(sales.find, { query: { number } });
  const later = await other.call(sales.refund, {
    params: { id: sale.id },
    body: {
      client_id: randomUUID(),
      session_id: 1,
      reason: 'Scratched',
      lines: [{ line_number: 1, amount: '7.00', goods: 'kept' }],
      expected_total: '7.00',
      tenders: [{ method: 'cash', amount: '7.00' }],
      approvals: [],
    },
  });
  expect(later.status).toBe(200);
  answers.stop();
  await back.getByRole('button', { name: 'Send again' }).click();
  const first = sale.credit_notes[0]?.number;
  await page.getByText(`${first}: £5.00 cash refunded.`).waitFor();
});
