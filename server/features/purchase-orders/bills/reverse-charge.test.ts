import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import type { BodySent } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { breachesOf, movedOn, someSupplier } from '../../../../tests/support/books';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let supplier: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  supplier = await someSupplier(app.db, 'Cloud Inc');
});
afterAll(() => app.close());
const today = londonDate(new Date());
const accounts = ['2100', '2200', '2201', '6910'];

type Line = BodySent<typeof supplierDocuments.bill>['lines'][number];
const line = (more: Partial<Line> = {}): Line => ({
  description: 'Hosting',
  account: '6910',
  net: '100.03',
  vat: '0.00',
  ...more,
});
let documents = 0;
const bill = (more: Partial<BodySent<typeof supplierDocuments.bill>> = {}) =>
  admin.call(supplierDocuments.bill, {
    body: {
      supplier_id: supplier,
      supplier_bill_number: `RC-${++documents}`,
      bill_date: today,
      reverse_charge: 'abroad',
      lines: [line()],
      ...more,
    },
  });
const credit = (more: Partial<BodySent<typeof supplierDocuments.credit>> = {}) =>
  admin.call(supplierDocuments.credit, {
    body: {
      supplier_id: supplier,
      supplier_credit_number: `RCN-${++documents}`,
      credit_date: today,
      reason: 'Half a month',
      reverse_charge: 'abroad',
      lines: [line({ net: '50.00' })],
      bills: [],
      ...more,
    },
  });
const boxes = async () => {
  const { data } = (await admin.call(vatReturns.list)).reply;
  const open = data.find(({ from, to }) => from <= today && today <= to);
  return open ? [open.box_1, open.box_4, open.box_6, open.box_7] : [0, 0, 0, 0];
};

test('V28 a bill for services from abroad puts its VAT into boxes 1 and 4 and its net into 6 and 7, and reverses', async () => {
  let id = 0;
  // 20% of £100.03 is £20.006; the supplier is owed the net alone.
  expect(
    await movedOn(app.db, accounts, async () => {
      const { reply } = await bill();
      id = reply.id;
      expect(reply).toMatchObject({ gross: 10_003 });
    }),
  ).toEqual([-10_003, -2_001, 2_001, 10_003]);
  // Pence are dropped from boxes 6 and 7 (V24).
  expect(await boxes()).toEqual([2_001, 2_001, 10_000, 10_000]);
  const listed = await admin.call(supplierDocuments.openBills, { query: { supplier_id: String(supplier) } });
  expect(listed.reply.data).toMatchObject([{ reverse_charge: 'abroad', outstanding: 10_003 }]);
  // A credit note of £50.00 for it: £10.00 leaves boxes 1 and 4.
  expect(
    await movedOn(app.db, accounts, () => credit({ bills: [{ bill_id: id, amount: '50.00' }] })),
  ).toEqual([5_000, 1_000, -1_000, -5_000]);
  expect(await boxes()).toEqual([1_001, 1_001, 5_000, 5_000]);
  const mixed = await credit({ reverse_charge: null, bills: [{ bill_id: id, amount: '10.00' }] });
  expect(mixed.refusal.errors).toHaveProperty('reverse_charge');
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V28 a domestic reverse charge leaves box 6 alone; zero-rated lines have no output side; its reversal mirrors all of it', async () => {
  const before = await boxes();
  const plus = (...more: number[]) => before.map((box, index) => box + (more[index] ?? 0));
  const posted = await bill({
    reverse_charge: 'domestic',
    lines: [line({ net: '200.00' }), line({ description: 'Manuals', net: '30.00', vat_code: 'Z' })],
  });
  expect(posted.reply).toMatchObject({ gross: 23_000 });
  expect(await boxes()).toEqual(plus(4_000, 4_000, 0, 23_000));
  const reversed = await admin.call(supplierDocuments.reverseBill, {
    params: { id: posted.reply.id },
    body: { reason: 'Wrong supplier' },
  });
  expect(reversed.status).toBe(200);
  expect(await boxes()).toEqual(before);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V28 V2 printed VAT and a business without a registration are refused, and nothing is posted', async () => {
  const before = await app.digest();
  expect((await bill({ lines: [line({ vat: '20.00' })] })).refusal.errors).toHaveProperty(['lines.0.vat']);
  expect((await bill({ reverse_charge: 'elsewhere' as never })).status).toBe(422);
  expect(await app.digest()).toBe(before);
  await sql`update vat_registration set is_registered = false, vat_number = null, registered_from = null, registered_until = null`.execute(
    app.db,
  );
  expect((await bill()).refusal.errors).toHaveProperty('reverse_charge');
  expect((await credit()).refusal.errors).toHaveProperty('reverse_charge');
  await admin.call(vatRegistration.save, { body: { is_registered: true, vat_number: 'GB123456782' } });
  expect(await breachesOf(app.db)).toEqual([]);
});
