import { expect, test } from 'vitest';
import { approvalLimits } from '#domain/settings/approval-limits.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { someApprovals } from '../../../../tests/support/approvals';
import { someSupplier } from '../../../../tests/support/books';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { refused } from '../../../../tests/support/refused';
import type { Caller } from '../../../../tests/support/test-app';

const shop = buyingShop();
let bills = 0;

const bill = async (who: Caller, net: string) =>
  who.call(supplierDocuments.bill, {
    body: {
      supplier_id: await someSupplier(shop.app.db),
      supplier_bill_number: `BL-${++bills}`,
      bill_date: shop.today,
      lines: [{ description: 'Cups', net, vat: '0.00', vat_code: 'Z', account: '5000' }],
    },
  });

/** The carriage of a receipt. */
async function freight(who: Caller, net: string) {
  const { order } = await shop.received();
  const { receipts, supplier } = await shop.get(order.id);
  return who.call(purchases.landedCost, {
    params: { id: order.id },
    body: {
      receipt_id: receipts[0]?.id ?? 0,
      supplier_id: supplier.id,
      supplier_bill_number: `BL-${++bills}`,
      bill_date: shop.today,
      net,
      vat: '0.00',
      vat_code: 'Z',
      basis: 'value',
    },
  });
}

const tooMuch =
  '403 Bills without an order, and landed cost, above £100.00 are recorded by someone who can approve purchase orders.';

test('F05 P15 221 bills without an order and landed cost above the limit are recorded by those who can approve orders, what one user records in a day together', async () => {
  await someApprovals(shop.app).limits({ bill_limit: null });
  const clerk = await shop.app.as('create_payment', 'edit_purchaseorder');
  const buyer = await shop.app.as('create_payment', 'edit_purchaseorder', 'approve_purchaseorder');
  expect((await bill(clerk, '5000.00')).status, 'without a limit').toBe(200);
  const other = await shop.app.as('create_payment', 'edit_purchaseorder');
  await someApprovals(shop.app).limits({ bill_limit: '100.00' });
  for (const send of [bill, freight]) expect(await refused(send(other, '100.01'))).toBe(tooMuch);
  expect((await bill(other, '60.00')).status).toBe(200);
  expect(await refused(freight(other, '40.01'))).toBe(
    `${tooMuch} You have already recorded £60.00 of such bills today.`,
  );
  expect((await freight(other, '40.00')).status).toBe(200);
  for (const send of [bill, freight]) {
    expect((await send(buyer, '900.00')).status).toBe(200);
    expect((await shop.app.audits())[0]?.after).toMatchObject({ approved_by: [buyer.userId] });
  }
  await shop.holds();
});

test('F05 221 what was reversed no longer counts, and a client that does not send the limit keeps it', async () => {
  await someApprovals(shop.app).limits({ bill_limit: '100.00' });
  const clerk = await shop.app.as('create_payment');
  const { id } = (await bill(clerk, '90.00')).reply;
  expect((await bill(clerk, '90.00')).status).toBe(403);
  const reversed = await shop.admin.call(supplierDocuments.reverseBill, {
    params: { id },
    body: { reason: 'Entered twice' },
  });
  expect(reversed.status).toBe(200);
  expect((await bill(clerk, '90.00')).status).toBe(200);
  const earlier = {
    refund_limit: null,
    adjustment_limit: null,
    write_off_limit: null,
    stock_count_limit: '5.00',
  };
  const saved = await shop.admin.call(approvalLimits.save, { body: earlier });
  expect(saved.reply).toMatchObject({ bill_limit: 10_000, stock_count_limit: 500 });
});

test('F05 221 of two bills at once only one passes the limit', async () => {
  await someApprovals(shop.app).limits({ bill_limit: '100.00' });
  const clerk = await shop.app.as('create_payment');
  const both = await Promise.all([bill(clerk, '60.00'), bill(clerk, '60.00')]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
});
