import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { type Order, orderDesk } from '../support/orders';
import { paste, range } from '../support/paste';
import { someProduct } from '../support/products';
import type { Caller } from '../support/test-app';

const shop = useShop();
const rights = ['view_purchaseorder', 'create_purchaseorder', 'edit_purchaseorder', 'view_supplier'] as const;
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

const openForm = async (order: Order): Promise<Page> => {
  const page = await shop().openAs(rights, `/purchases/${order.id}/edit`);
  await page.getByLabel('Quantity of line 1', { exact: true }).waitFor();
  return page;
};
const valueOf = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue();
const totals = async (page: Page) =>
  (await page.getByLabel('Totals').innerText()).replaceAll(/\s+/g, ' ').trim();
const note = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();

describe('pasting a range from a spreadsheet into an order', () => {
  test('F11 rows become lines: codes and names find their products, other items stay free text', async () => {
    await someProduct(shop().db, {
      name: 'Stoneware jug',
      sku: 'JUG-1',
      barcodes: [{ code: '5012345678917', factor: 1000 as never }],
    });
    await someProduct(shop().db, { name: 'Butter dish', sku: 'DISH-1' });
    const page = await openForm(await desk.draft([{ description: 'Cups', quantity: '10' }]));
    const rows = [
      ['jug-1', 'ST-9', '', '1,200', '£2.50', '10%', '20%'],
      ['Butter  Dish', '', '', '3', '4', '', 'Z'],
      ['', '', '', '', '', '', ''],
      ['"Carriage, ""next day"""', '', 'Trip', '1', '9.99', '', 'S'],
      ['5012345678917', '', '', '2', '2.50', '', ''],
    ];
    expect(await paste(page, 'Item of line 2', range(rows))).toBe(false);
    await note(page, '4 rows pasted: 3 products, 1 free text.');
    // 10 + 1200 × 2.50 less 10% + 3 × 4 without VAT + 9.99 + 2 × 2.50; VAT 2.00 + 540.00 + 2.00 + 1.00.
    // VAT is added once its rates have been read.
    await expect.poll(() => totals(page)).toBe('Net £2,736.99 VAT £545.00 Total £3,281.99');
    expect(await seriousProblems(page)).toEqual([]);
    // The line after them is blank, so that typing goes on.
    expect(await valueOf(page, 'Item of line 6')).toBe('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/purchases\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    const { lines } = (await admin.call(purchases.get, { params: { id } })).reply;
    expect(
      lines.map(line => [
        line.product?.sku ?? line.description,
        line.supplier_code,
        line.quantity / 1000,
        line.unit_price,
        line.vat_code,
      ]),
    ).toEqual([
      ['Cups', null, 10, '1.00', 'S'],
      ['JUG-1', 'ST-9', 1200, '2.50', 'S'],
      ['DISH-1', null, 3, '4.00', 'Z'],
      ['Carriage, "next day"', null, 1, '9.99', 'S'],
      ['JUG-1', null, 2, '2.50', 'S'],
    ]);
  });

  test('a supplier’s codes find their products, beside a text of the supplier or alone', async () => {
    const order = await desk.draft([{ description: 'Cups', quantity: '10' }]);
    for (const [name, sku, supplier_code] of [
      ['Salt cellar', '7001', '88-1'],
      ['Pepper mill', 'MILL-1', '7001'],
    ] as const) {
      const params = { id: order.supplier.id, product_id: await someProduct(shop().db, { name, sku }) };
      await admin.call(supplierPrices.save, { params, body: { supplier_code } });
    }
    const page = await openForm(order);
    const rows = [
      ['Salt, round, white', '88-1', '', '3', '4.00', '', ''],
      ['', '7001', '', '2', '5.00', '', ''],
      ['Gift wrap', 'GW', '', '1', '1.00', '', ''],
    ];
    await paste(page, 'Item of line 2', range(rows));
    await note(page, '3 rows pasted: 2 products, 1 free text.');
    const rowOf = (line: number) => page.locator('.line-grid tbody tr').nth(line - 1);
    await rowOf(2).getByText('Salt cellar').waitFor();
    // Our own stock code 7001 is another product.
    await rowOf(3).getByText('Pepper mill').waitFor();
    expect(await valueOf(page, 'Item of line 4')).toBe('Gift wrap');
  });

  test('F11 a column of quantities fills downwards, errors of lines go, and one undo restores what it replaced', async () => {
    const page = await openForm(
      await desk.draft(['Cups', 'Plates', 'Bowls'].map(description => ({ description }))),
    );
    await page.getByLabel('Quantity of line 2', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.line-grid input[aria-invalid="true"]').waitFor();
    await paste(page, 'Quantity of line 2', '5\n6\n');
    await note(page, '2 rows pasted.');
    expect(await page.locator('.line-grid input[aria-invalid="true"]').count()).toBe(0);
    await expect.poll(() => totals(page)).toBe('Net £21.00 VAT £4.20 Total £25.20');
    await page.getByRole('button', { name: 'Undo paste' }).click();
    expect([await valueOf(page, 'Quantity of line 2'), await valueOf(page, 'Quantity of line 3')]).toEqual([
      'x',
      '10',
    ]);
    // Once the lines are edited, an undo would take that edit with it.
    await paste(page, 'Quantity of line 2', '7\t1.50\n');
    await note(page, '1 row pasted.');
    await page.getByLabel('Quantity of line 1', { exact: true }).fill('1');
    await expect.poll(() => page.getByRole('button', { name: 'Undo paste' }).count()).toBe(0);
    expect(await totals(page)).toBe('Net £21.50 VAT £4.30 Total £25.80');
  });

  test('F11 one cell is pasted by the browser; of a range above 500 lines it is said what does not fit', async () => {
    const page = await openForm(await desk.draft([{ description: 'Cups', quantity: '10' }]));
    expect(await paste(page, 'Item of line 2', 'Saucers\r\n')).toBe(true);
    const rows = Array.from({ length: 502 }, (_, at) => ['', '', '', '1', `${at + 1}`]);
    await paste(page, 'Item of line 1', range(rows));
    await note(page, /^500 rows pasted.* 2 more do not fit: an order can have at most 500 lines\.$/);
    await expect.poll(() => page.locator('.line-grid tbody tr').count()).toBe(501);
    // 1 + 2 + … + 500.
    expect(await totals(page)).toContain('Net £125,250.00');
  });
});
