import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { sales } from '#domain/sales/sale.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { breachesOf } from '../../../tests/support/books';
import { stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let now = new Date('2026-07-20T11:00:00Z');
// Sessions expire in between, so everyone signs in again.
const on = async (day: string) => {
  now = new Date(`${day}T11:00:00Z`);
  admin = await app.as('admin');
};
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
});
afterAll(() => app.close());

const register = (more: object) =>
  admin.call(vatRegistration.save, { body: { is_registered: true, vat_number: 'GB123456782', ...more } });
const periods = async () =>
  (await admin.call(vatReturns.list)).reply.data.map(row => [row.from, row.to, row.box_1]);
const file = async (to: string) => (await admin.call(vatReturns.file, { body: { to } })).status;
const refused = async (more: object) => (await register(more)).refusal.errors?.registered_from?.[0];

test('V25 F102 a business that registers again files nothing for the time in between, and every return of before', async () => {
  await register({});
  // Two units at £2.00 and 20% VAT.
  const sale = await admin.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'desk',
      price_mode: 'exclusive',
      lines: [{ product_id: await stockedProduct(app.db), quantity: '2' }],
      expected_total: '4.80',
      tenders: [{ method: 'bank_transfer', tendered: '4.80' }],
    },
  });
  expect(sale.status).toBe(200);
  await on('2026-10-15');
  expect(await file('2026-09-30')).toBe(200);
  // The registration would lose its October.
  expect(await refused({ registered_from: '2026-10-15' })).toBe(
    'The registration has no last day, and its returns are filed up to 30 Sep 2026 only. To register again, enter its last day and file its returns first.',
  );
  await register({ registered_until: '2026-10-10' });
  expect(await refused({ registered_from: '2026-10-15' })).toBe(
    'The VAT return for 1 Oct 2026 to 10 Oct 2026 is not filed. File it first, then enter the new registration.',
  );
  expect(await file('2026-10-10')).toBe(200);
  await on('2027-05-20');
  // One of the two is returned: £0.40 of VAT, of which no return is filed before the business registers again.
  const refund = await admin.call(sales.refund, {
    params: { id: sale.reply.id },
    body: {
      client_id: randomUUID(),
      reason: 'Changed their mind',
      lines: [{ line_number: 1, quantity: '1' }],
      expected_total: '2.40',
      tenders: [{ method: 'bank_transfer', amount: '2.40' }],
    },
  });
  expect(refund.status).toBe(200);
  expect((await register({ registered_from: '2027-05-20' })).status).toBe(200);
  const filed = [
    ['2026-10-01', '2026-10-10', 0],
    ['2026-07-01', '2026-09-30', 80],
  ];
  expect(await periods()).toEqual([['2027-05-20', '2027-06-30', -40], ...filed]);
  await on('2027-07-02');
  expect(await file('2027-06-30')).toBe(200);
  expect(await periods()).toEqual([
    ['2027-07-01', '2027-09-30', 0],
    ['2027-05-20', '2027-06-30', -40],
    ...filed,
  ]);
  // What was filed stays right, whatever the dates of the registration become.
  expect((await register({ registered_from: '2027-05-21' })).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});
