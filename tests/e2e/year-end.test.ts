import { beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import { addDays, formatDate, londonDate } from '#domain/kernel/dates';
import { financialYearOf } from '#domain/kernel/financial-year';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { settled } from '../support/settled';

const shop = useShop();
/** The last day of the financial year that is over. */
const lastDay = addDays(financialYearOf(londonDate(new Date()), '04-01').from, -1);
const year = financialYearOf(lastDay, '04-01');

beforeAll(async () => {
  const admin = await shop().as('admin');
  const enter = (account: string, side: 'debit' | 'credit', amount: string) =>
    admin.call(journals.create, {
      body: {
        narrative: 'Entered late',
        business_date: lastDay,
        date_reason: 'Entered late',
        lines: [
          { account, [side]: amount },
          { account: '1020', [side === 'debit' ? 'credit' : 'debit']: amount },
        ],
      },
    });
  await enter('4900', 'credit', '2000.00');
  await enter('6910', 'debit', '765.44');
});

test('L5 a year is closed and its year end reversed by keyboard; the figures of the profit and loss open lines without it', async () => {
  const page = await shop().openAs(['admin'], '/journals');
  await page.getByRole('table', { name: 'Journals' }).waitFor();
  await page.getByRole('button', { name: 'Close a year' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close a year' });
  const choice = dialog.getByLabel('Financial year');
  await expect.poll(() => choice.evaluate(element => element === document.activeElement)).toBe(true);
  await expect
    .poll(() => choice.locator('option').allInnerTexts())
    .toEqual([`${formatDate(year.from)} to ${formatDate(lastDay)}`]);
  const amounts = await dialog.locator('dd').allInnerTexts();
  expect(amounts).toEqual(['£2,000.00', '£765.44', '£1,234.56']);
  await dialog.getByText('Profit to 3100 Retained earnings').waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  await fitsWindow(page, 'the dialog');
  await page.setViewportSize({ width: 1280, height: 800 });

  // Without a reason nothing is posted, and the field says so.
  const submit = dialog.getByRole('button', { name: 'Close the year' });
  await submit.press('Enter');
  await dialog
    .getByText(/^Enter a reason for backdating/)
    .first()
    .waitFor();
  await dialog.getByLabel('Reason for backdating').focus();
  await page.keyboard.insertText('Accounts agreed');
  await submit.press('Enter');
  await page.waitForURL(/\/journals\/\d+$/);
  await page.getByText('profit of £1,234.56 to retained earnings').first().waitFor();

  await page.goto(`/reports/profit-loss?from=${year.from}&to=${lastDay}`);
  const figure = page.getByRole('link', { name: /£2,000\.00 .*4900|£2,000\.00 Other income/ }).first();
  await figure.press('Enter');
  await page
    .getByRole('button', { name: `Remove filter Year ends: none from ${formatDate(year.from)}` })
    .waitFor();
  await expect.poll(() => page.locator('tbody [data-label="Credit"]').allInnerTexts()).toEqual(['£2,000.00']);

  await page.goto('/journals?kind=year_end');
  await page.locator('tbody a').first().press('Enter');
  await page.getByRole('button', { name: 'Reverse' }).press('Enter');
  const reversal = page.getByRole('dialog', { name: /^Reverse journal/ });
  await reversal.getByRole('textbox', { name: 'Reason', exact: true }).and(page.locator(':focus')).waitFor();
  await settled(page);
  await page.keyboard.insertText('One more invoice');
  await reversal.getByLabel('Reason for backdating').focus();
  await page.keyboard.insertText('Belongs to that year');
  await reversal.getByRole('button', { name: 'Reverse' }).press('Enter');
  await page.getByText('Reversal: Year to').first().waitFor();
  const { reply } = await (await shop().as('admin')).call(journals.list, { query: { kind: 'reversal' } });
  expect(reply.data.map(({ business_date }) => business_date)).toEqual([lastDay]);
});

test('who may not post by hand, or not on a day that is past, is not offered to close a year', async () => {
  for (const rights of [['view_ledger'], ['view_ledger', 'adjust_ledger']] as const) {
    const page = await shop().openAs(rights, '/journals');
    await page.getByRole('table', { name: 'Journals' }).waitFor();
    expect(await page.getByRole('button', { name: 'Close a year' }).count(), rights.join()).toBe(0);
  }
});
