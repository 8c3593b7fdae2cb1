import { beforeAll, expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { someProduct } from '../support/products';
import { someCounting } from '../support/stocktakes';

const shop = useShop();
let on: Awaited<ReturnType<typeof someCounting>>;
const ids: number[] = [];
beforeAll(async () => {
  on = await someCounting(shop());
  // A sheet shows 50 products, so 60 have two pages.
  for (let number = 1; number <= 60; number += 1)
    ids.push(
      await someProduct(shop().db, {
        name: `Hook ${String(number).padStart(2, '0')}`,
        sku: `HOOK-${String(number).padStart(2, '0')}`,
      }),
    );
});

test('I8 the page after the last one is never called counted: the last page is shown instead', async () => {
  const id = await on.started(ids);
  const page = await shop().openAs(['admin'], `/stock/counts/${id}?state=not_counted`);
  await page.getByLabel('Counted: Hook 01').waitFor();
  // The first page is counted meanwhile, so the ten that are left are on one page.
  for (const product of ids.slice(0, 50)) await on.count(id, product, '1');
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByLabel('Counted: Hook 51').waitFor();
  await expect.poll(() => page.locator('.count-line').count()).toBe(10);
  expect(await page.getByText('Everything is counted.').count()).toBe(0);
  await page.getByText('Total: 10').waitFor();
  expect(new URL(page.url()).searchParams.get('page')).toBeNull();
  for (const product of ids.slice(50)) await on.count(id, product, '1');
  await page.reload();
  await page.getByText('Everything is counted.').waitFor();

  // The review as well: 60 variances are on six pages of ten.
  await page.goto(`/stock/counts/${id}?tab=review&page=7`);
  await page.getByRole('table', { name: 'Variances' }).getByText('HOOK-').first().waitFor();
  expect(await page.getByText('No variances', { exact: false }).count()).toBe(0);
  await on.cancel(id);
});

test('I8 F12 a count that was typed and saved is not sent again over a newer one', async () => {
  const first = await someProduct(shop().db, { name: 'Peg 01', sku: 'PEG-01' });
  const id = await on.started([first, await someProduct(shop().db, { name: 'Peg 02', sku: 'PEG-02' })]);
  const page = await shop().openAs(['admin'], `/stock/counts/${id}`);
  const field = page.getByLabel('Counted: Peg 01');
  await field.fill('1,200');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 2 counted').first().waitFor();
  await expect.poll(() => field.inputValue()).toBe('1200');
  await on.recount(id, first, '7', '1200');
  await page.getByLabel('Counted: Peg 02').fill('3');
  await page.keyboard.press('Enter');
  await page.getByText('2 of 2 counted').first().waitFor();
  const sent: string[] = [];
  page.on('request', request => {
    if (request.method() !== 'GET' && request.url().endsWith(`/stock/counts/${id}/count`))
      sent.push(request.postData() ?? '');
  });
  // Walking down the sheet with Enter leaves the field once more.
  await field.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Counted: Peg 02');
  await page.getByRole('textbox', { name: 'Search by name, SKU or barcode' }).focus();
  expect(sent).toEqual([]);
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('7');
});
