import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { fitsWindow } from '../support/fits-window';
import { settled } from '../support/settled';

const shop = useShop({ data: 'demo', clock: () => demoDay });

/** Each row of a statement as its visible cells, and the highest of them. */
async function rowsOf(page: Page, label: string) {
  const table = page.getByRole('table', { name: label, exact: true });
  await table.locator('tbody tr').first().waitFor();
  await settled(page);
  await fitsWindow(page, label);
  return table.locator('tr').evaluateAll(rows =>
    rows.map(row => ({
      height: row.getBoundingClientRect().height,
      cells: [...row.children]
        .filter(cell => cell.getClientRects().length > 0)
        .map(cell => (cell as HTMLElement).innerText.trim()),
    })),
  );
}

/** An amount, a percentage, a count or nothing; what it links to is for screen readers. */
const figure = /^(?:−?£[\d,]+\.\d\d|−?[\d,.]+%|[\d,]+|—)/;
/** At most four lines of text. */
const maxHeight = 100;

test.each([
  ['/reports/profit-loss?period=this_month', 'Profit and loss', 'Account', 'Amount', '% of revenue'],
  [
    '/reports/profit-loss?period=this_month&compare=year',
    'Profit and loss',
    'Account',
    '1–30 Nov 2026',
    '1–30 Nov 2025',
  ],
  [
    '/reports/balance-sheet?as_at=2026-11-22&compare=year',
    'Balance sheet',
    'Account',
    '22 Nov 2026',
    '22 Nov 2025',
  ],
  ['/reports/business-dashboard?period=today', 'Trade', 'Figure', 'Period', 'Month to date'],
  [
    '/reports/business-dashboard?period=last_month&compare=previous',
    'Trade',
    'Figure',
    '1–31 Oct 2026',
    '1–30 Sep 2026',
  ],
  ['/reports/vat-return/2026-12-31', 'Boxes', 'Box', 'Description', 'Amount'],
  ['/reports/vat-return/2026-12-31', 'By VAT code', 'Side', 'Code', 'Net', 'VAT'],
])('%s on a phone has %s in rows of account and figures', async (path, label, ...headers) => {
  const page = await shop().openAs(['admin'], path, { width: 390 });
  const [head, ...rows] = await rowsOf(page, label);
  expect(head?.cells.map(words => words.replaceAll(/\s+/g, ' '))).toEqual(headers);
  expect(rows.length).toBeGreaterThan(4);
  for (const { height, cells } of rows) {
    expect(cells, cells[0]).toHaveLength(headers.length);
    expect(cells.at(-1)).toMatch(figure);
    expect(height, cells[0]).toBeLessThan(label === 'Boxes' ? 150 : maxHeight);
  }
});

test('on a phone the names of accounts stay in sight while the months of a statement scroll', async () => {
  const page = await shop().openAs(['admin'], '/reports/profit-loss?period=this_year&step=month', {
    width: 390,
  });
  await rowsOf(page, 'Profit and loss');
  const table = page.getByRole('table', { name: 'Profit and loss', exact: true });
  const name = table.getByRole('cell', { name: 'Gross profit', exact: true });
  const total = table
    .getByRole('row', { name: /^Gross profit/ })
    .getByRole('cell')
    .nth(13);
  const before = await name.boundingBox();
  await total.scrollIntoViewIfNeeded();
  expect((await name.boundingBox())?.x).toBe(before?.x);
  expect((await total.boundingBox())?.x).toBeLessThan(390);
  await fitsWindow(page);
});
