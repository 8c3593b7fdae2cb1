import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { holdTransaction } from '../support/held-transaction';
import { historyDesk, type HistoryLine } from '../support/histories';

const shop = useShop({ jobs: true });
const rights = ['edit_sale', 'view_sale', 'create_product', 'create_customer', 'view_ledger'] as const;

/** Screenshots for review, in both widths and both colour schemes. */
async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  for (const colours of ['light', 'dark'])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 1500 : 1000 });
      await page.evaluate(
        mode => document.documentElement.setAttribute('data-mantine-color-scheme', mode),
        colours,
      );
      await page.screenshot({ path: join(folder, `${name}-${width}-${colours}.png`) });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('imports a sales history from the file to the books: options, check, pause, resume, and why lines are not posted', async () => {
  const real = gunzipSync(readFileSync('tests/fixtures/online-retail-history.csv.gz')).toString();
  const content = `${real.split('\n').slice(0, 1_500).join('\n')}\n536999,PADS,PADS,1,2010-12-01 18:00:00,0.001,17850.0,United Kingdom\n`;
  const page = await shop().openAs(rights, '/imports/new?kind=sales_history');
  await expect.poll(() => page.getByLabel('File contents').inputValue()).toBe('sales_history');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'history.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('table', { name: 'Columns of the file' }).waitFor();
  await expect.poll(() => page.getByLabel('Import CustomerID as').inputValue()).toBe('customer');
  await expect.poll(() => page.getByLabel('How the sales were paid').inputValue()).toBe('credit_card');
  await page.getByLabel('Cost of new products (% of price)').fill('40');
  await pictures(page, 'history-choices');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Check the rows' }).click();

  await page
    .getByText('All lines have been checked. The first 25 documents were posted as a test')
    .waitFor({ timeout: 300_000 });
  await page.getByText('Price has fractions of a penny').first().waitFor();
  await expect.poll(() => page.getByText('Balances', { exact: true }).count()).toBe(2);
  await pictures(page, 'history-checked');
  expect(await seriousProblems(page)).toEqual([]);

  // Meanwhile the posting waits for its first number, so that it is not over before it is paused.
  const letGo = await holdTransaction(shop().db, sql`lock table number_series in share mode`);
  try {
    await page.getByRole('button', { name: /^Post / }).click();
    await page.getByText('Posting the documents…').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused. Documents posted so far are kept.').waitFor();
  } finally {
    await letGo();
  }
  await pictures(page, 'history-paused');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Imported on').waitFor({ timeout: 300_000 });

  await page.getByLabel('Reason').selectOption({ label: 'Price has fractions of a penny' });
  const listed = page.getByRole('table', { name: 'Lines not posted' });
  await listed.getByText('£0.001').first().waitFor();
  await expect.poll(() => listed.getByRole('row').count()).toBe(2);
  await pictures(page, 'history-done');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('Price has fractions of a penny.');
  expect(await seriousProblems(page)).toEqual([]);
});

test('F72 an imported history is undone by keyboard after a preview; obstacles are shown with links', async () => {
  const clerk = await shop().as(...rights);
  const { imported } = historyDesk(() => clerk);
  const lines = (name: string): HistoryLine[] => [
    [`${name}1`, `${name}-CUP`, 'CUP', '5', '2011-03-01 09:00', '2.00', `${name}9`],
    [`${name}2`, `${name}-CUP`, 'CUP', '3', '2011-03-02 09:00', '2.00', `${name}9`],
    [`C${name}3`, `${name}-CUP`, 'CUP', '-1', '2011-03-03 09:00', '2.00', `${name}9`],
  ];
  const blocked = await imported(lines('u'));
  const { id: product } = (
    await sql<{ id: number }>`select id from products where sku = 'u-CUP'`.execute(shop().db)
  ).rows[0] ?? { id: 0 };
  const keeper = await shop().as('adjust_stock', 'view_stock');
  const found = { reason: 'found' as const, lines: [{ product_id: product, quantity: '2' }] };
  expect((await keeper.call(stockAdjustments.create, { body: found })).status).toBe(200);
  const page = await shop().openAs([...rights, 'view_product'], `/imports/${blocked.id}`);
  const button = page.getByRole('button', { name: 'Undo import' });
  await page.getByText('Stock of u-CUP CUP moved since').waitFor();
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  const link = page.getByRole('listitem').filter({ hasText: 'moved since' }).getByRole('link');
  await expect.poll(() => link.getAttribute('href')).toBe(`/products/${product}`);
  await button.scrollIntoViewIfNeeded();
  await pictures(page, 'undo-blocked');
  expect(await seriousProblems(page)).toEqual([]);

  const free = await imported(lines('v'));
  await page.goto(`${shop().address}/imports/${free.id}`);
  await page
    .getByText('Reverses 2 sales of £19.20 and 1 credit note of £2.40, each on its original date.')
    .waitFor();
  await button.scrollIntoViewIfNeeded();
  await pictures(page, 'undo-free');
  await button.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Undo this import?' });
  await question
    .getByText(
      'Reverses 2 sales of £19.20 and 1 credit note of £2.40, each on its original date. Archives or deactivates 1 product and 1 customer added by the import.',
    )
    .waitFor();
  // The dialog takes the focus only after it is shown.
  await expect
    .poll(() =>
      question.getByRole('button', { name: 'Undo import' }).evaluate(node => node === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('All postings are reversed on their original dates').waitFor();
  await page.getByText('1 product (archived) and 1 customer (inactive)').waitFor();
  await pictures(page, 'undo-undone');
  expect(await seriousProblems(page)).toEqual([]);
});

test('F82 after the only line of the last page is settled, the lines of the page before are shown', async () => {
  const clerk = await shop().as(...rights);
  const fractions = Array.from(
    { length: 51 },
    (_, nth): HistoryLine => [`w${nth}`, 'w-PAD', 'PAD', '1', '2011-03-01 09:00', '0.001', 'w9'],
  );
  const { id } = await historyDesk(() => clerk).imported([
    ['w99', 'w-PAD', 'PAD', '1', '2011-03-01 09:00', '2.00', 'w9'],
    ...fractions,
  ]);
  const page = await shop().openAs(rights, `/imports/${id}`);
  const listed = page.getByRole('table', { name: 'Lines not posted' });
  await page.getByLabel('Reason').selectOption({ label: 'Price has fractions of a penny' });
  await listed.getByText('w0', { exact: true }).waitFor();
  await page
    .getByRole('navigation', { name: 'Pages of lines' })
    .getByRole('button', { name: 'Page 2' })
    .click();
  await listed.getByText('w50', { exact: true }).waitFor();
  await listed.getByRole('checkbox', { name: 'Select row 53' }).check();
  await page.getByLabel('Settle as').selectOption({ label: 'Skip: post nothing' });
  await page.getByLabel('Reason', { exact: true }).last().fill('Adverts');
  await page.getByRole('button', { name: 'Settle 1 line' }).click();
  await page.getByRole('table', { name: 'Settled lines' }).getByText('w50', { exact: true }).waitFor();
  await listed.getByText('w0', { exact: true }).waitFor();
});

test('F14 Enter in the reason of settled lines or of the cut-over day posts nothing; Ctrl+Enter does', async () => {
  const admin = await shop().as('admin');
  const { id } = await historyDesk(() => admin).imported([
    ['x1', 'x-PAD', 'PAD', '1', '2011-03-01 09:00', '2.00', 'x9'],
    ['x2', 'x-PAD', 'PAD', '1', '2011-03-01 09:00', '0.001', 'x9'],
  ]);
  const page = await shop().openAs(['admin'], `/imports/${id}`);
  const posted: string[] = [];
  page.on('request', request => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
  });
  const day = page.getByLabel('VAT returned elsewhere up to');
  await day.fill('31/03/2011');
  await day.press('Enter');
  const why = page.getByLabel('Reason for backdating');
  await why.and(page.locator(':focus')).waitFor();
  await why.fill('Half a rea');
  await why.press('Enter');
  await page.getByLabel('Settle as').selectOption({ label: 'To an account' });
  await page.getByLabel('Account', { exact: true }).press('Enter');
  await page.getByLabel('Settle as').selectOption({ label: 'Skip: post nothing' });
  const reason = page.getByLabel('Reason', { exact: true }).last();
  await reason.fill('Adverts');
  await reason.press('Enter');
  expect(posted).toEqual([]);
  await reason.press('Control+Enter');
  await page.getByRole('table', { name: 'Settled lines' }).getByText('x2', { exact: true }).waitFor();
  // The card begins again with what settling has changed.
  await day.fill('31/03/2011');
  await why.fill('The accountant returned it');
  await why.press('Control+Enter');
  await page.getByText('Sales up to 31 Mar 2011 are in your reports').waitFor();
  expect(posted).toEqual(['settle', 'cut-over']);
});
