import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkChanges } from '#domain/bulk-changes/bulk-change.contract';
import { customers } from '#domain/customers/customer.contract';
import { exceptionBulk } from '#domain/sales/sale-exception-bulk.contract';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { previewOf, startChange, workOff } from '../../../../tests/support/bulk-changes';
import { paidSales } from '../../../../tests/support/paid-sales';
import { openTill, stockedProduct } from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let manager: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  manager = await app.as('approve_variance');
  till = await openTill(app.db);
});
afterAll(() => app.close());
const floor = paidSales(() => ({ app, seller: admin, manager: admin, till }));

const listed = async () => (await manager.call(saleExceptions.list)).reply.data;

test('F23 exceptions are reviewed together with one note; a sale in no books needs one', async () => {
  const product = await stockedProduct(app.db);
  const { reply: buyer } = await admin.call(customers.create, { body: { name: 'Without credit' } });
  await floor.record(
    floor.paid(product, { customer_id: buyer.id, tenders: [{ method: 'account', tendered: '2.40' }] }),
  );
  // £2.00 for goods of £2.40: kept until someone resolves it.
  await floor.record(floor.paid(product, { tenders: [{ method: 'cash', tendered: '2.00' }] }));
  const open = await listed();
  expect(open.map(({ sale }) => sale === null)).toContain(true);
  const unposted = open.filter(({ sale }) => sale === null).length;

  const filter = { state: 'open' } as const;
  const preview = await previewOf(manager, exceptionBulk, filter, {});
  expect(preview).toMatchObject({ count: open.length, changed: open.length - unposted, refused: unposted });
  expect(preview.reasons[0]?.reason).toContain('Enter how this was resolved');

  const started = await startChange(manager, exceptionBulk, filter, { note: 'Checked with the till roll' });
  await workOff(app.db, started.id);
  const { reply: change } = await manager.call(bulkChanges.get, { params: { id: started.id } });
  expect(change).toMatchObject({ state: 'done', changed_count: open.length, refused_count: 0 });
  expect(change.can_undo).toMatchObject({ allowed: false, reason: 'A reviewed sale stays reviewed.' });
  for (const row of await listed())
    expect(row).toMatchObject({ note: 'Checked with the till roll', reviewed_at: expect.any(Date) as Date });
  expect((await app.audits(1))[0]).toMatchObject({ action: 'reviewed_exception' });

  // Reviewed once: another note does not replace the first.
  const again = await previewOf(manager, exceptionBulk, {}, { note: 'Another' });
  expect(again).toMatchObject({ changed: 0, unchanged: open.length });
  const seller = await app.as('create_sale', 'view_pos');
  expect((await seller.call(exceptionBulk.preview, { body: { filter, change: {} } })).status).toBe(403);
});
