import { afterEach, beforeAll, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { buyingShop } from '../../../../tests/support/buying-shop';
import type { Order } from '../../../../tests/support/orders';
import type { Caller } from '../../../../tests/support/test-app';

const shop = buyingShop();
let storekeeper: Caller;
let buyer: Caller;
beforeAll(async () => {
  storekeeper = await shop.app.as('receive_purchaseorder', 'view_purchaseorder');
  buyer = await shop.app.as('receive_purchaseorder', 'edit_purchaseorder', 'view_purchaseorder');
});
afterEach(() => shop.holds());

/** Returns pieces of ten that were billed at £10.00 plus £2.00 VAT each. */
const giveBack = (by: Caller, order: Order, line: object, more: object = {}) =>
  by.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Broken',
      lines: [{ receipt_line_id: order.receipts[0]?.lines[0]?.id ?? 0, quantity: '1', ...line }],
      ...more,
    },
  });

test('P4 who only receives goods cannot credit more than was billed for what goes back', async () => {
  const { order } = await shop.billed();
  const before = await shop.app.digest();
  const refused = await giveBack(
    storekeeper,
    order,
    { credit_net: '100000.00' },
    { accept_difference: true },
  );
  // £120,000.00 is credited; a piece was billed at £12.00.
  expect([refused.status, refused.refusal.message]).toEqual([
    403,
    'This credits £119,988.00 more than was billed for these goods, including VAT. Someone who can record supplier credit notes must enter it.',
  ]);
  expect(refused.refusal.errors).toHaveProperty(['lines.0.credit_net']);
  // The bill has VAT of £2.00 for a piece.
  expect((await giveBack(storekeeper, order, { credit_vat: '2.05' })).status).toBe(403);
  expect(await shop.app.digest()).toBe(before);
  expect((await giveBack(storekeeper, order, { credit_net: '10.00', credit_vat: '2.00' })).status).toBe(200);
  expect((await giveBack(storekeeper, order, { credit_net: '8.50' })).status).toBe(200);
  expect((await giveBack(storekeeper, order, {})).status).toBe(200);
});

test('P4 with the permission of a credit note, more than was billed is accepted on purpose', async () => {
  const { order } = await shop.billed();
  const refused = await giveBack(buyer, order, { credit_net: '20.00' });
  expect([refused.status, refused.refusal.errors]).toEqual([
    422,
    {
      accept_difference: [
        'This credits £12.00 more than was billed for these goods, including VAT. Check it, then accept the difference.',
      ],
    },
  ]);
  const accepted = await giveBack(buyer, order, { credit_net: '20.00' }, { accept_difference: true });
  expect([accepted.status, accepted.reply.credited_amount]).toEqual([200, 2400]);
  // Within a pound, as on a bill.
  expect((await giveBack(buyer, order, { credit_net: '10.80' })).status).toBe(200);
});
