import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { imports } from '#domain/imports/import.contract';
import { salesSummaries } from '#domain/reports/sales-summary.contract';
import { exportFacts } from '#domain/sales/receipt';
import { sales } from '#domain/sales/sale.contract';
import { breachesOf } from '../../../tests/support/books';
import { historyDesk } from '../../../tests/support/histories';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let clerk: Caller;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  clerk = await app.as('admin');
});
afterAll(() => app.close());

const { checked, imported, summaryOf } = historyDesk(() => clerk);

const saleOf = async (reference: string) => {
  const list = await clerk.call(sales.list, { query: { search: reference } });
  return (await clerk.call(sales.get, { params: { id: list.reply.data[0]?.id ?? 0 } })).reply;
};
const countryOfCustomer = async (name: string) => {
  const [row] = (await clerk.call(customers.list, { query: { search: name } })).reply.data;
  return (await clerk.call(customers.get, { params: { id: row?.id ?? 0 } })).reply.country;
};

test('F61 V28 V29 a history counts its sales for the countries of the file, its VAT stays as charged, and no invoice calls it an export', async () => {
  const lines = [
    ['NUM-1', 'F-MUG', 'MUG', '10', '2011-02-01 09:00', '10.00', 'f1', 'France'],
    ['NUM-2', 'F-MUG', 'MUG', '1', '2011-02-02 09:00', '10.00', 'f2', 'EIRE'],
    ['NUM-3', 'F-MUG', 'MUG', '2', '2011-02-03 09:00', '10.00', 'f3', 'Channel Islands'],
    // No country in the file: that of the customer.
    ['NUM-4', 'F-MUG', 'MUG', '3', '2011-02-04 09:00', '10.00', 'f1', ''],
    ['NUM-5', 'F-MUG', 'MUG', '4', '2011-02-05 09:00', '10.00', '', 'Germany'],
    ['NUM-6', 'F-MUG', 'MUG', '5', '2011-02-06 09:00', '10.00', 'f6', 'United Kingdom'],
    ['CNUM-1', 'F-MUG', 'MUG', '-1', '2011-02-07 09:00', '10.00', 'f1', 'France'],
  ] as const;
  const check = await checked(lines);
  expect((await summaryOf(check.id)).unknown_countries).toEqual([
    { country: 'Channel Islands', documents: 1 },
  ]);
  await clerk.call(imports.discard, { params: { id: check.id }, body: {} });

  const done = await imported(lines);
  expect(done.counts).toMatchObject({ new: 7, rejected: 0 });
  const french = await saleOf('NUM-1');
  // £100.00 at 20%: what was charged.
  expect(french).toMatchObject({ delivery_country: 'FR', net: 10_000, vat: 2000, gross: 12_000 });
  expect(exportFacts(french)).toEqual([['Country of delivery', 'France']]);
  expect((await saleOf('NUM-4')).delivery_country).toBe('FR');
  expect((await saleOf('NUM-5')).delivery_country).toBe('DE');
  expect(await countryOfCustomer('Customer f1')).toBe('FR');
  expect(await countryOfCustomer('Customer f2')).toBe('IE');
  expect(await countryOfCustomer('Customer f3')).toBe('GB');

  const { rows } = (
    await clerk.call(salesSummaries.show, {
      query: { from: '2011-02-01', to: '2011-02-28', group: 'country' },
    })
  ).reply;
  expect(Object.fromEntries(rows.map(({ label, net_revenue }) => [label, net_revenue]))).toEqual({
    // £100.00 and £30.00, less £10.00 returned.
    France: 12_000,
    Ireland: 1000,
    Germany: 4000,
    // £20.00 to a country that is not recognised, and £50.00.
    'United Kingdom': 7000,
  });
  expect(await breachesOf(app.db)).toEqual([]);
});
