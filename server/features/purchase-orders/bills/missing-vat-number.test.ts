import { afterEach, expect, test } from 'vitest';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { supplierTerms } from '#domain/suppliers/supplier-terms.contract';
import { vatEntries, vatReturns } from '#domain/vat-returns/vat-return.contract';
import { someSupplier } from '../../../../tests/support/books';
import { buyingShop } from '../../../../tests/support/buying-shop';

const shop = buyingShop();
afterEach(() => shop.holds());

const returnNow = async () => {
  const { data } = (await shop.admin.call(vatReturns.list)).reply;
  const [row] = data;
  return (await shop.admin.call(vatReturns.get, { query: { to: row?.to ?? '' } })).reply;
};
const listed = async () => {
  const { to } = await returnNow();
  const { reply } = await shop.admin.call(vatEntries.list, { query: { to, vat_number: 'missing' } });
  return reply.data.map(({ document, vat }) => [document.number, document.link, vat]);
};
const billsOf = async (supplier: number) => {
  const query = { supplier_id: String(supplier) };
  const { data, has_vat_number } = (await shop.admin.call(supplierDocuments.openBills, { query })).reply;
  return { has_vat_number, lacking: data.filter(bill => bill.lacks_vat_number).map(({ number }) => number) };
};

test('V18 bills whose VAT is reclaimed without the supplier’s VAT number are shown and listed in the return', async () => {
  const [known, unknown] = [
    await someSupplier(shop.app.db, 'With number'),
    await someSupplier(shop.app.db, 'Without number', { isVatRegistered: false }),
  ];
  await shop.directBill(known);
  // Without VAT to reclaim, no number is needed: none printed, or accounted for by the buyer.
  const line = { description: 'Cleaning', net: '50.00', vat: '0.00', account: '5000' };
  await shop.directBill(unknown, { lines: [{ ...line, vat_code: 'Z' }] });
  await shop.directBill(unknown, { lines: [line], reverse_charge: 'abroad' });
  expect((await returnNow()).without_vat_number).toEqual({ bills: 0, vat: 0 });
  expect(await billsOf(known)).toEqual({ has_vat_number: true, lacking: [] });

  const { reply } = await shop.directBill(unknown);
  const { order } = await shop.received();
  await shop.landed(order, '10.00', { supplier_id: unknown, vat: '2.00', vat_code: 'S' });
  const [freight] = (await shop.get(order.id)).bills;
  expect(freight?.lacks_vat_number).toBe(true);
  expect(await billsOf(unknown)).toEqual({
    has_vat_number: false,
    lacking: expect.arrayContaining([reply.number, freight?.number]) as string[],
  });
  expect((await returnNow()).without_vat_number).toEqual({ bills: 2, vat: 1200 });
  const links = [
    [freight?.number, `/purchases/bills/${freight?.id}`, 200],
    [reply.number, `/purchases/bills/${reply.id}`, 1000],
  ];
  expect(await listed()).toEqual(expect.arrayContaining(links));
  expect(await listed()).toHaveLength(links.length);

  // A bill that was reversed claims nothing; with the number, none is missing.
  await shop.admin.call(supplierDocuments.reverseBill, {
    params: { id: reply.id },
    body: { reason: 'Not a VAT invoice' },
  });
  expect((await returnNow()).without_vat_number).toEqual({ bills: 1, vat: 200 });
  await shop.admin.call(supplierTerms.save, {
    params: { id: unknown },
    body: { payment_terms_days: 30, vat_number: 'GB123456782' },
  });
  expect(await listed()).toEqual([]);
  expect((await billsOf(unknown)).lacking).toEqual([]);
});
