import { afterAll, beforeAll, expect, test } from 'vitest';
import { products } from '#domain/products/product.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { someSupplier } from '../../../tests/support/books';
import { someProduct } from '../../../tests/support/products';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a product is found by the code of its supplier, exactly if that stands for one product', async () => {
  const [mine, other] = [await someSupplier(app.db, 'Mine'), await someSupplier(app.db, 'Other')];
  const [jug, mug, own] = [
    await someProduct(app.db, { name: 'Jug with a code' }),
    await someProduct(app.db, { name: 'Mug with a code' }),
    await someProduct(app.db, { name: 'Own stock code', sku: 'zx-100' }),
  ];
  const admin = await app.as('admin');
  for (const [id, product_id, supplier_code] of [
    [mine, jug, 'ZX-100'],
    [other, mug, 'ZX-100'],
    [other, jug, 'ZX-200'],
    [other, own, 'ZX-200'],
  ] as const)
    await admin.call(supplierPrices.save, { params: { id, product_id }, body: { supplier_code } });
  const buyer = await app.as('create_purchaseorder');
  const find = async (text: string, supplier?: number) =>
    (
      await buyer.call(products.search, {
        query: { text, ...(supplier ? { supplier_id: String(supplier) } : {}) },
      })
    ).reply.data.map(({ id, is_exact, supplier_code }) => [id, is_exact, supplier_code]);
  // Our own stock code comes first; without a supplier any supplier's code is only a suggestion.
  expect(await find('zx-100')).toEqual([
    [own, true, null],
    [jug, false, 'ZX-100'],
    [mug, false, 'ZX-100'],
  ]);
  expect(await find('zx-100', mine)).toEqual([
    [own, true, null],
    [jug, true, 'ZX-100'],
  ]);
  // Which of the two is meant, only the user knows.
  expect(await find('zx-200', other)).toEqual([
    [jug, false, 'ZX-200'],
    [own, false, 'ZX-200'],
  ]);
  expect(await find('zx-200', mine)).toEqual([]);
  expect(await find('zx-20', other), 'part of a code is none').toEqual([]);

  // A code that was only ever entered on an order is on the price list too.
  const order = async (supplier_code: string) => {
    const lines = [{ product_id: mug, supplier_code, quantity: '1', unit_price: '1.00' }];
    return (await admin.call(purchases.create, { body: { supplier_id: mine, lines } })).reply.id;
  };
  await admin.call(purchases.markSent, { params: { id: await order('ZX-300') } });
  await order('ZX-400');
  expect(await find('zx-300', mine)).toEqual([[mug, true, 'ZX-300']]);
  expect(await find('zx-400', mine), 'drafts are no price list').toEqual([]);
});
