import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';
import { goTo } from '../support/page-permissions';
import { textOfPdf } from '../support/pdf-text';
import { settled } from '../support/settled';

const shop = useShop({ data: 'demo', clock: () => demoDay });

/** Every amount but zero, which is a dash where a table would have many of them. */
const amountsIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/[+−-]?£[\d,]+\.\d\d+/g)].map(([found]) => found).filter(found => found !== '£0.00'),
  );

const without = (one: Set<string>, other: Set<string>): string[] => [...one].filter(text => !other.has(text));

/** The text of the page as it is read, without scales of charts and words for screen readers. */
const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const main = document.querySelector('main')?.cloneNode(true) as Element;
    for (const aside of main.querySelectorAll(
      '.chart, .mantine-VisuallyHidden-root, .print-only, .table-sizer',
    ))
      aside.remove();
    // With a space between cells, and with the figure before a change, which a pointer shows.
    const texts = [...main.querySelectorAll('.change[title]')].map(change => change.getAttribute('title'));
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.textContent);
    return texts.join(' ');
  });

async function pdfOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^PDF/ }).click();
  return textOfPdf(await readFile(await (await download).path()));
}

test.each([
  '/reports/sales-summary?from=2026-11-09&to=2026-11-15',
  '/reports/sales-summary?from=2026-11-01&to=2026-11-20&group=category&channel=desk',
  '/reports/sales-summary?from=2026-11-09&to=2026-11-15&compare=previous',
  '/reports/profit-loss?from=2026-11-01&to=2026-11-20&compare=previous',
  '/reports/profit-loss?from=2026-07-01&to=2026-09-30&step=month',
  '/reports/profit-loss?from=2026-11-01&to=2026-11-20&basis=cash',
  '/reports/balance-sheet?as_at=2026-11-20',
  '/reports/balance-sheet?as_at=2026-11-20&compare=year',
  '/reports/business-dashboard?period=last_month',
  '/reports/business-dashboard?period=last_month&compare=previous',
  '/reports/product-margins?from=2026-11-01&to=2026-11-20&group=category',
  '/reports/product-margins?from=2026-11-01&to=2026-11-20&category_id=1&per_page=1000',
  '/reports/product-margins?from=2026-11-09&to=2026-11-15&compare=previous&per_page=1000',
  '/reports/payment-transactions?from=2026-11-11&to=2026-11-12&direction=in&per_page=1000',
  '/reports/payment-transactions?from=2026-11-11&to=2026-11-12&compare=previous&per_page=1000',
  '/day-book?from=2026-11-12&to=2026-11-12&per_page=1000',
  '/trial-balance?as_at=2026-11-20',
  '/aged-debtors?as_at=2026-11-20&per_page=1000',
  '/aged-debtors?as_at=2026-11-20&overdue=yes&per_page=1000',
  '/aged-creditors?as_at=2026-11-20&per_page=1000',
  '/stock/valuation?as_at=2026-11-20&search=tea&per_page=1000',
])('the PDF of %s has the amounts of the screen, and no others', async path => {
  const page = await shop().openAs(['admin'], '/profile');
  await page.setViewportSize({ width: 1440, height: 3000 });
  await goTo(page, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  const [shown, printed] = [amountsIn(await textOf(page)), amountsIn(await pdfOf(page))];
  expect(shown.size).toBeGreaterThan(3);
  expect({ onlyShown: without(shown, printed), onlyPrinted: without(printed, shown) }).toEqual({
    onlyShown: [],
    onlyPrinted: [],
  });
});
