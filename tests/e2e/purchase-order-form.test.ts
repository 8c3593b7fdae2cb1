import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { closedGate } from '../support/gate';
import { orderDesk } from '../support/orders';
import { someProduct, someUnit } from '../support/products';
import type { Caller } from '../support/test-app';

const shop = useShop();
const rights = ['view_purchaseorder', 'create_purchaseorder', 'edit_purchaseorder', 'view_supplier'] as const;
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

const totals = async (page: Page) =>
  (await page.getByLabel('Totals').innerText()).replaceAll(/\s+/g, ' ').trim();
const supplierOf = (page: Page) => page.getByRole('combobox', { name: 'Supplier' });
async function focusIs(page: Page, label: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
    .toBe(label);
}

describe('the form of an order', () => {
  test('P1 an order is entered by keyboard alone, with live totals equal to the saved ones', async () => {
    await someSupplier(shop().db, 'Keyboard Teas');
    await someProduct(shop().db, {
      name: 'Assam loose leaf',
      sku: 'ASSAM',
      barcodes: [{ code: '5012345678900', factor: 1000 as never }],
    });
    await someProduct(shop().db, { name: 'Assam in bags', sku: 'ASSAM-80' });
    const page = await shop().openAs(rights, '/purchases');
    const { keyboard } = page;
    await page.getByRole('heading', { name: 'Purchase Orders' }).waitFor();
    await keyboard.press('n');
    await page.getByRole('heading', { name: 'Add purchase order' }).waitFor();
    await expect.poll(() => supplierOf(page).evaluate(node => node === document.activeElement)).toBe(true);
    await keyboard.type('keyboard te');
    await page.locator('[role="option"]', { hasText: 'Keyboard Teas' }).waitFor();
    await keyboard.press('Enter');
    await expect.poll(() => supplierOf(page).inputValue()).toBe('Keyboard Teas');

    await page.getByLabel('Item of line 1').focus();
    // As a scanner does: the code and Enter at once, before any list is shown.
    await keyboard.type('5012345678900');
    await keyboard.press('Enter');
    await focusIs(page, 'Quantity of line 1');
    await keyboard.type('12');
    await keyboard.press('Enter');
    await focusIs(page, 'Price of line 1');
    await keyboard.type('3.25');
    await keyboard.press('Enter');
    await focusIs(page, 'Item of line 2');
    await expect.poll(() => totals(page)).toBe('Net £39.00 VAT £7.80 Total £46.80');

    await keyboard.type('assam');
    // The results for the first letters, in another order, may still be shown.
    await page.locator('[role="option"]').nth(1).filter({ hasText: 'ASSAM-80' }).waitFor();
    // An exact SKU comes first.
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await focusIs(page, 'Quantity of line 2');
    await keyboard.type('2.5');
    await keyboard.press('Enter');
    await keyboard.type('10');
    await keyboard.press('Tab');
    await focusIs(page, 'Discount of line 2');
    await keyboard.type('12.5%');
    await keyboard.press('Enter');
    await focusIs(page, 'Item of line 3');
    await keyboard.type('Carriage to Bath');
    await keyboard.press('Enter');
    await focusIs(page, 'Quantity of line 3');
    await keyboard.type('1');
    await keyboard.press('Enter');
    await keyboard.type('4.99');
    await keyboard.press('ArrowUp');
    await focusIs(page, 'Price of line 2');
    // 39.00 + (25.00 − 3.13) + 4.99, with VAT on each line.
    await expect.poll(() => totals(page)).toBe('Net £65.86 VAT £13.17 Total £79.03');
    await keyboard.press('Control+Enter');

    await page.waitForURL(/\/purchases\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    const { reply } = await admin.call(purchases.get, { params: { id } });
    expect(reply).toMatchObject({ status: 'draft', total_net: 6586, total_vat: 1317, total_amount: 7903 });
    expect(reply.lines.map(line => [line.description, line.product?.sku, line.discount_percent])).toEqual([
      ['Assam loose leaf', 'ASSAM', null],
      ['Assam in bags', 'ASSAM-80', 1250],
      ['Carriage to Bath', undefined, null],
    ]);
    await page.getByRole('heading', { name: reply.po_number }).waitFor();
  });

  test('the highlighted product is chosen, though a newer response is on its way', async () => {
    await someProduct(shop().db, { name: 'Ceylon loose leaf', sku: 'CEYL' });
    await someProduct(shop().db, { name: 'Ceylon in bags', sku: 'CEYL-80' });
    const page = await shop().openAs(rights, '/purchases/create');
    const gate = closedGate();
    await page.route(/\bceyl\b/i, async route => {
      await gate.opened;
      await route.continue();
    });
    await page.getByLabel('Item of line 1').focus();
    await page.keyboard.type('cey');
    const second = page.locator('.look-up-choice').nth(1);
    await second.waitFor();
    const expected = await second.innerText();
    await page.keyboard.type('l');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await focusIs(page, 'Quantity of line 1');
    gate.open();
    const sku = /CEYL(-80)?/.exec(expected)?.[0] ?? '';
    await expect.poll(() => page.locator('.line-product .order-aside').innerText()).toBe(sku);
  });

  test('a refused value is shown at its field, and focus moves there', async () => {
    const page = await shop().openAs(rights, '/purchases/create');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Choose a supplier.').waitFor();
    // The focus moves after the message is shown, and would take what is typed with it.
    const hasFocus = async (field: Locator) => {
      await expect.poll(() => field.evaluate(node => node === document.activeElement)).toBe(true);
    };
    await hasFocus(supplierOf(page));
    await page.getByLabel('Item of line 1').fill('Cups');
    await page.getByLabel('Quantity of line 1').fill('0');
    await page.getByLabel('Price of line 1').fill('abc');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Enter a quantity above zero.').waitFor();
    await page
      .getByText('Enter an amount in pounds with two to six decimals, such as 12.50 or 0.0312.')
      .waitFor();
    // The supplier is still missing.
    await hasFocus(supplierOf(page));
    await page.getByLabel('Expected delivery').fill('2020-01-01');
    await page.getByLabel('Quantity of line 1').fill('1');
    await page.getByLabel('Price of line 1').fill('1');
    await someSupplier(shop().db, 'Field Errors Ltd');
    await supplierOf(page).fill('field err');
    await page.locator('[role="option"]', { hasText: 'Field Errors Ltd' }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('The expected delivery date cannot be before the order date.').last().waitFor();
    await hasFocus(page.getByLabel('Expected delivery'));
  });

  test('unsaved changes are restored after the page was closed, until saved or discarded', async () => {
    const page = await shop().openAs(rights, '/purchases/create');
    await page.getByLabel('Item of line 1').fill('Typed and not saved');
    await page.getByLabel('Quantity of line 1').fill('7');
    await page.getByLabel('Reference').fill('Q-7');
    await page.reload();
    await page.getByText('Your unsaved changes from').waitFor();
    await expect.poll(() => page.getByLabel('Item of line 1').inputValue()).toBe('Typed and not saved');
    await expect.poll(() => page.getByLabel('Quantity of line 1').inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => page.getByLabel('Item of line 1').inputValue()).toBe('');
    await page.reload();
    await page.getByRole('heading', { name: 'Add purchase order' }).waitFor();
    await expect.poll(() => page.getByLabel('Reference').inputValue()).toBe('');
    expect(await page.getByText('It is back.').count()).toBe(0);
  });

  test('F19 two tabs of a new order keep their own changes; those of a closed tab are offered, and nothing is mixed', async () => {
    const first = await shop().openAs(rights, '/purchases/create');
    await first.getByLabel('Reference').fill('First tab');
    const second = await first.context().newPage();
    await second.goto('/purchases/create');
    await second.getByRole('heading', { name: 'Add purchase order' }).waitFor();
    await second.getByLabel('Reference').fill('Second tab');
    await second.reload();
    await second.getByText('Your unsaved changes from').waitFor();
    await expect.poll(() => second.getByLabel('Reference').inputValue()).toBe('Second tab');
    await first.reload();
    await first.getByText('Your unsaved changes from').waitFor();
    await expect.poll(() => first.getByLabel('Reference').inputValue()).toBe('First tab');

    await second.close();
    const third = await first.context().newPage();
    await third.goto('/purchases/create');
    await third.getByText('Another tab has unsaved changes from').waitFor();
    await expect.poll(() => third.getByLabel('Reference').inputValue()).toBe('');
    await third.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => third.getByLabel('Reference').inputValue()).toBe('Second tab');
    await expect.poll(() => first.getByLabel('Reference').inputValue()).toBe('First tab');
  });

  test('F19 a new supplier and a new product are added without losing the order', async () => {
    const page = await shop().openAs(
      [...rights, 'create_supplier', 'view_product', 'create_product', 'view_cost'],
      '/purchases/create',
    );
    await someUnit(shop().db, 'Each');
    await page.getByLabel('Reference').fill('Kept meanwhile');
    await page.getByRole('button', { name: 'New supplier' }).click();
    const supplier = page.getByRole('dialog', { name: 'Add Supplier' });
    await supplier.getByLabel('Name').fill('Brand New Teas');
    await supplier.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => supplierOf(page).inputValue()).toBe('Brand New Teas');
    // The barcode of another product is the new one's SKU: the search puts the other first.
    await someProduct(shop().db, {
      name: 'Other oolong',
      barcodes: [{ code: 'OOLONG-1', factor: 1000 as never }],
    });
    await page.getByRole('button', { name: 'New product' }).click();
    const product = page.getByRole('dialog', { name: 'Add product' });
    await product.getByRole('textbox', { name: 'Name', exact: true }).fill('Brand new oolong');
    await product.getByLabel('SKU').fill('OOLONG-1');
    await product.getByLabel('Selling price').fill('4.00');
    await product.getByRole('combobox', { name: 'Unit', exact: true }).selectOption({ label: 'Each' });
    await product.getByRole('button', { name: 'Add product' }).click();
    await page.getByRole('button', { name: 'Change the item of line 1' }).waitFor();
    await expect.poll(() => page.getByLabel('Reference').inputValue()).toBe('Kept meanwhile');
    await page.getByLabel('Price of line 1').fill('2.00');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { name: /^PO-/ }).waitFor();
    await page.getByText('Brand new oolong').first().waitFor();
  });

  test('F19 users who cannot add suppliers or products are not offered to', async () => {
    const page = await shop().openAs(rights, '/purchases/create');
    await page.getByRole('button', { name: 'Add line' }).waitFor();
    expect(await page.getByRole('button', { name: /^New (supplier|product)$/ }).count()).toBe(0);
  });

  test('F17 another product brings its own code and price, and another supplier their codes', async () => {
    const [acme, beta] = [
      await someSupplier(shop().db, 'Acme Foods'),
      await someSupplier(shop().db, 'Beta Foods'),
    ];
    const tea = await someProduct(shop().db, { name: 'Changed tea', sku: 'CH-TEA' });
    const jam = await someProduct(shop().db, { name: 'Changed jam', sku: 'CH-JAM' });
    for (const [id, product_id, supplier_code] of [
      [acme, tea, 'ACME-77'],
      [acme, jam, 'ACME-88'],
      [beta, jam, 'BETA-1'],
    ] as const)
      await admin.call(supplierPrices.save, { params: { id, product_id }, body: { supplier_code } });
    const bought = await desk.draft([{ product_id: jam, unit_price: '3.00' }], { supplier_id: acme });
    await admin.call(purchases.markSent, { params: { id: bought.id } });
    const draft = await desk.draft([{ product_id: tea, unit_price: '18.00' }], { supplier_id: acme });
    const page = await shop().openAs([...rights, 'view_cost'], `/purchases/${draft.id}/edit`);
    await page.getByRole('button', { name: 'Change the item of line 1' }).click();
    await page.getByLabel('Item of line 1').fill('CH-JAM');
    await page.locator('[role="option"]', { hasText: 'CH-JAM' }).click();
    await expect.poll(() => page.getByLabel('Price of line 1').inputValue()).toBe('3.00');
    const saved = async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.waitForURL(new RegExp(`/purchases/${draft.id}$`));
      return (await desk.get(draft.id)).lines.map(line => [
        line.product?.sku,
        line.supplier_code,
        line.unit_price,
      ]);
    };
    expect(await saved()).toEqual([['CH-JAM', 'ACME-88', '3.00']]);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await supplierOf(page).fill('beta fo');
    await page.locator('[role="option"]', { hasText: 'Beta Foods' }).click();
    expect(await saved()).toEqual([['CH-JAM', 'BETA-1', '3.00']]);
  });

  test('F19 M5 the last discount comes with its price, and goes with its product', async () => {
    const tray = await someProduct(shop().db, { name: 'Tray of plants', sku: 'TRAY-1' });
    const bought = await desk.sent([{ product_id: tray, unit_price: '12.00', discount_percent: '7.5' }]);
    const draft = await desk.draft([{ description: 'Delivery' }], { supplier_id: bought.supplier.id });
    const page = await shop().openAs([...rights, 'view_cost'], `/purchases/${draft.id}/edit`);
    const item = page.getByLabel('Item of line 2');
    const option = page.locator('[role="option"]', { hasText: 'TRAY-1' });
    const priced = async () => [
      await page.getByLabel('Price of line 2').inputValue(),
      await page.getByLabel('Discount of line 2').inputValue(),
    ];
    await item.fill('TRAY-1');
    await option.click();
    await expect.poll(priced).toEqual(['12.00', '7.5%']);
    await page.getByRole('button', { name: 'Change the item of line 2' }).click();
    await expect.poll(priced).toEqual(['', '']);
    // A price of its own has no discount of the last one.
    await page.getByLabel('Price of line 2').fill('11.00');
    await item.fill('TRAY-1');
    await option.click();
    await page.getByRole('button', { name: 'Change the item of line 2' }).waitFor();
    expect(await priced()).toEqual(['11.00', '']);
  });

  test('P2 a sent order is revised, not below what was received; an outdated version is refused', async () => {
    const order = await desk.sent([{ description: 'Cups', quantity: '10' }, { description: 'Saucers' }]);
    const line_id = order.lines[0]?.id ?? 0;
    await desk.receive(order.id, [{ line_id, quantity: '4' }]);
    const page = await shop().openAs(rights, `/purchases/${order.id}`);
    await page.getByRole('button', { name: 'Revise' }).click();
    await page.getByRole('heading', { name: 'Revise Purchase Order' }).waitFor();
    await expect.poll(() => supplierOf(page).isDisabled()).toBe(true);
    await page.getByLabel('Quantity of line 1').fill('3');
    await page.getByLabel('Reason for revision').fill('Half is enough');
    await page.getByRole('button', { name: 'Save revision' }).click();
    await page
      .getByRole('region', { name: 'Lines' })
      .getByText('4 have been received, so you cannot order fewer.')
      .waitFor();
    await page.getByLabel('Quantity of line 1').fill('5');

    const now = await desk.get(order.id);
    const body = {
      supplier_id: order.supplier.id,
      reference: 'Overtaken',
      lines: now.lines.map(({ id, description }) => ({
        id,
        description,
        quantity: '12',
        unit_price: '1.00',
      })),
    };
    expect((await admin.call(purchases.update, { params: { id: order.id }, body })).status).toBe(200);
    await page.getByRole('button', { name: 'Save revision' }).click();
    await page.getByText('This purchase order changed while you were editing').waitFor();
    await page.getByText('now shown here: Reference').waitFor();
    await expect.poll(() => page.getByLabel('Reference').inputValue()).toBe('Overtaken');
    await page.getByText('Lines changed by the other person and now shown here: Saucers.').waitFor();
    // Both changed the first line; either copy is shown in the form as it is chosen.
    const cups = page.getByRole('radiogroup', { name: 'Line 1: Cups' });
    await cups.getByLabel('Theirs').check();
    await expect.poll(() => page.getByLabel('Quantity of line 1').inputValue()).toBe('12');
    await cups.getByLabel('Yours').check();
    await expect.poll(() => page.getByLabel('Quantity of line 1').inputValue()).toBe('5');
    await page.getByRole('button', { name: 'Save revision' }).click();
    await page.waitForURL(/\/purchases\/\d+$/);
    const revisions = page.getByRole('region', { name: 'Revisions' });
    await revisions.getByText('Half is enough').waitFor();
    expect((await desk.get(order.id)).lines[0]?.quantity).toBe(5000);
  });
});
