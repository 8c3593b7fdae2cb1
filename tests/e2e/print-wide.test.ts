import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { sheetsOfPdf } from '../support/pdf-places';
import { settled } from '../support/settled';

const shop = useShop({ data: 'demo', clock: () => demoDay });

/** The widest lists and reports, and how they are printed. */
const pages: [path: string, isLandscape: boolean][] = [
  ['/suppliers', true],
  ['/purchases', true],
  ['/sales/invoices', true],
  ['/products', true],
  ['/stock/reorder', false],
  ['/reports/vat-return/entries', false],
  ['/reports/vat-return', true],
  ['/aged-debtors', true],
  ['/reports/profit-loss', false],
  ['/reports/product-margins', false],
];

/** The texts of the last column that is printed, and of the heads, in the order of the rows. */
const columnsOf = (page: Page) =>
  page.evaluate(() => {
    const isPrinted = (cell: Element) => cell.checkVisibility();
    const words = (cell?: Element) => (cell instanceof HTMLElement ? cell.innerText : '').split(/\s+/);
    const table = document.querySelector('main table');
    const last = [...(table?.querySelectorAll('tr') ?? [])].map(row => [...row.children].findLast(isPrinted));
    return { words: last.flatMap(words).filter(Boolean), columns: table?.rows[0]?.cells.length ?? 0 };
  });

test.each(pages)(
  'F107 %s is printed on A4 with its last column, its heads on each sheet and no row in two',
  async (path, isLandscape) => {
    const page = await shop().openAs(['admin'], path);
    await page.locator('main table tbody tr').first().waitFor();
    await settled(page);
    await page.emulateMedia({ media: 'print' });
    const { words } = await columnsOf(page);
    const breaks = await page.evaluate(() =>
      [...document.querySelectorAll('main tbody tr')].map(row => getComputedStyle(row).breakInside),
    );
    expect(new Set(breaks)).toEqual(new Set(['avoid']));
    await page.emulateMedia({ media: null });
    const sheets = await sheetsOfPdf(await page.pdf({ preferCSSPageSize: true }));
    const cutOff = sheets.flatMap(({ width, places }) => places.filter(({ right }) => right > width - 20));
    expect(cutOff).toEqual([]);
    expect(sheets.every(sheet => sheet.isLandscape === isLandscape)).toBe(true);
    const printed = sheets.flatMap(({ places }) => places.map(({ text }) => text)).join(' ');
    expect(words.filter(word => !printed.includes(word))).toEqual([]);
    const head = await page.locator('main table thead th').nth(1).innerText();
    const [first = ''] = head.split(/\s+/);
    const sheetsOfTable = sheets.filter(({ places }) => places.some(({ text }) => /£\d/.test(text)));
    for (const { places } of sheetsOfTable) expect(places.map(({ text }) => text).join(' ')).toContain(first);
  },
);
