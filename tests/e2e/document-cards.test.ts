import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { demoDay } from '../support/demo-template';

const shop = useShop({ data: 'demo', clock: () => demoDay });

/** The lists of documents, and the column with the total of each. */
const lists: [path: string, total: string][] = [
  ['/purchases', 'Total'],
  ['/purchases/purchased?columns=landed-cost', 'Net'],
  ['/sales/invoices', 'Total'],
  ['/sales/quotes', 'Total'],
  ['/purchases/bills', 'Total'],
  ['/purchases/credits', 'Total'],
  ['/expenses', 'Gross'],
  ['/reports/documents?from=2024-01-01&side=sales', 'Gross'],
];

test.each(lists)('F80 on a phone the figure of a card in %s is the document’s total', async (path, total) => {
  const page = await shop().openAs(['admin'], path, { width: 390 });
  const figure = page.locator('main tbody tr td[data-place="figure"]').first();
  await figure.waitFor();
  expect(await figure.getAttribute('data-label')).toBe(total);
  expect(await figure.innerText()).toMatch(/£/);
});
