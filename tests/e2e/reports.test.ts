import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { chips, chooseFilter } from '../support/list-filters';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { settled } from '../support/settled';
import { sellOnTwoDays } from '../support/two-days';
import { answerQuestion } from '../support/questions';
import { noticed } from '../support/notices';

let now = new Date();
const shop = useShop({ clock: () => now });
// Screenshots, if a folder is set.
const pictures = process.env.PICTURES_FOLDER;
const [first, second] = ['2031-03-01', '2031-03-02'] as const;
const days = `from=${first}&to=${second}`;

beforeAll(async () => {
  await sellOnTwoDays(shop(), day => (now = new Date(`${day}T12:00:00Z`)), [first, second]);
});

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

const tile = (page: Page, label: string) =>
  page
    .locator('.tile')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

test('R2 the sales summary: period and comparison in the address, from a figure to its documents', async () => {
  const page = await shop().openAs(['admin'], '/reports/sales-summary?period=today');
  await page.getByText('2 Mar 2031', { exact: true }).first().waitFor();
  await expect.poll(() => tile(page, 'Net takings').innerText()).toContain('−£2.00');
  await page.getByLabel('Compare with').selectOption('previous');
  await expect.poll(() => tile(page, 'Net takings').innerText()).toContain('−£16.00 (−114.29%)');
  expect(page.url()).toContain('compare=previous');
  await page.getByLabel('From', { exact: true }).fill(first);
  await expect.poll(() => tile(page, 'Net takings').innerText()).toContain('£12.00');
  await page.getByRole('img', { name: 'Net takings by day' }).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'sales-summary-1440');
  await page.getByLabel('Group').selectOption('category');
  await page.getByRole('cell', { name: 'No category', exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Export' }).press('Enter');
      await page.getByRole('menuitem', { name: 'CSV' }).press('Enter');
    })(),
  ]);
  expect(download.suggestedFilename()).toBe(`sales-summary-${first}-${second}.csv`);
  await page.getByRole('link', { name: 'Refunds: view documents' }).press('Enter');
  await page.getByRole('region', { name: 'Totals' }).getByText('−£4.40').waitFor();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'documents-1440');
  await page.goBack();
  await page.getByRole('link', { name: 'Net, Cash: view documents' }).click();
  await page.getByRole('region', { name: 'Totals' }).getByText('£9.60').waitFor();
});

test('R3 profit and loss: by interval, and from an account to its lines, which add up to the figure', async () => {
  const page = await shop().openAs(['admin'], `/reports/profit-loss?${days}&compare=year`);
  await expect.poll(() => tile(page, 'Gross profit').innerText()).toContain('£5.00');
  await page.getByLabel('Columns').selectOption('month');
  await page.getByRole('columnheader', { name: '1–2 Mar 2031' }).waitFor();
  await page.getByLabel('Columns').selectOption('day');
  await page.getByRole('columnheader', { name: '2 Mar 2031', exact: true }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'profit-loss-1440');
  await page
    // Not their cost, which has a link of its own.
    .getByRole('link', { name: /^\S+ (?:\d+ )?Sales, 1 Mar 2031 to 2 Mar 2031: view ledger lines/ })
    .last()
    .press('Enter');
  await page.getByLabel('Movement').getByText('£25.67 Cr').waitFor();
  const viewer = await shop().openAs(['view_dashboard'], `/reports/profit-loss?${days}`);
  await expect.poll(() => tile(viewer, 'Revenue').innerText()).toContain('£10.00');
  expect(await viewer.getByText('Gross profit').count()).toBe(0);
});

test('the cash basis is chosen on the page, kept in the address, and reconciled with the accruals basis', async () => {
  const page = await shop().openAs(['admin'], `/reports/profit-loss?${days}`);
  await expect.poll(() => tile(page, 'Revenue').innerText()).toContain('£10.00');
  await page.getByLabel('Basis').selectOption('Cash basis');
  await page.waitForURL(/basis=cash/);
  const steps = page.getByRole('table', { name: 'From accruals to cash' });
  await steps.waitFor();
  // One cup of tea for £2.40 is on account, so £2.00 of the revenue is not settled.
  await steps.getByRole('row', { name: 'Invoices not yet settled −£2.00' }).waitFor();
  await expect.poll(() => tile(page, 'Revenue').innerText()).toContain('£8.00');
  // Of all figures, only the result on the other basis is a sum of ledger lines.
  await expect.poll(() => page.getByRole('link', { name: /view ledger lines/ }).count()).toBe(1);
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
});

test('figures are shown as a chart, a table or both; a chart alone is read as a table', async () => {
  const page = await shop().openAs(['admin'], `/reports/profit-loss?${days}&compare=previous`);
  await page.getByRole('table', { name: 'Profit and loss' }).waitFor();
  expect(await page.getByRole('img', { name: 'Profit and loss' }).count()).toBe(0);
  await page.getByLabel('Show as').selectOption('Chart');
  await page.getByRole('img', { name: 'Profit and loss' }).waitFor();
  const read = page.getByRole('table', { name: 'Profit and loss' });
  await expect.poll(() => read.getByRole('row').count()).toBeLessThan(9);
  await expect.poll(() => read.getByRole('row', { name: /^Gross profit/ }).innerText()).toContain('£5.00');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await page.goto(`/reports/sales-summary?${days}`);
  await page.getByRole('img', { name: 'Net takings by day' }).waitFor();
  await page.getByLabel('Show as').selectOption('Table');
  await expect.poll(() => page.getByRole('img', { name: 'Net takings by day' }).count()).toBe(0);
  await page.getByRole('table', { name: 'Sales summary' }).waitFor();
  await page.getByLabel('Group').selectOption('week');
  await page.getByRole('row', { name: /^1–2 Mar 2031/ }).waitFor();
});

test('back from the lines behind a figure, the report is as it was left: filters and place on the page', async () => {
  const page = await shop().openAs(['admin'], `/reports/balance-sheet?as_at=2031-03-02&compare=year`);
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.getByRole('cell', { name: 'Capital and reserves' }).waitFor();
  await settled(page);
  const figure = page.getByRole('link', { name: /Till cash.*view/ }).first();
  await figure.scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
  // The page hears of its scrolling with the next frame, and remembers only then where it was.
  await settled(page);
  const left = await place();
  expect(left).toBeGreaterThan(100);
  await figure.press('Enter');
  await page.waitForURL('**/general-ledger?*');
  await page.getByRole('table').first().waitFor();
  await page.goBack();
  await page.getByRole('cell', { name: 'Capital and reserves' }).waitFor();
  expect(new URL(page.url()).searchParams.get('compare')).toBe('year');
  await expect.poll(place).toBe(left);
});

test('an account of one’s own is marked as a fixed asset', async () => {
  const page = await shop().openAs(['admin'], '/accounts');
  await page.getByRole('button', { name: 'Add account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add account' });
  await dialog.getByLabel('Code').fill('1800');
  await dialog.getByLabel('Name').fill('Shop fittings');
  expect(await dialog.getByLabel('Fixed asset').count()).toBe(0);
  await dialog.getByLabel('Kind').selectOption('Asset');
  await dialog.getByLabel('Fixed asset').check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  // A search while the dialog is open would leave it.
  await dialog.waitFor({ state: 'detached' });
  await page.getByPlaceholder('Search by code or name').fill('1800');
  await page.getByRole('row', { name: /1800 Shop fittings Asset: fixed asset/ }).waitFor();
});

test('R1 product margins: by product and by group, with cost for users with permission', async () => {
  const page = await shop().openAs(['admin'], `/reports/product-margins?${days}&compare=previous`);
  await expect.poll(() => tile(page, 'Profit on sales').innerText()).toContain('£5.00');
  await expect.poll(() => tile(page, 'Account 5000').innerText()).toContain('£5.00');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'product-margins-1440');
  await page.getByRole('link', { name: 'Revenue of Tea: view documents' }).press('Enter');
  await page.waitForURL('**/reports/documents?*');
  await page.getByRole('region', { name: 'Totals' }).getByText('£10.00', { exact: true }).waitFor();
  const viewer = await shop().openAs(['view_dashboard'], `/reports/product-margins?${days}`);
  await expect.poll(() => tile(viewer, 'Revenue').innerText()).toContain('£10.00');
  expect(await viewer.getByText(/cost|margin$|mark-up/i).count()).toBe(0);
});

test('R5 payments and accounts; R4 the business dashboard leads from a figure to its documents', async () => {
  const page = await shop().openAs(['admin'], `/reports/payment-transactions?${days}`);
  await expect.poll(() => tile(page, 'Net').innerText()).toMatch(/^£9\.60$/m);
  const accounts = page.getByRole('region', { name: 'Accounts' });
  await accounts.getByRole('row', { name: /1000 Till cash/ }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  const bank = () => accounts.getByRole('row', { name: /1000 Till cash/ }).innerText();
  await page
    .getByRole('checkbox', { name: /, Till cash/ })
    .first()
    .press('Space');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Reconciled').selectOption('yes');
  const listed = () => page.getByRole('table', { name: 'Payment transactions' }).locator('tbody tr').count();
  await expect.poll(listed).toBe(1);
  await page.getByLabel('Reconciled').selectOption('');
  await expect.poll(listed).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Reconcile', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Mark all as reconciled', exact: true }).press('Enter');
  await answerQuestion(page, 'Reconcile this list?', 'Mark as reconciled');
  await page.getByText(/payments marked as reconciled\./).waitFor();
  await expect.poll(bank).toMatch(/£9\.60\s+£1,000\.00$/);
  // A link from before the filter held several values.
  await page.goto(`/reports/payment-transactions?${days}&method=credit_card`);
  await expect.poll(() => tile(page, 'Net').innerText()).toMatch(/^£0\.00$/m);
  await page.getByRole('button', { name: 'More filters, 1 set' }).click();
  await chooseFilter(page, 'Method', 'Cash');
  await expect.poll(() => tile(page, 'Net').innerText()).toMatch(/^£9\.60$/m);
  await expect
    .poll(() => chips(page).allTextContents())
    .toEqual(['Remove filter Method: Cash or Credit card']);
  await chips(page).first().press('Delete');
  await expect.poll(() => chips(page).count()).toBe(0);
  await page.goto('/reports/business-dashboard');
  const trade = page.getByRole('table', { name: 'Trade' });
  await trade.getByRole('link', { name: 'Net takings, Month to date: view documents' }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await trade.getByRole('link', { name: 'Net takings, Month to date: view documents' }).press('Enter');
  await page.getByRole('region', { name: 'Totals' }).getByText('£12.00').waitFor();
});

test('R9 a report is saved, opened again by its name, and emailed on schedule; the day book balances', async () => {
  const page = await shop().openAs(['admin'], '/reports/sales-summary?period=last_month&group=category');
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Saved', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  await choose('Save these filters…');
  await page.getByRole('dialog').getByLabel('Name').fill('By category');
  await page.getByRole('dialog').getByLabel('Name').press('Enter');
  await noticed(page, '“By category” saved.');
  await page.goto('/reports/sales-summary');
  await choose('By category');
  await expect
    .poll(() => page.url())
    .toMatch(/period=last_month.*group=category|group=category.*period=last_month/);
  await choose('All saved reports');
  await page.getByRole('button', { name: 'Actions for By category' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Schedule by email' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('How often').selectOption('month');
  await dialog.getByLabel('Day of the month').selectOption('31');
  await dialog.getByRole('textbox', { name: 'To' }).fill('nobody');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await dialog.getByText('Enter email addresses such as').waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'To' }).fill('boss@firm.example');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Every month on the last day at 07:00').waitFor();
  await page.getByRole('button', { name: 'Actions for By category' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Remove schedule' }).press('Enter');
  const removal = page.getByRole('dialog', { name: /no longer be sent to boss@firm\.example/ });
  await removal.getByRole('button', { name: 'Cancel' }).click();
  await removal.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByText('Every month on the last day at 07:00').isVisible()).toBe(true);
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await page.goto(`/day-book?${days}`);
  await expect.poll(() => tile(page, 'Difference').innerText()).toBe('£0.00');
  await page.locator('tbody tr').first().waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
});

test('R6 R9 aged debtors are exported as a PDF, and the trial balance is saved as a report', async () => {
  const page = await shop().openAs(['admin'], `/aged-debtors?as_at=${second}`);
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'PDF' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe(`aged-debtors-${second}.pdf`);
  await page.goto(`/trial-balance?as_at=${second}`);
  await page.getByRole('button', { name: 'Saved', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Save these filters…' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Name').fill('Month end');
  await page.getByRole('dialog').getByLabel('Name').press('Enter');
  await noticed(page, '“Month end” saved.');
});

/** Words of a table that go over more than one line (F78). */
const wordsInPieces = (page: Page) =>
  page.evaluate(() => {
    const pieces: string[] = [];
    for (const cell of document.querySelectorAll('td, th')) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s–-]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) pieces.push(word);
        }
      }
    }
    return pieces;
  });

test('on a phone and in dark mode the reports are complete, and invalid dates say so', async () => {
  const page = await shop().openAs(['admin'], `/reports/sales-summary?${days}&compare=previous`, {
    width: 390,
    colours: 'dark',
  });
  await expect.poll(() => tile(page, 'Net takings').innerText()).toContain('£12.00');
  await picture(page, 'sales-summary-390-dark');
  for (const path of ['profit-loss', 'product-margins', 'payment-transactions', 'business-dashboard']) {
    await page.goto(`/reports/${path}?${days}&compare=previous`);
    await page.locator('tbody tr').first().waitFor();
    await settled(page);
    await fitsWindow(page);
    expect(await wordsInPieces(page), path).toEqual([]);
    await picture(page, `${path}-390-dark`);
  }
  await page.goto('/reports/balance-sheet?as_at=2031-03-02&compare=year');
  await page.getByRole('cell', { name: 'Capital and reserves' }).waitFor();
  await settled(page);
  expect(await wordsInPieces(page)).toEqual([]);
  await picture(page, 'balance-sheet-390-dark');
  await page.goto(`/reports/sales-summary?from=${second}&to=${first}`);
  await page.getByText('The first day must be on or before the last.').waitFor();
});

test('R2 the documents behind a figure are of days that the page names, also without any in its address', async () => {
  const page = await shop().openAs(['admin'], '/reports/documents?to=2026-11-30');
  // One day alone is a period of that day.
  await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).not.toBe('');
  await expect
    .poll(() => page.getByLabel('From', { exact: true }).inputValue())
    .toBe(await page.getByLabel('To', { exact: true }).inputValue());
  await page.getByRole('combobox', { name: 'Period' }).selectOption('This month');
  await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toMatch(/^0?1[ /]/);
});
