import { sql } from 'kysely';
import { mkdirSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { toPence } from '#domain/kernel/money';
import { waitForFadeIn, seriousProblems } from '../support/accessible';
import { asBookkeeper } from '../support/books';
import { useShop } from '../support/browser';
import { comesBack } from '../support/comes-back';
import { fitsWindow } from '../support/fits-window';
import { fontDrawn } from '../support/font-drawn';
import { chooseFilter } from '../support/list-filters';
import { lineOf, orderDesk } from '../support/orders';
import { settled } from '../support/settled';
import type { Caller } from '../support/test-app';
import { credit, debit, postJournal } from '../../server/kernel/ledger';
import { noticed } from '../support/notices';

// The second quarter is over, the third is current.
const now = new Date('2026-08-10T11:00:00Z');
const shop = useShop({ clock: () => now });
// Screenshots, if a folder is set.
const pictures = process.env.PICTURES_FOLDER;
let admin: Caller;
const { products, sent, receive, bill } = orderDesk(() => ({ app: shop(), admin }));

async function buy(billDate: string): Promise<void> {
  const [product] = await products(1);
  const order = await sent([{ product_id: product, unit_price: '25.00' }]);
  await receive(order.id);
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }], {
    bill_date: billDate,
    date_reason: 'The bill came before the goods',
  });
}

const sell = (taxPoint: string, net: number, vat: number) =>
  asBookkeeper(
    shop().db,
    ctx =>
      postJournal(ctx, {
        businessDate: taxPoint,
        kind: 'reversal',
        narrative: 'Sale to Harbour Café',
        document: { type: 'sale', id: 1, number: 'INV-00001' },
        lines: [
          debit('1020', toPence(net + vat)),
          credit('4000', toPence(net)),
          credit('2200', toPence(vat)),
        ],
        vat: [{ direction: 'output', taxPoint, code: 'S', rate: 2000, net: toPence(net), vat: toPence(vat) }],
      }),
    { now },
  );

beforeAll(async () => {
  admin = await shop().as('admin');
  await buy('2026-05-04');
  await buy('2026-07-15');
  await sell('2026-05-20', 123_456, 24_691);
});

test('V2 F102 a deregistered business keeps the periods of VAT that no return has', async () => {
  await sql`update vat_registration set is_registered = false, vat_number = null`.execute(shop().db);
  const page = await shop().openAs(['admin'], '/reports/vat-return');
  await page.getByRole('link', { name: '1 Jul 2026 to 30 Sep 2026' }).waitFor();
  await page.getByRole('link', { name: '1 Apr 2026 to 30 Jun 2026' }).waitFor();
  await admin.call(vatRegistration.save, { body: { is_registered: true, vat_number: 'GB123456782' } });
});

test('R8 V24 from the list of returns to the nine boxes, from a box to its entries and to the bill behind them', async () => {
  const page = await shop().openAs(['admin'], '/reports/vat-return');
  await page.getByRole('link', { name: '1 Apr 2026 to 30 Jun 2026' }).waitFor();
  await expect
    .poll(() => page.locator('[data-label="Status"]').allInnerTexts())
    .toEqual(['Current', 'Overdue']);
  await expect
    .poll(() => page.locator('[data-label="Net VAT"]').allInnerTexts())
    .toEqual(['£50.00 to reclaim', '£196.91 to pay']);
  await page.locator('tbody tr').nth(0).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('VAT due in the period on sales and other outputs').waitFor();
  expect(
    await page.getByRole('region', { name: 'Boxes' }).locator('[data-label="Amount"]').allInnerTexts(),
  ).toEqual(['£246.91', '£0.00', '£246.91', '£50.00', '£196.91', '£1,234.00', '£250.00', '£0.00', '£0.00']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('VAT-return-2026-06-30.pdf');
  await page.getByRole('link', { name: 'the entries of box 4' }).press('Enter');
  await page.getByText('Bill B-', { exact: false }).waitFor();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await expect.poll(() => page.getByLabel('Period').inputValue()).toBe('2026-06-30');
  await chooseFilter(page, 'Box', 'Box 6');
  await page.getByText('Sale to Harbour Café').waitFor();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
  await page.getByRole('button', { name: 'Remove filter Box: Box 4 or Box 6' }).click();
  await chooseFilter(page, 'Box', 'Box 7');
  await page.getByRole('button', { name: 'Remove filter Box: Box 7' }).waitFor();
  await page.getByRole('link', { name: 'BILL-00001' }).click();
  await page
    .getByRole('heading', { name: /^BILL-/ })
    .first()
    .waitFor();
});

/** Neither the filing nor the page behind is answered, and the dialog stays with what was typed, to press again. */
async function keepsTheDialogWithoutAConnection(page: Page, dialog: Locator): Promise<void> {
  let unread = 0;
  page.on('requestfailed', request => {
    if (request.url().includes('/api/reports/vat-return/period')) unread += 1;
  });
  const vatReturns = /\/api\/reports\/vat-return/;
  await page.route(vatReturns, route => route.abort('connectionfailed'));
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('No answer came. It may have been saved.', { exact: false }).waitFor();
  // The page asks twice before it gives up.
  await expect.poll(() => unread).toBe(2);
  await fontDrawn(page);
  await expect.poll(() => dialog.getByLabel('HMRC reference').inputValue()).toBe('HMRC 4711');
  await page.unroute(vatReturns);
}

test('V25 D7 R08 a return is filed after a confirmation, by keyboard alone, is then frozen, and closes its days', async () => {
  const reader = await shop().openAs(['view_ledger'], '/reports/vat-return/2026-06-30');
  await reader.getByText('Not yet. The figures are to date.').waitFor();
  expect(await reader.getByRole('button', { name: 'File return' }).count()).toBe(0);

  const page = await shop().openAs(['admin'], '/reports/vat-return/2026-09-30', { clock: true });
  const filing = page.getByRole('region', { name: 'Filing' });
  await filing.getByText('This period ends on 30 Sep 2026.', { exact: false }).waitFor();
  const early = page.getByRole('button', { name: 'File return' });
  await expect.poll(() => early.getAttribute('aria-disabled')).toBe('true');
  await page.goto('/reports/vat-return/2026-06-30');
  await page.getByRole('button', { name: 'File return' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'File the VAT return' });
  await dialog.getByText('£196.91 to pay', { exact: false }).waitFor();
  await waitForFadeIn(dialog);
  expect(await seriousProblems(page)).toEqual([]);
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}/1440-file-dialog.png` });
  }
  // A sale posted after the dialog was opened is not filed unseen, even if the page behind it shows it already.
  await sell('2026-06-30', 1_000, 200);
  await comesBack(page, '/reports/vat-return/period');
  await page.getByRole('region', { name: 'Boxes' }).getByText('£198.91 to pay').waitFor();
  await dialog.getByText('£196.91 to pay', { exact: false }).waitFor();
  await dialog.getByLabel('HMRC reference').fill('HMRC 4711');
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('in the meantime', { exact: false }).waitFor();
  await dialog.getByText('£198.91 to pay', { exact: false }).waitFor();
  await keepsTheDialogWithoutAConnection(page, dialog);
  await page.keyboard.press('Control+Enter');
  await noticed(page, 'VAT return filed and its dates locked.');
  await page.getByRole('region', { name: 'Filing' }).getByText('HMRC 4711').waitFor();
  await page.getByRole('link', { name: /^Journal \d+$/ }).press('Enter');
  await page.getByText('2205').waitFor();
  await page.getByRole('link', { name: '2026-06-30' }).or(page.getByText('30 Jun 2026')).first().waitFor();
});

test('V25 late entries are shown on the return that includes them, and marked', async () => {
  await buy('2026-06-01');
  const page = await shop().openAs(['admin'], '/reports/vat-return/2026-09-30');
  await page
    .getByText('1 entry with an earlier tax point is included in the boxes', { exact: false })
    .waitFor();
  await page.getByRole('link', { name: 'Show it' }).press('Enter');
  await page.getByText('Adjustment', { exact: true }).waitFor();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await page.goto('/reports/vat-return/2026-09-29');
  await page.getByText('VAT period not found').waitFor();
});

test('V24 the VAT periods are set on the Books page, by keyboard alone', async () => {
  const page = await shop().openAs(['admin'], '/books');
  const card = page.getByRole('region', { name: 'VAT periods' });
  await card.getByText('Quarters to March, June, September and December').waitFor();
  await page.getByRole('button', { name: 'Edit the VAT periods' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'VAT periods' });
  await dialog.getByLabel('First return begins').fill('2026-07-01');
  await dialog.getByLabel('First return begins').press('Enter');
  await dialog.getByText('A return has been filed', { exact: false }).first().waitFor();
  await dialog.getByLabel('First return begins').fill('');
  await dialog.getByLabel('Periods').selectOption('monthly');
  await dialog.getByLabel('First return begins').press('Enter');
  await noticed(page, 'VAT periods saved.');
  await card.getByText('Months', { exact: true }).waitFor();
  await page.goto('/reports/vat-return');
  await page.getByRole('link', { name: '1 Jul 2026 to 31 Jul 2026' }).waitFor();
});

test('axe finds no serious problem, and nothing overflows at either width', async () => {
  const page = await shop().openAs(['admin'], '/reports/vat-return');
  for (const path of [
    '/reports/vat-return',
    '/reports/vat-return/2026-06-30',
    '/reports/vat-return/2026-07-31',
    '/reports/vat-return/entries?to=2026-07-31',
    '/books',
  ])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      if (width === 1440) await page.goto(path);
      await page.locator('h1').first().waitFor();
      await settled(page);
      expect(await seriousProblems(page), `${path} at ${width}`).toEqual([]);
      await fitsWindow(page, `${path} at ${width}`);
      if (pictures) {
        const name = path.replaceAll(/\W+/g, '-');
        await page.screenshot({ path: `${pictures}/${width}${name}.png`, fullPage: width < 1000 });
        await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
        await settled(page);
        await page.screenshot({ path: `${pictures}/${width}${name}-dark.png`, fullPage: width < 1000 });
        await page.evaluate(() =>
          document.documentElement.setAttribute('data-mantine-color-scheme', 'light'),
        );
      }
    }
});
