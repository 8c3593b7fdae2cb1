import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { lineOf, orderDesk } from '../support/orders';
import { goTo } from '../support/page-permissions';
import { textOfPdf } from '../support/pdf-text';
import { stockedProduct } from '../support/shop';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
let order: number;
const desk = orderDesk(() => ({ app: shop(), admin }));

beforeAll(async () => {
  admin = await shop().as('admin');
  const product_id = await stockedProduct(shop().db, { name: 'Darjeeling' });
  const sent = await desk.sent([{ product_id, quantity: '10', unit_price: '1.00' }]);
  order = sent.id;
  await desk.receive(order);
  await desk.bill(order, [{ line_id: lineOf(sent), quantity: '10' }]);
});

const pages = (id: number): [path: string, shown: string[]][] => [
  ['/purchases', ['Purchase Orders', 'PO-', 'Total: ']],
  [`/purchases/${id}`, ['Darjeeling', 'Bills', '£10.00']],
  ['/suppliers', ['Suppliers', 'Outstanding', 'Total: ']],
  ['/products', ['Darjeeling', 'Price', 'Total: ']],
  ['/stock', ['Darjeeling']],
  ['/reports/profit-loss', ['Profit & Loss', 'Net profit']],
  ['/aged-creditors', ['Aged Creditors', '£12.00']],
  ['/dashboard', ['Dashboard', 'Bills overdue']],
];

/** Remaining controls and content beyond the edge once a page is laid out for print. */
const unprintedParts = (page: Page) =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const clickable = [
      ...document.querySelectorAll('button, input, select, nav, header.frame-top, .mantine-Button-root'),
    ].filter(element => isShown(element) && !element.matches('th button, td button.mantine-Anchor-root'));
    const cutOff = [...document.querySelectorAll('main *')].filter(element => {
      const style = getComputedStyle(element);
      return (
        isShown(element) &&
        style.overflowX !== 'visible' &&
        style.overflowX !== 'clip' &&
        element.scrollWidth > element.clientWidth + 1 &&
        !element.matches('.mantine-VisuallyHidden-root')
      );
    });
    return [...clickable, ...cutOff].map(element => element.outerHTML.slice(0, 160));
  });

for (const colours of ['light', 'dark'] as const)
  test(`F85 F107 a printed page leaves out the frame and controls, and cuts nothing off, ${colours}`, async () => {
    const page = await shop().openAs(['admin'], '/dashboard', { colours });
    for (const [path, shown] of pages(order)) {
      await goTo(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.emulateMedia({ media: 'print' });
      expect(await unprintedParts(page), path).toEqual([]);
      await page.emulateMedia({ media: null });
      const text = (await textOfPdf(await page.pdf({ preferCSSPageSize: true }))).replaceAll(/\s+/g, ' ');
      for (const words of shown) expect(text, path).toContain(words);
      for (const words of ['Administration', 'ADMINISTRATION', 'Ctrl K', 'Next page', 'Skip to content'])
        expect(text, path).not.toContain(words);
      // Afterwards the page looks as before.
      await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(colours);
    }
  });

test('F85 a page in dark colours is printed dark on white', async () => {
  const page = await shop().openAs(['admin'], '/suppliers', { colours: 'dark' });
  await page.getByText(/^Total: /).waitFor();
  const ink = () =>
    page.locator('h1').evaluate(node => getComputedStyle(node).color.match(/\d+/g)?.map(Number) ?? []);
  expect(Math.min(...(await ink()))).toBeGreaterThan(150);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(Math.max(...(await ink()))).toBeLessThan(80);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  expect(Math.min(...(await ink()))).toBeGreaterThan(150);
});
