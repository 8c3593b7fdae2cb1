import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifications } from '#domain/notifications/notification.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { lineOf, type Order, orderDesk } from '../../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let buyer: Caller;
let manager: Caller;
beforeAll(async () => {
  app = await startTestApp();
  buyer = await app.as(
    'view_purchaseorder',
    'create_purchaseorder',
    'edit_purchaseorder',
    'send_purchaseorder',
  );
  manager = await app.as('approve_purchaseorder', 'view_purchaseorder');
  const admin = await app.as('admin');
  await admin.call(purchasingSettings.update, {
    body: { approval_limit: '500.00', over_receipt_percent: '0' },
  });
});
afterAll(() => app.close());

const desk = orderDesk(() => ({ app, admin: buyer }));
const approve = (id: number) => manager.call(purchases.approve, { params: { id }, body: {} });
const reject = (id: number, by: Caller = manager) =>
  by.call(purchases.rejectApproval, { params: { id }, body: { reason: 'Too dear' } });
/** Ten Z-rated chairs at this price each. */
const chairs = (price: string) => ({
  description: 'Chairs',
  quantity: '10',
  unit_price: price,
  vat_code: 'Z' as const,
});
const draftOf = (price: string) => desk.draft([chairs(price)]);
const edit = (order: Order, price: string) =>
  buyer.call(purchases.update, {
    params: { id: order.id },
    body: { supplier_id: order.supplier.id, lines: [{ id: lineOf(order), ...chairs(price) }] },
  });

test('F13 the user who asked for approval of an order or a revision is notified of the decision', async () => {
  const reported = async (who: Caller, { id }: { readonly id: number }) =>
    (await who.call(notifications.list, { query: { kind: 'own_decided_order' } })).reply.data
      .filter(({ link }) => link === `/purchases/${id}`)
      .map(({ words }) => words);
  const draft = await draftOf('80.00');
  const ask = () => buyer.call(purchases.askApproval, { params: { id: draft.id } });
  const named = `${draft.po_number} to ${draft.supplier.name}`;
  await ask();
  await reject(draft.id);
  await ask();
  await approve(draft.id);
  expect(await reported(buyer, draft)).toEqual([
    `${named}, £800.00, was approved.`,
    `${named}, £800.00, was rejected: Too dear`,
  ]);
  const sent = await desk.sent([chairs('12.00')]);
  await edit(sent, '9000.00');
  await approve(sent.id);
  expect(await reported(buyer, sent)).toEqual([
    `Your revision of ${sent.po_number} to ${sent.supplier.name}, £90,000.00, was approved.`,
  ]);
  // Who withdraws their own request knows.
  const withdrawn = await draftOf('80.00');
  await buyer.call(purchases.askApproval, { params: { id: withdrawn.id } });
  await reject(withdrawn.id, buyer);
  for (const who of [buyer, manager]) expect(await reported(who, withdrawn)).toEqual([]);
});
