import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { toPence } from '#domain/kernel/money';
import { sales } from '#domain/sales/sale.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { vatEntries, vatReturns } from '#domain/vat-returns/vat-return.contract';
import { asBookkeeper, breachesOf } from '../../../tests/support/books';
import { stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { spendWithVat } from '../../../tests/support/vat-desk';
import { debit, credit, postJournal } from '../../kernel/ledger';

let app: TestApp;
let admin: Caller;
let product: number;
let now = new Date('2026-07-20T11:00:00Z');
// Sessions expire in between, so everyone signs in again.
const on = async (day: string) => {
  now = new Date(`${day}T11:00:00Z`);
  admin = await app.as('admin');
};
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
  product = await stockedProduct(app.db);
});
afterAll(() => app.close());

const spend = (day: string) => spendWithVat(app, day, now);
const register = (more: object) =>
  admin.call(vatRegistration.save, { body: { is_registered: true, vat_number: 'GB123456782', ...more } });
const show = async (to: string) => (await admin.call(vatReturns.get, { query: { to } })).reply;
const file = (to: string) => admin.call(vatReturns.file, { body: { to } });
const periods = async () =>
  (await admin.call(vatReturns.list)).reply.data.map(({ from, to, stage, box_1, entry_count }) => [
    from,
    to,
    stage,
    box_1,
    entry_count,
  ]);
/** Two units at £2.00 and 20% VAT, paid by bank transfer. */
const sell = async () =>
  (
    await admin.call(sales.complete, {
      body: {
        client_id: randomUUID(),
        channel: 'desk',
        price_mode: 'exclusive',
        lines: [{ product_id: product, quantity: '2' }],
        expected_total: '4.80',
        tenders: [{ method: 'bank_transfer', tendered: '4.80' }],
      },
    })
  ).reply;
/** One of them is returned: £2.00 and £0.40. */
const refund = async (id: number) => {
  const { status, refusal } = await admin.call(sales.refund, {
    params: { id },
    body: {
      client_id: randomUUID(),
      reason: 'Changed their mind',
      lines: [{ line_number: 1, quantity: '1' }],
      expected_total: '2.40',
      tenders: [{ method: 'bank_transfer', amount: '2.40' }],
    },
  });
  expect([status, refusal]).toEqual([200, undefined]);
};

test('F102 the first return only has entries since the registration, and shows what it excludes', async () => {
  await spend('2026-04-20');
  await spend('2026-05-10');
  expect(await show('2026-06-30')).toMatchObject({
    from: '2026-04-01',
    box_4: 400,
    box_7: 2000,
    entry_count: 2,
  });
  await register({ registered_from: '2026-05-01' });
  expect(await periods()).toEqual([
    ['2026-07-01', '2026-09-30', 'registered', 0, 0],
    ['2026-05-01', '2026-06-30', 'registered', 0, 1],
  ]);
  expect(await show('2026-06-30')).toMatchObject({
    box_1: 0,
    box_3: 0,
    box_4: 200,
    box_5: 200,
    box_6: 0,
    box_7: 1000,
    entry_count: 1,
    late: { entry_count: 0 },
    before_registration: { registered_from: '2026-05-01', entry_count: 1, output_vat: 0, input_vat: 200 },
  });
  const entries = (await admin.call(vatEntries.list, { query: { to: '2026-06-30' } })).reply;
  expect(entries.data.map(entry => entry.tax_point)).toEqual(['2026-05-10']);
  // VAT on purchases before the registration is reclaimed by an adjustment dated after it.
  const before = await admin.call(vatAdjustments.create, {
    body: {
      reason: 'pre_registration',
      description: 'Stock held',
      box_4: '2.00',
      box_7: '10.00',
      account: '6910',
      business_date: '2026-04-30',
      date_reason: 'Then',
    },
  });
  expect(before.refusal.errors?.business_date?.[0]).toContain('began on 1 May 2026');
  expect((await file('2026-06-30')).status).toBe(200);
  // The registration is edited later, and earlier entries are posted late: the filed return stays, the next
  // has neither.
  await register({});
  await asBookkeeper(
    app.db,
    ctx =>
      postJournal(ctx, {
        businessDate: '2026-07-20',
        kind: 'landed_cost',
        narrative: 'Carriage of April',
        document: { type: 'expense', id: 1, number: null },
        lines: [debit('6910', toPence(1000)), debit('2201', toPence(200)), credit('1020', toPence(1200))],
        vat: [
          {
            direction: 'input',
            taxPoint: '2026-04-21',
            code: 'S',
            rate: 2000,
            net: toPence(1000),
            vat: toPence(200),
          },
        ],
      }),
    { now },
  );
  expect(await show('2026-06-30')).toMatchObject({ box_4: 200, entry_count: 1 });
  expect(await show('2026-09-30')).toMatchObject({ box_4: 0, entry_count: 0, before_registration: null });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F102 V27 a credit note after the registration is in the final return, later ones in a return after it', async () => {
  const [first, second] = [await sell(), await sell()];
  await on('2026-08-05');
  await register({ registered_until: '2026-07-31' });
  await refund(first.id);
  // Two sales of £4.00 and £0.80, less £2.00 and £0.40.
  const final = {
    from: '2026-07-01',
    stage: 'final',
    box_1: 120,
    box_2: 0,
    box_3: 120,
    box_4: 0,
    box_5: 120,
    box_6: 600,
    box_7: 0,
    box_8: 0,
    box_9: 0,
    entry_count: 3,
  };
  expect(await show('2026-07-31')).toMatchObject(final);
  expect(await periods()).toMatchObject([['2026-07-01', '2026-07-31', 'final', 120, 3], {}]);
  expect((await admin.call(vatEntries.list, { query: { to: '2026-07-31' } })).reply.total).toBe(3);
  expect((await file('2026-07-31')).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
  // Nothing remains to be returned, so there is no open period.
  expect(await periods()).toMatchObject([['2026-07-01', '2026-07-31', 'final', 120, 3], {}]);
  await refund(second.id);
  const relief = await admin.call(vatAdjustments.create, {
    body: { reason: 'bad_debt_relief', description: 'Old debt', box_4: '3.00', account: '6800' },
  });
  expect(relief.status).toBe(200);
  expect(relief.reply.vat_return).toEqual({ to: '2026-09-30', is_filed: false });
  expect((await periods())[0]).toEqual(['2026-08-01', '2026-09-30', 'after_registration', -40, 2]);
  expect(await show('2026-07-31')).toMatchObject(final);
  await on('2026-10-05');
  const after = await file('2026-09-30');
  expect(after.reply).toMatchObject({
    box_1: -40,
    box_3: -40,
    box_4: 300,
    box_5: 340,
    box_6: -200,
    box_7: 0,
    is_reclaim: true,
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F102 a deregistered business keeps a period for VAT that no return has', async () => {
  await register({});
  await sell();
  await sql`update vat_registration set is_registered = false, vat_number = null, registered_from = null, registered_until = null`.execute(
    app.db,
  );
  expect((await periods())[0]).toEqual(['2026-10-01', '2026-12-31', 'registered', 80, 1]);
  const { refusal } = await admin.call(vatAdjustments.create, {
    body: { reason: 'bad_debt_relief', description: 'Old debt', box_4: '3.00', account: '6800' },
  });
  expect(refusal).toBeUndefined();
});
