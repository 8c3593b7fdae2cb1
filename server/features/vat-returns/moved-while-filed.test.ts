import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { sales } from '#domain/sales/sale.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { breachesOf } from '../../../tests/support/books';
import { duringFirst } from '../../../tests/support/held-transaction';
import { stockedProduct } from '../../../tests/support/shop';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let now = new Date('2026-07-20T11:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
});
afterAll(() => app.close());

test('V25 D5 the first day of a registration does not move while the first return is filed', async () => {
  const registered = { is_registered: true, vat_number: 'GB123456782' };
  const seller = await app.as('admin');
  await seller.call(vatRegistration.save, { body: registered });
  const sale = await seller.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'desk',
      lines: [{ product_id: await stockedProduct(app.db), quantity: '2' }],
      expected_total: '4.80',
      tenders: [{ method: 'bank_transfer', tendered: '4.80' }],
    },
  });
  expect(sale.status).toBe(200);
  // Sessions expire in between, so everyone signs in again.
  now = new Date('2026-10-15T11:00:00Z');
  const [owner, accountant] = [await app.as('admin'), await app.as('admin')];
  const [filed, moved] = await duringFirst(
    app.db,
    () => accountant.call(vatReturns.file, { body: { to: '2026-09-30' } }),
    () => owner.call(vatRegistration.save, { body: { ...registered, registered_from: '2026-10-15' } }),
  );
  expect(filed.status).toBe(200);
  expect([moved.status, moved.refusal.errors]).toEqual([
    422,
    {
      registered_from: [
        'The registration has no last day, and its returns are filed up to 30 Sep 2026 only. To register again, enter its last day and file its returns first.',
      ],
    },
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});
