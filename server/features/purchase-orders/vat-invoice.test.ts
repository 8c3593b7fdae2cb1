import { afterEach, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierTerms } from '#domain/suppliers/supplier-terms.contract';
import { balanceOf, someSupplier } from '../../../tests/support/books';
import { buyingShop } from '../../../tests/support/buying-shop';
import { lineOf } from '../../../tests/support/orders';

const shop = buyingShop();
afterEach(() => shop.holds());

const noNumber =
  'VAT is reclaimable only with a VAT invoice. Enter the supplier’s VAT number under Terms on the supplier’s page, or enter the total including VAT as the net amount and 0.00 as VAT.';
const unregistered = () => someSupplier(shop.app.db, 'Village Bakery', { isVatRegistered: false });
const register = (id: number, vat_number: string | null) =>
  shop.admin.call(supplierTerms.save, { params: { id }, body: { payment_terms_days: 30, vat_number } });
const received = async (supplier_id: number) => {
  const [product = 0] = await shop.products(1);
  const draft = await shop.draft([{ product_id: product, quantity: '10', unit_price: '10.00' }], {
    supplier_id,
  });
  const { reply } = await shop.admin.call(purchases.markSent, { params: { id: draft.id } });
  await shop.receive(reply.id);
  return reply;
};

test('V18 the bill of an order reclaims VAT only from a supplier with a VAT number', async () => {
  const supplier = await unregistered();
  const order = await received(supplier);
  const bill = (line: object) => shop.bill(order.id, [{ line_id: lineOf(order), quantity: '5', ...line }]);
  const before = await shop.app.digest();
  // Proposed from the code of the order, and as printed.
  for (const vat of [{}, { vat: '0.01' }])
    expect((await bill(vat)).refusal.errors).toEqual({ 'lines.0.vat': [noNumber] });
  expect(await shop.app.digest()).toBe(before);
  expect((await bill({ vat: '0.00' })).status).toBe(200);
  await register(supplier, 'GB123456782');
  expect((await bill({})).status).toBe(200);
});

test('V18 a bill without an order and a landed cost reclaim VAT only from a supplier with a VAT number', async () => {
  const supplier = await unregistered();
  const lines = (...vats: string[]) => ({
    lines: vats.map(vat => ({ description: 'Cleaning', net: '50.00', vat, account: '5000' })),
  });
  expect((await shop.directBill(supplier, lines('0.00', '10.00'))).refusal.errors).toEqual({
    'lines.1.vat': [noNumber],
  });
  expect((await shop.directBill(supplier, lines('0.00', '0.00'))).status).toBe(200);
  const { order } = await shop.received();
  const freight = (vat: string) => shop.landed(order, '50.00', { supplier_id: supplier, vat, vat_code: 'S' });
  expect((await freight('10.00')).refusal.errors).toEqual({ vat: [noNumber] });
  expect((await freight('0.00')).status).toBe(200);
});

test('V18 V28 services from a supplier abroad, who has no VAT number here, stay under the reverse charge', async () => {
  const supplier = await unregistered();
  const before = await balanceOf(shop.app.db, '2201');
  const { status } = await shop.directBill(supplier, {
    reverse_charge: 'abroad',
    lines: [{ description: 'Web hosting', net: '50.00', vat: '0.00', account: '5000' }],
  });
  expect(status).toBe(200);
  expect((await balanceOf(shop.app.db, '2201')) - before).toBe(1000);
});

test('V18 V24 a credit note has VAT from a supplier without a VAT number only for a bill with VAT', async () => {
  const supplier = await unregistered();
  const line = (vat: string) => ({
    lines: [{ description: 'Materials', net: '50.00', vat, account: '5000' }],
  });
  expect((await shop.credit(supplier, line('10.00'))).refusal.errors).toEqual({ 'lines.0.vat': [noNumber] });
  const without = await shop.directBill(supplier, line('0.00'));
  const credit = (bill_id: number) =>
    shop.credit(supplier, {
      lines: [{ description: 'Materials', net: '10.00', vat: '2.00', account: '5000' }],
      bills: [{ bill_id, amount: '12.00' }],
    });
  expect((await credit(without.reply.id)).refusal.errors).toEqual({ 'lines.0.vat': [noNumber] });
  await register(supplier, 'GB123456782');
  const claimed = await shop.directBill(supplier, line('10.00'));
  // The bill keeps its VAT, so it is credited with VAT.
  await register(supplier, null);
  expect((await credit(claimed.reply.id)).status).toBe(200);
});
