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

/** The words of the last column that is printed, the name that each row starts with, and a head, as laid out for print. */
const textsOfTable = (page: Page) =>
  page.evaluate(() => {
    const table = document.querySelector<HTMLTableElement>('main table');
    const printed = [...(table?.rows ?? [])].map(row =>
      [...row.cells].filter(cell => cell.checkVisibility()),
    );
    return {
      words: printed.flatMap(cells => cells.at(-1)?.innerText.split(/\s+/) ?? []).filter(Boolean),
      names: printed.slice(1).map(cells => cells[0]?.innerText.split('\n')[0] ?? ''),
      head: printed[0]?.[1]?.innerText.split(/\s+/)[0] ?? '',
      breaks: [...new Set([...(table?.rows ?? [])].map(row => getComputedStyle(row).breakInside))],
    };
  });

test.each(pages)(
  'F107 %s is printed on A4 with its last column, its heads on each sheet and no row in two',
  async (path, isLandscape) => {
    const page = await shop().openAs(['admin'], path);
    await page.locator('main table tbody tr').first().waitFor();
    await settled(page);
    await page.emulateMedia({ media: 'print' });
    const { words, names, head, breaks } = await textsOfTable(page);
    expect(breaks).toEqual(['avoid']);
    await page.emulateMedia({ media: null });
    const sheets = await sheetsOfPdf(await page.pdf({ preferCSSPageSize: true }));
    expect(sheets.map(sheet => sheet.isLandscape)).toEqual(sheets.map(() => isLandscape));
    const cutOff = sheets.flatMap(({ width, places }) => places.filter(({ right }) => right > width - 20));
    expect(cutOff).toEqual([]);
    const texts = sheets.map(({ places }) => places.map(({ text }) => text).join(' '));
    const printed = texts.join(' ');
    expect(words.filter(word => !printed.includes(word))).toEqual([]);
    const ofTable = texts.filter(text => names.some(name => text.includes(name)));
    expect(ofTable.length).toBeGreaterThan(0);
    for (const text of ofTable) expect(text).toContain(head);
  },
);
