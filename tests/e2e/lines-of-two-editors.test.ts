import { beforeAll, expect, test } from 'vitest';
import { promotions } from '#domain/pricing/promotion.contract';
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

test('F12 two users’ groups of one promotion are merged by group and by what is chosen, and a quantity that both changed asks which', async () => {
  const made = new Map<string, number>();
  for (const name of ['Scone', 'Jam', 'Cream', 'Flapjack', 'Shortbread'])
    made.set(name, await someProduct(shop().db, { name }));
  const idOf = (name: string) => made.get(name) ?? 0;
  type Group = { id?: number; units: number; names: string[] };
  const bodyOf = (groups: Group[]) => ({
    name: 'Cream tea',
    kind: 'mix_and_match' as const,
    price: '5.00',
    groups: groups.map(({ names, ...group }) => ({ ...group, product_ids: names.map(idOf) })),
    starts_on: '2031-01-01',
    ends_on: '2031-12-31',
  });
  const { reply: cream } = await admin.call(promotions.create, {
    body: bodyOf([
      { units: 2, names: ['Scone'] },
      { units: 1, names: ['Jam'] },
      { units: 1, names: ['Cream'] },
    ]),
  });
  const params = { id: cream.id };
  const [scones = 0, jams = 0, creams = 0] = cream.groups.map(({ id }) => id);

  const page = await shop().openAs(['admin'], '/products/promotions');
  await page.getByRole('button', { name: 'Edit Cream tea' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Cream tea' });
  const group = (place: number) => dialog.getByRole('group', { name: `Group ${place}` });
  const add = async (place: number, name: string) => {
    await group(place).getByLabel('Add a product').fill(name);
    await page.getByRole('option', { name: new RegExp(name) }).click();
  };
  await add(1, 'Flapjack');
  await group(2).getByLabel('Quantity').fill('3');
  await group(3).getByLabel('Quantity').fill('2');

  // The first group is now the last, has another product and another quantity; of jam there are to be four.
  const saved = await admin.call(promotions.update, {
    params,
    body: bodyOf([
      { id: jams, units: 4, names: ['Jam'] },
      { id: creams, units: 1, names: ['Cream'] },
      { id: scones, units: 5, names: ['Scone', 'Shortbread'] },
    ]),
  });
  expect(saved.reply.groups.map(({ id }) => id)).toEqual([jams, creams, scones]);

  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog
    .getByText('Lines changed by the other person and now shown here: 5 of Scone, Shortbread.')
    .waitFor();
  await dialog
    .getByRole('radiogroup', { name: /of Jam$/ })
    .getByLabel('Yours: Quantity 3')
    .check();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { groups } = (await admin.call(promotions.get, { params })).reply;
  expect(
    groups.map(({ id, units, products: chosen }) => [id, units, chosen.map(({ name }) => name)]),
  ).toEqual([
    [jams, 3, ['Jam']],
    [creams, 2, ['Cream']],
    [scones, 5, ['Flapjack', 'Scone', 'Shortbread']],
  ]);
});
