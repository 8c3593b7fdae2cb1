import { afterAll, beforeAll, expect, test } from 'vitest';
import { expenses } from '#domain/expenses/expense.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { addSupplier } from '../../../tests/support/suppliers';
import { expenseShop } from '../../../tests/support/expenses';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let now = new Date('2026-01-02T11:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
});
afterAll(() => app.close());

const due = async () => {
  const reader = await app.as('view_ledger');
  const { reply } = await reader.call(vatReliefs.list, { query: { kind: 'repay' } });
  return reply.data.map(({ document, change_vat }) => [document.number, change_vat]);
};

test('V26 no VAT of an expense to be paid is reclaimed unless the list finds it after six months', async () => {
  const shop = await expenseShop(app);
  const { id: supplier_id } = await addSupplier(app, { name: 'Shopfitters Ltd' });
  const toPay = { settlement: 'to_pay', payment_method: null, due_on: '2026-02-01' } as const;

  const unnamed = await shop.submitted(toPay);
  expect([unnamed.status, unnamed.refusal?.errors?.supplier_id?.[0]]).toEqual([
    422,
    expect.stringContaining('its supplier must be known'),
  ]);
  // Saved and submitted at once, as the form does, it is not saved either.
  const before = await app.digest();
  const atOnce = await shop.clerk.call(expenses.create, { body: { ...shop.body(toPay), submit: 'now' } });
  expect(Object.keys(atOnce.refusal.errors ?? {})).toEqual(['supplier_id']);
  expect(await app.digest()).toBe(before);

  const { reply: named } = await shop.approved({ ...toPay, supplier_id, reference: 'SF-12' });
  expect(named?.number).toEqual(expect.any(String));
  const withoutVat = await shop.approved({ ...toPay, lines: [shop.line({ vat_recoverable: false })] });
  expect(withoutVat.reply?.status).toBe('approved');
  now = new Date('2026-08-02T11:00:00Z');
  expect(await due()).toEqual([[named?.number, 200]]);
  // Repaid in part by hand, under the number on the receipt.
  const admin = await app.as('admin');
  const byHand = await admin.call(vatAdjustments.create, {
    body: { reason: 'unpaid_bills', box_4: '-1.00', account: '6910', description: 'Unpaid: SF-12' },
  });
  const { reply } = await admin.call(vatReliefs.list, { query: { kind: 'repay' } });
  expect(reply.data[0]?.repeated).toMatchObject([{ number: byHand.reply.number }]);
});
