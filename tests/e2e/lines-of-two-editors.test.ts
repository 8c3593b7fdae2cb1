import { beforeAll, expect, test } from 'vitest';
import { products } from '#domain/products/product.contract';
import { paymentMethods } from '#domain/settings/payment-methods.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { changeMethods } from '../support/payment-rules';
import { someProduct } from '../support/products';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
beforeAll(async () => {
  admin = await shop().as('admin');
});

test('F12 two users’ barcodes of one product are merged by code, and one that both changed asks which', async () => {
  const id = await someProduct(shop().db, { name: 'Shared teapot' });
  const save = async (...barcodes: [code: string, factor: string][]) => {
    const { reply } = await admin.call(products.get, { params: { id } });
    return admin.call(products.update, {
      params: { id },
      body: {
        sku: reply.sku,
        name: reply.name,
        unit_id: reply.unit?.id ?? null,
        vat_code: reply.vat_code,
        price: '12.00',
        price_includes_vat: true,
        barcodes: barcodes.map(([code, factor]) => ({ code, factor })),
      },
    });
  };
  expect((await save(['TEA-A', '1'], ['TEA-B', '6'], ['TEA-C', '12'])).status).toBe(200);
  const page = await shop().openAs(['admin'], `/products/edit/${id}`);
  await page.getByLabel('Units of barcode 2').fill('8');
  await page.getByRole('button', { name: 'Remove barcode TEA-C' }).click();
  await page.getByRole('button', { name: 'Add barcode' }).click();
  await page.getByLabel('Barcode 3', { exact: true }).fill('TEA-E');
  expect((await save(['TEA-A', '1'], ['TEA-B', '10'], ['TEA-C', '12'], ['TEA-D', '24'])).status).toBe(200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Lines added by the other person: Barcode TEA-D.').waitFor();
  await page.getByRole('radiogroup', { name: 'Barcode TEA-B' }).getByLabel('Yours: Units per scan 8').check();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(`**/products/${id}`);
  const { barcodes } = (await admin.call(products.get, { params: { id } })).reply;
  expect(Object.fromEntries(barcodes.map(({ code, factor }) => [code, factor / 1000]))).toEqual({
    'TEA-A': 1,
    'TEA-B': 8,
    'TEA-D': 24,
    'TEA-E': 1,
  });
});

test('F12 two users’ payment methods are merged one by one, in the order that one of them changed', async () => {
  const page = await shop().openAs(['admin'], '/settings/payment');
  await page.getByLabel('Display name of Cheque').waitFor();
  const orderOf = async () =>
    (await admin.call(paymentMethods.get)).reply.data.map(({ method, name }) => name ?? method);
  const before = await orderOf();
  expect(before.indexOf('upi')).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'UPI up' }).click();
  await page.getByLabel('Display name of Cheque').fill('Cheque, crossed');
  await page.getByLabel('Display name of Bank transfer').fill('Transfer');
  await changeMethods(admin, method => {
    if (method === 'bank_transfer') return { name: 'BACS' };
    return method === 'other' ? { name: 'Voucher' } : {};
  });
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.getByText('Lines changed by the other person and now shown here: Other.').waitFor();
  await page
    .getByRole('radiogroup', { name: /Bank transfer$/ })
    .getByLabel('Theirs: Display name BACS')
    .check();
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.getByText('Saved successfully!').waitFor();
  const upi = before.indexOf('upi');
  const moved = before.with(upi, before[upi - 1] ?? '').with(upi - 1, 'upi');
  const names: Record<string, string> = {
    cheque: 'Cheque, crossed',
    bank_transfer: 'BACS',
    other: 'Voucher',
  };
  expect(await orderOf()).toEqual(moved.map(method => names[method] ?? method));
});
