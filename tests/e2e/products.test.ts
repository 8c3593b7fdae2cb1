import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { toUnitCost } from '#domain/kernel/unit-cost';
import { wholeUnits } from '#domain/kernel/quantity';
import { categories } from '#domain/masters/master.contract';
import { products } from '#domain/products/product.contract';
import { moveStock } from '../../server/kernel/stock';
import { asBookkeeper } from '../support/books';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { someProduct, someUnit } from '../support/products';
import { settled } from '../support/settled';
import { answerQuestion } from '../support/questions';
import { chooseFilter } from '../support/list-filters';
import { noticed } from '../support/notices';

const shop = useShop();
const rights = ['view_product', 'create_product', 'edit_product', 'delete_product', 'export_data'] as const;
const textOf = async (page: Page, role: 'main' | 'dialog') =>
  (await page.getByRole(role).innerText()).replaceAll(/\s+/g, ' ');

describe('the form', () => {
  test('a product is added by keyboard alone: typed, scanned, refused at its fields, saved', async () => {
    await someUnit(shop().db, 'Each');
    await someUnit(shop().db, 'Box');
    const page = await shop().openAs([...rights, 'view_cost'], '/products');
    await page.getByRole('heading', { name: 'Products' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Add product' }).waitFor();
    const { keyboard } = page;
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('.mantine-InputWrapper-root')?.textContent ?? '');

    await expect.poll(focused).toContain('Name');
    await keyboard.type('Stoneware  teapot');
    await keyboard.press('Tab');
    await keyboard.type('TEA-1');
    const price = page.getByLabel('Selling price');
    while (!(await price.evaluate(node => node === document.activeElement))) await keyboard.press('Tab');
    await keyboard.type('£12.5');
    await keyboard.press('Tab');
    await expect.poll(() => price.inputValue()).toBe('12.50');
    await expect.poll(() => textOf(page, 'main')).toContain('Including VAT £12.50 Excluding VAT £10.42');
    await page.getByLabel('Standard cost').fill('5');
    await expect.poll(() => textOf(page, 'main')).toContain('Margin at standard cost 52.02%');

    await page.getByRole('button', { name: 'Add barcode' }).focus();
    await keyboard.press('Enter');
    await expect
      .poll(() =>
        page.getByLabel('Barcode 1', { exact: true }).evaluate(node => node === document.activeElement),
      )
      .toBe(true);
    // A scanner types a code and Enter: the next code gets its own line, and the form is not submitted.
    await keyboard.type('5012345678901');
    await keyboard.press('Enter');
    await expect
      .poll(() =>
        page.getByLabel('Barcode 2', { exact: true }).evaluate(node => node === document.activeElement),
      )
      .toBe(true);
    await keyboard.type('OWN-6');
    await page.getByLabel('Units of barcode 2').fill('6');
    await keyboard.press('Control+Enter');
    await page.getByText('the code should end in 0').waitFor();
    await page.getByText('Choose a unit.').waitFor();
    // The focus moves after the messages are shown, and would take what is typed with it.
    await page.locator(':focus[aria-invalid="true"]').waitFor();
    await page.getByLabel('Barcode 1', { exact: true }).fill('5012345678900');
    await page.getByRole('combobox', { name: 'Unit', exact: true }).selectOption({ label: 'Each' });
    await page.getByLabel('Buying unit').selectOption({ label: 'Box' });
    await page.getByLabel('Each in one Box').fill('12');
    await keyboard.press('Control+Enter');

    await page.waitForURL(/\/products\/\d+$/);
    await page.getByText('OWN-6').waitFor();
    const shown = await textOf(page, 'main');
    expect(shown).toMatch(/^Stoneware teapot.*Price including VAT £12\.50 Price excluding VAT £10\.42/);
    expect(shown).toContain('Bought in Box of 12');
    expect(shown).toMatch(/5012345678900 GTIN 1 OWN-6 Internal 6/);
    // None is in stock, so there is no average.
    expect(shown).toContain('In stock 0 Out of stock Standard cost £5.00');
  });

  test('F12 a price that two people changed asks which to take', async () => {
    const id = await someProduct(shop().db, { name: 'Overtaken', price: toPence(100) });
    const page = await shop().openAs(rights, `/products/edit/${id}`);
    await page.getByLabel('Selling price').fill('2');
    const other = await shop().as(...rights);
    const { reply } = await other.call(products.get, { params: { id } });
    await other.call(products.update, {
      params: { id },
      body: { sku: reply.sku, name: 'Overtaken', unit_id: reply.unit.id, price: '3.45' },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This product changed while you were editing').waitFor();
    await page.getByLabel('Theirs: 3.45').check();
    const price = page.getByRole('textbox', { name: 'Selling price' });
    await expect.poll(() => price.inputValue()).toBe('3.45');
    await price.fill('4');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(new RegExp(`/products/${id}$`));
    await page.getByText('£4.00').first().waitFor();
    const history = page.getByRole('table', { name: 'Price history' });
    await expect
      .poll(async () =>
        (await history.locator('tbody tr').allInnerTexts()).map(row => /£[\d.]+/.exec(row)?.[0]),
      )
      .toEqual(['£4.00', '£3.45', '£1.00']);
  });

  test('a user who can add or edit but not see products does so and stays on the form', async () => {
    const id = await someProduct(shop().db, { name: 'Unseen' });
    const page = await shop().openAs(['create_product'], '/products/create');
    await page.getByLabel('Name').fill('Added unseen');
    await page.getByLabel('SKU').fill('UNSEEN-1');
    await page.getByLabel('Selling price').fill('1');
    await page.getByRole('combobox', { name: 'Unit', exact: true }).selectOption({ label: 'Each' });
    await page.getByRole('button', { name: 'Add product' }).click();
    await noticed(page, 'Added unseen saved.');
    await expect.poll(() => page.getByLabel('SKU').inputValue()).toBe('');
    expect(await page.getByRole('link', { name: 'Back to list' }).count()).toBe(0);

    const other = await shop().openAs(['edit_product'], `/products/edit/${id}`);
    for (const price of ['2.00', '3.00']) {
      await other.getByLabel('Selling price').fill(price);
      await other.getByRole('button', { name: 'Save' }).click();
      await noticed(other, 'Unseen saved.');
      await other.getByRole('button', { name: 'Dismiss' }).click();
      await expect
        .poll(async () => {
          const viewer = await shop().as('view_product');
          return (await viewer.call(products.get, { params: { id } })).reply.price;
        })
        .toBe(Number(price) * 100);
    }
  });

  test('unsaved changes are not left without a question; Cancel leaves at once', async () => {
    const page = await shop().openAs(rights, '/products/create');
    await page.getByLabel('Name').fill('Half a name');
    await page.getByRole('link', { name: 'Back to list' }).click();
    // It hears Escape once it has the focus.
    await page.getByRole('button', { name: 'Stay', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/\/products$/);
  });
});

test('a user who cannot see cost sees none of it: not in the list, the form or the page', async () => {
  const id = await someProduct(shop().db, { name: 'Secret cost', standard_cost: toUnitCost('43.21') });
  const page = await shop().openAs([...rights, 'view_audit'], '/products?search=secret');
  await page.getByText('Total: 1').waitFor();
  for (const path of ['/products?search=secret', `/products/edit/${id}`, `/products/${id}`]) {
    await page.goto(path);
    await page.getByText('Secret cost').first().waitFor();
    await settled(page);
    const shown = (await textOf(page, 'main')).replaceAll('Secret cost', '');
    expect(shown).not.toMatch(/cost|margin|stock value|43\.21|4321/i);
  }
});

test('F85 K-05 product costs are listed with two decimals, and with all of them on hover', async () => {
  await someProduct(shop().db, { name: 'Paper bag', standard_cost: toUnitCost('1.2345') });
  const page = await shop().openAs([...rights, 'view_cost'], '/products?search=paper bag');
  await page.getByText('Total: 1').waitFor();
  const cost = page.getByRole('row', { name: /Paper bag/ }).locator('[data-label="Cost"] .figures');
  await expect.poll(() => cost.innerText()).toMatch(/^(£\d+\.\d\d|—)$/);
  for (const text of await page.locator('tbody .figures').allInnerTexts())
    expect(text).not.toMatch(/£[\d,]+\.\d{3,}/);
});

test('the list finds by name, SKU and barcode, filters, and opens with Enter', async () => {
  const admin = await shop().as('admin');
  const { reply: garden } = await admin.call(categories.create, { body: { name: 'Garden' } });
  const id = await someProduct(shop().db, {
    sku: 'RAKE-7',
    name: 'Long rake',
    category_id: garden.id,
    barcodes: [{ code: '4006381333931', factor: undefined }],
  });
  const page = await shop().openAs(rights, '/products');
  for (const text of ['long ra', 'rake-7', '4006381333931']) {
    await page.getByPlaceholder('Search by name, SKU or barcode').fill(text);
    await page.waitForURL(url => url.searchParams.get('search') === text);
    await page.getByText('Total: 1', { exact: true }).waitFor();
    await page.getByRole('row', { name: /Long rake/ }).waitFor();
  }
  await page.getByRole('button', { name: 'Clear search' }).click();
  await chooseFilter(page, 'Category', 'Garden');
  await page.getByText('Total: 1', { exact: true }).waitFor();
  await chooseFilter(page, 'Stock', 'In stock');
  await page.getByText('No products match this search.').waitFor();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await chooseFilter(page, 'Category', 'Garden');
  await page.getByText('Total: 1', { exact: true }).waitFor();
  await page.getByRole('row', { name: /Long rake/ }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/products/${id}$`));
});

test('the check box of the header selects the page, and Shift all rows up to another', async () => {
  for (const name of ['Shelf A', 'Shelf B', 'Shelf C', 'Shelf D']) await someProduct(shop().db, { name });
  const page = await shop().openAs(rights, '/products?search=shelf');
  const head = page.getByRole('columnheader').getByRole('checkbox', { name: 'Select all on this page' });
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  const selected = () =>
    page.locator('tbody input:checked').evaluateAll(all => all.map(one => one.getAttribute('aria-label')));
  await box('Shelf A').waitFor();
  await head.check();
  await page.getByText('4 products selected').waitFor();
  await box('Shelf B').click();
  expect(await head.evaluate(one => (one as HTMLInputElement).indeterminate)).toBe(true);
  await head.dblclick();
  await page.getByRole('group', { name: 'Selected products' }).waitFor({ state: 'detached' });
  await box('Shelf C').click();
  await box('Shelf A').click({ modifiers: ['Shift'] });
  expect(await selected()).toEqual(['Select Shelf A', 'Select Shelf B', 'Select Shelf C']);
  await box('Shelf B').click({ modifiers: ['Shift'] });
  expect(await selected()).toEqual(['Select Shelf C']);
});

test('labels are created for a sheet and downloaded; what does not fit is reported', async () => {
  await someProduct(shop().db, { name: 'Labelled', barcodes: [{ code: '50123452', factor: undefined }] });
  const page = await shop().openAs(['view_product'], '/products?search=labelled');
  await page.getByRole('button', { name: 'Print labels for Labelled' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print labels' });
  await dialog.getByLabel('Number of labels for Labelled').fill('30');
  await dialog.getByText('30 labels on 2 sheets').waitFor();
  await dialog.getByLabel('Labels already used').fill('99');
  await dialog.getByRole('button', { name: 'Create PDF' }).click();
  await dialog.getByText('A sheet of L7160 has 21 labels.').waitFor();
  await dialog.getByLabel('Labels already used').fill('3');
  await dialog.getByLabel('Kind').selectOption({ label: 'Shelf labels' });
  await expect
    .poll(() => dialog.getByLabel('Sheet').locator('option').allInnerTexts())
    .not.toContain('L7651: 65 labels of 38.1 × 21.2 mm');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Create PDF' }).click();
  expect((await download).suggestedFilename()).toBe('labels-L7160.pdf');
  await dialog.waitFor({ state: 'detached' });
});

test('pictures are added, made main and removed; other files are reported', async () => {
  const id = await someProduct(shop().db, { name: 'Pictured' });
  const picture = (background: string) =>
    sharp({ create: { width: 500, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const page = await shop().openAs(rights, `/products/${id}`);
  const card = page.getByRole('region', { name: 'Pictures' });
  const field = card.locator('input[type=file]');
  await field.setInputFiles({
    name: 'no.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('\xff\xd8\xff no', 'latin1'),
  });
  await card.getByText('no.jpg cannot be read as a picture.').waitFor();
  await field.setInputFiles([
    { name: 'one.jpg', mimeType: 'image/jpeg', buffer: await picture('red') },
    { name: 'two.jpg', mimeType: 'image/jpeg', buffer: await picture('blue') },
  ]);
  const images = card.getByRole('img', { name: /Pictured/ });
  await expect.poll(() => images.count()).toBe(2);
  const first = await images.first().getAttribute('src');
  await card.getByRole('button', { name: 'Make main picture picture 2' }).click();
  await expect.poll(() => images.last().getAttribute('src')).toBe(first);
  await card.getByRole('button', { name: 'Remove picture 2' }).click();
  await answerQuestion(page, 'Remove this picture?', 'Remove');
  await expect.poll(() => images.count()).toBe(1);
});

test('P12 a product is duplicated, archived once its stock is gone, restored, and deleted while unused', async () => {
  const id = await someProduct(shop().db, { sku: 'DUP', name: 'Twin' });
  await asBookkeeper(shop().db, ctx =>
    moveStock(ctx, {
      businessDate: '2026-03-04',
      kind: 'receipt',
      document: { type: 'test', id, number: 'GRN-1' },
      movements: [{ productId: id, line: 1, quantity: wholeUnits(2), value: toPence(300) }],
    }),
  );
  const page = await shop().openAs([...rights, 'view_stock'], `/products/${id}`);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await page.getByRole('table', { name: 'Stock movements' }).getByText('GRN-1').waitFor();
  await choose('Archive');
  await page.getByText('Twin still has stock.').waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
  const remove = page.getByRole('menuitem', { name: 'Delete' });
  await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => remove.innerText()).toContain('Archive it instead.');
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.waitForURL(/\/products\/edit\/\d+$/);
  await expect.poll(() => page.getByLabel('SKU').inputValue()).toBe('DUP-2');
  // A notification may cover the button for a few seconds.
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.waitForURL(/\/products\/\d+$/);
  await choose('Archive');
  await page.getByText('Twin archived.').waitFor();
  // Its form does not offer a status that would not be saved.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('Archived');
  await page.getByText('Restore it from its page first, under More actions').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.waitForURL(/\/products\/\d+$/);
  await choose('Restore');
  await noticed(page, 'Twin restored as inactive.');
  await choose('Delete');
  await answerQuestion(page, /^Delete /, 'Delete');
  await page.waitForURL(/\/products$/);
});

test('2.5 a thirty-first barcode is refused in words beside the barcodes', async () => {
  const id = await someProduct(shop().db, {
    name: 'Much scanned',
    barcodes: Array.from({ length: 30 }, (_, n) => ({ code: `MS-${n}`, factor: undefined })),
  });
  const page = await shop().openAs(rights, `/products/edit/${id}`);
  await page.getByRole('button', { name: 'Add barcode' }).click();
  await page.getByLabel('Barcode 31', { exact: true }).fill('MS-30');
  await page.keyboard.press('Control+Enter');
  const message = page.getByText('A product can have at most 30 barcodes.');
  await message.waitFor();
  await expect.poll(() => message.evaluate(node => node === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Remove barcode MS-30' }).click();
  await message.waitFor({ state: 'detached' });
});

test('a missing product and a failed load have different messages; on a phone nothing overflows the page', async () => {
  const id = await someProduct(shop().db, {
    name: 'A name that is much too long for the width of a telephone held upright',
  });
  const page = await shop().openAs(rights, '/products/99999999', { width: 390 });
  await page.getByRole('alert').getByText('Product not found').waitFor();
  await page.route('**/api/products/5', route => route.fulfill({ status: 500, body: '' }));
  await page.goto('/products/5');
  await page.getByRole('alert').getByText('The product could not be loaded.').waitFor();
  for (const path of ['/products', '/products/create', `/products/edit/${id}`, `/products/${id}`]) {
    await page.goto(path);
    await settled(page);
    await fitsWindow(page, path);
  }
});
